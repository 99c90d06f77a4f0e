import assert from "node:assert/strict";
import type { Json } from "../../core/mcp/json.ts";
import { parseJson } from "../../core/mcp/json.ts";
import { compileSchema } from "../../core/schema/validator.ts";
import { judge, judgeText, type Verdict, within } from "./check.ts";

type Schema = { [key: string]: Json };

/** Generous: on an idle machine each of these takes less than two seconds. */
const LIMIT = 30_000;

/** Asserts that a verdict comes, and which. */
async function bounded(
  name: string,
  schema: Schema,
  value: Json,
  expected: Verdict,
): Promise<void> {
  assert.equal(await within(LIMIT, () => judge(schema, value)), expected, name);
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function named<T>(count: number, make: (index: number) => T): { [key: string]: T } {
  return Object.fromEntries(times(count, (index) => [`p${index}`, make(index)]));
}

function nested(depth: number, wrap: (inner: Json) => Json, innermost: Json): Json {
  let value = innermost;
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
}

/** Definitions that each use the next one twice: 2^height ways down. */
function tower(keyword: string, height: number): Schema {
  const level = (index: number): [string, Json] => {
    const next = { $ref: `#/$defs/a${index + 1}` };
    return [`a${index}`, { [keyword]: [next, next] }];
  };
  const $defs = Object.fromEntries([...times(height, level), [`a${height}`, { type: "string" }]]);
  return { $ref: "#/$defs/a0", $defs };
}

Deno.test("references that lead back to themselves", async () => {
  const a = { $ref: "#/$defs/b" };
  await bounded("root", { $ref: "#" }, {}, "refused");
  await bounded("allOf", { allOf: [{ $ref: "#" }] }, {}, "refused");
  await bounded("not", { not: { $ref: "#" } }, {}, "refused");
  await bounded("if", { if: { $ref: "#" }, then: { type: "object" } }, {}, "refused");
  await bounded("two", { ...a, $defs: { b: { $ref: "#/$defs/c" }, c: a } }, {}, "refused");
  await bounded("dynamic", { $dynamicAnchor: "x", $dynamicRef: "#x" }, {}, "refused");
  await bounded("not taken", { properties: { p: { $ref: "#" } } }, { p: { p: 1 } }, "accepted");
});

Deno.test("towers of combined references", async () => {
  for (const keyword of ["allOf", "anyOf", "oneOf"]) {
    await bounded(keyword, tower(keyword, 64), 1, "refused");
  }
  await bounded("allOf holds", tower("allOf", 64), "x", "refused");
  await bounded("anyOf holds", tower("anyOf", 64), "x", "accepted");
  await bounded("low enough", tower("allOf", 10), "x", "accepted");
});

Deno.test("a check that was too much work once fails ever after", async () => {
  const accepts = await compileSchema({ ...tower("anyOf", 64), type: ["string", "number"] });
  assert.equal(accepts?.("x"), true);
  assert.equal(accepts?.(1), false);
  assert.equal(accepts?.("x"), false);
});

Deno.test("recursion that doubles with each level of the data", async () => {
  const schema = {
    properties: { x: { anyOf: [{ $ref: "#" }, { $ref: "#" }] } },
    additionalProperties: false,
  };
  await bounded("deep", schema, nested(60, (x) => ({ x }), { y: 1 }), "refused");
  await bounded("fits", { ...schema }, nested(60, (x) => ({ x }), {}), "accepted");
});

Deno.test("long chains of references", async () => {
  const chain = (length: number): Schema => ({
    $ref: "#/$defs/p0",
    $defs: {
      ...named(length, (index) => ({ $ref: `#/$defs/p${index + 1}` })),
      [`p${length}`]: { type: "string" },
    },
  });
  await bounded("200", chain(200), "x", "accepted");
  await bounded("200", chain(200), 1, "refused");
  await bounded("3000", chain(3000), "x", "unusable");
});

Deno.test("large values", async () => {
  const million = times(1_000_000, () => 1);
  await bounded("items", { items: { type: "integer" } }, million, "accepted");
  await bounded("contains", { contains: { type: "string" } }, million, "refused");
  const called = { contains: { $ref: "#/$defs/s" }, $defs: { s: { type: "string" } } };
  await bounded("contains a reference", called, million.slice(0, 300_000), "refused");
  const unique = times(200_000, (index) => ({ a: index }));
  await bounded("unique", { uniqueItems: true }, unique, "accepted");
  await bounded("not unique", { uniqueItems: true }, [...unique, { a: 0 }], "refused");
  const again = times(50, () => times(100_000, (index) => index));
  await bounded("unique again and again", { items: { uniqueItems: true } }, again, "refused");
});

Deno.test("many branches over one large value", async () => {
  const branches = (make: (index: number) => Json): Schema => ({ anyOf: times(3000, make) });
  const text = "é".repeat(2_000_000);
  const members = named(200_000, () => 1);
  await bounded("lengths", branches((n) => ({ maxLength: 1_500_000 + n })), text, "refused");
  await bounded("formats", branches(() => ({ format: "email" })), text, "refused");
  await bounded("members", branches((n) => ({ minProperties: 250_000 + n })), members, "refused");
  const named1 = branches(() => ({ additionalProperties: { type: "null" } }));
  await bounded("names", named1, { ["~/".repeat(1_000_000)]: 1 }, "refused");
  const list = times(100_000, () => ({}));
  const wide = { items: branches((n) => ({ required: [`a${n}`] })) };
  await bounded("items", wide, list, "refused");
  const literal = nested(1, (x) => x, times(50_000, (n) => n));
  const same = { items: { anyOf: times(100, () => ({ const: [...literal as number[], "x"] })) } };
  await bounded("literals", same, times(100, () => [...literal as number[], "y"]), "refused");
});

Deno.test("large schemas", async () => {
  const text = { type: "string", minLength: 1, description: "x" };
  await bounded("1000 properties", { properties: named(1000, () => text) }, {}, "accepted");
  const wide = { properties: named(2500, () => text), required: Object.keys(named(2500, () => 1)) };
  await bounded("2500 properties", wide, named(2500, () => "x"), "accepted");
  await bounded("2500 properties", wide, named(2500, () => 1), "refused");
  await bounded("50000 properties", { properties: named(50_000, () => text) }, {}, "unusable");
  await bounded(
    "2 MiB of prose",
    { type: "object", description: "x".repeat(2 ** 21) },
    {},
    "accepted",
  );
  const values = times(150_000, (n) => `value ${n}`);
  await bounded("150000 values", { enum: values }, "value 149999", "accepted");
  await bounded("150000 values", { enum: values }, "value 150000", "refused");
  const long = "n".repeat(100_000);
  const inside = { [long]: { properties: named(1000, () => text) } };
  await bounded("a long name before many", { properties: inside }, {}, "unusable");
  await bounded("a long name", { properties: { [long]: text } }, { [long]: 1 }, "refused");
  const target = { properties: named(300, () => text) };
  const refs = { properties: named(300, () => ({ $ref: "#/$defs/t" })), $defs: { t: target } };
  await bounded("many references to much", refs, { p1: { p1: 1 } }, "refused");
});

Deno.test("many and large patterns", async () => {
  const counted = (prefix: string) => ({
    anyOf: times(3000, (n) => ({ pattern: `${prefix}x{1,${500 + n % 500}}y${n}\\b` })),
  });
  await bounded("counted", counted(""), "x".repeat(1000), "unusable");
  await bounded("classes", counted("(?i)\\pL{1,400}"), "x".repeat(1000), "unusable");
  await bounded("2 MiB", { pattern: "a".repeat(2 ** 21) }, "a", "unusable");
  const names = { patternProperties: named(500, () => ({ type: "string" })) };
  await bounded("of names", names, named(500, () => "x"), "accepted");
  const referring = `x${"()".repeat(8000)}y\\1`;
  await bounded("groups", { pattern: referring }, "x".repeat(2000), "refused");
  const ofNames = { patternProperties: { [referring]: false } };
  await bounded("groups in names", ofNames, { ["x".repeat(2000)]: 1 }, "accepted");
  const written = (n: number) => `(?=)(?:(?:(?:a{20}){20}){20}){18}${n}`;
  const many = { properties: named(800, (n) => ({ pattern: written(n) })) };
  await bounded("counted within each other", many, {}, "unusable");
  const expressions = { items: { format: "regex" } };
  await bounded("a few expressions", expressions, times(3, written), "accepted");
  await bounded("many expressions", expressions, times(800, written), "refused");
});

Deno.test("deep schemas and values", async () => {
  const deep = nested(60, (inner) => ({ properties: { a: inner } }), { type: "string" });
  await bounded("properties", deep as Schema, nested(60, (a) => ({ a }), "x"), "accepted");
  await bounded("properties", deep as Schema, nested(60, (a) => ({ a }), 1), "refused");
  const not = nested(100, (inner) => ({ not: inner }), { type: "string" });
  await bounded("not", not as Schema, "x", "accepted");
  const far = nested(129, (inner) => ({ not: inner }), {});
  await bounded("deeper than JSON from the wire", far as Schema, 1, "unusable");
});

Deno.test("long addresses", async () => {
  for (const address of ["a", "../", "/", "[", "%41", "http://a/../"]) {
    const long = address.repeat(400_000);
    for (const keyword of ["$id", "$anchor", "$ref", "$dynamicRef", "$schema"]) {
      await bounded(`${keyword} ${address}`, { [keyword]: long }, {}, "unusable");
    }
  }
  const parts = named(2000, (n) => ({ $id: `part${n}`, $anchor: `a${n}`, type: "string" }));
  await bounded("many", { $id: "http://x/", $ref: "part1999", $defs: parts }, "x", "accepted");
});

Deno.test("hostile names are names like any other", async () => {
  const names = [
    ...['a"b', "a'b", "`${1}`\\", "\u2028\u2029\u0000", "*/ throw 1 //", "\n", "</script>"],
    ...["let vErrors = null;", "for(let i0=0;){", "vErrors.push(err1)", "é😀", " "],
    ...["constructor", "toString", "valueOf", "hasOwnProperty", "self", "scope", "validate0"],
  ];
  const schema = {
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
    required: names,
    additionalProperties: false,
  };
  const good = Object.fromEntries(names.map((name) => [name, "x"]));
  assert.equal(await judge(schema, good), "accepted");
  assert.equal(await judge(schema, {}), "refused");
  for (const name of names) {
    assert.equal(await judge(schema, { ...good, [name]: 1 }), "refused", name);
    const { [name]: _, ...without } = good;
    assert.equal(await judge(schema, without), "refused", name);
    assert.equal(
      await judge({ $ref: `#/x/${name}`, x: { [name]: false } }, {}) === "accepted",
      false,
    );
  }
});

Deno.test("__proto__ harms nobody", async () => {
  const schema = '{"properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}';
  assert.equal(await judgeText(schema, '{"__proto__":"x"}'), "accepted");
  assert.equal(await judgeText(schema, "{}"), "refused");
  assert.equal(await judgeText('{"const":{"__proto__":1}}', '{"__proto__":1}'), "accepted");
  assert.equal(await judgeText('{"const":{"__proto__":1}}', "{}"), "refused");
  assert.equal(await judgeText('{"__proto__":{"type":"string"}}', "1"), "accepted");
  assert.equal(await judgeText('{"required":["a"]}', '{"__proto__":{"a":1}}'), "refused");
  assert.equal(Object.hasOwn(Object.prototype, "type"), false);
});

Deno.test("methods of the data are not called", async () => {
  const data = '{"valueOf":1,"toString":2,"constructor":3,"hasOwnProperty":4,"length":5}';
  for (const keyword of ['"const":{"a":1}', '"enum":[{"a":1},[]]', '"type":"array"']) {
    assert.equal(await judgeText(`{${keyword}}`, data), "refused");
  }
  assert.equal(await judgeText(`{"const":${data}}`, data), "accepted");
  assert.equal(await judgeText('{"uniqueItems":true}', `[${data},${data}]`), "refused");
  assert.equal(await judgeText('{"required":["toString"]}', "{}"), "refused");
  assert.equal(await judgeText('{"properties":{"toString":{"type":"string"}}}', "{}"), "accepted");
});

Deno.test("a schema is compiled once", () => {
  const schema = parseJson('{"type":"object"}');
  assert.equal(compileSchema(schema), compileSchema(schema));
});
