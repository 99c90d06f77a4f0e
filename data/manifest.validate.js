// Generated from manifest.schema.json by scripts/generate-validators.ts; do not edit.
// Holds run-time helpers of ajv (MIT License).
// deno-fmt-ignore-file
// deno-lint-ignore-file
// deno-coverage-ignore-file
// @ts-nocheck: generated
"use strict";
export const document = validate20;
const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://raw.githubusercontent.com/cavi-ai/mcp-eval/main/docs/mcp-eval.manifest.schema.json","title":"mcp-eval manifest","type":"object","required":["version","probes"],"additionalProperties":false,"properties":{"$schema":{"type":"string"},"version":{"type":"integer","const":1},"timeout_ms":{"type":["integer","null"],"minimum":100,"maximum":600000,"default":null},"sandboxes":{"type":"object","default":{},"propertyNames":{"$ref":"#/$defs/identifier"},"additionalProperties":{"$ref":"#/$defs/sandbox"}},"probes":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/probeCase"}}},"$defs":{"identifier":{"type":"string","pattern":"^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"},"toolName":{"type":"string","pattern":"^[A-Za-z0-9_.:-]{1,128}$"},"optionalToolName":{"type":["string","null"],"pattern":"^[A-Za-z0-9_.:-]{1,128}$","default":null},"access":{"enum":["read_only","mutating"]},"sandboxName":{"type":["string","null"],"pattern":"^[A-Za-z][A-Za-z0-9_.:-]{0,63}$","default":null},"sandbox":{"type":"object","required":["description"],"additionalProperties":false,"properties":{"description":{"type":"string","maxLength":240,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"}}},"arguments":{"type":"object"},"optionalArguments":{"type":["object","null"],"default":null},"resourceUri":{"type":"string","minLength":1,"maxLength":512},"resultPath":{"type":"string","maxLength":512,"pattern":"^/(?:[A-Za-z0-9_.:/-]|~[01])*$"},"expectedValue":{"type":["null","boolean","number","string"],"pattern":"^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"},"expectation":{"type":"object","required":["outcome"],"additionalProperties":false,"properties":{"outcome":{"enum":["ok","error"]},"required_result_fields":{"type":"array","uniqueItems":true,"default":[],"items":{"type":"string","$ref":"#/$defs/identifier"}},"equals":{"type":"object","default":{},"propertyNames":{"$ref":"#/$defs/identifier"},"additionalProperties":{"$ref":"#/$defs/expectedValue"}},"required_result_paths":{"type":"array","uniqueItems":true,"default":[],"items":{"type":"string","$ref":"#/$defs/resultPath"}},"equals_paths":{"type":"object","default":{},"propertyNames":{"$ref":"#/$defs/resultPath"},"additionalProperties":{"$ref":"#/$defs/expectedValue"}},"error_code":{"type":["integer","null"],"default":null,"minimum":-9223372036854776000,"maximum":9223372036854776000}},"if":{"properties":{"outcome":{"const":"ok"}}},"then":{"properties":{"error_code":{"const":null}}},"else":{"properties":{"required_result_fields":{"maxItems":0},"equals":{"maxProperties":0},"required_result_paths":{"maxItems":0},"equals_paths":{"maxProperties":0}}}},"workflowStep":{"type":"object","required":["tool","arguments","expect"],"additionalProperties":false,"properties":{"tool":{"$ref":"#/$defs/toolName"},"arguments":{"$ref":"#/$defs/arguments"},"expect":{"$ref":"#/$defs/expectation"}}},"probeCase":true,"contention":{"type":"object","required":["probe","id","tool","access","arguments"],"additionalProperties":false,"properties":{"probe":{"const":"contention"},"id":{"$ref":"#/$defs/identifier"},"tool":{"$ref":"#/$defs/toolName"},"access":{"$ref":"#/$defs/access"},"sandbox":{"$ref":"#/$defs/sandboxName"},"arguments":{"$ref":"#/$defs/arguments"}}},"errorHonesty":{"type":"object","required":["probe","id","tool","access","arguments","max_attempts","expect_retryable"],"additionalProperties":false,"properties":{"probe":{"const":"error-honesty"},"id":{"$ref":"#/$defs/identifier"},"tool":{"$ref":"#/$defs/toolName"},"access":{"$ref":"#/$defs/access"},"sandbox":{"$ref":"#/$defs/sandboxName"},"arguments":{"$ref":"#/$defs/arguments"},"max_attempts":{"type":"integer","minimum":2,"maximum":20},"expect_retryable":{"type":"boolean"}}},"stateRecovery":{"type":"object","required":["probe","id","failure_tool","failure_arguments","recovery_tool","recovery_arguments","validation_tool","validation_arguments","access"],"additionalProperties":false,"properties":{"probe":{"const":"state-recovery"},"id":{"$ref":"#/$defs/identifier"},"failure_tool":{"$ref":"#/$defs/toolName"},"failure_arguments":{"$ref":"#/$defs/arguments"},"recovery_tool":{"$ref":"#/$defs/toolName"},"recovery_arguments":{"$ref":"#/$defs/arguments"},"validation_tool":{"$ref":"#/$defs/toolName"},"validation_arguments":{"$ref":"#/$defs/arguments"},"access":{"$ref":"#/$defs/access"},"sandbox":{"$ref":"#/$defs/sandboxName"}}},"discoveryCost":{"type":"object","required":["probe","id","access","max_tools","max_schema_bytes"],"additionalProperties":false,"properties":{"probe":{"const":"discovery-cost"},"id":{"$ref":"#/$defs/identifier"},"access":{"$ref":"#/$defs/access","const":"read_only"},"max_tools":{"type":"integer","minimum":1,"maximum":10000},"max_schema_bytes":{"type":"integer","minimum":1,"maximum":10000000}}},"tokenCost":{"type":"object","required":["probe","id","access","max_total_tokens"],"additionalProperties":false,"properties":{"probe":{"const":"token-cost"},"id":{"$ref":"#/$defs/identifier"},"access":{"$ref":"#/$defs/access","const":"read_only"},"max_total_tokens":{"type":"integer","minimum":1,"maximum":1000000},"max_tool_tokens":{"type":["integer","null"],"minimum":1,"maximum":100000,"default":null}}},"schemaGuessability":{"type":"object","required":["probe","id","tool","access","arguments"],"additionalProperties":false,"properties":{"probe":{"const":"schema-guessability"},"id":{"$ref":"#/$defs/identifier"},"tool":{"$ref":"#/$defs/toolName"},"access":{"$ref":"#/$defs/access"},"sandbox":{"$ref":"#/$defs/sandboxName"},"arguments":{"$ref":"#/$defs/arguments"}}},"degradationOverN":{"type":"object","required":["probe","id","tool","access","arguments","max_attempts"],"additionalProperties":false,"properties":{"probe":{"const":"degradation-over-n"},"id":{"$ref":"#/$defs/identifier"},"tool":{"$ref":"#/$defs/toolName"},"access":{"$ref":"#/$defs/access"},"sandbox":{"$ref":"#/$defs/sandboxName"},"arguments":{"$ref":"#/$defs/arguments"},"max_attempts":{"type":"integer","minimum":2,"maximum":100}}},"instructionFidelity":{"type":"object","required":["probe","id","tool","access","arguments","expect"],"additionalProperties":false,"properties":{"probe":{"const":"instruction-fidelity"},"id":{"$ref":"#/$defs/identifier"},"tool":{"$ref":"#/$defs/toolName"},"access":{"$ref":"#/$defs/access"},"sandbox":{"$ref":"#/$defs/sandboxName"},"arguments":{"$ref":"#/$defs/arguments"},"expect":{"$ref":"#/$defs/expectation"}}},"latencyBudget":{"type":"object","required":["probe","id","tool","access","arguments","attempts","max_latency_ms"],"additionalProperties":false,"properties":{"probe":{"const":"latency-budget"},"id":{"$ref":"#/$defs/identifier"},"tool":{"$ref":"#/$defs/toolName"},"access":{"$ref":"#/$defs/access","const":"read_only"},"sandbox":{"$ref":"#/$defs/sandboxName"},"arguments":{"$ref":"#/$defs/arguments"},"attempts":{"type":"integer","minimum":2,"maximum":20},"max_latency_ms":{"type":"integer","minimum":1,"maximum":600000}}},"pagination":{"type":"object","required":["probe","id","access","max_pages"],"additionalProperties":false,"properties":{"probe":{"const":"pagination"},"id":{"$ref":"#/$defs/identifier"},"access":{"$ref":"#/$defs/access","const":"read_only"},"max_pages":{"type":"integer","minimum":1,"maximum":1000}}},"payloadBounds":{"type":"object","required":["probe","id","tool","access","arguments","field","size_bytes","expect_handled"],"additionalProperties":false,"properties":{"probe":{"const":"payload-bounds"},"id":{"$ref":"#/$defs/identifier"},"tool":{"$ref":"#/$defs/toolName"},"access":{"$ref":"#/$defs/access","const":"read_only"},"sandbox":{"$ref":"#/$defs/sandboxName"},"arguments":{"$ref":"#/$defs/arguments"},"field":{"$ref":"#/$defs/identifier"},"size_bytes":{"type":"integer","minimum":1,"maximum":16000000},"expect_handled":{"type":"boolean"}}},"surfaceListing":{"type":"object","required":["probe","id","access","max_pages"],"additionalProperties":false,"properties":{"probe":{"const":"surface-listing"},"id":{"$ref":"#/$defs/identifier"},"access":{"$ref":"#/$defs/access","const":"read_only"},"max_pages":{"type":"integer","minimum":1,"maximum":1000}}},"outputSchema":{"type":"object","required":["probe","id","tool","access","arguments"],"additionalProperties":false,"properties":{"probe":{"const":"output-schema"},"id":{"$ref":"#/$defs/identifier"},"tool":{"$ref":"#/$defs/toolName"},"access":{"$ref":"#/$defs/access","const":"read_only"},"sandbox":{"$ref":"#/$defs/sandboxName"},"arguments":{"$ref":"#/$defs/arguments"}}},"cancellation":{"type":"object","required":["probe","id","tool","access","arguments","grace_seconds","reason"],"additionalProperties":false,"properties":{"probe":{"const":"cancellation"},"id":{"$ref":"#/$defs/identifier"},"tool":{"$ref":"#/$defs/toolName"},"access":{"$ref":"#/$defs/access","const":"read_only"},"sandbox":{"$ref":"#/$defs/sandboxName"},"arguments":{"$ref":"#/$defs/arguments"},"grace_seconds":{"type":"integer","minimum":1,"maximum":60},"require_honored":{"type":"boolean","default":true},"reason":{"$ref":"#/$defs/identifier"}}},"protocolNegotiation":{"type":"object","required":["probe","id","access","bogus_version"],"additionalProperties":false,"properties":{"probe":{"const":"protocol-negotiation"},"id":{"$ref":"#/$defs/identifier"},"access":{"$ref":"#/$defs/access","const":"read_only"},"bogus_version":{"type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$","not":{"const":"2025-06-18"}}}},"sampling":{"type":"object","required":["probe","id","tool","access","arguments","max_requests"],"additionalProperties":false,"properties":{"probe":{"const":"sampling"},"id":{"$ref":"#/$defs/identifier"},"tool":{"$ref":"#/$defs/toolName"},"access":{"$ref":"#/$defs/access","const":"read_only"},"sandbox":{"$ref":"#/$defs/sandboxName"},"arguments":{"$ref":"#/$defs/arguments"},"max_requests":{"type":"integer","minimum":1,"maximum":10}}},"elicitation":{"type":"object","required":["probe","id","tool","access","arguments","max_requests","respond"],"additionalProperties":false,"properties":{"probe":{"const":"elicitation"},"id":{"$ref":"#/$defs/identifier"},"tool":{"$ref":"#/$defs/toolName"},"access":{"$ref":"#/$defs/access","const":"read_only"},"sandbox":{"$ref":"#/$defs/sandboxName"},"arguments":{"$ref":"#/$defs/arguments"},"max_requests":{"type":"integer","minimum":1,"maximum":10},"respond":{"enum":["accept","decline","cancel"]}}},"resourceSubscription":{"type":"object","required":["probe","id","access","uri","max_wait_seconds"],"additionalProperties":false,"properties":{"probe":{"const":"resource-subscription"},"id":{"$ref":"#/$defs/identifier"},"access":{"$ref":"#/$defs/access","const":"read_only"},"uri":{"$ref":"#/$defs/resourceUri"},"trigger_tool":{"$ref":"#/$defs/optionalToolName"},"trigger_arguments":{"$ref":"#/$defs/optionalArguments"},"max_wait_seconds":{"type":"integer","minimum":1,"maximum":60}}},"completion":{"type":"object","required":["probe","id","access","ref_uri","ref_type","argument_name","argument_value","max_values"],"additionalProperties":false,"properties":{"probe":{"const":"completion"},"id":{"$ref":"#/$defs/identifier"},"access":{"$ref":"#/$defs/access","const":"read_only"},"ref_uri":{"$ref":"#/$defs/resourceUri"},"ref_type":{"enum":["ref/prompt","ref/resource"]},"argument_name":{"type":"string"},"argument_value":{"$ref":"#/$defs/identifier"},"max_values":{"type":"integer","minimum":1,"maximum":100}},"if":{"properties":{"ref_type":{"const":"ref/prompt"}}},"then":{"properties":{"argument_name":{"pattern":"^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}}}},"workflow":{"type":"object","required":["probe","id","access","repetitions","steps"],"additionalProperties":false,"properties":{"probe":{"const":"workflow"},"id":{"$ref":"#/$defs/identifier"},"access":{"$ref":"#/$defs/access","const":"read_only"},"repetitions":{"type":"integer","minimum":1,"maximum":20},"steps":{"type":"array","minItems":2,"maxItems":32,"items":{"$ref":"#/$defs/workflowStep"}}}}}};
const schema32 = {"type":"string","pattern":"^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"};
const schema33 = {"type":"object","required":["description"],"additionalProperties":false,"properties":{"description":{"type":"string","maxLength":240,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"}}};
const schema34 = true;
const pattern4 = new RegExp("^[A-Za-z][A-Za-z0-9_.:-]{0,63}$", "u");
const pattern5 = new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f]*$", "u");
const func1 = (function ucs2length(str) {
    const len = str.length;
    let length = 0;
    let pos = 0;
    let value;
    while (pos < len) {
        length++;
        value = str.charCodeAt(pos++);
        if (value >= 0xd800 && value <= 0xdbff && pos < len) {
            // high surrogate, and there is a next character
            value = str.charCodeAt(pos);
            if ((value & 0xfc00) === 0xdc00)
                pos++; // low surrogate
        }
    }
    return length;
});

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="https://raw.githubusercontent.com/cavi-ai/mcp-eval/main/docs/mcp-eval.manifest.schema.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.version === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "version"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.probes === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "probes"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "$schema") || (key0 === "version")) || (key0 === "timeout_ms")) || (key0 === "sandboxes")) || (key0 === "probes"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.$schema !== undefined){
if(typeof data.$schema !== "string"){
const err3 = {instancePath:instancePath+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.version !== undefined){
let data1 = data.version;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err4 = {instancePath:instancePath+"/version",schemaPath:"#/properties/version/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(1 !== data1){
const err5 = {instancePath:instancePath+"/version",schemaPath:"#/properties/version/const",keyword:"const",params:{allowedValue: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.timeout_ms !== undefined){
let data2 = data.timeout_ms;
if((!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))) && (data2 !== null)){
const err6 = {instancePath:instancePath+"/timeout_ms",schemaPath:"#/properties/timeout_ms/type",keyword:"type",params:{type: schema31.properties.timeout_ms.type}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 600000 || isNaN(data2)){
const err7 = {instancePath:instancePath+"/timeout_ms",schemaPath:"#/properties/timeout_ms/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600000}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data2 < 100 || isNaN(data2)){
const err8 = {instancePath:instancePath+"/timeout_ms",schemaPath:"#/properties/timeout_ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 100}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
if(data.sandboxes !== undefined){
let data3 = data.sandboxes;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
for(const key1 in data3){
const _errs10 = errors;
if(typeof key1 === "string"){
if(!pattern4.test(key1)){
const err9 = {instancePath:instancePath+"/sandboxes",schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"},propertyName:key1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/sandboxes",schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"},propertyName:key1};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var valid1 = _errs10 === errors;
if(!valid1){
const err11 = {instancePath:instancePath+"/sandboxes",schemaPath:"#/properties/sandboxes/propertyNames",keyword:"propertyNames",params:{propertyName: key1}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
for(const key2 in data3){
let data4 = data3[key2];
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.description === undefined){
const err12 = {instancePath:instancePath+"/sandboxes/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/sandbox/required",keyword:"required",params:{missingProperty: "description"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
for(const key3 in data4){
if(!(key3 === "description")){
const err13 = {instancePath:instancePath+"/sandboxes/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/sandbox/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data4.description !== undefined){
let data5 = data4.description;
if(typeof data5 === "string"){
if(func1(data5) > 240){
const err14 = {instancePath:instancePath+"/sandboxes/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/description",schemaPath:"#/$defs/sandbox/properties/description/maxLength",keyword:"maxLength",params:{limit: 240}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!pattern5.test(data5)){
const err15 = {instancePath:instancePath+"/sandboxes/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/description",schemaPath:"#/$defs/sandbox/properties/description/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]*$"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/sandboxes/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/description",schemaPath:"#/$defs/sandbox/properties/description/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/sandboxes/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/sandbox/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath:instancePath+"/sandboxes",schemaPath:"#/properties/sandboxes/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.probes !== undefined){
let data6 = data.probes;
if(Array.isArray(data6)){
if(data6.length < 1){
const err19 = {instancePath:instancePath+"/probes",schemaPath:"#/properties/probes/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/probes",schemaPath:"#/properties/probes/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const contention = validate21;
const schema35 = {"type":"object","required":["probe","id","tool","access","arguments"],"additionalProperties":false,"properties":{"probe":{"const":"contention"},"id":{"$ref":"#/$defs/identifier"},"tool":{"$ref":"#/$defs/toolName"},"access":{"$ref":"#/$defs/access"},"sandbox":{"$ref":"#/$defs/sandboxName"},"arguments":{"$ref":"#/$defs/arguments"}}};
const schema37 = {"type":"string","pattern":"^[A-Za-z0-9_.:-]{1,128}$"};
const schema38 = {"enum":["read_only","mutating"]};
const schema39 = {"type":["string","null"],"pattern":"^[A-Za-z][A-Za-z0-9_.:-]{0,63}$","default":null};
const schema40 = {"type":"object"};
const pattern7 = new RegExp("^[A-Za-z0-9_.:-]{1,128}$", "u");

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.probe === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "probe"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.tool === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tool"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.access === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "access"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.arguments === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "arguments"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!((((((key0 === "probe") || (key0 === "id")) || (key0 === "tool")) || (key0 === "access")) || (key0 === "sandbox")) || (key0 === "arguments"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.probe !== undefined){
if("contention" !== data.probe){
const err6 = {instancePath:instancePath+"/probe",schemaPath:"#/properties/probe/const",keyword:"const",params:{allowedValue: "contention"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err7 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.tool !== undefined){
let data2 = data.tool;
if(typeof data2 === "string"){
if(!pattern7.test(data2)){
const err9 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/toolName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{1,128}$"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/toolName/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.access !== undefined){
let data3 = data.access;
if(!((data3 === "read_only") || (data3 === "mutating"))){
const err11 = {instancePath:instancePath+"/access",schemaPath:"#/$defs/access/enum",keyword:"enum",params:{allowedValues: schema38.enum}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.sandbox !== undefined){
let data4 = data.sandbox;
if((typeof data4 !== "string") && (data4 !== null)){
const err12 = {instancePath:instancePath+"/sandbox",schemaPath:"#/$defs/sandboxName/type",keyword:"type",params:{type: schema39.type}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(typeof data4 === "string"){
if(!pattern4.test(data4)){
const err13 = {instancePath:instancePath+"/sandbox",schemaPath:"#/$defs/sandboxName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
if(data.arguments !== undefined){
let data5 = data.arguments;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
const err14 = {instancePath:instancePath+"/arguments",schemaPath:"#/$defs/arguments/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const errorHonesty = validate22;
const schema41 = {"type":"object","required":["probe","id","tool","access","arguments","max_attempts","expect_retryable"],"additionalProperties":false,"properties":{"probe":{"const":"error-honesty"},"id":{"$ref":"#/$defs/identifier"},"tool":{"$ref":"#/$defs/toolName"},"access":{"$ref":"#/$defs/access"},"sandbox":{"$ref":"#/$defs/sandboxName"},"arguments":{"$ref":"#/$defs/arguments"},"max_attempts":{"type":"integer","minimum":2,"maximum":20},"expect_retryable":{"type":"boolean"}}};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate22.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.probe === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "probe"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.tool === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tool"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.access === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "access"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.arguments === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "arguments"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.max_attempts === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "max_attempts"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.expect_retryable === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "expect_retryable"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key0 in data){
if(!((((((((key0 === "probe") || (key0 === "id")) || (key0 === "tool")) || (key0 === "access")) || (key0 === "sandbox")) || (key0 === "arguments")) || (key0 === "max_attempts")) || (key0 === "expect_retryable"))){
const err7 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.probe !== undefined){
if("error-honesty" !== data.probe){
const err8 = {instancePath:instancePath+"/probe",schemaPath:"#/properties/probe/const",keyword:"const",params:{allowedValue: "error-honesty"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err9 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.tool !== undefined){
let data2 = data.tool;
if(typeof data2 === "string"){
if(!pattern7.test(data2)){
const err11 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/toolName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{1,128}$"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/toolName/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.access !== undefined){
let data3 = data.access;
if(!((data3 === "read_only") || (data3 === "mutating"))){
const err13 = {instancePath:instancePath+"/access",schemaPath:"#/$defs/access/enum",keyword:"enum",params:{allowedValues: schema38.enum}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.sandbox !== undefined){
let data4 = data.sandbox;
if((typeof data4 !== "string") && (data4 !== null)){
const err14 = {instancePath:instancePath+"/sandbox",schemaPath:"#/$defs/sandboxName/type",keyword:"type",params:{type: schema39.type}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(typeof data4 === "string"){
if(!pattern4.test(data4)){
const err15 = {instancePath:instancePath+"/sandbox",schemaPath:"#/$defs/sandboxName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
if(data.arguments !== undefined){
let data5 = data.arguments;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
const err16 = {instancePath:instancePath+"/arguments",schemaPath:"#/$defs/arguments/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.max_attempts !== undefined){
let data6 = data.max_attempts;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err17 = {instancePath:instancePath+"/max_attempts",schemaPath:"#/properties/max_attempts/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 20 || isNaN(data6)){
const err18 = {instancePath:instancePath+"/max_attempts",schemaPath:"#/properties/max_attempts/maximum",keyword:"maximum",params:{comparison: "<=", limit: 20}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data6 < 2 || isNaN(data6)){
const err19 = {instancePath:instancePath+"/max_attempts",schemaPath:"#/properties/max_attempts/minimum",keyword:"minimum",params:{comparison: ">=", limit: 2}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
if(data.expect_retryable !== undefined){
if(typeof data.expect_retryable !== "boolean"){
const err20 = {instancePath:instancePath+"/expect_retryable",schemaPath:"#/properties/expect_retryable/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const stateRecovery = validate23;
const schema47 = {"type":"object","required":["probe","id","failure_tool","failure_arguments","recovery_tool","recovery_arguments","validation_tool","validation_arguments","access"],"additionalProperties":false,"properties":{"probe":{"const":"state-recovery"},"id":{"$ref":"#/$defs/identifier"},"failure_tool":{"$ref":"#/$defs/toolName"},"failure_arguments":{"$ref":"#/$defs/arguments"},"recovery_tool":{"$ref":"#/$defs/toolName"},"recovery_arguments":{"$ref":"#/$defs/arguments"},"validation_tool":{"$ref":"#/$defs/toolName"},"validation_arguments":{"$ref":"#/$defs/arguments"},"access":{"$ref":"#/$defs/access"},"sandbox":{"$ref":"#/$defs/sandboxName"}}};
const func2 = Object.prototype.hasOwnProperty;

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate23.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.probe === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "probe"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.failure_tool === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "failure_tool"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.failure_arguments === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "failure_arguments"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.recovery_tool === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "recovery_tool"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.recovery_arguments === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "recovery_arguments"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.validation_tool === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "validation_tool"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.validation_arguments === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "validation_arguments"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.access === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "access"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
for(const key0 in data){
if(!(func2.call(schema47.properties, key0))){
const err9 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.probe !== undefined){
if("state-recovery" !== data.probe){
const err10 = {instancePath:instancePath+"/probe",schemaPath:"#/properties/probe/const",keyword:"const",params:{allowedValue: "state-recovery"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err11 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.failure_tool !== undefined){
let data2 = data.failure_tool;
if(typeof data2 === "string"){
if(!pattern7.test(data2)){
const err13 = {instancePath:instancePath+"/failure_tool",schemaPath:"#/$defs/toolName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{1,128}$"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/failure_tool",schemaPath:"#/$defs/toolName/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.failure_arguments !== undefined){
let data3 = data.failure_arguments;
if(!(data3 && typeof data3 == "object" && !Array.isArray(data3))){
const err15 = {instancePath:instancePath+"/failure_arguments",schemaPath:"#/$defs/arguments/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.recovery_tool !== undefined){
let data4 = data.recovery_tool;
if(typeof data4 === "string"){
if(!pattern7.test(data4)){
const err16 = {instancePath:instancePath+"/recovery_tool",schemaPath:"#/$defs/toolName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{1,128}$"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/recovery_tool",schemaPath:"#/$defs/toolName/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.recovery_arguments !== undefined){
let data5 = data.recovery_arguments;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
const err18 = {instancePath:instancePath+"/recovery_arguments",schemaPath:"#/$defs/arguments/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.validation_tool !== undefined){
let data6 = data.validation_tool;
if(typeof data6 === "string"){
if(!pattern7.test(data6)){
const err19 = {instancePath:instancePath+"/validation_tool",schemaPath:"#/$defs/toolName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{1,128}$"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/validation_tool",schemaPath:"#/$defs/toolName/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.validation_arguments !== undefined){
let data7 = data.validation_arguments;
if(!(data7 && typeof data7 == "object" && !Array.isArray(data7))){
const err21 = {instancePath:instancePath+"/validation_arguments",schemaPath:"#/$defs/arguments/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.access !== undefined){
let data8 = data.access;
if(!((data8 === "read_only") || (data8 === "mutating"))){
const err22 = {instancePath:instancePath+"/access",schemaPath:"#/$defs/access/enum",keyword:"enum",params:{allowedValues: schema38.enum}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.sandbox !== undefined){
let data9 = data.sandbox;
if((typeof data9 !== "string") && (data9 !== null)){
const err23 = {instancePath:instancePath+"/sandbox",schemaPath:"#/$defs/sandboxName/type",keyword:"type",params:{type: schema39.type}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(typeof data9 === "string"){
if(!pattern4.test(data9)){
const err24 = {instancePath:instancePath+"/sandbox",schemaPath:"#/$defs/sandboxName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
}
else {
const err25 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}
validate23.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const discoveryCost = validate24;
const schema57 = {"type":"object","required":["probe","id","access","max_tools","max_schema_bytes"],"additionalProperties":false,"properties":{"probe":{"const":"discovery-cost"},"id":{"$ref":"#/$defs/identifier"},"access":{"$ref":"#/$defs/access","const":"read_only"},"max_tools":{"type":"integer","minimum":1,"maximum":10000},"max_schema_bytes":{"type":"integer","minimum":1,"maximum":10000000}}};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate24.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.probe === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "probe"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.access === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "access"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.max_tools === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "max_tools"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.max_schema_bytes === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "max_schema_bytes"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "probe") || (key0 === "id")) || (key0 === "access")) || (key0 === "max_tools")) || (key0 === "max_schema_bytes"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.probe !== undefined){
if("discovery-cost" !== data.probe){
const err6 = {instancePath:instancePath+"/probe",schemaPath:"#/properties/probe/const",keyword:"const",params:{allowedValue: "discovery-cost"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err7 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.access !== undefined){
let data2 = data.access;
if(!((data2 === "read_only") || (data2 === "mutating"))){
const err9 = {instancePath:instancePath+"/access",schemaPath:"#/$defs/access/enum",keyword:"enum",params:{allowedValues: schema38.enum}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if("read_only" !== data2){
const err10 = {instancePath:instancePath+"/access",schemaPath:"#/properties/access/const",keyword:"const",params:{allowedValue: "read_only"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.max_tools !== undefined){
let data3 = data.max_tools;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err11 = {instancePath:instancePath+"/max_tools",schemaPath:"#/properties/max_tools/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 10000 || isNaN(data3)){
const err12 = {instancePath:instancePath+"/max_tools",schemaPath:"#/properties/max_tools/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err13 = {instancePath:instancePath+"/max_tools",schemaPath:"#/properties/max_tools/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
if(data.max_schema_bytes !== undefined){
let data4 = data.max_schema_bytes;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err14 = {instancePath:instancePath+"/max_schema_bytes",schemaPath:"#/properties/max_schema_bytes/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 10000000 || isNaN(data4)){
const err15 = {instancePath:instancePath+"/max_schema_bytes",schemaPath:"#/properties/max_schema_bytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000000}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data4 < 1 || isNaN(data4)){
const err16 = {instancePath:instancePath+"/max_schema_bytes",schemaPath:"#/properties/max_schema_bytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
}
else {
const err17 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}
validate24.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const tokenCost = validate25;
const schema60 = {"type":"object","required":["probe","id","access","max_total_tokens"],"additionalProperties":false,"properties":{"probe":{"const":"token-cost"},"id":{"$ref":"#/$defs/identifier"},"access":{"$ref":"#/$defs/access","const":"read_only"},"max_total_tokens":{"type":"integer","minimum":1,"maximum":1000000},"max_tool_tokens":{"type":["integer","null"],"minimum":1,"maximum":100000,"default":null}}};

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate25.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.probe === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "probe"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.access === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "access"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.max_total_tokens === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "max_total_tokens"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "probe") || (key0 === "id")) || (key0 === "access")) || (key0 === "max_total_tokens")) || (key0 === "max_tool_tokens"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.probe !== undefined){
if("token-cost" !== data.probe){
const err5 = {instancePath:instancePath+"/probe",schemaPath:"#/properties/probe/const",keyword:"const",params:{allowedValue: "token-cost"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err6 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.access !== undefined){
let data2 = data.access;
if(!((data2 === "read_only") || (data2 === "mutating"))){
const err8 = {instancePath:instancePath+"/access",schemaPath:"#/$defs/access/enum",keyword:"enum",params:{allowedValues: schema38.enum}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if("read_only" !== data2){
const err9 = {instancePath:instancePath+"/access",schemaPath:"#/properties/access/const",keyword:"const",params:{allowedValue: "read_only"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.max_total_tokens !== undefined){
let data3 = data.max_total_tokens;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err10 = {instancePath:instancePath+"/max_total_tokens",schemaPath:"#/properties/max_total_tokens/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 1000000 || isNaN(data3)){
const err11 = {instancePath:instancePath+"/max_total_tokens",schemaPath:"#/properties/max_total_tokens/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err12 = {instancePath:instancePath+"/max_total_tokens",schemaPath:"#/properties/max_total_tokens/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
if(data.max_tool_tokens !== undefined){
let data4 = data.max_tool_tokens;
if((!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))) && (data4 !== null)){
const err13 = {instancePath:instancePath+"/max_tool_tokens",schemaPath:"#/properties/max_tool_tokens/type",keyword:"type",params:{type: schema60.properties.max_tool_tokens.type}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 100000 || isNaN(data4)){
const err14 = {instancePath:instancePath+"/max_tool_tokens",schemaPath:"#/properties/max_tool_tokens/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100000}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data4 < 1 || isNaN(data4)){
const err15 = {instancePath:instancePath+"/max_tool_tokens",schemaPath:"#/properties/max_tool_tokens/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}
validate25.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const schemaGuessability = validate26;
const schema63 = {"type":"object","required":["probe","id","tool","access","arguments"],"additionalProperties":false,"properties":{"probe":{"const":"schema-guessability"},"id":{"$ref":"#/$defs/identifier"},"tool":{"$ref":"#/$defs/toolName"},"access":{"$ref":"#/$defs/access"},"sandbox":{"$ref":"#/$defs/sandboxName"},"arguments":{"$ref":"#/$defs/arguments"}}};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate26.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.probe === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "probe"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.tool === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tool"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.access === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "access"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.arguments === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "arguments"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!((((((key0 === "probe") || (key0 === "id")) || (key0 === "tool")) || (key0 === "access")) || (key0 === "sandbox")) || (key0 === "arguments"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.probe !== undefined){
if("schema-guessability" !== data.probe){
const err6 = {instancePath:instancePath+"/probe",schemaPath:"#/properties/probe/const",keyword:"const",params:{allowedValue: "schema-guessability"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err7 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.tool !== undefined){
let data2 = data.tool;
if(typeof data2 === "string"){
if(!pattern7.test(data2)){
const err9 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/toolName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{1,128}$"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/toolName/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.access !== undefined){
let data3 = data.access;
if(!((data3 === "read_only") || (data3 === "mutating"))){
const err11 = {instancePath:instancePath+"/access",schemaPath:"#/$defs/access/enum",keyword:"enum",params:{allowedValues: schema38.enum}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.sandbox !== undefined){
let data4 = data.sandbox;
if((typeof data4 !== "string") && (data4 !== null)){
const err12 = {instancePath:instancePath+"/sandbox",schemaPath:"#/$defs/sandboxName/type",keyword:"type",params:{type: schema39.type}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(typeof data4 === "string"){
if(!pattern4.test(data4)){
const err13 = {instancePath:instancePath+"/sandbox",schemaPath:"#/$defs/sandboxName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
if(data.arguments !== undefined){
let data5 = data.arguments;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
const err14 = {instancePath:instancePath+"/arguments",schemaPath:"#/$defs/arguments/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}
validate26.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const degradationOverN = validate27;
const schema69 = {"type":"object","required":["probe","id","tool","access","arguments","max_attempts"],"additionalProperties":false,"properties":{"probe":{"const":"degradation-over-n"},"id":{"$ref":"#/$defs/identifier"},"tool":{"$ref":"#/$defs/toolName"},"access":{"$ref":"#/$defs/access"},"sandbox":{"$ref":"#/$defs/sandboxName"},"arguments":{"$ref":"#/$defs/arguments"},"max_attempts":{"type":"integer","minimum":2,"maximum":100}}};

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate27.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.probe === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "probe"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.tool === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tool"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.access === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "access"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.arguments === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "arguments"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.max_attempts === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "max_attempts"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "probe") || (key0 === "id")) || (key0 === "tool")) || (key0 === "access")) || (key0 === "sandbox")) || (key0 === "arguments")) || (key0 === "max_attempts"))){
const err6 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.probe !== undefined){
if("degradation-over-n" !== data.probe){
const err7 = {instancePath:instancePath+"/probe",schemaPath:"#/properties/probe/const",keyword:"const",params:{allowedValue: "degradation-over-n"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err8 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.tool !== undefined){
let data2 = data.tool;
if(typeof data2 === "string"){
if(!pattern7.test(data2)){
const err10 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/toolName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{1,128}$"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/toolName/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.access !== undefined){
let data3 = data.access;
if(!((data3 === "read_only") || (data3 === "mutating"))){
const err12 = {instancePath:instancePath+"/access",schemaPath:"#/$defs/access/enum",keyword:"enum",params:{allowedValues: schema38.enum}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.sandbox !== undefined){
let data4 = data.sandbox;
if((typeof data4 !== "string") && (data4 !== null)){
const err13 = {instancePath:instancePath+"/sandbox",schemaPath:"#/$defs/sandboxName/type",keyword:"type",params:{type: schema39.type}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(typeof data4 === "string"){
if(!pattern4.test(data4)){
const err14 = {instancePath:instancePath+"/sandbox",schemaPath:"#/$defs/sandboxName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
if(data.arguments !== undefined){
let data5 = data.arguments;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
const err15 = {instancePath:instancePath+"/arguments",schemaPath:"#/$defs/arguments/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.max_attempts !== undefined){
let data6 = data.max_attempts;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err16 = {instancePath:instancePath+"/max_attempts",schemaPath:"#/properties/max_attempts/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 100 || isNaN(data6)){
const err17 = {instancePath:instancePath+"/max_attempts",schemaPath:"#/properties/max_attempts/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data6 < 2 || isNaN(data6)){
const err18 = {instancePath:instancePath+"/max_attempts",schemaPath:"#/properties/max_attempts/minimum",keyword:"minimum",params:{comparison: ">=", limit: 2}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
}
else {
const err19 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
validate27.errors = vErrors;
return errors === 0;
}
validate27.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const instructionFidelity = validate28;
const schema75 = {"type":"object","required":["probe","id","tool","access","arguments","expect"],"additionalProperties":false,"properties":{"probe":{"const":"instruction-fidelity"},"id":{"$ref":"#/$defs/identifier"},"tool":{"$ref":"#/$defs/toolName"},"access":{"$ref":"#/$defs/access"},"sandbox":{"$ref":"#/$defs/sandboxName"},"arguments":{"$ref":"#/$defs/arguments"},"expect":{"$ref":"#/$defs/expectation"}}};
const schema81 = {"type":"object","required":["outcome"],"additionalProperties":false,"properties":{"outcome":{"enum":["ok","error"]},"required_result_fields":{"type":"array","uniqueItems":true,"default":[],"items":{"type":"string","$ref":"#/$defs/identifier"}},"equals":{"type":"object","default":{},"propertyNames":{"$ref":"#/$defs/identifier"},"additionalProperties":{"$ref":"#/$defs/expectedValue"}},"required_result_paths":{"type":"array","uniqueItems":true,"default":[],"items":{"type":"string","$ref":"#/$defs/resultPath"}},"equals_paths":{"type":"object","default":{},"propertyNames":{"$ref":"#/$defs/resultPath"},"additionalProperties":{"$ref":"#/$defs/expectedValue"}},"error_code":{"type":["integer","null"],"default":null,"minimum":-9223372036854776000,"maximum":9223372036854776000}},"if":{"properties":{"outcome":{"const":"ok"}}},"then":{"properties":{"error_code":{"const":null}}},"else":{"properties":{"required_result_fields":{"maxItems":0},"equals":{"maxProperties":0},"required_result_paths":{"maxItems":0},"equals_paths":{"maxProperties":0}}}};
const schema84 = {"type":["null","boolean","number","string"],"pattern":"^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"};
const schema85 = {"type":"string","maxLength":512,"pattern":"^/(?:[A-Za-z0-9_.:/-]|~[01])*$"};
const pattern31 = new RegExp("^/(?:[A-Za-z0-9_.:/-]|~[01])*$", "u");

function validate29(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate29.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.outcome !== undefined){
if("ok" !== data.outcome){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.error_code !== undefined){
if(null !== data.error_code){
const err1 = {instancePath:instancePath+"/error_code",schemaPath:"#/then/properties/error_code/const",keyword:"const",params:{allowedValue: schema81.then.properties.error_code.const}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
var _valid0 = _errs4 === errors;
valid0 = _valid0;
if(valid0){
var props0 = {};
props0.error_code = true;
props0.outcome = true;
}
ifClause0 = "then";
}
else {
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.required_result_fields !== undefined){
let data2 = data.required_result_fields;
if(Array.isArray(data2)){
if(data2.length > 0){
const err2 = {instancePath:instancePath+"/required_result_fields",schemaPath:"#/else/properties/required_result_fields/maxItems",keyword:"maxItems",params:{limit: 0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
if(data.equals !== undefined){
let data3 = data.equals;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(Object.keys(data3).length > 0){
const err3 = {instancePath:instancePath+"/equals",schemaPath:"#/else/properties/equals/maxProperties",keyword:"maxProperties",params:{limit: 0}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.required_result_paths !== undefined){
let data4 = data.required_result_paths;
if(Array.isArray(data4)){
if(data4.length > 0){
const err4 = {instancePath:instancePath+"/required_result_paths",schemaPath:"#/else/properties/required_result_paths/maxItems",keyword:"maxItems",params:{limit: 0}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
if(data.equals_paths !== undefined){
let data5 = data.equals_paths;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(Object.keys(data5).length > 0){
const err5 = {instancePath:instancePath+"/equals_paths",schemaPath:"#/else/properties/equals_paths/maxProperties",keyword:"maxProperties",params:{limit: 0}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
}
var _valid0 = _errs6 === errors;
valid0 = _valid0;
if(valid0){
if(props0 !== true){
props0 = props0 || {};
props0.required_result_fields = true;
props0.equals = true;
props0.required_result_paths = true;
props0.equals_paths = true;
}
}
ifClause0 = "else";
}
if(!valid0){
const err6 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: ifClause0}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.outcome === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "outcome"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
for(const key0 in data){
if(!((((((key0 === "outcome") || (key0 === "required_result_fields")) || (key0 === "equals")) || (key0 === "required_result_paths")) || (key0 === "equals_paths")) || (key0 === "error_code"))){
const err8 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.outcome !== undefined){
let data6 = data.outcome;
if(!((data6 === "ok") || (data6 === "error"))){
const err9 = {instancePath:instancePath+"/outcome",schemaPath:"#/properties/outcome/enum",keyword:"enum",params:{allowedValues: schema81.properties.outcome.enum}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.required_result_fields !== undefined){
let data7 = data.required_result_fields;
if(Array.isArray(data7)){
const len0 = data7.length;
for(let i0=0; i0<len0; i0++){
let data8 = data7[i0];
if(typeof data8 !== "string"){
const err10 = {instancePath:instancePath+"/required_result_fields/" + i0,schemaPath:"#/properties/required_result_fields/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(typeof data8 === "string"){
if(!pattern4.test(data8)){
const err11 = {instancePath:instancePath+"/required_result_fields/" + i0,schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/required_result_fields/" + i0,schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
let i1 = data7.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data7[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
const err13 = {instancePath:instancePath+"/required_result_fields",schemaPath:"#/properties/required_result_fields/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
break;
}
indices0[item0] = i1;
}
}
}
else {
const err14 = {instancePath:instancePath+"/required_result_fields",schemaPath:"#/properties/required_result_fields/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.equals !== undefined){
let data9 = data.equals;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
for(const key1 in data9){
const _errs21 = errors;
if(typeof key1 === "string"){
if(!pattern4.test(key1)){
const err15 = {instancePath:instancePath+"/equals",schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"},propertyName:key1};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/equals",schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"},propertyName:key1};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
var valid9 = _errs21 === errors;
if(!valid9){
const err17 = {instancePath:instancePath+"/equals",schemaPath:"#/properties/equals/propertyNames",keyword:"propertyNames",params:{propertyName: key1}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
for(const key2 in data9){
let data10 = data9[key2];
if((((data10 !== null) && (typeof data10 !== "boolean")) && (!((typeof data10 == "number") && (isFinite(data10))))) && (typeof data10 !== "string")){
const err18 = {instancePath:instancePath+"/equals/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/expectedValue/type",keyword:"type",params:{type: schema84.type}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(typeof data10 === "string"){
if(!pattern4.test(data10)){
const err19 = {instancePath:instancePath+"/equals/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/expectedValue/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
}
else {
const err20 = {instancePath:instancePath+"/equals",schemaPath:"#/properties/equals/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.required_result_paths !== undefined){
let data11 = data.required_result_paths;
if(Array.isArray(data11)){
const len1 = data11.length;
for(let i2=0; i2<len1; i2++){
let data12 = data11[i2];
if(typeof data12 !== "string"){
const err21 = {instancePath:instancePath+"/required_result_paths/" + i2,schemaPath:"#/properties/required_result_paths/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(typeof data12 === "string"){
if(func1(data12) > 512){
const err22 = {instancePath:instancePath+"/required_result_paths/" + i2,schemaPath:"#/$defs/resultPath/maxLength",keyword:"maxLength",params:{limit: 512}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(!pattern31.test(data12)){
const err23 = {instancePath:instancePath+"/required_result_paths/" + i2,schemaPath:"#/$defs/resultPath/pattern",keyword:"pattern",params:{pattern: "^/(?:[A-Za-z0-9_.:/-]|~[01])*$"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/required_result_paths/" + i2,schemaPath:"#/$defs/resultPath/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
let i3 = data11.length;
let j1;
if(i3 > 1){
const indices1 = {};
for(;i3--;){
let item1 = data11[i3];
if(typeof item1 !== "string"){
continue;
}
if(typeof indices1[item1] == "number"){
j1 = indices1[item1];
const err25 = {instancePath:instancePath+"/required_result_paths",schemaPath:"#/properties/required_result_paths/uniqueItems",keyword:"uniqueItems",params:{i: i3, j: j1}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
break;
}
indices1[item1] = i3;
}
}
}
else {
const err26 = {instancePath:instancePath+"/required_result_paths",schemaPath:"#/properties/required_result_paths/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.equals_paths !== undefined){
let data13 = data.equals_paths;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
for(const key3 in data13){
const _errs36 = errors;
if(typeof key3 === "string"){
if(func1(key3) > 512){
const err27 = {instancePath:instancePath+"/equals_paths",schemaPath:"#/$defs/resultPath/maxLength",keyword:"maxLength",params:{limit: 512},propertyName:key3};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(!pattern31.test(key3)){
const err28 = {instancePath:instancePath+"/equals_paths",schemaPath:"#/$defs/resultPath/pattern",keyword:"pattern",params:{pattern: "^/(?:[A-Za-z0-9_.:/-]|~[01])*$"},propertyName:key3};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
else {
const err29 = {instancePath:instancePath+"/equals_paths",schemaPath:"#/$defs/resultPath/type",keyword:"type",params:{type: "string"},propertyName:key3};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
var valid17 = _errs36 === errors;
if(!valid17){
const err30 = {instancePath:instancePath+"/equals_paths",schemaPath:"#/properties/equals_paths/propertyNames",keyword:"propertyNames",params:{propertyName: key3}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
for(const key4 in data13){
let data14 = data13[key4];
if((((data14 !== null) && (typeof data14 !== "boolean")) && (!((typeof data14 == "number") && (isFinite(data14))))) && (typeof data14 !== "string")){
const err31 = {instancePath:instancePath+"/equals_paths/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/expectedValue/type",keyword:"type",params:{type: schema84.type}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(typeof data14 === "string"){
if(!pattern4.test(data14)){
const err32 = {instancePath:instancePath+"/equals_paths/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/expectedValue/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
}
else {
const err33 = {instancePath:instancePath+"/equals_paths",schemaPath:"#/properties/equals_paths/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data.error_code !== undefined){
let data15 = data.error_code;
if((!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))) && (data15 !== null)){
const err34 = {instancePath:instancePath+"/error_code",schemaPath:"#/properties/error_code/type",keyword:"type",params:{type: schema81.properties.error_code.type}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 9223372036854776000 || isNaN(data15)){
const err35 = {instancePath:instancePath+"/error_code",schemaPath:"#/properties/error_code/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9223372036854776000}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(data15 < -9223372036854776000 || isNaN(data15)){
const err36 = {instancePath:instancePath+"/error_code",schemaPath:"#/properties/error_code/minimum",keyword:"minimum",params:{comparison: ">=", limit: -9223372036854776000}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
}
}
else {
const err37 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
validate29.errors = vErrors;
return errors === 0;
}
validate29.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate28.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.probe === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "probe"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.tool === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tool"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.access === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "access"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.arguments === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "arguments"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.expect === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "expect"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "probe") || (key0 === "id")) || (key0 === "tool")) || (key0 === "access")) || (key0 === "sandbox")) || (key0 === "arguments")) || (key0 === "expect"))){
const err6 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.probe !== undefined){
if("instruction-fidelity" !== data.probe){
const err7 = {instancePath:instancePath+"/probe",schemaPath:"#/properties/probe/const",keyword:"const",params:{allowedValue: "instruction-fidelity"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err8 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.tool !== undefined){
let data2 = data.tool;
if(typeof data2 === "string"){
if(!pattern7.test(data2)){
const err10 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/toolName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{1,128}$"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/toolName/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.access !== undefined){
let data3 = data.access;
if(!((data3 === "read_only") || (data3 === "mutating"))){
const err12 = {instancePath:instancePath+"/access",schemaPath:"#/$defs/access/enum",keyword:"enum",params:{allowedValues: schema38.enum}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.sandbox !== undefined){
let data4 = data.sandbox;
if((typeof data4 !== "string") && (data4 !== null)){
const err13 = {instancePath:instancePath+"/sandbox",schemaPath:"#/$defs/sandboxName/type",keyword:"type",params:{type: schema39.type}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(typeof data4 === "string"){
if(!pattern4.test(data4)){
const err14 = {instancePath:instancePath+"/sandbox",schemaPath:"#/$defs/sandboxName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
if(data.arguments !== undefined){
let data5 = data.arguments;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
const err15 = {instancePath:instancePath+"/arguments",schemaPath:"#/$defs/arguments/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.expect !== undefined){
if(!(validate29(data.expect, {instancePath:instancePath+"/expect",parentData:data,parentDataProperty:"expect",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
errors = vErrors.length;
}
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate28.errors = vErrors;
return errors === 0;
}
validate28.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const latencyBudget = validate31;
const schema88 = {"type":"object","required":["probe","id","tool","access","arguments","attempts","max_latency_ms"],"additionalProperties":false,"properties":{"probe":{"const":"latency-budget"},"id":{"$ref":"#/$defs/identifier"},"tool":{"$ref":"#/$defs/toolName"},"access":{"$ref":"#/$defs/access","const":"read_only"},"sandbox":{"$ref":"#/$defs/sandboxName"},"arguments":{"$ref":"#/$defs/arguments"},"attempts":{"type":"integer","minimum":2,"maximum":20},"max_latency_ms":{"type":"integer","minimum":1,"maximum":600000}}};

function validate31(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate31.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.probe === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "probe"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.tool === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tool"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.access === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "access"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.arguments === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "arguments"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.attempts === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "attempts"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.max_latency_ms === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "max_latency_ms"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key0 in data){
if(!((((((((key0 === "probe") || (key0 === "id")) || (key0 === "tool")) || (key0 === "access")) || (key0 === "sandbox")) || (key0 === "arguments")) || (key0 === "attempts")) || (key0 === "max_latency_ms"))){
const err7 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.probe !== undefined){
if("latency-budget" !== data.probe){
const err8 = {instancePath:instancePath+"/probe",schemaPath:"#/properties/probe/const",keyword:"const",params:{allowedValue: "latency-budget"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err9 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.tool !== undefined){
let data2 = data.tool;
if(typeof data2 === "string"){
if(!pattern7.test(data2)){
const err11 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/toolName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{1,128}$"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/toolName/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.access !== undefined){
let data3 = data.access;
if(!((data3 === "read_only") || (data3 === "mutating"))){
const err13 = {instancePath:instancePath+"/access",schemaPath:"#/$defs/access/enum",keyword:"enum",params:{allowedValues: schema38.enum}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if("read_only" !== data3){
const err14 = {instancePath:instancePath+"/access",schemaPath:"#/properties/access/const",keyword:"const",params:{allowedValue: "read_only"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.sandbox !== undefined){
let data4 = data.sandbox;
if((typeof data4 !== "string") && (data4 !== null)){
const err15 = {instancePath:instancePath+"/sandbox",schemaPath:"#/$defs/sandboxName/type",keyword:"type",params:{type: schema39.type}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(typeof data4 === "string"){
if(!pattern4.test(data4)){
const err16 = {instancePath:instancePath+"/sandbox",schemaPath:"#/$defs/sandboxName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
if(data.arguments !== undefined){
let data5 = data.arguments;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
const err17 = {instancePath:instancePath+"/arguments",schemaPath:"#/$defs/arguments/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.attempts !== undefined){
let data6 = data.attempts;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err18 = {instancePath:instancePath+"/attempts",schemaPath:"#/properties/attempts/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 20 || isNaN(data6)){
const err19 = {instancePath:instancePath+"/attempts",schemaPath:"#/properties/attempts/maximum",keyword:"maximum",params:{comparison: "<=", limit: 20}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data6 < 2 || isNaN(data6)){
const err20 = {instancePath:instancePath+"/attempts",schemaPath:"#/properties/attempts/minimum",keyword:"minimum",params:{comparison: ">=", limit: 2}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
if(data.max_latency_ms !== undefined){
let data7 = data.max_latency_ms;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err21 = {instancePath:instancePath+"/max_latency_ms",schemaPath:"#/properties/max_latency_ms/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 600000 || isNaN(data7)){
const err22 = {instancePath:instancePath+"/max_latency_ms",schemaPath:"#/properties/max_latency_ms/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600000}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data7 < 1 || isNaN(data7)){
const err23 = {instancePath:instancePath+"/max_latency_ms",schemaPath:"#/properties/max_latency_ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
}
else {
const err24 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
validate31.errors = vErrors;
return errors === 0;
}
validate31.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const pagination = validate32;
const schema94 = {"type":"object","required":["probe","id","access","max_pages"],"additionalProperties":false,"properties":{"probe":{"const":"pagination"},"id":{"$ref":"#/$defs/identifier"},"access":{"$ref":"#/$defs/access","const":"read_only"},"max_pages":{"type":"integer","minimum":1,"maximum":1000}}};

function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate32.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.probe === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "probe"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.access === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "access"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.max_pages === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "max_pages"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "probe") || (key0 === "id")) || (key0 === "access")) || (key0 === "max_pages"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.probe !== undefined){
if("pagination" !== data.probe){
const err5 = {instancePath:instancePath+"/probe",schemaPath:"#/properties/probe/const",keyword:"const",params:{allowedValue: "pagination"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err6 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.access !== undefined){
let data2 = data.access;
if(!((data2 === "read_only") || (data2 === "mutating"))){
const err8 = {instancePath:instancePath+"/access",schemaPath:"#/$defs/access/enum",keyword:"enum",params:{allowedValues: schema38.enum}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if("read_only" !== data2){
const err9 = {instancePath:instancePath+"/access",schemaPath:"#/properties/access/const",keyword:"const",params:{allowedValue: "read_only"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.max_pages !== undefined){
let data3 = data.max_pages;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err10 = {instancePath:instancePath+"/max_pages",schemaPath:"#/properties/max_pages/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 1000 || isNaN(data3)){
const err11 = {instancePath:instancePath+"/max_pages",schemaPath:"#/properties/max_pages/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err12 = {instancePath:instancePath+"/max_pages",schemaPath:"#/properties/max_pages/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate32.errors = vErrors;
return errors === 0;
}
validate32.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const payloadBounds = validate33;
const schema97 = {"type":"object","required":["probe","id","tool","access","arguments","field","size_bytes","expect_handled"],"additionalProperties":false,"properties":{"probe":{"const":"payload-bounds"},"id":{"$ref":"#/$defs/identifier"},"tool":{"$ref":"#/$defs/toolName"},"access":{"$ref":"#/$defs/access","const":"read_only"},"sandbox":{"$ref":"#/$defs/sandboxName"},"arguments":{"$ref":"#/$defs/arguments"},"field":{"$ref":"#/$defs/identifier"},"size_bytes":{"type":"integer","minimum":1,"maximum":16000000},"expect_handled":{"type":"boolean"}}};

function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate33.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.probe === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "probe"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.tool === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tool"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.access === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "access"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.arguments === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "arguments"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.field === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "field"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.size_bytes === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "size_bytes"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.expect_handled === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "expect_handled"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
for(const key0 in data){
if(!(func2.call(schema97.properties, key0))){
const err8 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.probe !== undefined){
if("payload-bounds" !== data.probe){
const err9 = {instancePath:instancePath+"/probe",schemaPath:"#/properties/probe/const",keyword:"const",params:{allowedValue: "payload-bounds"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err10 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.tool !== undefined){
let data2 = data.tool;
if(typeof data2 === "string"){
if(!pattern7.test(data2)){
const err12 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/toolName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{1,128}$"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/toolName/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.access !== undefined){
let data3 = data.access;
if(!((data3 === "read_only") || (data3 === "mutating"))){
const err14 = {instancePath:instancePath+"/access",schemaPath:"#/$defs/access/enum",keyword:"enum",params:{allowedValues: schema38.enum}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if("read_only" !== data3){
const err15 = {instancePath:instancePath+"/access",schemaPath:"#/properties/access/const",keyword:"const",params:{allowedValue: "read_only"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.sandbox !== undefined){
let data4 = data.sandbox;
if((typeof data4 !== "string") && (data4 !== null)){
const err16 = {instancePath:instancePath+"/sandbox",schemaPath:"#/$defs/sandboxName/type",keyword:"type",params:{type: schema39.type}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(typeof data4 === "string"){
if(!pattern4.test(data4)){
const err17 = {instancePath:instancePath+"/sandbox",schemaPath:"#/$defs/sandboxName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
if(data.arguments !== undefined){
let data5 = data.arguments;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
const err18 = {instancePath:instancePath+"/arguments",schemaPath:"#/$defs/arguments/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.field !== undefined){
let data6 = data.field;
if(typeof data6 === "string"){
if(!pattern4.test(data6)){
const err19 = {instancePath:instancePath+"/field",schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/field",schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.size_bytes !== undefined){
let data7 = data.size_bytes;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err21 = {instancePath:instancePath+"/size_bytes",schemaPath:"#/properties/size_bytes/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 16000000 || isNaN(data7)){
const err22 = {instancePath:instancePath+"/size_bytes",schemaPath:"#/properties/size_bytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 16000000}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data7 < 1 || isNaN(data7)){
const err23 = {instancePath:instancePath+"/size_bytes",schemaPath:"#/properties/size_bytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
if(data.expect_handled !== undefined){
if(typeof data.expect_handled !== "boolean"){
const err24 = {instancePath:instancePath+"/expect_handled",schemaPath:"#/properties/expect_handled/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
validate33.errors = vErrors;
return errors === 0;
}
validate33.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const surfaceListing = validate34;
const schema104 = {"type":"object","required":["probe","id","access","max_pages"],"additionalProperties":false,"properties":{"probe":{"const":"surface-listing"},"id":{"$ref":"#/$defs/identifier"},"access":{"$ref":"#/$defs/access","const":"read_only"},"max_pages":{"type":"integer","minimum":1,"maximum":1000}}};

function validate34(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate34.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.probe === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "probe"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.access === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "access"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.max_pages === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "max_pages"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "probe") || (key0 === "id")) || (key0 === "access")) || (key0 === "max_pages"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.probe !== undefined){
if("surface-listing" !== data.probe){
const err5 = {instancePath:instancePath+"/probe",schemaPath:"#/properties/probe/const",keyword:"const",params:{allowedValue: "surface-listing"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err6 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.access !== undefined){
let data2 = data.access;
if(!((data2 === "read_only") || (data2 === "mutating"))){
const err8 = {instancePath:instancePath+"/access",schemaPath:"#/$defs/access/enum",keyword:"enum",params:{allowedValues: schema38.enum}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if("read_only" !== data2){
const err9 = {instancePath:instancePath+"/access",schemaPath:"#/properties/access/const",keyword:"const",params:{allowedValue: "read_only"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.max_pages !== undefined){
let data3 = data.max_pages;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err10 = {instancePath:instancePath+"/max_pages",schemaPath:"#/properties/max_pages/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 1000 || isNaN(data3)){
const err11 = {instancePath:instancePath+"/max_pages",schemaPath:"#/properties/max_pages/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err12 = {instancePath:instancePath+"/max_pages",schemaPath:"#/properties/max_pages/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate34.errors = vErrors;
return errors === 0;
}
validate34.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const outputSchema = validate35;
const schema107 = {"type":"object","required":["probe","id","tool","access","arguments"],"additionalProperties":false,"properties":{"probe":{"const":"output-schema"},"id":{"$ref":"#/$defs/identifier"},"tool":{"$ref":"#/$defs/toolName"},"access":{"$ref":"#/$defs/access","const":"read_only"},"sandbox":{"$ref":"#/$defs/sandboxName"},"arguments":{"$ref":"#/$defs/arguments"}}};

function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate35.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.probe === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "probe"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.tool === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tool"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.access === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "access"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.arguments === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "arguments"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!((((((key0 === "probe") || (key0 === "id")) || (key0 === "tool")) || (key0 === "access")) || (key0 === "sandbox")) || (key0 === "arguments"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.probe !== undefined){
if("output-schema" !== data.probe){
const err6 = {instancePath:instancePath+"/probe",schemaPath:"#/properties/probe/const",keyword:"const",params:{allowedValue: "output-schema"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err7 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.tool !== undefined){
let data2 = data.tool;
if(typeof data2 === "string"){
if(!pattern7.test(data2)){
const err9 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/toolName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{1,128}$"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/toolName/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.access !== undefined){
let data3 = data.access;
if(!((data3 === "read_only") || (data3 === "mutating"))){
const err11 = {instancePath:instancePath+"/access",schemaPath:"#/$defs/access/enum",keyword:"enum",params:{allowedValues: schema38.enum}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if("read_only" !== data3){
const err12 = {instancePath:instancePath+"/access",schemaPath:"#/properties/access/const",keyword:"const",params:{allowedValue: "read_only"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.sandbox !== undefined){
let data4 = data.sandbox;
if((typeof data4 !== "string") && (data4 !== null)){
const err13 = {instancePath:instancePath+"/sandbox",schemaPath:"#/$defs/sandboxName/type",keyword:"type",params:{type: schema39.type}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(typeof data4 === "string"){
if(!pattern4.test(data4)){
const err14 = {instancePath:instancePath+"/sandbox",schemaPath:"#/$defs/sandboxName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
if(data.arguments !== undefined){
let data5 = data.arguments;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
const err15 = {instancePath:instancePath+"/arguments",schemaPath:"#/$defs/arguments/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate35.errors = vErrors;
return errors === 0;
}
validate35.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const cancellation = validate36;
const schema113 = {"type":"object","required":["probe","id","tool","access","arguments","grace_seconds","reason"],"additionalProperties":false,"properties":{"probe":{"const":"cancellation"},"id":{"$ref":"#/$defs/identifier"},"tool":{"$ref":"#/$defs/toolName"},"access":{"$ref":"#/$defs/access","const":"read_only"},"sandbox":{"$ref":"#/$defs/sandboxName"},"arguments":{"$ref":"#/$defs/arguments"},"grace_seconds":{"type":"integer","minimum":1,"maximum":60},"require_honored":{"type":"boolean","default":true},"reason":{"$ref":"#/$defs/identifier"}}};

function validate36(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate36.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.probe === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "probe"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.tool === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tool"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.access === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "access"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.arguments === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "arguments"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.grace_seconds === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "grace_seconds"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.reason === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "reason"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key0 in data){
if(!(func2.call(schema113.properties, key0))){
const err7 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.probe !== undefined){
if("cancellation" !== data.probe){
const err8 = {instancePath:instancePath+"/probe",schemaPath:"#/properties/probe/const",keyword:"const",params:{allowedValue: "cancellation"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err9 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.tool !== undefined){
let data2 = data.tool;
if(typeof data2 === "string"){
if(!pattern7.test(data2)){
const err11 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/toolName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{1,128}$"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/toolName/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.access !== undefined){
let data3 = data.access;
if(!((data3 === "read_only") || (data3 === "mutating"))){
const err13 = {instancePath:instancePath+"/access",schemaPath:"#/$defs/access/enum",keyword:"enum",params:{allowedValues: schema38.enum}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if("read_only" !== data3){
const err14 = {instancePath:instancePath+"/access",schemaPath:"#/properties/access/const",keyword:"const",params:{allowedValue: "read_only"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.sandbox !== undefined){
let data4 = data.sandbox;
if((typeof data4 !== "string") && (data4 !== null)){
const err15 = {instancePath:instancePath+"/sandbox",schemaPath:"#/$defs/sandboxName/type",keyword:"type",params:{type: schema39.type}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(typeof data4 === "string"){
if(!pattern4.test(data4)){
const err16 = {instancePath:instancePath+"/sandbox",schemaPath:"#/$defs/sandboxName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
if(data.arguments !== undefined){
let data5 = data.arguments;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
const err17 = {instancePath:instancePath+"/arguments",schemaPath:"#/$defs/arguments/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.grace_seconds !== undefined){
let data6 = data.grace_seconds;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err18 = {instancePath:instancePath+"/grace_seconds",schemaPath:"#/properties/grace_seconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 60 || isNaN(data6)){
const err19 = {instancePath:instancePath+"/grace_seconds",schemaPath:"#/properties/grace_seconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 60}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data6 < 1 || isNaN(data6)){
const err20 = {instancePath:instancePath+"/grace_seconds",schemaPath:"#/properties/grace_seconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
if(data.require_honored !== undefined){
if(typeof data.require_honored !== "boolean"){
const err21 = {instancePath:instancePath+"/require_honored",schemaPath:"#/properties/require_honored/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.reason !== undefined){
let data8 = data.reason;
if(typeof data8 === "string"){
if(!pattern4.test(data8)){
const err22 = {instancePath:instancePath+"/reason",schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/reason",schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
validate36.errors = vErrors;
return errors === 0;
}
validate36.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const protocolNegotiation = validate37;
const schema120 = {"type":"object","required":["probe","id","access","bogus_version"],"additionalProperties":false,"properties":{"probe":{"const":"protocol-negotiation"},"id":{"$ref":"#/$defs/identifier"},"access":{"$ref":"#/$defs/access","const":"read_only"},"bogus_version":{"type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$","not":{"const":"2025-06-18"}}}};
const pattern51 = new RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "u");

function validate37(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate37.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.probe === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "probe"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.access === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "access"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.bogus_version === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "bogus_version"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "probe") || (key0 === "id")) || (key0 === "access")) || (key0 === "bogus_version"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.probe !== undefined){
if("protocol-negotiation" !== data.probe){
const err5 = {instancePath:instancePath+"/probe",schemaPath:"#/properties/probe/const",keyword:"const",params:{allowedValue: "protocol-negotiation"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err6 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.access !== undefined){
let data2 = data.access;
if(!((data2 === "read_only") || (data2 === "mutating"))){
const err8 = {instancePath:instancePath+"/access",schemaPath:"#/$defs/access/enum",keyword:"enum",params:{allowedValues: schema38.enum}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if("read_only" !== data2){
const err9 = {instancePath:instancePath+"/access",schemaPath:"#/properties/access/const",keyword:"const",params:{allowedValue: "read_only"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.bogus_version !== undefined){
let data3 = data.bogus_version;
const _errs10 = errors;
const _errs11 = errors;
if("2025-06-18" !== data3){
const err10 = {};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var valid3 = _errs11 === errors;
if(valid3){
const err11 = {instancePath:instancePath+"/bogus_version",schemaPath:"#/properties/bogus_version/not",keyword:"not",params:{}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
else {
errors = _errs10;
if(vErrors !== null){
if(_errs10){
vErrors.length = _errs10;
}
else {
vErrors = null;
}
}
}
if(typeof data3 === "string"){
if(!pattern51.test(data3)){
const err12 = {instancePath:instancePath+"/bogus_version",schemaPath:"#/properties/bogus_version/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/bogus_version",schemaPath:"#/properties/bogus_version/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
validate37.errors = vErrors;
return errors === 0;
}
validate37.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const sampling = validate38;
const schema123 = {"type":"object","required":["probe","id","tool","access","arguments","max_requests"],"additionalProperties":false,"properties":{"probe":{"const":"sampling"},"id":{"$ref":"#/$defs/identifier"},"tool":{"$ref":"#/$defs/toolName"},"access":{"$ref":"#/$defs/access","const":"read_only"},"sandbox":{"$ref":"#/$defs/sandboxName"},"arguments":{"$ref":"#/$defs/arguments"},"max_requests":{"type":"integer","minimum":1,"maximum":10}}};

function validate38(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate38.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.probe === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "probe"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.tool === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tool"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.access === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "access"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.arguments === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "arguments"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.max_requests === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "max_requests"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "probe") || (key0 === "id")) || (key0 === "tool")) || (key0 === "access")) || (key0 === "sandbox")) || (key0 === "arguments")) || (key0 === "max_requests"))){
const err6 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.probe !== undefined){
if("sampling" !== data.probe){
const err7 = {instancePath:instancePath+"/probe",schemaPath:"#/properties/probe/const",keyword:"const",params:{allowedValue: "sampling"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err8 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.tool !== undefined){
let data2 = data.tool;
if(typeof data2 === "string"){
if(!pattern7.test(data2)){
const err10 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/toolName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{1,128}$"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/toolName/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.access !== undefined){
let data3 = data.access;
if(!((data3 === "read_only") || (data3 === "mutating"))){
const err12 = {instancePath:instancePath+"/access",schemaPath:"#/$defs/access/enum",keyword:"enum",params:{allowedValues: schema38.enum}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if("read_only" !== data3){
const err13 = {instancePath:instancePath+"/access",schemaPath:"#/properties/access/const",keyword:"const",params:{allowedValue: "read_only"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.sandbox !== undefined){
let data4 = data.sandbox;
if((typeof data4 !== "string") && (data4 !== null)){
const err14 = {instancePath:instancePath+"/sandbox",schemaPath:"#/$defs/sandboxName/type",keyword:"type",params:{type: schema39.type}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(typeof data4 === "string"){
if(!pattern4.test(data4)){
const err15 = {instancePath:instancePath+"/sandbox",schemaPath:"#/$defs/sandboxName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
if(data.arguments !== undefined){
let data5 = data.arguments;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
const err16 = {instancePath:instancePath+"/arguments",schemaPath:"#/$defs/arguments/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.max_requests !== undefined){
let data6 = data.max_requests;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err17 = {instancePath:instancePath+"/max_requests",schemaPath:"#/properties/max_requests/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 10 || isNaN(data6)){
const err18 = {instancePath:instancePath+"/max_requests",schemaPath:"#/properties/max_requests/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data6 < 1 || isNaN(data6)){
const err19 = {instancePath:instancePath+"/max_requests",schemaPath:"#/properties/max_requests/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
}
else {
const err20 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
validate38.errors = vErrors;
return errors === 0;
}
validate38.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const elicitation = validate39;
const schema129 = {"type":"object","required":["probe","id","tool","access","arguments","max_requests","respond"],"additionalProperties":false,"properties":{"probe":{"const":"elicitation"},"id":{"$ref":"#/$defs/identifier"},"tool":{"$ref":"#/$defs/toolName"},"access":{"$ref":"#/$defs/access","const":"read_only"},"sandbox":{"$ref":"#/$defs/sandboxName"},"arguments":{"$ref":"#/$defs/arguments"},"max_requests":{"type":"integer","minimum":1,"maximum":10},"respond":{"enum":["accept","decline","cancel"]}}};

function validate39(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate39.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.probe === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "probe"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.tool === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tool"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.access === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "access"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.arguments === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "arguments"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.max_requests === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "max_requests"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.respond === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "respond"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key0 in data){
if(!((((((((key0 === "probe") || (key0 === "id")) || (key0 === "tool")) || (key0 === "access")) || (key0 === "sandbox")) || (key0 === "arguments")) || (key0 === "max_requests")) || (key0 === "respond"))){
const err7 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.probe !== undefined){
if("elicitation" !== data.probe){
const err8 = {instancePath:instancePath+"/probe",schemaPath:"#/properties/probe/const",keyword:"const",params:{allowedValue: "elicitation"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err9 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.tool !== undefined){
let data2 = data.tool;
if(typeof data2 === "string"){
if(!pattern7.test(data2)){
const err11 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/toolName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{1,128}$"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/toolName/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.access !== undefined){
let data3 = data.access;
if(!((data3 === "read_only") || (data3 === "mutating"))){
const err13 = {instancePath:instancePath+"/access",schemaPath:"#/$defs/access/enum",keyword:"enum",params:{allowedValues: schema38.enum}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if("read_only" !== data3){
const err14 = {instancePath:instancePath+"/access",schemaPath:"#/properties/access/const",keyword:"const",params:{allowedValue: "read_only"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.sandbox !== undefined){
let data4 = data.sandbox;
if((typeof data4 !== "string") && (data4 !== null)){
const err15 = {instancePath:instancePath+"/sandbox",schemaPath:"#/$defs/sandboxName/type",keyword:"type",params:{type: schema39.type}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(typeof data4 === "string"){
if(!pattern4.test(data4)){
const err16 = {instancePath:instancePath+"/sandbox",schemaPath:"#/$defs/sandboxName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
if(data.arguments !== undefined){
let data5 = data.arguments;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
const err17 = {instancePath:instancePath+"/arguments",schemaPath:"#/$defs/arguments/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.max_requests !== undefined){
let data6 = data.max_requests;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err18 = {instancePath:instancePath+"/max_requests",schemaPath:"#/properties/max_requests/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 10 || isNaN(data6)){
const err19 = {instancePath:instancePath+"/max_requests",schemaPath:"#/properties/max_requests/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data6 < 1 || isNaN(data6)){
const err20 = {instancePath:instancePath+"/max_requests",schemaPath:"#/properties/max_requests/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
if(data.respond !== undefined){
let data7 = data.respond;
if(!(((data7 === "accept") || (data7 === "decline")) || (data7 === "cancel"))){
const err21 = {instancePath:instancePath+"/respond",schemaPath:"#/properties/respond/enum",keyword:"enum",params:{allowedValues: schema129.properties.respond.enum}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
validate39.errors = vErrors;
return errors === 0;
}
validate39.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const resourceSubscription = validate40;
const schema135 = {"type":"object","required":["probe","id","access","uri","max_wait_seconds"],"additionalProperties":false,"properties":{"probe":{"const":"resource-subscription"},"id":{"$ref":"#/$defs/identifier"},"access":{"$ref":"#/$defs/access","const":"read_only"},"uri":{"$ref":"#/$defs/resourceUri"},"trigger_tool":{"$ref":"#/$defs/optionalToolName"},"trigger_arguments":{"$ref":"#/$defs/optionalArguments"},"max_wait_seconds":{"type":"integer","minimum":1,"maximum":60}}};
const schema138 = {"type":"string","minLength":1,"maxLength":512};
const schema139 = {"type":["string","null"],"pattern":"^[A-Za-z0-9_.:-]{1,128}$","default":null};
const schema140 = {"type":["object","null"],"default":null};

function validate40(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate40.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.probe === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "probe"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.access === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "access"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.uri === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "uri"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.max_wait_seconds === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "max_wait_seconds"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "probe") || (key0 === "id")) || (key0 === "access")) || (key0 === "uri")) || (key0 === "trigger_tool")) || (key0 === "trigger_arguments")) || (key0 === "max_wait_seconds"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.probe !== undefined){
if("resource-subscription" !== data.probe){
const err6 = {instancePath:instancePath+"/probe",schemaPath:"#/properties/probe/const",keyword:"const",params:{allowedValue: "resource-subscription"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err7 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.access !== undefined){
let data2 = data.access;
if(!((data2 === "read_only") || (data2 === "mutating"))){
const err9 = {instancePath:instancePath+"/access",schemaPath:"#/$defs/access/enum",keyword:"enum",params:{allowedValues: schema38.enum}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if("read_only" !== data2){
const err10 = {instancePath:instancePath+"/access",schemaPath:"#/properties/access/const",keyword:"const",params:{allowedValue: "read_only"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.uri !== undefined){
let data3 = data.uri;
if(typeof data3 === "string"){
if(func1(data3) > 512){
const err11 = {instancePath:instancePath+"/uri",schemaPath:"#/$defs/resourceUri/maxLength",keyword:"maxLength",params:{limit: 512}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(func1(data3) < 1){
const err12 = {instancePath:instancePath+"/uri",schemaPath:"#/$defs/resourceUri/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/uri",schemaPath:"#/$defs/resourceUri/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.trigger_tool !== undefined){
let data4 = data.trigger_tool;
if((typeof data4 !== "string") && (data4 !== null)){
const err14 = {instancePath:instancePath+"/trigger_tool",schemaPath:"#/$defs/optionalToolName/type",keyword:"type",params:{type: schema139.type}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(typeof data4 === "string"){
if(!pattern7.test(data4)){
const err15 = {instancePath:instancePath+"/trigger_tool",schemaPath:"#/$defs/optionalToolName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{1,128}$"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
if(data.trigger_arguments !== undefined){
let data5 = data.trigger_arguments;
if((!(data5 && typeof data5 == "object" && !Array.isArray(data5))) && (data5 !== null)){
const err16 = {instancePath:instancePath+"/trigger_arguments",schemaPath:"#/$defs/optionalArguments/type",keyword:"type",params:{type: schema140.type}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.max_wait_seconds !== undefined){
let data6 = data.max_wait_seconds;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err17 = {instancePath:instancePath+"/max_wait_seconds",schemaPath:"#/properties/max_wait_seconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 60 || isNaN(data6)){
const err18 = {instancePath:instancePath+"/max_wait_seconds",schemaPath:"#/properties/max_wait_seconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 60}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data6 < 1 || isNaN(data6)){
const err19 = {instancePath:instancePath+"/max_wait_seconds",schemaPath:"#/properties/max_wait_seconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
}
else {
const err20 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
validate40.errors = vErrors;
return errors === 0;
}
validate40.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const completion = validate41;
const schema141 = {"type":"object","required":["probe","id","access","ref_uri","ref_type","argument_name","argument_value","max_values"],"additionalProperties":false,"properties":{"probe":{"const":"completion"},"id":{"$ref":"#/$defs/identifier"},"access":{"$ref":"#/$defs/access","const":"read_only"},"ref_uri":{"$ref":"#/$defs/resourceUri"},"ref_type":{"enum":["ref/prompt","ref/resource"]},"argument_name":{"type":"string"},"argument_value":{"$ref":"#/$defs/identifier"},"max_values":{"type":"integer","minimum":1,"maximum":100}},"if":{"properties":{"ref_type":{"const":"ref/prompt"}}},"then":{"properties":{"argument_name":{"pattern":"^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}}}};

function validate41(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate41.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.ref_type !== undefined){
if("ref/prompt" !== data.ref_type){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.argument_name !== undefined){
let data1 = data.argument_name;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err1 = {instancePath:instancePath+"/argument_name",schemaPath:"#/then/properties/argument_name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
}
var _valid0 = _errs4 === errors;
valid0 = _valid0;
if(valid0){
var props0 = {};
props0.argument_name = true;
props0.ref_type = true;
}
}
if(!valid0){
const err2 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.probe === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "probe"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.id === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.access === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "access"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.ref_uri === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "ref_uri"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.ref_type === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "ref_type"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.argument_name === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "argument_name"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.argument_value === undefined){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "argument_value"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.max_values === undefined){
const err10 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "max_values"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
for(const key0 in data){
if(!((((((((key0 === "probe") || (key0 === "id")) || (key0 === "access")) || (key0 === "ref_uri")) || (key0 === "ref_type")) || (key0 === "argument_name")) || (key0 === "argument_value")) || (key0 === "max_values"))){
const err11 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.probe !== undefined){
if("completion" !== data.probe){
const err12 = {instancePath:instancePath+"/probe",schemaPath:"#/properties/probe/const",keyword:"const",params:{allowedValue: "completion"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.id !== undefined){
let data3 = data.id;
if(typeof data3 === "string"){
if(!pattern4.test(data3)){
const err13 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.access !== undefined){
let data4 = data.access;
if(!((data4 === "read_only") || (data4 === "mutating"))){
const err15 = {instancePath:instancePath+"/access",schemaPath:"#/$defs/access/enum",keyword:"enum",params:{allowedValues: schema38.enum}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if("read_only" !== data4){
const err16 = {instancePath:instancePath+"/access",schemaPath:"#/properties/access/const",keyword:"const",params:{allowedValue: "read_only"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.ref_uri !== undefined){
let data5 = data.ref_uri;
if(typeof data5 === "string"){
if(func1(data5) > 512){
const err17 = {instancePath:instancePath+"/ref_uri",schemaPath:"#/$defs/resourceUri/maxLength",keyword:"maxLength",params:{limit: 512}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(func1(data5) < 1){
const err18 = {instancePath:instancePath+"/ref_uri",schemaPath:"#/$defs/resourceUri/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/ref_uri",schemaPath:"#/$defs/resourceUri/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.ref_type !== undefined){
let data6 = data.ref_type;
if(!((data6 === "ref/prompt") || (data6 === "ref/resource"))){
const err20 = {instancePath:instancePath+"/ref_type",schemaPath:"#/properties/ref_type/enum",keyword:"enum",params:{allowedValues: schema141.properties.ref_type.enum}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.argument_name !== undefined){
if(typeof data.argument_name !== "string"){
const err21 = {instancePath:instancePath+"/argument_name",schemaPath:"#/properties/argument_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.argument_value !== undefined){
let data8 = data.argument_value;
if(typeof data8 === "string"){
if(!pattern4.test(data8)){
const err22 = {instancePath:instancePath+"/argument_value",schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/argument_value",schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.max_values !== undefined){
let data9 = data.max_values;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err24 = {instancePath:instancePath+"/max_values",schemaPath:"#/properties/max_values/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 100 || isNaN(data9)){
const err25 = {instancePath:instancePath+"/max_values",schemaPath:"#/properties/max_values/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data9 < 1 || isNaN(data9)){
const err26 = {instancePath:instancePath+"/max_values",schemaPath:"#/properties/max_values/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
}
else {
const err27 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
validate41.errors = vErrors;
return errors === 0;
}
validate41.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const workflow = validate42;
const schema146 = {"type":"object","required":["probe","id","access","repetitions","steps"],"additionalProperties":false,"properties":{"probe":{"const":"workflow"},"id":{"$ref":"#/$defs/identifier"},"access":{"$ref":"#/$defs/access","const":"read_only"},"repetitions":{"type":"integer","minimum":1,"maximum":20},"steps":{"type":"array","minItems":2,"maxItems":32,"items":{"$ref":"#/$defs/workflowStep"}}}};
const schema149 = {"type":"object","required":["tool","arguments","expect"],"additionalProperties":false,"properties":{"tool":{"$ref":"#/$defs/toolName"},"arguments":{"$ref":"#/$defs/arguments"},"expect":{"$ref":"#/$defs/expectation"}}};

function validate43(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate43.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.tool === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tool"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.arguments === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "arguments"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.expect === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "expect"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "tool") || (key0 === "arguments")) || (key0 === "expect"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.tool !== undefined){
let data0 = data.tool;
if(typeof data0 === "string"){
if(!pattern7.test(data0)){
const err4 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/toolName/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{1,128}$"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/toolName/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.arguments !== undefined){
let data1 = data.arguments;
if(!(data1 && typeof data1 == "object" && !Array.isArray(data1))){
const err6 = {instancePath:instancePath+"/arguments",schemaPath:"#/$defs/arguments/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.expect !== undefined){
if(!(validate29(data.expect, {instancePath:instancePath+"/expect",parentData:data,parentDataProperty:"expect",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
errors = vErrors.length;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate43.errors = vErrors;
return errors === 0;
}
validate43.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate42(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate42.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.probe === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "probe"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.access === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "access"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.repetitions === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "repetitions"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.steps === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "steps"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "probe") || (key0 === "id")) || (key0 === "access")) || (key0 === "repetitions")) || (key0 === "steps"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.probe !== undefined){
if("workflow" !== data.probe){
const err6 = {instancePath:instancePath+"/probe",schemaPath:"#/properties/probe/const",keyword:"const",params:{allowedValue: "workflow"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err7 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/identifier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.access !== undefined){
let data2 = data.access;
if(!((data2 === "read_only") || (data2 === "mutating"))){
const err9 = {instancePath:instancePath+"/access",schemaPath:"#/$defs/access/enum",keyword:"enum",params:{allowedValues: schema38.enum}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if("read_only" !== data2){
const err10 = {instancePath:instancePath+"/access",schemaPath:"#/properties/access/const",keyword:"const",params:{allowedValue: "read_only"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.repetitions !== undefined){
let data3 = data.repetitions;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err11 = {instancePath:instancePath+"/repetitions",schemaPath:"#/properties/repetitions/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 20 || isNaN(data3)){
const err12 = {instancePath:instancePath+"/repetitions",schemaPath:"#/properties/repetitions/maximum",keyword:"maximum",params:{comparison: "<=", limit: 20}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err13 = {instancePath:instancePath+"/repetitions",schemaPath:"#/properties/repetitions/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
if(data.steps !== undefined){
let data4 = data.steps;
if(Array.isArray(data4)){
if(data4.length > 32){
const err14 = {instancePath:instancePath+"/steps",schemaPath:"#/properties/steps/maxItems",keyword:"maxItems",params:{limit: 32}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data4.length < 2){
const err15 = {instancePath:instancePath+"/steps",schemaPath:"#/properties/steps/minItems",keyword:"minItems",params:{limit: 2}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
if(!(validate43(data4[i0], {instancePath:instancePath+"/steps/" + i0,parentData:data4,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate43.errors : vErrors.concat(validate43.errors);
errors = vErrors.length;
}
}
}
else {
const err16 = {instancePath:instancePath+"/steps",schemaPath:"#/properties/steps/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
validate42.errors = vErrors;
return errors === 0;
}
validate42.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};
