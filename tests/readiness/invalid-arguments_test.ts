import assert from "node:assert/strict";
import type { JsonObject } from "../../core/mcp/json.ts";
import { invalidArguments } from "../../core/readiness/invalid-arguments.ts";

const text = { type: "string" };

Deno.test("the most telling rule is broken", () => {
  const rows: [JsonObject, JsonObject | null][] = [
    // 1: something is required.
    [{ required: ["a"], properties: { a: text } }, {}],
    [{ required: ["a"], additionalProperties: false }, {}],
    [{ required: [5] }, {}],
    // 2: the first property with one type, by name.
    [{ properties: { b: text, a: { type: "integer" } } }, { a: "mcpeval" }],
    [{ properties: { b: text, a: { description: "no type" } } }, { b: 12345 }],
    [{ properties: { a: { type: ["string", "null"] }, b: text } }, { b: 12345 }],
    [{ properties: { a: true, b: null, c: { type: "object" } } }, { c: "mcpeval" }],
    [{ properties: { a: { type: "no such type" } } }, { a: "mcpeval" }],
    [{ required: [], properties: { a: text } }, { a: 12345 }],
    [{ required: "a", properties: { a: text } }, { a: 12345 }],
    [{ properties: { Z: text, a: { type: "null" } } }, { Z: 12345 }],
    [{ properties: { "\ue000": text, "😀": { type: "null" } } }, { "\ue000": 12345 }],
    // 3: nothing else is allowed.
    [{ additionalProperties: false }, { mcpeval_unknown: 1 }],
    [{ properties: {}, additionalProperties: false }, { mcpeval_unknown: 1 }],
    [{ properties: { a: {} }, additionalProperties: false }, { mcpeval_unknown: 1 }],
    // 4: nothing to break.
    [{}, null],
    [{ additionalProperties: true }, null],
    [{ additionalProperties: {} }, null],
    [{ additionalProperties: 0 }, null],
    [{ properties: { a: {} } }, null],
    [{ properties: [] }, null],
  ];
  for (const [schema, expected] of rows) {
    assert.deepEqual(invalidArguments(schema), expected, JSON.stringify(schema));
  }
});

Deno.test("a property may have any name", () => {
  const properties = JSON.parse('{"__proto__":{"type":"string"}}');
  assert.deepEqual(Object.entries(invalidArguments({ properties }) ?? {}), [["__proto__", 12345]]);
});
