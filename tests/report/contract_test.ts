import assert from "node:assert/strict";
import { asToolName } from "../../core/labels.ts";
import type { Tool, ToolClass } from "../../core/mcp/catalog.ts";
import { isObject, type JsonObject, parseJson } from "../../core/mcp/json.ts";
import { catalogContract } from "../../core/report/contract.ts";

function tool(
  name: string,
  inputSchema: string,
  outputSchema: JsonObject | null = null,
  toolClass: ToolClass = "unannotated",
): Tool {
  const label = asToolName(name);
  const schema = parseJson(inputSchema);
  assert.ok(label !== null && isObject(schema));
  return {
    name: label,
    entry: {},
    inputSchema: schema,
    outputSchema,
    readOnlyHint: null,
    destructiveHint: null,
    class: toolClass,
    bytes: 0,
    tokens: 0,
  };
}

const contractOf = (...tools: Tool[]) => catalogContract({ tools, bytes: 0, tokens: 0 });

Deno.test("a parameter's name and constraints become the digests of the specification", () => {
  const schema = `{"type":"object","properties":{"city":{"type":"string","description":"Where?"}},
    "required":["city"]}`;
  assert.deepEqual(contractOf(tool("report_weather", schema, null, "read-only")), [{
    name: "report_weather",
    class: "read-only",
    required: ["11a62c23412b7747"],
    parameters: { "11a62c23412b7747": "00404e686415370f" },
    output_schema: null,
  }]);
});

Deno.test("tools are sorted by name; an output schema has a digest of its own", () => {
  const contract = contractOf(
    tool("b", "{}", { type: "string", title: "prose" }, "writer"),
    tool("a", "{}"),
    tool("B", "{}"),
  );
  assert.deepEqual(contract, [
    { name: "B", class: "unannotated", required: [], parameters: {}, output_schema: null },
    { name: "a", class: "unannotated", required: [], parameters: {}, output_schema: null },
    {
      name: "b",
      class: "writer",
      required: [],
      parameters: {},
      output_schema: "00404e686415370f",
    },
  ]);
});

Deno.test("required names are distinct and sorted digests, undeclared ones included", () => {
  const [contract] = contractOf(tool("a", `{"required":["zone","city",3,"zone",null]}`));
  assert.deepEqual(contract?.required, ["11a62c23412b7747", "543e33c48b3c23d3"]);
  assert.deepEqual(contract?.parameters, {});
});

Deno.test("eight references on a path are followed", () => {
  const links = Array.from(
    { length: 9 },
    (_, index) => `"d${index}":{"$ref":"#/$defs/d${index + 1}"}`,
  );
  const schema = `{"$defs":{${links.join(",")},"d9":{"type":"string"}},
    "properties":{"city":{"$ref":"#/$defs/d2"},"zone":{"$ref":"#/$defs/d1"}}}`;
  const parameters = contractOf(tool("a", schema))[0]?.parameters;
  assert.equal(parameters?.["11a62c23412b7747"], "00404e686415370f");
  // Digest of `{"$ref":"#/$defs/d9"}`.
  assert.equal(parameters?.["543e33c48b3c23d3"], "3affa57fe6ce3ad0");
});

Deno.test("malformed properties and required count as none", () => {
  for (const schema of [`{"properties":[{}],"required":"city"}`, `{"properties":null}`]) {
    const [contract] = contractOf(tool("a", schema));
    assert.deepEqual(contract?.required, []);
    assert.deepEqual(contract?.parameters, {});
  }
});

/** Refers to itself from twenty places: eight hops would make 10 GB. */
const SELF_REFERENCE = `{"type":"object","properties":{${
  Array.from({ length: 20 }, (_, index) => `"p${index}":{"$ref":"#"}`).join(",")
}}}`;

Deno.test("a schema that refers to itself from twenty places has a contract", () => {
  const [contract] = contractOf(tool("a", SELF_REFERENCE));
  const constraints = Object.values(contract?.parameters ?? {});
  assert.equal(constraints.length, 20);
  assert.equal(new Set(constraints).size, 1);
  assert.notEqual(constraints[0], LITERAL_REFERENCE);
});

/** Digest of `{"$ref":"#"}`. */
const LITERAL_REFERENCE = "b17aa97428d37b50";

Deno.test("once a catalog's limit is used up, references stay as they are written", () => {
  const tools = Array.from({ length: 500 }, (_, index) => tool(`t${1000 + index}`, SELF_REFERENCE));
  const contract = contractOf(...tools);
  assert.notEqual(Object.values(contract[0]?.parameters ?? {})[0], LITERAL_REFERENCE);
  assert.deepEqual([...new Set(Object.values(contract[499]?.parameters ?? {}))], [
    LITERAL_REFERENCE,
  ]);
});
