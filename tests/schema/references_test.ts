import assert from "node:assert/strict";
import type { Json } from "../../core/mcp/json.ts";
import { resolvePointer } from "../../core/schema/pointer.ts";
import { ALL, assertIn, judge } from "./check.ts";

const DRAFT_07 = "http://json-schema.org/draft-07/schema#";
const DRAFT_2019 = "https://json-schema.org/draft/2019-09/schema";

Deno.test("definitions and $defs are followed in every dialect", async () => {
  for (const keyword of ["definitions", "$defs"]) {
    const schema = {
      properties: { p: { $ref: `#/${keyword}/a` } },
      [keyword]: { a: { $ref: `#/${keyword}/b` }, b: { type: "string" } },
    };
    await assertIn(ALL, schema, { p: "x" }, "accepted", "accepted");
    await assertIn(ALL, schema, { p: 1 }, "refused", "refused");
  }
});

Deno.test("a reference may lead anywhere in the document", async () => {
  const schema = {
    properties: { p: { $ref: "#/x-shared/types/0" }, q: { $ref: "#/properties/p" } },
    "x-shared": { types: [{ type: "string" }] },
  };
  await assertIn(ALL, schema, { p: "x", q: "y" }, "accepted", "accepted");
  await assertIn(ALL, schema, { q: 1 }, "refused", "refused");
});

Deno.test("pointers are unescaped, also from percent encoding", async () => {
  const names: [string, string][] = [
    ["a/b", "a~1b"],
    ["a~b", "a~0b"],
    ["a b", "a%20b"],
    ["ä", "%C3%A4"],
    ["a%b", "a%25b"],
    ["用户", "用户"],
    ["List<T>", "List<T>"],
  ];
  for (const [name, token] of names) {
    const schema = { $ref: `#/$defs/${token}`, $defs: { [name]: { type: "string" } } };
    assert.equal(await judge(schema, "x"), "accepted", name);
    assert.equal(await judge(schema, 1), "refused", name);
  }
});

Deno.test("siblings of $ref count from 2019-09", async () => {
  for (const sibling of [{ maximum: 0 }, { type: "string" }, { not: {} }, { enum: [2] }]) {
    const schema = { allOf: [{ $ref: "#/definitions/a", ...sibling }], definitions: { a: {} } };
    await assertIn(["2019-09", "2020-12"], schema, 1, "refused", "accepted");
  }
});

Deno.test("recursive schemas", async () => {
  const tree = {
    type: "object",
    properties: { children: { type: "array", items: { $ref: "#" } } },
    additionalProperties: false,
  };
  await assertIn(ALL, tree, { children: [{ children: [] }, {}] }, "accepted", "accepted");
  await assertIn(ALL, tree, { children: [{ childs: [] }] }, "refused", "refused");
});

Deno.test("$recursiveRef leads to the root, $dynamicRef to its anchor", async () => {
  const recursive: Json = {
    $schema: DRAFT_2019,
    $recursiveAnchor: true,
    properties: { child: { $recursiveRef: "#" } },
    additionalProperties: false,
  };
  const dynamic: Json = {
    $dynamicAnchor: "node",
    properties: { child: { $dynamicRef: "#node" } },
    additionalProperties: false,
  };
  const inner: Json = {
    type: "object",
    properties: { child: { $dynamicRef: "#item", description: "x" } },
    $defs: {
      item: { $dynamicAnchor: "item", properties: { child: {} }, additionalProperties: false },
    },
  };
  for (const schema of [recursive, dynamic, inner]) {
    assert.equal(await judge(schema, { child: { child: {} } }), "accepted");
    assert.equal(await judge(schema, { child: { kid: {} } }), "refused");
  }
});

Deno.test("dynamic references mean nothing to the dialects before and after", async () => {
  const dynamic = { $dynamicRef: "https://example.com/x" };
  await assertIn(["2020-12"], dynamic, {}, "unusable", "accepted");
  const recursive = { $recursiveRef: "https://example.com/x" };
  await assertIn(["2019-09"], recursive, {}, "unusable", "accepted");
  const root = { properties: { p: { $dynamicRef: "#" } }, maxProperties: 1 };
  await assertIn(["2020-12"], root, { p: { a: 1, b: 2 } }, "refused", "accepted");
});

Deno.test("a $dynamicRef beside a $ref adds to it", async () => {
  const schema = {
    $ref: "#/$defs/a",
    $dynamicRef: "#b",
    $defs: { a: { required: ["a"] }, b: { $dynamicAnchor: "b", required: ["b"] } },
  };
  assert.equal(await judge(schema, { a: 1, b: 1 }), "accepted");
  assert.equal(await judge(schema, { a: 1 }), "refused");
  assert.equal(await judge(schema, { b: 1 }), "refused");
});

Deno.test("a schema may refer to itself by its own address, and to its anchors", async () => {
  const part = { a: { $id: "part", type: "string" } };
  const anchored = { a: { $anchor: "text", type: "string" } };
  const schemas: { [key: string]: Json }[] = [
    { $id: "https://example.com/s", $ref: "https://example.com/s#/$defs/a", $defs: anchored },
    { $id: "https://example.com/s", $ref: "#/$defs/a", $defs: anchored },
    { $id: "https://example.com/dir/s", $ref: "part", $defs: part },
    { $id: "https://example.com/dir/s", $ref: "/dir/part", $defs: part },
    { $id: "urn:example:s", $ref: "#text", $defs: anchored },
    { $id: "s.json", $ref: "#text", $defs: anchored },
    { $id: "s.json", $ref: "s.json#/$defs/a", $defs: anchored },
    { $ref: "#text", $defs: anchored },
    { $ref: "part", $defs: part },
  ];
  for (const schema of schemas) {
    assert.equal(await judge(schema, "x"), "accepted", JSON.stringify(schema));
    assert.equal(await judge(schema, 1), "refused", JSON.stringify(schema));
  }
});

Deno.test("$anchor was introduced in 2019-09", async () => {
  const schema = { properties: { p: { $ref: "#a" } }, $defs: { x: { $anchor: "a" } } };
  await assertIn(["2019-09", "2020-12"], schema, {}, "accepted", "unusable");
});

Deno.test("a $ref into nothing is unusable", async () => {
  for (const $ref of ["#/$defs/nope", "#nope", "#/properties/p/items", "##", "#/%"]) {
    const schema = { type: "object", properties: { p: { $ref } } };
    assert.equal(await judge(schema, {}), "unusable", $ref);
  }
});

Deno.test("a reference to another document is unusable, also where nothing uses it", async () => {
  const elsewhere = [
    "http://example.com/s",
    "https://example.com/s#/$defs/a",
    "other.json",
    "/abs",
    "file:///etc/passwd",
    "data:application/json,{}",
    "urn:example:s",
    "//example.com/s",
    "http://[",
    `#${"a".repeat(5000)}`,
  ];
  for (const $ref of elsewhere) {
    const schemas: Json[] = [
      { $ref },
      { $defs: { unused: { $ref } } },
      { $defs: { unused: { $dynamicRef: $ref } } },
      { properties: { p: { items: { anyOf: [{ $ref }] } } } },
    ];
    for (const schema of schemas) assert.equal(await judge(schema, {}), "unusable", $ref);
  }
});

Deno.test("nothing is ever fetched", async () => {
  let requests = 0;
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, () => {
    requests++;
    return Response.json({ type: "object" });
  });
  const address = `http://127.0.0.1:${server.addr.port}/schema`;
  for (const keyword of ["$ref", "$schema", "$dynamicRef"]) {
    assert.equal(await judge({ [keyword]: address }, {}), "unusable", keyword);
  }
  assert.equal(await judge({ $id: address, type: "object" }, {}), "accepted");
  await server.shutdown();
  assert.equal(requests, 0);
});

Deno.test("references to the dialect's own metaschema need no fetching", async () => {
  const schema = { properties: { s: { $ref: "https://json-schema.org/draft/2020-12/schema" } } };
  assert.equal(await judge(schema, { s: { type: "string" } }), "accepted");
  assert.equal(await judge(schema, { s: { type: "strin" } }), "refused");
  const old = { $schema: DRAFT_07, properties: { s: { $ref: DRAFT_07 } } };
  assert.equal(await judge(old, { s: { type: "string" } }), "accepted");
  assert.equal(await judge(old, { s: { type: "strin" } }), "refused");
});

Deno.test("what one schema calls itself does not reach another", async () => {
  const first = { $id: "https://example.com/shared", $defs: { a: { $id: "a", type: "string" } } };
  const second = { $id: "https://example.com/shared", type: "number" };
  assert.equal(await judge({ ...first, $ref: "a" }, "x"), "accepted");
  assert.equal(await judge(second, 1), "accepted");
  assert.equal(await judge(second, "x"), "refused");
  assert.equal(await judge({ $ref: "https://example.com/shared" }, 1), "unusable");
  const third = { $id: "https://example.com/shared", $defs: { a: { $id: "a", type: "null" } } };
  assert.equal(await judge({ ...third, $ref: "a" }, null), "accepted");
  const inside = (type: string) => ({ $defs: { a: { $id: "https://example.com/part", type } } });
  assert.equal(await judge({ ...inside("string"), $ref: "#/$defs/a" }, "x"), "accepted");
  assert.equal(await judge({ ...inside("null"), $ref: "#/$defs/a" }, null), "accepted");
  // In the oldest dialect an example may look like a schema with an address.
  const example = (type: string) => ({
    $schema: "http://json-schema.org/draft-04/schema#",
    type,
    examples: { id: "https://example.com/example", type },
  });
  assert.equal(await judge(example("string"), "x"), "accepted");
  assert.equal(await judge(example("null"), null), "accepted");
});

Deno.test("a schema that cannot be compiled harms no later one", async () => {
  for (let round = 0; round < 3; round++) {
    assert.equal(await judge({ $ref: "#/nope" }, 1), "unusable");
    assert.equal(await judge({ $id: "https://example.com/x", pattern: "(" }, 1), "unusable");
    assert.equal(await judge({ $id: "https://example.com/x", type: "number" }, 1), "accepted");
    assert.equal(await judge({ properties: { a: { $id: "" } }, type: "object" }, {}), "accepted");
  }
});

Deno.test("an address may be called like a method of objects", async () => {
  for (const $id of ["__proto__", "constructor", "toString", "schema", "baseId"]) {
    assert.equal(await judge({ $id, type: "string" }, "x"), "accepted", $id);
    assert.equal(await judge({ $id, type: "string" }, 1), "refused", $id);
  }
});

Deno.test("pointers for synthesis: escapes of the pointer, no percent decoding, no anchors", () => {
  const root: Json = { a: { "b/c": [1, { "~": 2 }], "": 3, "x%20y": 4 }, list: [5] };
  const cases: [string, Json | undefined][] = [
    ["#", root],
    ["#/a/b~1c/0", 1],
    ["#/a/b~1c/1/~0", 2],
    ["#/a/", 3],
    ["#/a/x%20y", 4],
    ["#/a/x y", undefined],
    ["#/list/0", 5],
    ["#/list/00", undefined],
    ["#/list/-", undefined],
    ["#/list/1", undefined],
    ["#/list/length", undefined],
    ["#/constructor", undefined],
    ["#/a/__proto__", undefined],
    ["#a", undefined],
    ["/a", undefined],
    ["", undefined],
  ];
  for (const [reference, expected] of cases) {
    assert.equal(resolvePointer(root, reference), expected, reference);
  }
  assert.equal(resolvePointer(root, 5), undefined);
});
