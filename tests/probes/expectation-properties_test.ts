import assert from "node:assert/strict";
import fc from "fast-check";
import { type Json, type JsonObject, parseJson } from "../../core/mcp/json.ts";
import { isSameScalar, mismatchOf } from "../../core/probes/expectation.ts";
import { expectation } from "./cases.ts";
import { success } from "./fake-session.ts";

/** Keys that a result path can name, those with escapes included. */
const key = fc.string({
  unit: fc.constantFrom(..."ab01/~_.:-"),
  maxLength: 4,
});

/** Numbers as they may be written, close to one another and around every limit. */
const integer = fc.oneof(
  fc.bigInt({ min: -3n, max: 3n }),
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }),
  fc.bigInt({ min: -(2n ** 63n), max: -(2n ** 63n) + 3n }),
  fc.bigInt({ min: 2n ** 64n - 4n, max: 2n ** 64n - 1n }),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }),
).map(String);
const float = fc.oneof(
  fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -3, max: 3 }))
    .map(([digits, exponent]) => `${digits}e${exponent}`),
  fc.bigInt({ min: -3n, max: 3n }).map((whole) => `${whole}.0`),
  fc.constantFrom("-0", "-0.0", "0.0", "1.50", "9007199254740993.0"),
  fc.bigInt({ min: 2n ** 64n, max: 2n ** 64n + 5000n }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value.toExponential()),
);
const literal = fc.oneof(integer, float, fc.constantFrom("null", "true", "false", '"a"', '"1"'));

/** The kind and the exact value of a literal, from the text alone. */
function meaning(text: string): string {
  if (!/^-?\d/.test(text)) return text;
  if (/^-?\d+$/.test(text) && text !== "-0") {
    const value = BigInt(text);
    if (value >= -(2n ** 63n) && value < 2n ** 64n) return `integer ${value}`;
  }
  return `float ${Number(text) === 0 ? 0 : Number(text)}`;
}

Deno.test("scalars are equal when their texts mean the same value of the same kind", () => {
  fc.assert(
    fc.property(literal, literal, (a, b) => {
      assert.equal(isSameScalar(parseJson(a), parseJson(b)), meaning(a) === meaning(b));
      assert.equal(isSameScalar(parseJson(b), parseJson(a)), meaning(a) === meaning(b));
      assert.equal(isSameScalar(parseJson(a), parseJson(a)), true);
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("values that crossed between isolates are compared alike", () => {
  fc.assert(fc.property(literal, literal, (a, b) => {
    const crossed = structuredClone(parseJson(a));
    assert.equal(isSameScalar(crossed, parseJson(b)), isSameScalar(parseJson(a), parseJson(b)));
  }));
});

/** JSON values as text. */
const { value: anyValue } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    literal,
    fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items}]`),
    fc.dictionary(key, tie("value"), { maxKeys: 3 }).map(objectText),
  ),
}));
const result = fc.dictionary(key, anyValue, { minKeys: 1, maxKeys: 4 }).map(objectText);

function objectText(members: Record<string, string>): string {
  const parts = Object.entries(members).map(([name, text]) => `${JSON.stringify(name)}:${text}`);
  return `{${parts}}`;
}

/** Every place in a value with what is there. */
function* placesOf(value: Json, path = ""): Generator<[path: string, value: Json]> {
  if (path !== "") yield [path, value];
  if (typeof value !== "object" || value === null || value instanceof Number) return;
  for (const [name, member] of Object.entries(value)) {
    yield* placesOf(member, `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  }
}

const isScalar = (value: Json) =>
  typeof value !== "object" || value === null || value instanceof Number;

Deno.test("every place of a result is found, with exactly its value", () => {
  fc.assert(fc.property(result, (text) => {
    const value = parseJson(text) as JsonObject;
    const places = [...placesOf(value)];
    const expected = expectation({
      outcome: "ok",
      required_result_fields: Object.keys(value),
      required_result_paths: places.map(([path]) => path),
      equals_paths: Object.fromEntries(places.filter(([, at]) => isScalar(at))),
    });
    assert.equal(mismatchOf(expected, success(value)), null);
  }));
});

Deno.test("no other value than the one at a place is accepted there", () => {
  fc.assert(fc.property(result, literal, (text, other) => {
    const value = parseJson(text) as JsonObject;
    for (const [path, at] of placesOf(value)) {
      const expected = expectation({ outcome: "ok", equals_paths: { [path]: parseJson(other) } });
      const equal = isScalar(at) && isSameScalar(at, parseJson(other));
      assert.equal(mismatchOf(expected, success(value)), equal ? null : "value-mismatch");
    }
  }));
});

Deno.test("a place that is not there is missing, whatever else differs", () => {
  fc.assert(fc.property(result, fc.array(key, { minLength: 1, maxLength: 3 }), (text, tokens) => {
    const value = parseJson(text) as JsonObject;
    const path = tokens.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`)
      .join("");
    const places = new Map(placesOf(value));
    const expected = expectation({
      outcome: "ok",
      required_result_paths: [path],
      equals: { absent: null },
    });
    const reason = places.has(path) ? "value-mismatch" : "missing-field";
    assert.equal(mismatchOf(expected, success(value)), reason);
  }));
});
