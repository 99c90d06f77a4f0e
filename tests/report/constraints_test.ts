import assert from "node:assert/strict";
import fc from "fast-check";
import {
  encodeJson,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from "../../core/mcp/json.ts";
import { expander } from "../../core/report/constraints.ts";

/** The text of a part of a schema after eight hops. */
function expanded(schema: string, ...path: string[]): string | null {
  const root = parseJson(schema);
  assert.ok(isObject(root));
  const part = path.reduce<Json>((value, key) => isObject(value) ? value[key] ?? null : null, root);
  return expander(root)(part, 8);
}

Deno.test("prose is dropped, names are kept, keys are sorted, numbers keep their kind", () => {
  assert.equal(
    expanded(`{"type":"object","title":"t","description":"d","$comment":"c","default":{},
      "examples":[1],"minimum":1.0,"maximum":1e2,"multipleOf":9007199254740993,
      "properties":{"title":{"type":"string","title":"t"},"default":{"default":1}}}`),
    `{"maximum":100.0,"minimum":1.0,"multipleOf":9007199254740993,` +
      `"properties":{"default":{},"title":{"type":"string"}},"type":"object"}`,
  );
});

Deno.test("each map of names keeps its keys, and its members are schemas again", () => {
  for (
    const map of ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]
  ) {
    assert.equal(
      expanded(`{"${map}":{"title":{"title":"t","${map}":{"title":true}},"$ref":{"x":1}}}`),
      `{"${map}":{"$ref":{"x":1},"title":{"${map}":{"title":true}}}}`,
    );
  }
});

Deno.test("objects inside enum and const lose their prose like schemas", () => {
  assert.equal(
    expanded(`{"enum":[{"title":"t","a":1}],"const":{"default":0,"b":[{"examples":1}]}}`),
    `{"const":{"b":[{}]},"enum":[{"a":1}]}`,
  );
});

Deno.test("a local reference replaces its object, siblings included", () => {
  const schema = `{"$defs":{"a/b":{"type":"string","title":"t"},"c~d":{"minimum":1},"é%":[{}]},
    "properties":{"p":{"$ref":"#/$defs/a~1b","minLength":1},"q":{"$ref":"#/$defs/c~0d"},
    "r":{"$ref":"#/$defs/é%/0"}}}`;
  assert.equal(expanded(schema, "properties", "p"), `{"type":"string"}`);
  assert.equal(expanded(schema, "properties", "q"), `{"minimum":1}`);
  assert.equal(expanded(schema, "properties", "r"), `{}`);
});

Deno.test("a reference to a map of names reads it as a schema", () => {
  const schema = `{"properties":{"title":{},"p":{"const":1},"q":{"$ref":"#/properties"}}}`;
  assert.match(expanded(schema, "properties", "q") ?? "", /^\{"p":\{"const":1\},"q":\{"p":/);
  // After the same number of hops, once as a map of names and once as a schema.
  assert.equal(
    expanded(`{"a":{"$ref":"#/p"},"b":{"$ref":"#/p/properties"},"p":{"properties":{"title":1}}}`),
    `{"a":{"properties":{"title":1}},"b":{},"p":{"properties":{"title":1}}}`,
  );
});

Deno.test("what does not resolve stays as it is written", () => {
  for (
    const reference of [
      `"#/$defs/missing"`,
      `"#anchor"`,
      `"https://example.com/schema#/a"`,
      `"#/properties/p/toString"`,
      `"#/allOf/01"`,
      `"#/allOf/-"`,
      `"#/__proto__"`,
      `7`,
    ]
  ) {
    const schema = `{"allOf":[{},{}],"properties":{"p":{"$ref":${reference},"title":"t"}}}`;
    assert.equal(expanded(schema, "properties", "p"), `{"$ref":${reference}}`);
  }
});

Deno.test("the ninth reference on a path stays as it is written", () => {
  const links = Array.from(
    { length: 10 },
    (_, index) => `"${index}":{"$ref":"#/$defs/${index + 1}"}`,
  );
  const chain = `{"$defs":{${links.join(",")},"10":{"const":0}}}`;
  assert.equal(expanded(chain, "$defs", "0"), `{"$ref":"#/$defs/9"}`);
  assert.equal(expanded(chain, "$defs", "2"), `{"const":0}`);
  const cycle = `{"properties":{"p":{"$ref":"#/properties/p"}}}`;
  assert.equal(expanded(cycle, "properties", "p"), `{"$ref":"#/properties/p"}`);
});

Deno.test("a text over the limit is not built, fewer hops give one", () => {
  const names = Array.from({ length: 20 }, (_, index) => [`p${index}`, { $ref: "#" }]);
  const root: JsonObject = { properties: Object.fromEntries(names) };
  const expand = expander(root);
  // 146 characters and 20 references of 12; each hop puts the previous text in their place.
  assert.deepEqual(
    [0, 1, 2, 3, 4, 8].map((hops) => expand(root, hops)?.length ?? null),
    [386, 7866, 157_466, 3_149_466, null, null],
  );
});

Deno.test("the deepest schema that can be read is expanded at every hop", () => {
  let inner = `{"$ref":"#"}`;
  for (let depth = 0; depth < 60; depth++) inner = `{"a":[${inner}]}`;
  const text = expanded(`{"properties":{"p":${inner}}}`, "properties", "p") ?? "";
  assert.equal(text.match(/\{"properties":/g)?.length, 8);
});

/** The rule as it is written down, without any sharing. */
function plainly(root: JsonObject, node: Json, hops: number, names = false): Json {
  if (Array.isArray(node)) return node.map((item) => plainly(root, item, hops));
  if (!isObject(node)) return node;
  const reference = node.$ref;
  if (!names && hops > 0 && typeof reference === "string") {
    const keys = reference.split("/").slice(1);
    let target: Json | undefined = root;
    for (const key of keys) target = isObject(target) ? target[key] : undefined;
    if (target !== undefined) return plainly(root, target, hops - 1);
  }
  const prose = ["description", "title", "examples", "$comment", "default"];
  const maps = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
  return Object.fromEntries(
    Object.entries(node).filter(([key]) => names || !prose.includes(key))
      .map(([key, value]) => [key, plainly(root, value, hops, !names && maps.includes(key))]),
  );
}

const keyword = fc.constantFrom("type", "title", "default", "properties", "$defs", "items", "a");
const { schema } = fc.letrec<{ schema: Json; object: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Json>(null, true, "text", 1, 2.5),
    fc.constantFrom(
      "#",
      "#/$defs",
      "#/$defs/a",
      "#/properties",
      "#/properties/a",
      "#/properties/title",
      "#/items",
      "#/nowhere",
    ).map(($ref): Json => ({ $ref, title: "t" })),
    fc.array(tie("schema"), { maxLength: 2 }),
    tie("object"),
  ),
  object: fc.dictionary(keyword, tie("schema"), { maxKeys: 3, noNullPrototype: true }),
}));

Deno.test("sharing changes no text", () => {
  const root = fc.record({
    $defs: fc.record({ a: schema }),
    properties: fc.record({ a: schema, title: schema }),
    items: schema,
  });
  fc.assert(fc.property(root, fc.integer({ min: 0, max: 4 }), (value, hops) => {
    assert.equal(expander(value)(value, hops), encodeJson(plainly(value, value, hops)));
  }));
});
