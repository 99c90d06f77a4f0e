/** The kinds that call tools, against servers that do each thing wrong, over both transports. */

import assert from "node:assert/strict";
import type { ProbeCase } from "../../core/manifest/types.ts";
import type { Json } from "../../core/mcp/json.ts";
import type { Action } from "./behavior.ts";
import { expectation, named } from "./cases.ts";
import { entry } from "./fake-session.ts";
import { check } from "./gate-runs.ts";
import { error, isError, ok, serving } from "./replies.ts";

/** A success with something to look at. */
const full: Action = { result: { content: [], n: 1, d: 1.5, b: null, s: { l: ["x"] } } };

const fidelity = (id: string, tool: string, fields: object): ProbeCase =>
  named(id, "instruction-fidelity", { tool, expect: expectation({ outcome: "ok", ...fields }) });
const alive = named("alive", "schema-guessability", { tool: "good" });

check({
  name: "instruction-fidelity: every reason",
  processes: [serving({
    good: [full],
    refuses: [error(-32602)],
    fails: [isError],
    // Not the number that it looks like: written with a fraction, or beyond what a double holds.
    float: [{ line: '{"jsonrpc":"2.0","id":$id,"result":{"n":1.0,"m":9007199254740993}}' }],
    broken: [{ result: [] }],
  })],
  cases: [
    fidelity("all", "good", {
      required_result_fields: ["n"],
      equals: { n: 1, b: null },
      required_result_paths: ["/s/l"],
      equals_paths: { "/s/l/0": "x", "/d": 1.5 },
    }),
    fidelity("missing", "good", { required_result_paths: ["/s/l/1"], equals: { n: 2 } }),
    fidelity("differs", "good", { equals: { n: 2 } }),
    fidelity("refused", "refuses", {}),
    fidelity("succeeded", "good", { outcome: "error" }),
    fidelity("code", "refuses", { outcome: "error", error_code: -32602 }),
    fidelity("other-code", "refuses", { outcome: "error", error_code: -32603 }),
    fidelity("tool-error", "fails", { outcome: "error", error_code: -32000 }),
    fidelity("float", "float", { equals: { n: 1 } }),
    fidelity("boxed", "float", { equals: { n: Object(1) } }),
    fidelity("exact", "float", { equals: { m: 9007199254740993n } }),
    fidelity("inexact", "float", { equals: { m: 9007199254740992n } }),
    fidelity("malformed", "broken", {}),
    alive,
  ],
  expect: [
    "all pass 1",
    "missing fail 1 missing-field",
    "differs fail 1 value-mismatch",
    "refused fail 1 unexpected-outcome",
    "succeeded fail 1 unexpected-outcome",
    "code pass 1",
    "other-code fail 1 error-code-mismatch",
    "tool-error pass 1",
    "float fail 1 value-mismatch",
    "boxed pass 1",
    "exact pass 1",
    "inexact fail 1 value-mismatch",
    "malformed errored transport-error",
    "alive pass 1",
  ],
  started: 2,
});

const honesty = (tool: string, expect_retryable = true, max_attempts = 3): ProbeCase =>
  named(tool, "error-honesty", { tool, expect_retryable, max_attempts });
const retry = (hint: Json) => error(-32001, { data: { retryable: hint } });

check({
  name: "error-honesty: every reason",
  processes: [serving({
    recovers: [[retry(true)], [retry(true)], [ok]],
    final: [error(-32001, { retryable: false })],
    succeeds: [ok],
    surprises: [[retry(false)], [ok]],
    unstable: [[retry(true)], [error(-32002)]],
    silent: [error(-32001)],
    torn: [error(-32001, { data: { retryable: true }, retryable: false })],
    vague: [retry("true")],
    tool: [isError],
    never: [retry(true)],
    hangs: [[retry(true)], []],
    good: [ok],
  })],
  cases: [
    honesty("recovers"),
    honesty("final", false),
    honesty("succeeds"),
    honesty("surprises", false),
    honesty("unstable"),
    honesty("silent"),
    honesty("torn"),
    honesty("vague"),
    honesty("tool", false),
    honesty("never", true, 5),
    honesty("hangs"),
    alive,
  ],
  timeoutMs: 2_000,
  expect: [
    "recovers pass 3",
    "final pass 2",
    "succeeds fail 1 expected-error",
    "surprises fail 2 unexpected-outcome",
    "unstable fail 2 unstable-error-code",
    "silent fail 1 retryability-mismatch",
    "torn fail 1 retryability-mismatch",
    "vague fail 1 retryability-mismatch",
    "tool fail 1 retryability-mismatch",
    "never fail 5 retry-did-not-recover",
    "hangs errored transport-timeout",
    "alive pass 1",
  ],
});

const recovery = (id: string, failure: string, recovery: string, validation: string): ProbeCase =>
  named(id, "state-recovery", {
    tool: undefined,
    arguments: undefined,
    failure_tool: failure,
    failure_arguments: {},
    recovery_tool: recovery,
    recovery_arguments: {},
    validation_tool: validation,
    validation_arguments: {},
  });

check({
  name: "state-recovery: every reason",
  processes: [serving({ good: [ok], bad: [error(-32001)], fails: [isError], dies: [{ exit: 1 }] })],
  cases: [
    recovery("recovers", "bad", "good", "good"),
    recovery("tool-error", "fails", "good", "good"),
    recovery("unbroken", "good", "good", "good"),
    recovery("unrecovered", "bad", "fails", "good"),
    recovery("invalid", "bad", "good", "bad"),
    recovery("dead", "dies", "good", "good"),
    alive,
  ],
  expect: [
    "recovers pass 3",
    "tool-error pass 3",
    "unbroken fail 1 failure-not-observed",
    "unrecovered fail 2 recovery-failed",
    "invalid fail 3 validation-failed",
    "dead errored transport-closed",
    "alive pass 1",
  ],
  started: 2,
});

const step = (tool: string, fields = {}) => ({
  tool,
  arguments: {},
  expect: expectation({ outcome: "ok", ...fields }),
});
const workflow = (id: string, repetitions: number, ...steps: object[]): ProbeCase =>
  named(id, "workflow", { repetitions, steps });

check({
  name: "workflow: every reason, in one process of its own for each case",
  processes: [serving({ good: [full], bad: [error(7)], third: [[ok], [ok], [isError]] })],
  cases: [
    workflow("passes", 2, step("good"), step("bad", { outcome: "error", error_code: 7 })),
    workflow("later", 3, step("good"), step("third")),
    workflow("again", 2, step("good"), step("third")),
    workflow("missing", 1, step("good", { required_result_fields: ["x"] }), step("good")),
    workflow("differs", 1, step("good"), step("good", { equals_paths: { "/s/l/0": "y" } })),
    workflow("other-code", 1, step("bad", { outcome: "error", error_code: 8 }), step("good")),
  ],
  expect: [
    "passes pass 4",
    "later fail 6 unexpected-outcome",
    "again pass 4",
    "missing fail 1 missing-field",
    "differs fail 2 value-mismatch",
    "other-code fail 1 error-code-mismatch",
  ],
  started: 7,
});

check({
  name: "workflow: a fault in the middle leaves no verdict and opens nothing within the case",
  processes: [serving({ good: [ok], dies: [[ok], [{ exit: 1 }]] })],
  cases: [workflow("dead", 3, step("good"), step("dies")), alive],
  expect: ["dead errored transport-closed", "alive pass 1"],
  journal: ["good ok", "dies ok", "good ok", "good ok"],
  // The shared one, that of the case, and a fresh shared one after the fault.
  started: 3,
});

const eight = (last: string) => [...Array(7).fill(step("good")), step(last)];

check({
  name: "workflow: eight steps three times",
  processes: [serving({ good: [ok], twice: [[ok], [ok], [isError]], soon: [[ok], [{ exit: 1 }]] })],
  cases: [
    workflow("whole", 3, ...eight("good")),
    workflow("fails", 3, ...eight("twice")),
    workflow("lost", 3, ...eight("soon")),
    alive,
  ],
  expect: [
    "whole pass 24",
    "fails fail 24 unexpected-outcome",
    "lost errored transport-closed",
    "alive pass 1",
  ],
  started: 5,
});

const writer = [entry("good", { annotations: { readOnlyHint: false } })];
for (
  const [name, second, reason] of [
    ["a tool that has gone", { tools: [] }, "transport-error"],
    ["a tool that has become a writer", { tools: writer }, "transport-error"],
    ["a listing that is refused", { on: { "tools/list": [error(-1)] } }, "transport-error"],
    ["a listing that never comes", { on: { "tools/list": [] } }, "transport-timeout"],
    [
      "a handshake that ends it",
      { on: { initialize: [{ exit: 1 } as Action] } },
      "transport-closed",
    ],
  ] as const
) {
  check({
    name: `workflow: ${name} in the case's own process leaves no verdict`,
    processes: [serving({ good: [ok] }), second as object, serving({ good: [ok] })],
    cases: [workflow("one", 1, step("good"), step("good")), alive],
    timeoutMs: 2_000,
    expect: [`one errored ${reason}`, "alive pass 1"],
    journal: ["good ok"],
    started: 3,
  });
}

check({
  name: "workflow: an exhausted budget leaves no verdict",
  processes: [serving({ good: [ok] })],
  cases: [workflow("one", 1, step("good"), step("good")), alive],
  // Two handshakes, two listings, one call.
  limits: { ms: 60_000, requests: 5 },
  expect: [
    "one errored evaluation-budget-exceeded",
    "alive errored evaluation-budget-exceeded",
  ],
  journal: ["good ok"],
  also: (_cases, { received }) => {
    const own = received()[1]?.map(({ method }) => method);
    assert.deepEqual(own, ["initialize", "notifications/initialized", "tools/list", "tools/call"]);
  },
});
