import assert from "node:assert/strict";
import fc from "fast-check";
import { projectShape, shapeArguments } from "../../core/capture/shape.ts";
import { restoreArguments } from "../../core/findings/placeholders.ts";
import { encodeJson, isObject, type Json, parseJson } from "../../core/mcp/json.ts";
import type { Shape } from "../../core/records.ts";
import { anyJson } from "../capture/json.ts";

/** Restored arguments as JSON, and `path (shape)` of each placeholder; null for no shape. */
function restored(shape: string): [string, string[]] | null {
  const restored = restoreArguments(parseJson(shape) as Shape);
  if (restored === null) return null;
  const fills = restored.placeholders.map(({ path, shape }) => `${path} (${shape})`);
  return [encodeJson(restored.arguments), fills];
}

Deno.test("tokens come back as values, or as placeholders", () => {
  const shapes: [shape: string, args: string, fills: string[]][] = [
    ["{}", "{}", []],
    ['{"a":"enum:x"}', '{"a":"x"}', []],
    ['{"a":"num:1.0"}', '{"a":1.0}', []],
    ['{"a":"num:-0.0"}', '{"a":-0.0}', []],
    ['{"a":"num:1e+16"}', '{"a":1e+16}', []],
    ['{"a":"num:18446744073709551615"}', '{"a":18446744073709551615}', []],
    ['{"a":"bool:true","b":"bool:false","c":"null"}', '{"a":true,"b":false,"c":null}', []],
    ['{"a":"str<8"}', '{"a":""}', ["a (str<8)"]],
    ['{"a":"str>4096"}', '{"a":""}', ["a (str>4096)"]],
    ['{"a":"url:example.com"}', '{"a":""}', ["a (url:example.com)"]],
    ['{"a":"uuid"}', '{"a":"00000000-0000-0000-0000-000000000000"}', ["a (uuid)"]],
    [
      '{"a":{"array":2,"items":"str<8"}}',
      '{"a":[]}',
      ['a ({"array":2,"items":"str<8"})'],
    ],
    ['{"a":{"array":0,"items":"empty"}}', '{"a":[]}', []],
    [
      '{"a":"uuid","b":{"a":"str<32","z":"str<8"}}',
      '{"a":"00000000-0000-0000-0000-000000000000","b":{"a":"","z":""}}',
      ["a (uuid)", "b.a (str<32)", "b.z (str<8)"],
    ],
    ['{"a.b":"str<8"}', '{"a.b":""}', ["a.b (str<8)"]],
  ];
  for (const [shape, args, fills] of shapes) {
    assert.deepEqual(restored(shape), [args, fills], shape);
  }
});

Deno.test("a key that was not recorded has to be filled in, whatever its value is", () => {
  assert.deepEqual(restored('{"str<32":"num:5","str<8#2":"str<8"}'), [
    '{"str<32":5,"str<8#2":""}',
    ["str<32 (num:5)", "str<8#2 (str<8)"],
  ]);
});

Deno.test("what is no shape of arguments is refused", () => {
  for (
    const shape of [
      '"bogus"',
      '"empty"',
      '{"a":"bogus"}',
      '{"a":5}',
      '{"a":"num:abc"}',
      '{"a":"num:"}',
      '{"a":"num:1e400"}',
      '{"a":"num:\\"x\\""}',
      '{"a":{"array":2}}',
      '{"a":{"array":2,"items":"str<8","x":"null"}}',
      '{"a":{"array":-1,"items":"str<8"}}',
      '{"a":{"array":1.0,"items":"str<8"}}',
      '{"a":{"object":3}}',
    ]
  ) {
    assert.equal(restored(shape), null, shape);
  }
});

/** Whether an object of the value has a member that shapes use for counts. */
function usesCounts(value: Json): boolean {
  if (Array.isArray(value)) return value.some(usesCounts);
  if (!isObject(value)) return false;
  return Object.entries(value).some(([key, member]) =>
    key === "array" || key === "object" || usesCounts(member)
  );
}

Deno.test("every shape of arguments can be restored, to the same shape but for its placeholders", () => {
  const options = { enums: undefined, urlClass: () => null };
  fc.assert(fc.property(fc.dictionary(fc.string(), anyJson()), (value) => {
    fc.pre(!usesCounts(value as Json));
    const shape = shapeArguments(value as Json, options);
    const back = restoreArguments(shape);
    assert.ok(back !== null && isObject(back.arguments));
    if (back.placeholders.length === 0) {
      assert.deepEqual(projectShape(shapeArguments(back.arguments, options)), projectShape(shape));
    }
  }));
});
