import assert from "node:assert/strict";
import type { Json } from "../../core/mcp/json.ts";
import { type EnumTables, learnEnums } from "../../core/capture/enums.ts";

const RED = { properties: { a: { enum: ["red"] } } };
const entry = (inputSchema: Json, name: Json = "t") => ({ name, inputSchema });

/** What is known at a path of tool `t` after each of the pages was learned. */
function known(pages: Json[], ...path: (string | 0)[]): string[] {
  const tables: EnumTables = new Map();
  for (const tools of pages) learnEnums(tables, { tools });
  let place = tables.get("t");
  for (const step of path) {
    place = step === 0 ? place?.items ?? undefined : place?.properties.get(step);
  }
  return [...place?.members ?? []];
}

Deno.test("string members are learned, through combiners, properties and items", () => {
  const mixed = { enum: ["red", 1, null, "two words"] };
  assert.deepEqual(known([[entry({ properties: { a: mixed } })]], "a"), ["red", "two words"]);
  assert.deepEqual(known([[entry({ enum: ["red"] })]]), ["red"]);
  for (const combiner of ["oneOf", "anyOf", "allOf"]) {
    const nested = {
      [combiner]: [{ properties: { a: { enum: ["blue"] } } }, { [combiner]: [RED] }],
    };
    assert.deepEqual(known([[entry(nested)]], "a"), ["blue", "red"]);
  }
  const items = { properties: { a: { items: { items: { enum: ["red"] } } } } };
  assert.deepEqual(known([[entry(items)]], "a", 0, 0), ["red"]);
});

Deno.test("segments are typed: a key with a dot is one key, `items` is no element", () => {
  assert.deepEqual(known([[entry({ properties: { "a.b": { enum: ["red"] } } })]], "a", "b"), []);
  const items = { properties: { a: { items: { enum: ["red"] } } } };
  assert.deepEqual(known([[entry(items)]], "a", "items"), []);
  const property = { properties: { a: { properties: { items: { enum: ["red"] } } } } };
  assert.deepEqual(known([[entry(property)]], "a", 0), []);
});

Deno.test("references, constants, tuples and other keywords are not followed", () => {
  const unfollowed: Json[] = [
    { $defs: { x: { enum: ["red"] } }, properties: { a: { $ref: "#/$defs/x" } } },
    { properties: { a: { const: "red" } } },
    { properties: { a: { enum: "red" } } },
    { additionalProperties: { enum: ["red"] } },
    { not: RED },
    { if: RED, then: RED },
    { patternProperties: { a: { enum: ["red"] } } },
  ];
  for (const schema of unfollowed) assert.deepEqual(known([[entry(schema)]], "a"), []);
  const tuples: Json[] = [{ items: [{ enum: ["red"] }] }, { prefixItems: [{ enum: ["red"] }] }];
  for (const a of tuples) assert.deepEqual(known([[entry({ properties: { a } })]], "a", 0), []);
});

Deno.test("a later entry replaces a tool's table, other tools stay", () => {
  assert.deepEqual(known([[entry(RED)], [entry({}, "other")]], "a"), ["red"]);
  assert.deepEqual(known([[entry(RED)], [{ name: "t" }]], "a"), ["red"]);
  for (const schema of [null, true, [], {}]) {
    assert.deepEqual(known([[entry(RED)], [entry(schema)]], "a"), []);
  }
  assert.deepEqual(known([[entry({}), entry(RED)]], "a"), ["red"]);
});

Deno.test("entries without a valid name, and results that list nothing, teach nothing", () => {
  const tables: EnumTables = new Map();
  const results: (Json | undefined)[] = [undefined, null, "x", [], {}, { tools: {} }];
  for (const result of results) learnEnums(tables, result);
  learnEnums(tables, { tools: [null, "t", entry(RED, "bad tool"), entry(RED, 5)] });
  assert.equal(tables.size, 0);
});

Deno.test("keys with a meaning of their own in the language are plain keys", () => {
  const tables: EnumTables = new Map();
  const schema = JSON.parse('{"properties":{"__proto__":{"enum":["red"]},"constructor":{}}}');
  learnEnums(tables, { tools: [entry(schema)] });
  const place = tables.get("t");
  assert.deepEqual([...place?.properties.keys() ?? []], ["__proto__", "constructor"]);
  assert.deepEqual([...place?.properties.get("__proto__")?.members ?? []], ["red"]);
});
