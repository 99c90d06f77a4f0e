/** Expectation objects (of instruction-fidelity and of workflow steps). */

import assert from "node:assert/strict";
import { loadManifest } from "../../core/manifest/load.ts";
import { caseRefusal, document, type Fields, loadedCase, refusal, sample } from "./samples.ts";

const IDENTIFIER = "a letter, then at most 63 letters, digits or any of _ . : -";
const POINTER = "a JSON Pointer of at most 512 bytes that starts with / and holds only letters, " +
  "digits, / _ . : - ~0 and ~1";

function refused(expect: unknown): string {
  return caseRefusal("instruction-fidelity", { expect });
}

function accepted(expect: Fields): Fields {
  return loadedCase("instruction-fidelity", { expect })["expect"] as Fields;
}

for (
  const [name, expect, message] of [
    ["no outcome", {}, "expect.outcome is missing (m.json:10)"],
    ["another outcome", { outcome: "fail" }, "expect.outcome must be ok or error (m.json:11)"],
    [
      "an unknown field",
      { outcome: "ok", equal: {} },
      "expect has the unknown field equal; the fields are outcome, required_result_fields, " +
      "equals, required_result_paths, equals_paths, error_code (m.json:12)",
    ],
    ["a string", "ok", "expect must be an object (m.json:10)"],
    [
      "a repeated required field",
      { outcome: "ok", required_result_fields: ["a", "b", "a"] },
      "expect.required_result_fields must not hold an entry twice (m.json:12)",
    ],
    [
      "a required field that is no identifier",
      { outcome: "ok", required_result_fields: ["a", "b c"] },
      `expect.required_result_fields[1] is invalid: expected ${IDENTIFIER} (m.json:14)`,
    ],
    [
      "a required field that is no string",
      { outcome: "ok", required_result_fields: [1] },
      "expect.required_result_fields[0] must be a string (m.json:13)",
    ],
    [
      "a repeated required path",
      { outcome: "ok", required_result_paths: ["/a", "/a"] },
      "expect.required_result_paths must not hold an entry twice (m.json:12)",
    ],
    [
      "an expected field that is no identifier",
      { outcome: "ok", equals: { "a": 1, "0 secret": 1 } },
      `expect.equals has a name that is invalid: expected ${IDENTIFIER} (m.json:14)`,
    ],
    [
      "an expected path that is none",
      { outcome: "ok", equals_paths: { "a": 1 } },
      `expect.equals_paths has a name that is invalid: expected ${POINTER} (m.json:13)`,
    ],
    [
      "ok with an error code",
      { outcome: "ok", error_code: -32000 },
      "expect.error_code is only for the outcome error (m.json:12)",
    ],
    [
      "error with required fields",
      { outcome: "error", required_result_fields: ["a"] },
      "expect.required_result_fields is only for the outcome ok (m.json:12)",
    ],
    [
      "error with expected fields",
      { outcome: "error", equals: { a: 1 } },
      "expect.equals is only for the outcome ok (m.json:12)",
    ],
    [
      "error with required paths",
      { outcome: "error", required_result_paths: ["/a"] },
      "expect.required_result_paths is only for the outcome ok (m.json:12)",
    ],
    [
      "error with expected paths",
      { outcome: "error", equals_paths: { "/a": 1 } },
      "expect.equals_paths is only for the outcome ok (m.json:12)",
    ],
    [
      "an error code that is a string",
      { outcome: "error", error_code: "1" },
      "expect.error_code must be an integer of at most 64 bits without fraction or exponent or null (m.json:12)",
    ],
  ] as const
) {
  Deno.test(`manifest expectations: ${name} is refused`, () => {
    assert.equal(refused(expect), `probe case a: instruction-fidelity ${message}`);
  });
}

Deno.test("manifest expectations: a repeated field is refused, of a step too", () => {
  const twice = (kind: string) =>
    refusal(
      document([sample(kind)]).replace('"outcome": "ok"', '"outcome": "ok", "outcome": "ok"'),
    );
  assert.equal(
    twice("instruction-fidelity"),
    "probe case a: instruction-fidelity expect has the field outcome twice (m.json:11)",
  );
  assert.equal(
    twice("workflow"),
    "probe case a: workflow steps[0].expect has the field outcome twice (m.json:14)",
  );
});

Deno.test("manifest expectations: an error may carry empty result assertions", () => {
  const expect = {
    outcome: "error",
    required_result_fields: [],
    equals: {},
    required_result_paths: [],
    equals_paths: {},
    error_code: -32602,
  };
  assert.deepEqual(accepted(expect), expect);
});

Deno.test("manifest expectations: values are null, booleans, numbers or identifiers", () => {
  const equals = { a: null, b: true, c: false, d: 1, e: -1.5, f: "ok", g: "A9_.:-" };
  const equals_paths = { "/a": null, "/b": "x", "/": 0, "//": 1, "/a~0b~1c/0/-": false };
  const loaded = accepted({ outcome: "ok", equals, equals_paths });
  assert.deepEqual(loaded["equals"], equals);
  assert.deepEqual(loaded["equals_paths"], equals_paths);
  for (const value of ["", "two words", "1st", "a".repeat(65), [], {}, ["a"]]) {
    for (const [field, key] of [["equals", "tool"], ["equals_paths", "/a~1b"]] as const) {
      assert.equal(
        refused({ outcome: "ok", [field]: { [key]: value } }),
        `probe case a: instruction-fidelity expect.${field} is invalid: expected null, a boolean, ` +
          `a number, or a string of ${IDENTIFIER} (m.json:13)`,
      );
    }
  }
});

Deno.test("manifest expectations: result paths are restricted JSON Pointers", () => {
  const paths = ["/", "/a", "/a/b", "//", "/0/-", "/~0~1", "/a:b.c_d-e", `/${"x".repeat(511)}`];
  assert.deepEqual(
    accepted({ outcome: "ok", required_result_paths: paths })["required_result_paths"],
    paths,
  );
  for (const path of ["", "a", "/~", "/~2", "/a b", "/ä", "#/a", `/${"x".repeat(512)}`]) {
    assert.equal(
      refused({ outcome: "ok", required_result_paths: [path] }),
      "probe case a: instruction-fidelity expect.required_result_paths[0] is invalid: " +
        `expected ${POINTER} (m.json:13)`,
    );
  }
});

Deno.test("manifest expectations: an error code is a 64-bit integer, kept exactly", () => {
  const text = (code: string) =>
    document([sample("instruction-fidelity", { expect: { outcome: "error", error_code: "N" } })])
      .replace('"N"', code);
  for (
    const [literal, value] of [
      ["0", 0],
      ["-32000", -32000],
      ["9223372036854775807", 9223372036854775807n],
      ["-9223372036854775808", -9223372036854775808n],
    ] as const
  ) {
    const [only] = loadManifest(text(literal), "m.json").manifest.probes;
    assert.ok(only?.probe === "instruction-fidelity");
    assert.equal(only.expect.error_code, value);
  }
  assert.equal(
    refusal(text("9223372036854775808")),
    "probe case a: instruction-fidelity expect.error_code must be a 64-bit integer (m.json:12)",
  );
  for (const literal of ["-9223372036854775809", "18446744073709551616", "1.0", "1e3", "-0"]) {
    assert.equal(
      refusal(text(literal)),
      "probe case a: instruction-fidelity expect.error_code must be " +
        "an integer of at most 64 bits without fraction or exponent or null (m.json:12)",
    );
  }
});
