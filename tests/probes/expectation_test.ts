import assert from "node:assert/strict";
import { type Json, type JsonObject, parseJson } from "../../core/mcp/json.ts";
import { mismatchOf } from "../../core/probes/expectation.ts";
import { expectation } from "./cases.ts";
import { rpcError, success, toolError } from "./fake-session.ts";

/** What a result, as it is written, comes to against these assertions. */
function judged(result: string, fields: object): string | null {
  const outcome = success(parseJson(result) as JsonObject);
  return mismatchOf(expectation({ outcome: "ok", ...fields }), outcome);
}

const FIELDS: [name: string, result: string, fields: object, reason: string | null][] = [
  ["nothing asserted", "{}", {}, null],
  ["a field", '{"a":1}', { required_result_fields: ["a"] }, null],
  ["a null", '{"a":null}', { required_result_fields: ["a"] }, null],
  ["no field", '{"b":1}', { required_result_fields: ["a"] }, "missing-field"],
  ["one of two", '{"a":1}', { required_result_fields: ["a", "b"] }, "missing-field"],
  ["an inherited name", "{}", { required_result_fields: ["toString"] }, "missing-field"],
  ["a dot is literal", '{"s":{"a":1}}', { required_result_fields: ["s.a"] }, "missing-field"],
  ["a dot in the name", '{"s.a":1}', { required_result_fields: ["s.a"] }, null],
  [
    "nothing is unwrapped",
    '{"structuredContent":{"a":1},"content":[{"type":"text","text":"{\\"a\\":1}"}]}',
    { required_result_fields: ["a"] },
    "missing-field",
  ],
  ["a path", '{"s":{"a":1}}', { required_result_paths: ["/s/a"] }, null],
  ["a path to null", '{"s":null}', { required_result_paths: ["/s"] }, null],
  ["a path through null", '{"s":null}', { required_result_paths: ["/s/a"] }, "missing-field"],
  ["a path through a text", '{"s":"a"}', { required_result_paths: ["/s/0"] }, "missing-field"],
  ["a path through a float", '{"s":1.0}', { required_result_paths: ["/s/0"] }, "missing-field"],
  ["a path to an inherited name", '{"s":{}}', {
    required_result_paths: ["/s/constructor"],
  }, "missing-field"],
  ["a path into an own __proto__", '{"__proto__":{"a":1}}', {
    required_result_paths: ["/__proto__/a"],
  }, null],
  ["the empty key", '{"":1}', { required_result_paths: ["/"] }, null],
  ["the empty key twice", '{"":{"":1}}', { required_result_paths: ["//"] }, null],
  ["a slash in a key", '{"a/b":1}', { required_result_paths: ["/a~1b"] }, null],
  ["a tilde in a key", '{"a~b":1}', { required_result_paths: ["/a~0b"] }, null],
  ["~01 is ~1", '{"~1":1}', { required_result_paths: ["/~01"] }, null],
  ["~01 is no slash", '{"/":1}', { required_result_paths: ["/~01"] }, "missing-field"],
  ["an element", '{"l":[1,2]}', { required_result_paths: ["/l/1"] }, null],
  ["no element", '{"l":[1,2]}', { required_result_paths: ["/l/2"] }, "missing-field"],
  ["a leading zero", '{"l":[1,2]}', { required_result_paths: ["/l/01"] }, "missing-field"],
  ["a minus", '{"l":[1,2]}', { required_result_paths: ["/l/-"] }, "missing-field"],
  ["a negative index", '{"l":[1,2]}', { required_result_paths: ["/l/-1"] }, "missing-field"],
  ["an exponent", '{"l":[1,2]}', { required_result_paths: ["/l/1e0"] }, "missing-field"],
  ["an empty index", '{"l":[1,2]}', { required_result_paths: ["/l/"] }, "missing-field"],
  [
    "the length of an array",
    '{"l":[1]}',
    { required_result_paths: ["/l/length"] },
    "missing-field",
  ],
  ["digits as a key", '{"o":{"01":1}}', { required_result_paths: ["/o/01"] }, null],
  ["a minus as a key", '{"o":{"-":1}}', { required_result_paths: ["/o/-"] }, null],
  ["an absent target", "{}", { equals: { a: 1 } }, "value-mismatch"],
  ["an absent target of null", "{}", { equals: { a: null } }, "value-mismatch"],
  ["an inherited target", "{}", { equals: { toString: null } }, "value-mismatch"],
  ["an absent target at a path", "{}", { equals_paths: { "/a": null } }, "value-mismatch"],
  ["an object at the target", '{"a":{}}', { equals: { a: null } }, "value-mismatch"],
  ["an array at the target", '{"a":[1]}', { equals: { a: 1 } }, "value-mismatch"],
  ["one of two", '{"a":1,"b":2}', { equals: { a: 1, b: 3 } }, "value-mismatch"],
  ["missing before different", '{"a":1}', {
    equals: { a: 2 },
    required_result_fields: ["b"],
  }, "missing-field"],
  ["a missing path before a different field", '{"a":1}', {
    equals: { a: 2 },
    required_result_paths: ["/b"],
  }, "missing-field"],
  ["a missing field before a different path", '{"a":1}', {
    equals_paths: { "/a": 2 },
    required_result_fields: ["b"],
  }, "missing-field"],
  ["everything at once", '{"a":1,"l":["x"]}', {
    required_result_fields: ["a"],
    equals: { a: 1 },
    required_result_paths: ["/l"],
    equals_paths: { "/l/0": "x" },
  }, null],
];

for (const [name, result, fields, reason] of FIELDS) {
  Deno.test(`expectation: ${name}: ${reason ?? "as expected"}`, () => {
    assert.equal(judged(result, fields), reason);
  });
}

/** Pairs of values as they are written; in both places, as a field and at a path. */
const VALUES: [expected: string, actual: string, equal: boolean][] = [
  ["null", "null", true],
  ["null", "false", false],
  ["null", "0", false],
  ["true", "true", true],
  ["true", "1", false],
  ["true", '"true"', false],
  ["false", "null", false],
  ['"a"', '"a"', true],
  ['"a"', '"A"', false],
  ['"a"', '"\\u0061"', true],
  ["1", "1", true],
  ["1", '"1"', false],
  ["1", "1.0", false],
  ["1.0", "1", false],
  ["1.0", "1e0", true],
  ["1.0", "10e-1", true],
  ["100.0", "1e2", true],
  ["100", "1e2", false],
  ["0", "0", true],
  ["0", "-0", false],
  ["0", "-0.0", false],
  ["0", "0.0", false],
  ["-0", "0", false],
  ["-0", "0.0", true],
  ["0.0", "-0.0", true],
  ["0.0", "0e5", true],
  ["0.1", "0.10", true],
  ["0.1", "0.1000000000000001", false],
  ["0.1", "0.10000000000000001", true],
  ["-1", "1", false],
  ["9007199254740991", "9007199254740991", true],
  ["9007199254740993", "9007199254740993", true],
  ["9007199254740993", "9007199254740992", false],
  ["9007199254740992", "9007199254740992.0", false],
  ["-9223372036854775808", "-9223372036854775808", true],
  ["-9223372036854775808", "-9223372036854775807", false],
  ["18446744073709551615", "18446744073709551615", true],
  ["18446744073709551615", "18446744073709551614", false],
  // Beyond 64 bits an integer is read as a float.
  ["18446744073709551616", "18446744073709551616.0", true],
  ["100000000000000000000", "1e20", true],
  ["100000000000000000000", "100000000000000000001", true],
  ["1e308", "1e307", false],
  ["1", "{}", false],
  ["1.0", "[1.0]", false],
];

for (const [expected, actual, equal] of VALUES) {
  Deno.test(`expectation: ${actual} is ${equal ? "" : "not "}the expected ${expected}`, () => {
    const value: Json = parseJson(expected);
    const reason = equal ? null : "value-mismatch";
    assert.equal(judged(`{"a":${actual}}`, { equals: { a: value } }), reason);
    assert.equal(judged(`{"a":[${actual}]}`, { equals_paths: { "/a/0": value } }), reason);
  });
}

Deno.test("expectation: the outcome decides before anything else", () => {
  const ok = expectation({ outcome: "ok", required_result_fields: ["a"] });
  const error = expectation({ outcome: "error", error_code: 7 });
  assert.equal(mismatchOf(ok, rpcError(7)), "unexpected-outcome");
  assert.equal(mismatchOf(ok, toolError()), "unexpected-outcome");
  assert.equal(mismatchOf(error, success()), "unexpected-outcome");
});

Deno.test("expectation: error codes", () => {
  const rows: [expected: number | bigint | null, actual: number | bigint, equal: boolean][] = [
    [null, 0, true],
    [-32602, -32602, true],
    [-32602, -32603, false],
    [0, 0, true],
    [9007199254740993n, 9007199254740993n, true],
    [9007199254740993n, 9007199254740992n, false],
    [9223372036854775807n, 9223372036854775807n, true],
  ];
  for (const [code, actual, equal] of rows) {
    const expected = expectation({ outcome: "error", error_code: code });
    assert.equal(mismatchOf(expected, rpcError(actual)), equal ? null : "error-code-mismatch");
  }
  const tool = (code: number) =>
    mismatchOf(expectation({ outcome: "error", error_code: code }), toolError());
  assert.equal(tool(-32000), null);
  assert.equal(tool(-32001), "error-code-mismatch");
});
