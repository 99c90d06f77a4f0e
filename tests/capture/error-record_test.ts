import assert from "node:assert/strict";
import fc from "fast-check";
import { encodeJson, type Json, parseJson } from "../../core/mcp/json.ts";
import { projectCode, recordOfError, recordOfToolError } from "../../core/capture/error-record.ts";
import { anyJson } from "./json.ts";

const SALT = Uint8Array.from({ length: 32 }, (_, index) => index);

Deno.test("a code keeps its kind, an identifier, or its size", () => {
  const codes: [code: string, projected: string][] = [
    ["-32001", "-32001"],
    ["1.0", "1.0"],
    ["18446744073709551615", "18446744073709551615"],
    ["true", "true"],
    ["null", "null"],
    ['"E_BUSY"', '"E_BUSY"'],
    [`"${"E".repeat(64)}"`, `"${"E".repeat(64)}"`],
    [`"${"E".repeat(65)}"`, '"str<128"'],
    ['"1E"', '"str<8"'],
    ['"no such row"', '"str<32"'],
    ['"str<4096"', '"str<4096"'],
    ["[1,2]", '{"array":2}'],
    ["[]", '{"array":0}'],
    ['{"a":1,"b":2}', '{"object":2}'],
    ["{}", '{"object":0}'],
    ['{"array":3}', '{"array":3}'],
    ['{"object":2}', '{"object":2}'],
    ['{"array":-1}', '{"object":1}'],
    ['{"array":1.0}', '{"object":1}'],
    ['{"array":"x"}', '{"object":1}'],
    ['{"array":3,"object":2}', '{"object":2}'],
  ];
  for (const [code, projected] of codes) {
    assert.equal(encodeJson(projectCode(parseJson(code)) as Json), projected);
  }
});

Deno.test("projecting a code twice is projecting it once", () => {
  fc.assert(fc.property(anyJson(), (code) => {
    const once = projectCode(code) as Json;
    assert.equal(encodeJson(projectCode(once) as Json), encodeJson(once));
  }));
});

Deno.test("an error keeps code, retryability, buckets and the fingerprint, in order", () => {
  const error = {
    message: "Job 42 failed at /srv/data/in.csv",
    kind: "a secret",
    retryable: true,
    layer: "x",
    code: -32001,
    data: { retryable: false, secret: "secret" },
  };
  assert.equal(
    JSON.stringify(recordOfError(error, SALT)),
    '{"code":-32001,"layer":"str<8","retryable":true,"kind":"str<8","template":"{message}",' +
      '"template_id":"e6fddbf31ceca3a7"}',
  );
});

Deno.test("members of the wrong type are left out, a null code stays", () => {
  const error = { code: null, layer: 1, retryable: "true", kind: null, message: ["x"] };
  assert.deepEqual(recordOfError(error, SALT), { code: null });
  for (const odd of [null, "text", 5, [{ code: 1 }]]) {
    assert.deepEqual(recordOfError(odd, SALT), {});
  }
  assert.deepEqual(recordOfError({}, SALT), {});
});

Deno.test("a tool's error keeps the fingerprint of its first content's text", () => {
  const known = {
    code: "tool-error",
    template: "{message}",
    template_id: "e6fddbf31ceca3a7",
  };
  const text = "Job 7 failed at /x";
  assert.deepEqual(recordOfToolError({ content: [{ type: "text", text }] }, SALT, null), known);
  assert.deepEqual(recordOfToolError({ content: [{ text }, { text: "y" }] }, SALT, null), known);
  const silent: Json[] = [[], [{ type: "image" }], [{ text: 5 }], [null], { 0: { text } }, null];
  for (const content of silent) {
    assert.deepEqual(recordOfToolError({ content }, SALT, null), { code: "tool-error" });
    assert.deepEqual(recordOfToolError({ content }, SALT, text), known);
  }
});
