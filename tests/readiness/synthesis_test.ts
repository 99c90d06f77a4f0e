import assert from "node:assert/strict";
import { encodeJson, type Json, type JsonObject, parseJson } from "../../core/mcp/json.ts";
import { synthesizeArguments } from "../../core/readiness/synthesis.ts";

/** An input schema with one required property, as JSON text. */
function requiring(property: string, more = ""): JsonObject {
  const text = `{"type":"object","properties":{"p":${property}},"required":["p"]${more}}`;
  return parseJson(text) as JsonObject;
}

/** What is synthesized, as JSON text; null when nothing is. */
async function synthesized(schema: JsonObject): Promise<string | null> {
  const built = await synthesizeArguments(schema);
  return built === null ? null : encodeJson(built);
}

/** Rows of a property's schema and its value, both as JSON text; null: unsynthesizable. */
async function rows(...table: [string, string | null][]): Promise<void> {
  for (const [property, value] of table) {
    const expected = value === null ? null : `{"p":${value}}`;
    assert.equal(await synthesized(requiring(property)), expected, property);
  }
}

Deno.test("nothing required, nothing built", async () => {
  const schemas: JsonObject[] = [
    {},
    { type: "object" },
    { required: [] },
    { properties: { p: { type: "string", minLength: 3 } } },
    { properties: { p: {} }, additionalProperties: false },
  ];
  for (const schema of schemas) assert.equal(await synthesized(schema), "{}");
});

Deno.test("even {} needs a usable schema that accepts it", async () => {
  const schemas: JsonObject[] = [
    { type: "strin" },
    { required: "p" },
    { $schema: "https://example.com/schema" },
    { properties: { p: { $ref: "#/$defs/nope" } } },
    { properties: { p: { $ref: "https://example.com/schema" } } },
    { properties: { p: { pattern: "(" } } },
    { minProperties: 1 },
    { type: "array" },
    { not: {} },
    { anyOf: [{ required: ["a"] }, { required: ["b"] }] },
  ];
  for (const schema of schemas) assert.equal(await synthesized(schema), null);
});

Deno.test("required properties in their order, nothing else", async () => {
  const schema: JsonObject = {
    type: "object",
    properties: { a: { type: "integer" }, b: { type: "string" }, c: { type: "boolean" } },
    required: ["c", "a"],
  };
  const built = await synthesizeArguments(schema);
  assert.deepEqual(Object.keys(built ?? {}), ["c", "a"]);
  assert.deepEqual(built, { c: false, a: 1 });
});

Deno.test("a required name that is no declared property fails", async () => {
  const properties = { p: { type: "string" } };
  assert.equal(await synthesized({ properties, required: ["q"] }), null);
  assert.equal(await synthesized({ properties, required: [5] }), null);
  assert.equal(await synthesized({ required: ["q"] }), null);
  assert.equal(await synthesized({ properties, required: ["toString"] }), null);
  assert.equal(await synthesized({ properties, required: ["p", "p"] }), null);
});

Deno.test("the root's own $ref and branches are not followed", async () => {
  const object = { type: "object", properties: { p: { type: "string" } }, required: ["p"] };
  assert.equal(await synthesized({ $ref: "#/$defs/o", $defs: { o: object } }), null);
  assert.equal(await synthesized({ allOf: [object] }), null);
  assert.equal(await synthesized({ anyOf: [object] }), null);
});

Deno.test("types", async () => {
  await rows(
    ['{"type":"string"}', '"mcpeval"'],
    ['{"type":"integer"}', "1"],
    ['{"type":"number"}', "1"],
    ['{"type":"boolean"}', "false"],
    ['{"type":"null"}', "null"],
    ['{"type":"array"}', "[]"],
    ['{"type":"object"}', "{}"],
    ['{"type":["null","string"]}', '"mcpeval"'],
    ['{"type":["integer","string"]}', "1"],
    ['{"type":["null"]}', null],
    ['{"type":[]}', null],
    ['{"type":"text"}', null],
    ['{"description":"no type"}', null],
    ["{}", null],
    ["true", null],
    ['{"allOf":[{"type":"string"}]}', null],
    ['{"properties":{"a":{"type":"string"}},"required":["a"]}', null],
  );
});

Deno.test("strings", async () => {
  await rows(
    ['{"type":"string","minLength":7}', '"mcpeval"'],
    ['{"type":"string","minLength":10}', '"mcpevalxxx"'],
    ['{"type":"string","maxLength":3}', '"mcp"'],
    ['{"type":"string","maxLength":0}', '""'],
    ['{"type":"string","minLength":9,"maxLength":9}', '"mcpevalxx"'],
    ['{"type":"string","minLength":5,"maxLength":3}', null],
    // Only integer literals are bounds.
    ['{"type":"string","minLength":10.0}', null],
    ['{"type":"string","minLength":2.0}', '"mcpeval"'],
    ['{"type":"string","maxLength":3.0}', null],
    ['{"type":"string","pattern":"^m"}', null],
    ['{"type":"string","pattern":"^m","format":"hostname"}', null],
  );
});

Deno.test("formats with a value of their own ignore lengths and pattern", async () => {
  await rows(
    ['{"type":"string","format":"date-time"}', '"2026-01-01T00:00:00Z"'],
    ['{"type":"string","format":"date"}', '"2026-01-01"'],
    ['{"type":"string","format":"uri"}', '"https://example.com"'],
    ['{"type":"string","format":"email"}', '"user@example.com"'],
    ['{"type":"string","format":"uuid"}', '"00000000-0000-4000-8000-000000000000"'],
    ['{"type":"string","format":"date","pattern":"^2026","minLength":3}', '"2026-01-01"'],
    ['{"type":"string","format":"date","pattern":"^2025"}', null],
    ['{"type":"string","format":"date","maxLength":3}', null],
    ['{"type":"string","format":"date","minLength":20000}', null],
  );
});

Deno.test("other formats: the plain text, if they accept it", async () => {
  for (const format of ["hostname", "uri-reference", "regex", "uri-template", "iri-reference"]) {
    await rows([`{"type":"string","format":"${format}"}`, '"mcpeval"']);
  }
  for (const format of ["url", "byte", "int32", "idn-email", "idn-hostname", "password", "x"]) {
    await rows([`{"type":"string","format":"${format}"}`, '"mcpeval"']);
  }
  for (const format of ["ipv4", "ipv6", "time", "duration", "iri", "json-pointer"]) {
    await rows([`{"type":"string","format":"${format}"}`, null]);
  }
  const duration = '{"type":"string","format":"duration"}';
  const draft07 = ',"$schema":"http://json-schema.org/draft-07/schema#"';
  assert.equal(await synthesized(requiring(duration, draft07)), '{"p":"mcpeval"}');
});

Deno.test("an e-mail address as zod writes it", async () => {
  const email =
    "^(?!\\\\.)(?!.*\\\\.\\\\.)([A-Za-z0-9_'+\\\\-\\\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\\\-]*\\\\.)+[A-Za-z]{2,}$";
  await rows([`{"type":"string","format":"email","pattern":"${email}"}`, '"user@example.com"']);
});

Deno.test("numbers", async () => {
  await rows(
    ['{"type":"integer","minimum":5}', "5"],
    ['{"type":"integer","minimum":5,"exclusiveMinimum":7}', null],
    ['{"type":"integer","exclusiveMinimum":5}', "6"],
    ['{"type":"number","exclusiveMinimum":0.5}', "1.5"],
    ['{"type":"integer","maximum":0}', "0"],
    ['{"type":"integer","maximum":-5}', "-5"],
    ['{"type":"integer","minimum":3,"maximum":2}', null],
    ['{"type":"number","minimum":1.5}', "1.5"],
    ['{"type":"integer","minimum":1.5}', null],
    ['{"type":"number","minimum":2.0}', "2"],
    ['{"type":"number","minimum":-0.0}', "0"],
    ['{"type":"number","maximum":0.25}', "0.25"],
    ['{"type":"integer","exclusiveMaximum":1}', null],
    ['{"type":"integer","multipleOf":5}', null],
    ['{"type":"number","multipleOf":0.1}', "1"],
    ['{"type":"number","minimum":0.3,"multipleOf":0.1}', "0.3"],
    ['{"type":"integer","minimum":9007199254740993}', "9007199254740993"],
    ['{"type":"integer","minimum":9223372036854775807}', "9223372036854775807"],
    ['{"type":"integer","maximum":-9223372036854775808}', "-9223372036854775808"],
    ['{"type":"integer","exclusiveMinimum":9223372036854775806}', "9223372036854775807"],
    ['{"type":"integer","exclusiveMinimum":9007199254740992}', "9007199254740993"],
    ['{"type":"integer","minimum":9007199254740993,"maximum":9007199254740992}', null],
    // Beyond 64 bits the nearest integer is taken, which the schema then refuses.
    ['{"type":"integer","minimum":9223372036854775808}', null],
    ['{"type":"integer","exclusiveMinimum":9223372036854775807}', null],
    ['{"type":"integer","minimum":18446744073709551615}', null],
    ['{"type":"number","minimum":1e30}', null],
    ['{"type":"number","maximum":-1e30}', null],
  );
  const draft04 = ',"$schema":"http://json-schema.org/draft-04/schema#"';
  const exclusive = '{"type":"integer","minimum":5,"exclusiveMinimum":true}';
  assert.equal(await synthesized(requiring(exclusive, draft04)), null);
  const inclusive = '{"type":"integer","minimum":5,"exclusiveMinimum":false}';
  assert.equal(await synthesized(requiring(inclusive, draft04)), '{"p":5}');
});

Deno.test("arrays and objects", async () => {
  const object = '{"type":"object","properties":{"a":{"type":"null"}},"required":["a"]}';
  await rows(
    ['{"type":"array","minItems":2,"items":{"type":"string"}}', '["mcpeval","mcpeval"]'],
    ['{"type":"array","minItems":0,"items":{"pattern":"x"}}', "[]"],
    ['{"type":"array","minItems":1}', null],
    ['{"type":"array","minItems":1,"items":true}', null],
    ['{"type":"array","minItems":1.0,"items":{"type":"string"}}', null],
    ['{"type":"array","minItems":2,"uniqueItems":true,"items":{"type":"string"}}', null],
    ['{"type":"array","minItems":1,"prefixItems":[{"type":"string"}]}', null],
    ['{"type":"array","maxItems":0,"items":{"type":"string"}}', "[]"],
    [object, '{"a":null}'],
    [`{"type":"array","minItems":1,"items":${object}}`, '[{"a":null}]'],
    ['{"type":"object","required":["a"]}', null],
  );
  const tuple = '{"type":"array","minItems":1,"items":[{"type":"string"}]}';
  const draft07 = ',"$schema":"http://json-schema.org/draft-07/schema#"';
  assert.equal(await synthesized(requiring(tuple, draft07)), null);
});

Deno.test("values that the schema gives: the first key that is present decides", async () => {
  await rows(
    ['{"const":5,"enum":[5,6],"default":6}', "5"],
    ['{"const":null}', "null"],
    ['{"enum":["a","b"],"default":"b","type":"string"}', '"a"'],
    ['{"default":5,"examples":[6],"type":"integer"}', "5"],
    ['{"default":null}', "null"],
    ['{"examples":[{"a":[1.50]}]}', '{"a":[1.5]}'],
    ['{"default":1.0,"type":"integer"}', "1.0"],
    ['{"enum":[],"default":1}', null],
    ['{"enum":"a","type":"string"}', null],
    ['{"examples":"a","type":"string"}', null],
    ['{"examples":[],"type":"string"}', null],
    ['{"default":5,"type":"string"}', null],
    ['{"enum":["a"],"pattern":"^b"}', null],
    ['{"default":"x","anyOf":[{"type":"string"}]}', '"x"'],
  );
});

Deno.test("branches: the first of anyOf, else of oneOf, on its own", async () => {
  await rows(
    ['{"anyOf":[{"type":"string"},{"type":"integer"}]}', '"mcpeval"'],
    ['{"oneOf":[{"type":"integer"},{"type":"string"}]}', "1"],
    ['{"anyOf":[{"type":"null"}],"oneOf":[{"type":"string"}]}', null],
    ['{"anyOf":[{"type":"string"}],"minLength":10}', null],
    ['{"anyOf":[{"type":"string","minLength":10}],"type":"string"}', '"mcpevalxxx"'],
    ['{"oneOf":[{"type":"integer"},{"type":"number"}]}', null],
    ['{"anyOf":[]}', null],
    ['{"anyOf":{},"oneOf":[{"type":"string"}]}', null],
    ['{"anyOf":[true]}', null],
  );
});

Deno.test("references: a pointer into the root, siblings ignored", async () => {
  const table: [string, string, string | null][] = [
    ["#/$defs/a", '{"a":{"type":"string"}}', '"mcpeval"'],
    ["#/$defs/a", '{"a":{"$ref":"#/$defs/b"},"b":{"const":[1]}}', "[1]"],
    ["#/$defs/a~1b", '{"a/b":{"type":"string"}}', '"mcpeval"'],
    ["#/$defs/a~0b", '{"a~b":{"type":"string"}}', '"mcpeval"'],
    ["#/$defs/a%20b", '{"a b":{"type":"string"}}', null],
    ["#/$defs/x/anyOf/1", '{"x":{"anyOf":[{},{"type":"string"}]}}', '"mcpeval"'],
    ["#/$defs/x/anyOf/01", '{"x":{"anyOf":[{},{"type":"string"}]}}', null],
    ["#a", '{"a":{"$anchor":"a","type":"string"}}', null],
    ["#/$defs/nope", "{}", null],
    ["https://example.com/s", "{}", null],
  ];
  for (const [$ref, $defs, value] of table) {
    const expected = value === null ? null : `{"p":${value}}`;
    const reference = JSON.stringify({ $ref });
    assert.equal(await synthesized(requiring(reference, `,"$defs":${$defs}`)), expected, $ref);
  }
  const beside = '{"$ref":"#/$defs/a","default":"x"}';
  const defs = ',"$defs":{"a":{"type":"string"}}';
  assert.equal(await synthesized(requiring(beside, defs)), '{"p":"mcpeval"}');
  // The sibling is ignored in building, not in the final check.
  assert.equal(await synthesized(requiring('{"$ref":"#/$defs/a","minLength":10}', defs)), null);
});

Deno.test("a reference to the root builds the root again, unless that never ends", async () => {
  const optional = '{"anyOf":[{"type":"null"},{"$ref":"#"}]}';
  assert.equal(await synthesized(requiring(optional)), '{"p":null}');
  assert.equal(await synthesized(requiring('{"$ref":"#"}')), null);
  assert.equal(await synthesized(requiring('{"$ref":"#/properties/p"}')), null);
});

Deno.test("names of any kind", async () => {
  for (const name of ["__proto__", "constructor", "a/b", "", "é😀", '"']) {
    const properties = Object.fromEntries([[name, { type: "string" } as Json]]);
    const built = await synthesizeArguments({ properties, required: [name] });
    assert.deepEqual(Object.entries(built ?? {}), [[name, "mcpeval"]]);
  }
});
