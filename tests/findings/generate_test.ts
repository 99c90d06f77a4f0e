import assert from "node:assert/strict";
import fc from "fast-check";
import { attemptsFor, generateManifest } from "../../core/findings/generate.ts";
import type { FindingClass } from "../../core/findings/finding.ts";
import { loadManifest } from "../../core/manifest/load.ts";
import { finding } from "./samples.ts";

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The message of the failure that generating ends with. */
function refusal(options: Parameters<typeof finding>[0], expectation: string | null): string {
  let message = "";
  assert.throws(
    () => generateManifest(finding(options), expectation === null ? null : bytes(expectation)),
    (error: Error) => {
      message = error.message;
      return error.name === "IncompleteError";
    },
  );
  return message;
}

Deno.test("as many attempts as show a failure of this rate with 95 % confidence", () => {
  const rates: [rate: number, attempts: number][] = [
    [0.17, 17],
    [1 / 3, 8],
    [0.5, 5],
    [0.05, 59],
    [0.001, 100],
    [0.02, 100],
    [1, 3],
    [0.99, 3],
    [0, 3],
    [-1, 3],
    [NaN, 3],
  ];
  for (const [rate, attempts] of rates) assert.equal(attemptsFor(rate), attempts, String(rate));
});

Deno.test("attempts are 3 to 100, never more for a higher rate, and enough below the cap", () => {
  const rate = fc.double({ min: 1e-9, max: 1, noNaN: true });
  fc.assert(fc.property(rate, rate, (one, other) => {
    const [low, high] = one < other ? [one, other] : [other, one];
    const attempts = attemptsFor(low);
    assert.ok(Number.isInteger(attempts) && attempts >= 3 && attempts <= 100);
    assert.ok(attemptsFor(high) <= attempts);
    if (attempts < 100) assert.ok((1 - low) ** attempts <= 0.05 + 1e-12);
    if (attempts > 3) assert.ok((1 - low) ** (attempts - 1) > 0.05 - 1e-12);
  }));
});

Deno.test("errors that come again become a repetition", () => {
  for (const name of ["recurring-error", "recovers-on-retry", "retry-did-not-recover"] as const) {
    const generated = generateManifest(finding({ class: name, rate: 0.17 }), null);
    assert.deepEqual(generated, {
      text: `{
  "version": 1,
  "sandboxes": {},
  "probes": [
    {
      "probe": "degradation-over-n",
      "id": "finding-c51a0331c38ffd99",
      "tool": "save",
      "access": "read_only",
      "sandbox": null,
      "arguments": {
        "q": ""
      },
      "max_attempts": 17
    }
  ]
}
`,
      probe: "degradation-over-n",
      maxAttempts: 17,
      placeholders: [{ path: "q", shape: "str<8" }],
    });
  }
});

Deno.test("codes that change become a case of error honesty with at most 20 attempts", () => {
  for (const retryable of [true, false]) {
    const { text, maxAttempts } = generateManifest(
      finding({ class: "unstable-error-code", retryable, rate: 0.05, repro: null }),
      null,
    );
    const [probeCase] = loadManifest(text, "x").manifest.probes;
    assert.deepEqual(probeCase, {
      probe: "error-honesty",
      id: "finding-c51a0331c38ffd99",
      tool: "save",
      access: "read_only",
      sandbox: null,
      arguments: {},
      max_attempts: 20,
      expect_retryable: retryable,
    });
    assert.equal(maxAttempts, 20);
  }
  assert.equal(
    refusal({ class: "unstable-error-code" }, null),
    "the recorded errors do not say, or not all the same, whether a retry helps; say what is right " +
      "with --expect",
  );
});

Deno.test("what a right answer is has to be said for a false success and a blocked path", () => {
  for (const name of ["false-success", "blocked-optimal-path"] as const) {
    assert.equal(
      refusal({ class: name }, null),
      `what a right answer is was not recorded for ${name}; say it with --expect`,
    );
  }
});

Deno.test("an expectation makes a case of instruction fidelity, for any class", () => {
  const classes: FindingClass[] = ["false-success", "unstable-error-code", "recurring-error"];
  for (const name of classes) {
    const generated = generateManifest(
      finding({ class: name, repro: {} }),
      bytes('{"outcome":"ok","required_result_paths":["/a/0"],"equals":{"b":1.0}}'),
    );
    assert.equal(
      generated.text,
      `{
  "version": 1,
  "sandboxes": {},
  "probes": [
    {
      "probe": "instruction-fidelity",
      "id": "finding-c51a0331c38ffd99",
      "tool": "save",
      "access": "read_only",
      "sandbox": null,
      "arguments": {},
      "expect": {
        "outcome": "ok",
        "required_result_fields": [],
        "equals": {
          "b": 1.0
        },
        "required_result_paths": [
          "/a/0"
        ],
        "error_code": null
      }
    }
  ]
}
`,
    );
    assert.deepEqual([generated.probe, generated.maxAttempts], ["instruction-fidelity", null]);
  }
});

Deno.test("an expectation for a false success must be able to tell it", () => {
  const weak = ['{"outcome":"ok"}', '{"outcome":"ok","equals":{},"equals_paths":{}}'];
  for (const expectation of weak) {
    assert.match(
      refusal({ class: "false-success" }, expectation),
      /^a false success needs an expectation/,
    );
    assert.equal(generateManifest(finding(), bytes(expectation)).probe, "instruction-fidelity");
  }
  const strong = [
    '{"outcome":"error"}',
    '{"outcome":"ok","required_result_fields":["a"]}',
    '{"outcome":"ok","equals":{"a":1}}',
    '{"outcome":"ok","required_result_paths":["/a"]}',
    '{"outcome":"ok","equals_paths":{"/a":1}}',
  ];
  for (const expectation of strong) {
    generateManifest(finding({ class: "false-success" }), bytes(expectation));
  }
});

/** Texts that are no expectation, and what is said of them. */
const BAD_EXPECTATIONS: [text: string, message: RegExp][] = [
  ["", /^the expectation file is no JSON object in UTF-8$/],
  ["{", /^the expectation file is no JSON object/],
  ["[]", /^the expectation file is no JSON object/],
  ['\ufeff{"outcome":"ok"}', /^the expectation file is no JSON object/],
  // What would end the case around it.
  ['{"outcome":"ok"},"tool":"SECRET"', /^the expectation file is no JSON object/],
  ["{}", /outcome.*\(--expect:1\)$/],
  ['\n\n{"outcome":"SECRET"}', /outcome.*\(--expect:3\)$/],
  ['{"outcome":"ok","outcome":"ok"}', /outcome/],
  ['{"outcome":"ok","equals":"SECRET"}', /equals/],
  ['{"outcome":"ok","equals":{"SECRET name":1}}', /equals/],
  ['{"outcome":"ok","required_result_paths":null}', /required_result_paths/],
  ['{"outcome":"ok","error_code":-5}', /error_code/],
  [`{"outcome":"ok"}${" ".repeat(65_536)}`, /^the expectation file is larger than 64 KiB$/],
];

Deno.test("a file that is no expectation is refused, and its values are not quoted", () => {
  for (const [text, pattern] of BAD_EXPECTATIONS) {
    const message = refusal({}, text);
    assert.match(message, pattern);
    assert.ok(!message.includes("SECRET"), message);
  }
  const largest = `{"outcome":"ok"}${" ".repeat(65_536 - 16)}`;
  assert.equal(generateManifest(finding(), bytes(largest)).probe, "instruction-fidelity");
  assert.throws(() => generateManifest(finding(), Uint8Array.of(0xff)), /no JSON object in UTF-8/);
});

Deno.test("a finding without a tool or a shape of arguments has no case", () => {
  assert.match(refusal({ tool: null }, null), /^the finding has no tool of a valid name/);
  for (const repro of ["str<8", { a: "bogus" }, { array: 1, items: "str<8" }]) {
    assert.equal(
      refusal({ repro }, null),
      "the finding has no usable shape of arguments; write the case by hand",
    );
  }
});
