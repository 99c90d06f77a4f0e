import assert from "node:assert/strict";
import fc from "fast-check";
import { encodeJson, type Json, parseJson } from "../../core/mcp/json.ts";
import { type EnumTables, learnEnums } from "../../core/capture/enums.ts";
import { projectShape, shapeArguments } from "../../core/capture/shape.ts";
import { urlClass } from "../../core/capture/url-class.ts";
import { anyJson } from "./json.ts";

/** The shape of a JSON text, as JSON. */
function shape(text: string, schema: Json = {}): string {
  const tables: EnumTables = new Map();
  learnEnums(tables, { tools: [{ name: "t", inputSchema: schema }] });
  const shaped = shapeArguments(parseJson(text), { enums: tables.get("t"), urlClass });
  return encodeJson(shaped as Json);
}

/** The projection of a JSON text, as JSON. */
function project(text: string): string {
  return encodeJson(projectShape(parseJson(text)) as Json);
}

Deno.test("numbers keep the digits of their literal or the shortest that give the double back", () => {
  const numbers: [literal: string, text: string][] = [
    ["0", "0"],
    ["-0", "-0.0"],
    ["0.0", "0.0"],
    ["-0.0", "-0.0"],
    ["1", "1"],
    ["-17", "-17"],
    ["1.0", "1.0"],
    ["1e3", "1000.0"],
    ["1.50", "1.5"],
    ["18446744073709551615", "18446744073709551615"],
    ["18446744073709551616", "1.8446744073709552e+19"],
    ["-9223372036854775808", "-9223372036854775808"],
    ["-9223372036854775809", "-9.223372036854776e+18"],
    ["9007199254740993", "9007199254740993"],
    ["9007199254740993.0", "9007199254740992.0"],
    ["9999999999999998.0", "9999999999999998.0"],
    ["1e15", "1000000000000000.0"],
    ["1e16", "1e+16"],
    ["1.5e300", "1.5e+300"],
    ["0.00001", "0.00001"],
    ["1e-5", "0.00001"],
    ["1e-6", "1e-6"],
    ["0.000009", "9e-6"],
    ["5e-324", "5e-324"],
  ];
  for (const [literal, text] of numbers) {
    assert.deepEqual([literal, shape(literal)], [literal, `"num:${text}"`]);
    assert.deepEqual([literal, project(literal)], [literal, `"num:${text}"`]);
  }
});

Deno.test("other scalars become tokens", () => {
  const scalars: [text: string, token: string][] = [
    ["null", '"null"'],
    ["true", '"bool:true"'],
    ["false", '"bool:false"'],
    ['""', '"str<8"'],
    ['"eight by"', '"str<8"'],
    ['"nine byte"', '"str<32"'],
    ['"3F2B8C1E-9D4A-4E6F-8B7C-112233445566"', '"uuid"'],
    ['"{3f2b8c1e-9d4a-4e6f-8b7c-112233445566}"', '"uuid"'],
    ['"http://a.b.github.io/x?y"', '"url:b.github.io"'],
    ['"http://a_b.com/"', '"str<32"'],
    [`"${"x".repeat(5000)}"`, '"str>4096"'],
  ];
  for (const [text, token] of scalars) assert.equal(shape(text), token);
});

Deno.test("a string that looks like a token is shaped like any other", () => {
  for (const text of ["null", "uuid", "str<4096", "num:1", "url:ip", "enum:x", "empty"]) {
    assert.equal(shape(JSON.stringify(text)), '"str<8"');
  }
  assert.equal(shape('"bool:true"'), '"str<32"');
});

Deno.test("arrays keep their length and first element", () => {
  assert.equal(shape("[]"), '{"array":0,"items":"empty"}');
  assert.equal(shape('[1,"x",{}]'), '{"array":3,"items":"num:1"}');
  assert.equal(shape("[[null]]"), '{"array":1,"items":{"array":1,"items":"null"}}');
});

Deno.test("objects keep their keys, sorted by bytes", () => {
  assert.equal(
    shape('{"b":1,"a":{"z":"x","Z":2},"constructor":3,"__proto__":{"__proto__":4}}'),
    '{"__proto__":{"__proto__":"num:4"},"a":{"Z":"num:2","z":"str<8"},"b":"num:1",' +
      '"constructor":"num:3"}',
  );
  assert.equal(shape("{}"), "{}");
  assert.equal(
    shape('{"me@example.com":1,"you@example.com":"x","2":3}'),
    '{"str<32":"num:1","str<32#2":"str<8","str<8":"num:3"}',
  );
});

Deno.test("a number is no count, whatever its key is called", () => {
  assert.equal(shape('{"array":3,"object":4}'), '{"array":"num:3","object":"num:4"}');
  assert.equal(shape('{"array":3,"items":"x"}'), '{"array":"num:3","items":"str<8"}');
});

const COLORS = {
  properties: {
    a: { enum: ["red", "two words", "3f2b8c1e-9d4a-4e6f-8b7c-112233445566", "http://x.com/"] },
    list: { items: { enum: ["red"] } },
  },
};

Deno.test("an enum member comes before every other recognition", () => {
  assert.equal(shape('{"a":"red","b":"red"}', COLORS), '{"a":"enum:red","b":"str<8"}');
  assert.equal(
    shape('{"a":"3f2b8c1e-9d4a-4e6f-8b7c-112233445566"}', COLORS),
    '{"a":"enum:3f2b8c1e-9d4a-4e6f-8b7c-112233445566"}',
  );
  assert.equal(shape('{"list":["red","x"]}', COLORS), '{"list":{"array":2,"items":"enum:red"}}');
});

Deno.test("a member outside the grammar of tool names becomes the bucket of its token", () => {
  assert.equal(shape('{"a":"two words"}', COLORS), '{"a":"str<32"}');
  assert.equal(shape('{"a":"http://x.com/"}', COLORS), '{"a":"str<32"}');
  assert.equal(shape('"five "', { enum: ["five "] }), '"str<32"');
});

Deno.test("the projection keeps what is canonical and shapes the rest", () => {
  const cases: [stored: string, projected: string][] = [
    ['"uuid"', '"uuid"'],
    ['"enum:red"', '"enum:red"'],
    ['"enum:two words"', '"str<32"'],
    ['"hello"', '"str<8"'],
    ['"3f2b8c1e-9d4a-4e6f-8b7c-112233445566"', '"str<128"'],
    ['"http://example.com/"', '"str<32"'],
    ["[]", '{"array":0,"items":"empty"}'],
    ['["x",2]', '{"array":2,"items":"str<8"}'],
    ['{"array":3,"items":"x"}', '{"array":3,"items":"str<8"}'],
    ['{"array":3.0}', '{"array":"num:3.0"}'],
    ['{"array":-3}', '{"array":"num:-3"}'],
    ['{"array":18446744073709551615}', '{"array":18446744073709551615}'],
    ['{"object":7,"x":7}', '{"object":7,"x":"num:7"}'],
    ['{"array":[1]}', '{"array":{"array":1,"items":"num:1"}}'],
    ['{"str<8":"null","str<8#2":null}', '{"str<8":"null","str<8#2":"null"}'],
  ];
  for (const [stored, projected] of cases) assert.equal(project(stored), projected);
});

Deno.test("the projection of a shape is the shape, and projecting twice is projecting once", () => {
  fc.assert(fc.property(anyJson(), (value) => {
    const shaped = shapeArguments(value, { enums: undefined, urlClass }) as Json;
    assert.equal(encodeJson(projectShape(shaped) as Json), encodeJson(shaped));
    const projected = projectShape(value) as Json;
    assert.equal(encodeJson(projectShape(projected) as Json), encodeJson(projected));
  }));
});
