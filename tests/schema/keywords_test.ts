import assert from "node:assert/strict";
import type { Json } from "../../core/mcp/json.ts";
import { ALL, assertIn, type DialectName, judge } from "./check.ts";

const FROM_06 = ALL.slice(1);
const FROM_07 = ALL.slice(2);
const FROM_2019 = ALL.slice(3);

/** Schemas that refuse the value exactly in the dialects that know the keyword. */
const INTRODUCED: [readonly DialectName[], { [key: string]: Json }, Json][] = [
  [ALL, { type: "integer" }, "1"],
  [ALL, { type: ["string", "null"] }, 1],
  [ALL, { enum: [1, 2] }, 3],
  [ALL, { minimum: 2 }, 1],
  [ALL, { maximum: 2 }, 3],
  [ALL, { multipleOf: 2 }, 3],
  [ALL, { minLength: 2 }, "😀"],
  [ALL, { maxLength: 1 }, "ab"],
  [ALL, { pattern: "^a" }, "b"],
  [ALL, { minItems: 1 }, []],
  [ALL, { maxItems: 1 }, [1, 2]],
  [ALL, { uniqueItems: true }, [1, 1]],
  [ALL, { items: { type: "string" } }, [1]],
  [ALL, { minProperties: 1 }, {}],
  [ALL, { maxProperties: 1 }, { a: 1, b: 2 }],
  [ALL, { required: ["a"] }, {}],
  [ALL, { properties: { a: { type: "string" } } }, { a: 1 }],
  [ALL, { patternProperties: { "^a": { type: "string" } } }, { abc: 1 }],
  [ALL, { additionalProperties: false }, { a: 1 }],
  [ALL, { dependencies: { a: ["b"] } }, { a: 1 }],
  [ALL, { allOf: [{ type: "string" }] }, 1],
  [ALL, { anyOf: [{ type: "string" }] }, 1],
  [ALL, { oneOf: [{ type: "number" }, { type: "integer" }] }, 1],
  [ALL, { not: { type: "number" } }, 1],
  [FROM_06, { const: 1 }, 2],
  [FROM_06, { contains: { type: "string" } }, [1]],
  [FROM_06, { propertyNames: { maxLength: 1 } }, { ab: 1 }],
  [FROM_07, { if: { type: "integer" }, then: { minimum: 5 } }, 1],
  [FROM_07, { if: { type: "string" }, else: { minimum: 5 } }, 1],
  [FROM_2019, { dependentRequired: { a: ["b"] } }, { a: 1 }],
  [FROM_2019, { dependentSchemas: { a: { required: ["b"] } } }, { a: 1 }],
  [FROM_2019, { contains: { type: "integer" }, minContains: 2 }, [1]],
  [FROM_2019, { contains: { type: "integer" }, maxContains: 1 }, [1, 2]],
  [FROM_2019, { unevaluatedProperties: false }, { a: 1 }],
  [FROM_2019, { unevaluatedItems: false }, [1]],
  [["2020-12"], { prefixItems: [{ type: "string" }] }, [1]],
  [["draft-06", "draft-07"], { contentEncoding: "base64" }, "mcpeval"],
  [["draft-06", "draft-07"], { contentMediaType: "application/json" }, "{"],
];

Deno.test("each keyword counts from the dialect that introduced it", async () => {
  for (const [dialects, schema, value] of INTRODUCED) {
    await assertIn(dialects, schema, value, "refused", "accepted");
  }
});

Deno.test("a list of item schemas is a tuple before 2020-12", async () => {
  const tuple = { items: [{ type: "string" }], additionalItems: false };
  await assertIn(["2020-12"], tuple, ["a", 1], "unusable", "refused");
  await assertIn(["2020-12"], tuple, ["a"], "unusable", "accepted");
});

Deno.test("encoded content is judged together with its encoding", async () => {
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    contentEncoding: "base64",
    contentMediaType: "application/json",
  };
  assert.equal(await judge(schema, btoa('{"a":1}')), "accepted");
  assert.equal(await judge(schema, btoa("{")), "refused");
  assert.equal(await judge(schema, '{"a":1}'), "refused");
  assert.equal(await judge({ ...schema, contentEncoding: "quoted-printable" }, "{"), "accepted");
  assert.equal(await judge({ ...schema, contentMediaType: "image/png" }, "aGk="), "accepted");
});

Deno.test("unknown keywords, those of ajv and OpenAPI too, mean nothing", async () => {
  const schemas: { [key: string]: Json }[] = [
    { type: "string", "x-order": 1, discriminator: { propertyName: "a" } },
    { type: "string", nullable: true },
    { type: "string", nullable: false },
    { $async: true, type: "string" },
    { type: "string", example: "x", deprecated: true, readOnly: true, xml: {} },
    { type: "string", minimum: 5 },
    { type: ["string", "number"], minLength: 1 },
    { type: "string", errorMessage: "no", instanceof: "Date", typeof: "function" },
    { type: "string", constructor: 1, toString: {}, valueOf: [] },
  ];
  for (const schema of schemas) {
    await assertIn(ALL, schema, "x", "accepted", "accepted");
    await assertIn(ALL, schema, null, "refused", "refused");
  }
  assert.equal(await judge({ nullable: true }, 5), "accepted");
  assert.equal(await judge({ anyOf: [{ type: "string" }], nullable: true }, null), "refused");
});

Deno.test("a property may be called like a keyword of ajv", async () => {
  const schema = { properties: { nullable: { type: "string" }, id: { type: "string" } } };
  await assertIn(ALL, schema, { nullable: 1 }, "refused", "refused");
  await assertIn(ALL, schema, { id: 1 }, "refused", "refused");
  await assertIn(ALL, schema, { nullable: "x", id: "y" }, "accepted", "accepted");
});

Deno.test("draft 2020-12 accepts id as an unknown keyword", async () => {
  assert.equal(await judge({ id: "foo", type: "string" }, "x"), "accepted");
  assert.equal(await judge({ id: 5, type: "string" }, 1), "refused");
});
