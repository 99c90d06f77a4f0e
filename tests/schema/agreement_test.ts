import assert from "node:assert/strict";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import type { Json } from "../../core/mcp/json.ts";
import { compileSchema } from "../../core/schema/validator.ts";

type Schema = { [key: string]: Json };

const scalar = fc.constantFrom<Json>(null, true, false, 0, 1, 2, -1, 1.5, "", "a", "ab", "b1");
const names = fc.constantFrom("a", "b", "ab", "toString");

const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(names, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

const { schema } = fc.letrec<{ schema: Schema; map: Schema; list: Schema[] }>((tie) => ({
  map: fc.dictionary(names, tie("schema"), { minKeys: 1, maxKeys: 2, noNullPrototype: true }),
  list: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Schema>({}, { type: "string" }, { $ref: "#/$defs/d" }, { not: {} }),
    fc.record({
      type: fc.constantFrom<Json>("string", "number", "integer", "object", "array", [
        "null",
        "boolean",
      ]),
      enum: fc.array(value, { minLength: 1, maxLength: 3 }),
      const: value,
      minimum: fc.constantFrom(0, 1, 1.5),
      exclusiveMaximum: fc.constantFrom(0, 1, 1.5),
      multipleOf: fc.constantFrom(1, 0.5, 2),
      minLength: fc.nat(2),
      maxLength: fc.nat(2),
      pattern: fc.constantFrom("^a", "[0-9]", "^(?!b)"),
      minItems: fc.nat(2),
      maxItems: fc.nat(2),
      uniqueItems: fc.boolean(),
      minProperties: fc.nat(2),
      maxProperties: fc.nat(2),
      required: fc.uniqueArray(names, { maxLength: 2 }),
      properties: tie("map"),
      patternProperties: fc.constant<Json>({ "^a": { type: "number" } }),
      additionalProperties: tie("schema"),
      propertyNames: fc.constant<Json>({ maxLength: 1 }),
      items: tie("schema"),
      contains: tie("schema"),
      allOf: tie("list"),
      anyOf: tie("list"),
      oneOf: tie("list"),
      not: tie("schema"),
      if: tie("schema"),
      then: tie("schema"),
      else: tie("schema"),
    }, { requiredKeys: [] }).map((all) => {
      // A few keywords at a time: with all of them nothing is ever accepted.
      const entries = Object.entries(all) as [string, Json][];
      return Object.fromEntries(entries.filter((_, index) => index % 9 === entries.length % 9));
    }),
  ),
}));

const options = {
  strict: false,
  validateSchema: false,
  logger: false,
  ownProperties: true,
} as const;

for (
  const [dialect, plain] of [
    ["https://json-schema.org/draft/2020-12/schema", Ajv2020],
    ["http://json-schema.org/draft-07/schema#", Ajv],
  ] as const
) {
  Deno.test(`property: the verdict is that of plain ajv (${dialect})`, async () => {
    const verdicts = { true: 0, false: 0 };
    await fc.assert(
      fc.asyncProperty(schema, schema, value, async (root, d, data) => {
        const whole: Schema = { ...root, $defs: { d: { description: "x", ...d } } };
        let expected: boolean;
        try {
          expected = new plain(options).compile(whole)(data) === true;
        } catch {
          // A reference to itself ends the stack.
          return;
        }
        const accepts = await compileSchema({ $schema: dialect, ...whole });
        assert.equal(accepts?.(data), expected);
        verdicts[`${expected}`]++;
      }),
      { numRuns: 1500 },
    );
    assert.ok(verdicts.true > 100 && verdicts.false > 100, JSON.stringify(verdicts));
  });
}
