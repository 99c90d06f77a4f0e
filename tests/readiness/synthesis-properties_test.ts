import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import {
  byteLength,
  encodeJson,
  isObject,
  type Json,
  type JsonObject,
} from "../../core/mcp/json.ts";
import { synthesizeArguments } from "../../core/readiness/synthesis.ts";

const small = fc.nat(6);
const literal: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, 0, 1, 2.5, "", "a", "mcpeval", [], {}, [1, "a"], { a: [{}] }),
  fc.integer({ min: -5, max: 12 }),
);

/** Schemas of properties: mostly sound, of every form that synthesis looks at. */
const schemas = fc.letrec<{ schema: JsonObject; object: JsonObject }>((tie) => ({
  object: fc.uniqueArray(fc.constantFrom("a", "b", "c", "__proto__", "é"), { maxLength: 3 }).chain(
    (names) =>
      fc.record({
        properties: fc.tuple(...names.map(() => tie("schema"))).map((values) =>
          Object.fromEntries(names.map((name, index) => [name, values[index] ?? {}]))
        ),
        required: fc.subarray([...names, ...(names.length > 2 ? ["missing"] : [])]),
      }),
  ).map((members): JsonObject => ({ type: "object", ...members })),
  schema: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.record({
      type: fc.constantFrom<Json>("string", "integer", "number", "boolean", "null", [
        "null",
        "string",
      ]),
      minLength: small,
      maxLength: fc.integer({ min: 3, max: 20 }),
      minimum: fc.constantFrom(0, 1.5, -3),
      maximum: fc.constantFrom(0, 10, 2.5),
      exclusiveMinimum: small,
      multipleOf: fc.constantFrom(1, 0.5, 3),
      format: fc.constantFrom("date", "email", "uri", "uuid", "ipv4", "hostname", "other"),
    }, { requiredKeys: ["type"] }) as fc.Arbitrary<JsonObject>,
    fc.record({ const: literal, enum: fc.array(literal, { minLength: 1 }), default: literal }, {
      requiredKeys: [],
    }) as fc.Arbitrary<JsonObject>,
    fc.record({
      type: fc.constant("array"),
      items: tie("schema"),
      minItems: fc.nat(4),
      maxItems: fc.nat(6),
      uniqueItems: fc.boolean(),
    }, { requiredKeys: ["type", "items"] }) as fc.Arbitrary<JsonObject>,
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    fc.constantFrom<JsonObject>({ $ref: "#/$defs/s" }, { $ref: "#/$defs/o" }, { $ref: "#" }),
    tie("object"),
  ),
}));

const inputSchemas: fc.Arbitrary<JsonObject> = fc.record({
  root: schemas.object,
  s: schemas.schema,
  o: schemas.object,
  closed: fc.boolean(),
}).map(({ root, s, o, closed }) => ({
  ...root,
  $defs: { s, o },
  ...(closed && { additionalProperties: false }),
}));

Deno.test("property: what is synthesized satisfies the schema", async () => {
  let built = 0;
  await fc.assert(
    fc.asyncProperty(inputSchemas, async (schema) => {
      const args = await synthesizeArguments(schema);
      if (args === null) return;
      // Formats decide between branches of oneOf, too; ours are asserted by another test.
      if (JSON.stringify(schema).includes('"format"')) return;
      built++;
      const text = encodeJson(args);
      const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
      // Names that ajv leaves out would make it refuse.
      if (text.includes("__proto__")) return;
      try {
        assert.equal(ajv.validate(schema, JSON.parse(text)), true, text);
      } catch (error) {
        // A reference to itself, in a part that is not used, ends plain ajv's stack.
        if (!(error instanceof RangeError)) throw error;
      }
    }),
    { numRuns: 1000 },
  );
  assert.ok(built > 100, `built ${built}`);
});

Deno.test("property: no budget is exceeded", async () => {
  await fc.assert(
    fc.asyncProperty(inputSchemas, async (schema) => {
      const args = await synthesizeArguments(schema);
      if (args === null) return;
      assert.ok(byteLength(encodeJson(args)) <= 65_536);
      assert.ok(count(args) <= 4096);
      assert.ok(depth(args) <= 8);
    }),
    { numRuns: 500 },
  );
});

Deno.test("property: the order of keys makes no difference, and neither does a second time", async () => {
  await fc.assert(
    fc.asyncProperty(inputSchemas, async (schema) => {
      const first = await synthesizeArguments(schema);
      const again = await synthesizeArguments(structuredClone(schema));
      const turned = await synthesizeArguments(turn(schema) as JsonObject);
      assert.equal(encodeJson(again), encodeJson(first));
      assert.equal(encodeJson(turned), encodeJson(first));
    }),
    { numRuns: 500 },
  );
});

Deno.test("property: any JSON object as a schema gives arguments or null", async () => {
  const keyword = fc.constantFrom(
    ...["type", "properties", "required", "$ref", "const", "enum", "default", "examples", "anyOf"],
    ...["oneOf", "items", "minItems", "minLength", "minimum", "format", "$schema", "$id", "$defs"],
    ...["pattern", "allOf", "not", "additionalProperties", "nullable", "__proto__"],
  );
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<Json>("object", "string", "array", "#", "#/properties/a", "a", "", 1, true),
      fc.constantFrom<Json>(null, 2n ** 60n, Object(2), -1, 0.5, []),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(keyword, tie("value"), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(value, value, async (properties, required) => {
      const args = await synthesizeArguments({ properties, required });
      assert.ok(args === null || isObject(args));
    }),
    { numRuns: 1000 },
  );
});

function children(value: Json): Json[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(value) : [];
}

function count(value: Json): number {
  const names = isObject(value) ? Object.keys(value).length : 0;
  return children(value).reduce<number>((sum, child) => sum + count(child), 1 + names);
}

function depth(value: Json): number {
  return children(value).reduce<number>((deepest, child) => Math.max(deepest, 1 + depth(child)), 0);
}

/** The same value with the keys of every object in the opposite order. */
function turn(value: Json): Json {
  if (Array.isArray(value)) return value.map(turn);
  if (!isObject(value)) return value;
  const members = Object.entries(value).reverse();
  return Object.fromEntries(members.map(([key, member]) => [key, turn(member)]));
}
