import assert from "node:assert/strict";
import { parseJson } from "../../core/mcp/json.ts";
import { classifyToolReply } from "../../core/mcp/tool-call.ts";

const ofResult = (text: string) => classifyToolReply({ kind: "result", result: parseJson(text) });
const ofError = (text: string) => classifyToolReply({ kind: "error", error: parseJson(text) });
const MALFORMED = { name: "Fault", label: "transport-error" };

Deno.test("an object without isError, or with false, is a success", () => {
  assert.deepEqual(ofResult("{}"), { kind: "success", result: {} });
  assert.deepEqual(ofResult('{"isError":false}'), { kind: "success", result: { isError: false } });
});

Deno.test("isError true is a tool error with the first text", () => {
  const expect = (message: string) => ({
    kind: "tool-error",
    code: -32000,
    payload: { code: "tool-error", message },
  });
  const text = '{"isError":true,"content":[{"type":"text","text":"gone"},{"text":"more"}]}';
  assert.deepEqual(ofResult(text), expect("gone"));
  for (const content of ["[]", '[{"text":1}]', '["x"]', "{}", "null", '[{}, {"text":"second"}]']) {
    assert.deepEqual(ofResult(`{"isError":true,"content":${content}}`), expect("tool error"));
  }
  assert.deepEqual(ofResult('{"isError":true}'), expect("tool error"));
});

Deno.test("any other isError, or a result that is no object, is malformed", () => {
  for (
    const text of ['{"isError":null}', '{"isError":1}', '{"isError":"true"}', "[]", "null", "1.0"]
  ) {
    assert.throws(() => ofResult(text), MALFORMED, text);
  }
});

Deno.test("an error needs an integer code and nothing else", () => {
  assert.deepEqual(ofError('{"code":-32602,"data":{"retryable":true}}'), {
    kind: "rpc-error",
    code: -32602,
    payload: { code: -32602, data: { retryable: true } },
  });
  // A code is a signed 64-bit integer.
  for (const code of [-(2n ** 63n), 2n ** 63n - 1n]) {
    assert.deepEqual(ofError(`{"code":${code}}`), { kind: "rpc-error", code, payload: { code } });
  }
  for (const code of ["9223372036854775808", "18446744073709551615", "18446744073709551616"]) {
    assert.throws(() => ofError(`{"code":${code}}`), MALFORMED, code);
  }
  for (
    const text of ["{}", '{"code":-32000.0}', '{"code":"-32000"}', '{"code":null}', "[]", "null"]
  ) {
    assert.throws(() => ofError(text), MALFORMED, text);
  }
});
