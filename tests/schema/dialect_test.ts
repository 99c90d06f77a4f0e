import assert from "node:assert/strict";
import { ALL, assertIn, DIALECTS, judge, judgeText } from "./check.ts";

Deno.test("$schema is read with http or https, with or without #", async () => {
  const spellings = ALL.flatMap((dialect) => {
    const bare = DIALECTS[dialect].replace(/^https?/, "").replace(/#$/, "");
    return [`http${bare}`, `https${bare}`, `http${bare}#`, `https${bare}#`];
  });
  assert.equal(spellings.length, 20);
  for (const $schema of spellings) {
    assert.equal(await judge({ $schema, type: "string" }, "x"), "accepted", $schema);
    assert.equal(await judge({ $schema, type: "string" }, 1), "refused", $schema);
  }
});

Deno.test("without $schema the dialect is 2020-12", async () => {
  assert.equal(await judge({ prefixItems: [{ type: "string" }] }, [1]), "refused");
  assert.equal(await judge({ items: [{ type: "string" }] }, [1]), "unusable");
});

Deno.test("an unknown $schema is unusable", async () => {
  const unknown = [
    "https://json-schema.org/draft/2030-12/schema",
    "http://json-schema.org/draft-03/schema#",
    "http://example.com/schema",
    "draft-07",
    "ftp://json-schema.org/draft-07/schema",
    "http://json-schema.org/draft-07/schema#/definitions/nonNegativeInteger",
  ];
  for (const $schema of unknown) {
    assert.equal(await judge({ $schema, type: "object" }, {}), "unusable", $schema);
  }
  for (const $schema of [5, null, true, [], {}]) {
    assert.equal(await judge({ $schema, type: "object" }, {}), "unusable");
  }
});

Deno.test("the old identifier of the current dialect, and an empty one, mean 2020-12", async () => {
  for (const $schema of ["http://json-schema.org/schema#", ""]) {
    assert.equal(await judge({ $schema, prefixItems: [{ type: "string" }] }, [1]), "refused");
  }
});

Deno.test("a $schema inside is not looked at", async () => {
  const schema = { properties: { p: { $schema: "http://example.com/x", type: "string" } } };
  assert.equal(await judge(schema, { p: "x" }), "accepted");
});

Deno.test("a schema must satisfy its metaschema", async () => {
  const violations = [
    { type: "strin" },
    { type: 5 },
    { required: "a" },
    { required: ["a", "a"] },
    { required: [5] },
    { properties: [] },
    { minLength: -1 },
    { minLength: 1.5 },
    { multipleOf: 0 },
    { anyOf: [] },
    { anyOf: {} },
    { properties: { p: "string" } },
    { definitions: { unused: { type: "strin" } } },
  ];
  for (const schema of violations) {
    await assertIn(ALL, schema, {}, "unusable", "unusable");
  }
});

Deno.test("bounds became numbers in draft-06, boolean schemas too came then", async () => {
  await assertIn(["draft-04"], { minimum: 1, exclusiveMinimum: true }, 1, "refused", "unusable");
  await assertIn(["draft-04"], { exclusiveMinimum: 1 }, 1, "unusable", "refused");
  await assertIn(["draft-04"], { properties: { p: false } }, { p: 1 }, "unusable", "refused");
});

Deno.test("an empty enum accepts nothing, and draft 4 alone forbids it", async () => {
  const schema = { properties: { a: { type: "string", enum: [] } } };
  const later = ALL.filter((dialect) => dialect !== "draft-04");
  await assertIn(later, schema, {}, "accepted", "unusable");
  await assertIn(later, schema, { a: "x" }, "refused", "unusable");
});

Deno.test("a repeated value in enum is only bad style", async () => {
  await assertIn(ALL, { enum: ["a", "b", "a"] }, "a", "accepted", "accepted");
  await assertIn(ALL, { enum: [1, 1.5, "1"] }, 2, "refused", "refused");
});

Deno.test("whole numbers written with a fraction are fine as bounds", async () => {
  assert.equal(await judgeText('{"minLength":2.0}', '"abc"'), "accepted");
  assert.equal(await judgeText('{"minLength":2.0}', '"a"'), "refused");
  assert.equal(await judgeText('{"maximum":1e2}', "101"), "refused");
});

Deno.test("nothing but an object is a schema of a tool", async () => {
  for (const schema of [null, true, 5, "object", [], [{}]]) {
    assert.equal(await judge(schema, {}), "unusable");
  }
});
