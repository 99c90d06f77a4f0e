import type { Json, JsonObject } from "../../core/mcp/json.ts";
import { outputSchema } from "../../core/probes/output-schema.ts";
import { discoveryOf, entry, fault, rpcError, success, toolError } from "./fake-session.ts";
import { fails, passes, type Situation, situations } from "./verdict-table.ts";

const schema: JsonObject = {
  type: "object",
  properties: { n: { type: "integer" }, s: { type: "string" } },
  required: ["n"],
};
const missing = fails(1, "output-schema-declared-but-missing");
const lacking = fails(1, "output-schema-field-missing");
const invalid = fails(1, "output-schema-invalid-result");

/** A tool that declares `outputSchema` and returns this result. */
function returns(
  name: string,
  declared: Json,
  result: JsonObject,
  expect: Situation["expect"],
): Situation {
  return {
    name,
    discovery: discoveryOf(entry("t", { outputSchema: declared })),
    server: { call: () => success(result) },
    expect,
    exchanges: ["call t"],
    journal: ["t ok"],
  };
}

const content = (value: Json): JsonObject => ({ content: [], structuredContent: value });

situations("output-schema", outputSchema, [
  {
    name: "nothing declared, no call",
    expect: passes(0),
    exchanges: [],
    journal: [],
  },
  returns("what is declared is returned", schema, content({ n: 1, s: "x" }), passes(1)),
  returns("no structuredContent", schema, { content: [] }, missing),
  returns(
    "JSON in the text is no structuredContent",
    schema,
    { content: [{ type: "text", text: '{"n":1}' }] },
    missing,
  ),
  returns("a required field is absent", schema, content({ s: "x" }), lacking),
  returns("an absent field is named before an invalid one", schema, content({ s: 1 }), lacking),
  returns("null has no fields", schema, content(null), lacking),
  returns("a list has no fields", schema, content([1]), lacking),
  returns(
    "a field that every object inherits is absent",
    {
      type: "object",
      required: ["toString"],
    },
    content({}),
    lacking,
  ),
  returns("a present null is a field", { required: ["n"] }, content({ n: null }), passes(1)),
  returns("a field of another type", schema, content({ n: "1" }), invalid),
  returns("null where nothing is required", { type: "object" }, content(null), invalid),
  returns("null where null is allowed", { type: ["object", "null"] }, content(null), passes(1)),
  returns(
    "a nested field is absent",
    {
      properties: { o: { required: ["x"] } },
    },
    content({ o: {} }),
    invalid,
  ),
  returns(
    "a local reference",
    {
      $defs: { n: { type: "integer" } },
      properties: { n: { $ref: "#/$defs/n" } },
    },
    content({ n: 1.5 }),
    invalid,
  ),
  returns(
    "required that is no list does not name fields",
    {
      required: "n",
    },
    content({}),
    invalid,
  ),
  returns("a schema that does not compile", { type: "nonsense" }, content({}), invalid),
  returns("an unknown dialect", { $schema: "https://example.com/s" }, content({}), invalid),
  returns(
    "an external reference is not fetched",
    {
      $ref: "https://example.com/s.json",
    },
    content({}),
    invalid,
  ),
  returns(
    "an older dialect by its name",
    {
      $schema: "http://json-schema.org/draft-04/schema#",
      properties: { n: { maximum: 3, exclusiveMaximum: true } },
    },
    content({ n: 3 }),
    invalid,
  ),
  returns(
    "a known format is asserted",
    {
      properties: { d: { format: "date" } },
    },
    content({ d: "yesterday" }),
    invalid,
  ),
  returns(
    "decimal multiples are exact",
    {
      properties: { n: { multipleOf: 0.1 } },
    },
    content({ n: 0.3 }),
    passes(1),
  ),
  {
    ...returns("a tool error", schema, {}, missing),
    server: { call: () => toolError() },
    journal: ["t tool-error"],
  },
  {
    ...returns("a JSON-RPC error", schema, {}, missing),
    server: { call: () => rpcError() },
    journal: ["t rpc-error"],
  },
  {
    ...returns("a lost call is no verdict", schema, {}, "transport-closed"),
    server: { call: () => fault("transport-closed") },
    journal: [],
  },
]);
