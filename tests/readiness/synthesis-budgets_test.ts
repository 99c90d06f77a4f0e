import assert from "node:assert/strict";
import type { Json, JsonObject } from "../../core/mcp/json.ts";
import { synthesizeArguments } from "../../core/readiness/synthesis.ts";

type Schema = { [key: string]: Json };

function requiring(property: Json, more: Schema = {}): JsonObject {
  return { type: "object", properties: { p: property }, required: ["p"], ...more };
}

/** Asserts that the first schema fits the budgets, and that the second, one more, does not. */
async function limit(name: string, fits: JsonObject, exceeds: JsonObject): Promise<void> {
  assert.notEqual(await synthesizeArguments(fits), null, `${name} fits`);
  assert.equal(await synthesizeArguments(exceeds), null, `${name} exceeds`);
}

function wrap(times: number, step: (inner: Json) => Json, innermost: Json): Json {
  let value = innermost;
  for (let level = 0; level < times; level++) value = step(value);
  return value;
}

const object = (inner: Json): Json => ({
  type: "object",
  properties: { q: inner },
  required: ["q"],
});
const list = (inner: Json): Json => ({ type: "array", minItems: 1, items: inner });
const text: Json = { type: "string" };

Deno.test("bytes: a literal text of 10 920 bytes passes, 10 921 fail", async () => {
  const literal = (length: number) => requiring({ const: "a".repeat(length) });
  await limit("const", literal(10_920), literal(10_921));
  const umlauts = (length: number) => requiring({ enum: ["ä".repeat(length)] });
  await limit("UTF-8", umlauts(5460), umlauts(5461));
});

Deno.test("bytes: names weigh six times their length", async () => {
  const named = (length: number) => {
    const name = "n".repeat(length);
    return { properties: { [name]: { type: "null" } }, required: [name] };
  };
  // 2 for the object, 6·len + 4 for the name, 4 for null.
  await limit("name", named(10_921), named(10_922));
});

/** Required arrays `p0`, `p1`, … of so many items each. */
function arrays(items: Json, lengths: number[]): JsonObject {
  const names = lengths.map((_, index) => `p${index}`);
  const array = (minItems: number): Json => ({ type: "array", minItems, items });
  return {
    properties: Object.fromEntries(lengths.map((length, index) => [`p${index}`, array(length)])),
    required: names,
  };
}

Deno.test("bytes: formatted texts weigh their length + 2, numbers 32", async () => {
  // 2 for the root; per array 16 for its name, 2 + n for itself.
  const uuid: Json = { type: "string", format: "uuid" };
  const uuids = (last: number) => arrays(uuid, [256, 256, 256, 256, 256, 256, last]);
  await limit("38 per UUID", uuids(141), uuids(142));
  const number: Json = { type: "number" };
  const numbers = (last: number) => arrays(number, [256, 256, 256, 256, 256, 256, 256, last]);
  await limit("32 per number", numbers(189), numbers(190));
});

Deno.test("nodes: 4096", async () => {
  // The root, the name, the array and its items.
  const items = (length: number) => requiring({ const: Array(length).fill([]) });
  await limit("literal items", items(4093), items(4094));
  const members = (count: number) => {
    // Short names: the bytes must not decide.
    const names = Array.from({ length: count }, (_, index) => index.toString(36));
    return requiring({ const: Object.fromEntries(names.map((name) => [name, {}])) });
  };
  // The root, the name, the object; a member is two: its name and its value.
  await limit("literal members", members(2046), members(2047));
});

Deno.test("minItems: 256", async () => {
  const items = (minItems: Json) => requiring({ type: "array", minItems, items: text });
  await limit("minItems", items(256), items(257));
  assert.equal(await synthesizeArguments(items(2n ** 60n)), null);
});

Deno.test("minLength: 16 384", async () => {
  const length = (minLength: Json) => requiring({ type: "string", minLength });
  await limit("minLength", length(16_384), length(16_385));
  assert.equal(await synthesizeArguments(length(2n ** 60n)), null);
  const three = (minLength: number) => ({
    properties: Object.fromEntries(
      ["a", "b", "c", "d"].map((n) => [n, { type: "string", minLength }]),
    ),
    required: ["a", "b", "c", "d"],
  });
  // 2 + 4 × (10 + minLength + 2) bytes.
  await limit("sum", three(16_371), three(16_372));
});

Deno.test("depth: 7 nested objects pass, 8 fail", async () => {
  await limit("objects", requiring(wrap(7, object, text)), requiring(wrap(8, object, text)));
  await limit("items", requiring(wrap(7, list, text)), requiring(wrap(8, list, text)));
});

Deno.test("depth: 7 references pass, 8 fail", async () => {
  const hops = (count: number) => {
    const definition = (index: number): [string, Json] => [
      `r${index}`,
      index === count ? text : { $ref: `#/$defs/r${index + 1}` },
    ];
    const $defs = Object.fromEntries(Array.from({ length: count }, (_, i) => definition(i + 1)));
    return requiring({ $ref: "#/$defs/r1" }, { $defs });
  };
  await limit("references", hops(7), hops(8));
});

Deno.test("depth: 7 branches pass, 8 fail", async () => {
  const branch = (inner: Json): Json => ({ anyOf: [inner] });
  await limit("branches", requiring(wrap(7, branch, text)), requiring(wrap(8, branch, text)));
});

Deno.test("depth: literals count by level, a value at the property's own", async () => {
  const arrays = (levels: number) => requiring({ const: wrap(levels, (inner) => [inner], 1) });
  await limit("arrays", arrays(7), arrays(8));
  const objects = (levels: number) => requiring({ default: wrap(levels, (k) => ({ k }), 1) });
  await limit("objects", objects(7), objects(8));
});

Deno.test("what explodes is given up at once", async () => {
  const start = performance.now();
  const cube: Json = wrap(7, (inner) => ({ type: "array", minItems: 256, items: inner }), text);
  assert.equal(await synthesizeArguments(requiring(cube)), null);
  const twice = (inner: Json): Json => ({
    type: "object",
    properties: Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`p${i}`, inner])),
    required: Array.from({ length: 100 }, (_, i) => `p${i}`),
  });
  const shared = (level: number): [string, Json] => [
    `l${level}`,
    level === 3 ? text : twice({ $ref: `#/$defs/l${level + 1}` }),
  ];
  const $defs = Object.fromEntries([1, 2, 3].map(shared));
  assert.equal(await synthesizeArguments(requiring({ $ref: "#/$defs/l1" }, { $defs })), null);
  assert.equal(await synthesizeArguments(requiring({ type: "array", minItems: 1e15 })), null);
  assert.ok(performance.now() - start < 10_000);
});
