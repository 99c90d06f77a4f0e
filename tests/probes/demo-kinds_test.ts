/** Every kind against the demo server, clean and broken (serve-and-demo.md §2.6, §2.7). */

import assert from "node:assert/strict";
import { runGate } from "../../core/gate.ts";
import { PROBE_KINDS, type ProbeCase, type ProbeKind } from "../../core/manifest/types.ts";
import type { Verdict } from "../../core/probes/verdict.ts";
import { expectation, named } from "./cases.ts";
import { lineOf } from "./gate-runs.ts";
import { withDemo } from "./served.ts";
import { fails, passes } from "./verdict-table.ts";

const ok = expectation({ outcome: "ok" });
const status = expectation({
  outcome: "ok",
  required_result_fields: ["structuredContent"],
  equals: { status: "ready" },
  equals_paths: { "/structuredContent/status": "ready" },
});
const step = (tool: string, expect = ok) => ({ tool, arguments: {}, expect });

/** A case of each kind that the clean demo passes, with the attempts that it takes. */
const CASES: Record<ProbeKind, [attempts: number, fields: Record<string, unknown>]> = {
  contention: [2, { tool: "shared_read" }],
  "error-honesty": [3, { tool: "flaky_read", expect_retryable: true, max_attempts: 4 }],
  "state-recovery": [3, {
    tool: undefined,
    failure_tool: "break_session",
    failure_arguments: {},
    recovery_tool: "recover_session",
    recovery_arguments: {},
    validation_tool: "session_status",
    validation_arguments: {},
  }],
  "discovery-cost": [1, { max_tools: 12, max_schema_bytes: 2262 }],
  "token-cost": [1, { max_total_tokens: 566, max_tool_tokens: 56 }],
  "schema-guessability": [1, { tool: "describe_status" }],
  "degradation-over-n": [5, { tool: "read_counter", max_attempts: 5 }],
  "instruction-fidelity": [1, { tool: "describe_status", expect: status }],
  "latency-budget": [2, { tool: "slow_read", attempts: 2, max_latency_ms: 1_700 }],
  pagination: [1, { max_pages: 5 }],
  "payload-bounds": [1, {
    tool: "report_weather",
    field: "city",
    size_bytes: 65_536,
    expect_handled: true,
  }],
  "surface-listing": [1, { max_pages: 5 }],
  "output-schema": [0, { tool: "report_weather" }],
  cancellation: [2, {
    tool: "slow_read",
    grace_seconds: 1,
    require_honored: true,
    reason: "user",
  }],
  "protocol-negotiation": [3, { bogus_version: "2000-01-01" }],
  sampling: [1, { tool: "sampled_read", max_requests: 1 }],
  elicitation: [1, { tool: "elicited_read", max_requests: 1, respond: "accept" }],
  "resource-subscription": [3, {
    uri: "demo://status",
    trigger_tool: "publish_status",
    trigger_arguments: null,
    max_wait_seconds: 2,
  }],
  completion: [1, {
    ref_type: "ref/prompt",
    ref_uri: "welcome",
    argument_name: "language",
    argument_value: "e",
    max_values: 2,
  }],
  workflow: [4, {
    repetitions: 2,
    steps: [step("describe_status", status), step("session_status")],
  }],
};

function caseFor(kind: ProbeKind, more: Record<string, unknown> = {}): ProbeCase {
  return named(kind, kind, { ...CASES[kind][1], ...more });
}

Deno.test("demo clean: all twenty kinds pass", async () => {
  const cases = PROBE_KINDS.map((kind) => caseFor(kind));
  const gate = await withDemo(null, (connector) => runGate({ cases, connector }));
  assert.deepEqual(
    gate.cases.map(lineOf),
    PROBE_KINDS.map((kind) => `${kind} pass ${CASES[kind][0]}`),
  );
  const cancelled = gate.cases.find(({ probe }) => probe === "cancellation");
  assert.deepEqual(cancelled?.result, passes(2, { cancellation_outcome: "no-result" }));
});

Deno.test("demo clean: other ways to pass", async () => {
  const cases = [
    caseFor("cancellation", { require_honored: false }),
    caseFor("elicitation", { respond: "decline" }),
    caseFor("completion", { argument_value: "fr" }),
    // An error of the type check, which comes with a fixed code.
    caseFor("instruction-fidelity", {
      tool: "report_weather",
      arguments: { city: 5 },
      expect: expectation({ outcome: "error", error_code: -32602 }),
    }),
    caseFor("instruction-fidelity", {
      tool: "report_weather",
      // Written as 21.0, which is no integer.
      expect: expectation({
        outcome: "ok",
        equals_paths: { "/structuredContent/temperature": Object(21) },
      }),
    }),
    caseFor("error-honesty", { tool: "break_session", expect_retryable: false }),
  ];
  const gate = await withDemo(null, (connector) => runGate({ cases, connector }));
  assert.deepEqual(gate.cases.map(({ result }) => result), [
    passes(3, { cancellation_outcome: "no-result" }),
    passes(1),
    passes(1),
    passes(1),
    passes(1),
    passes(2),
  ]);
});

Deno.test("demo clean: what the cases would find", async () => {
  const fidelity = (expect: object) =>
    caseFor("instruction-fidelity", {
      tool: "report_weather",
      expect: expectation({ outcome: "ok", ...expect }),
    });
  const cases = [
    fidelity({ equals_paths: { "/structuredContent/temperature": 21 } }),
    fidelity({ required_result_fields: ["temperature"] }),
    caseFor("error-honesty", { tool: "describe_status" }),
    caseFor("error-honesty", { tool: "break_session", expect_retryable: true }),
    caseFor("resource-subscription", { uri: "demo://other" }),
    caseFor("resource-subscription", { trigger_tool: null, max_wait_seconds: 1 }),
    caseFor("completion", { max_values: 1 }),
    caseFor("completion", { argument_name: "tone" }),
    caseFor("state-recovery", { failure_tool: "describe_status" }),
    caseFor("state-recovery", { recovery_tool: "break_session" }),
    caseFor("state-recovery", { recovery_tool: "describe_status" }),
  ];
  const gate = await withDemo(null, (connector) => runGate({ cases, connector }));
  assert.deepEqual(gate.cases.map(({ result }) => result), [
    fails(1, "value-mismatch"),
    fails(1, "missing-field"),
    fails(1, "expected-error"),
    fails(1, "retryability-mismatch"),
    fails(1, "resource-unreadable"),
    fails(3, "subscription-notification-missing"),
    fails(1, "completion-value-flood"),
    fails(1, "completion-argument-unknown"),
    fails(1, "failure-not-observed"),
    fails(2, "recovery-failed"),
    fails(3, "validation-failed"),
  ]);
});

const BROKEN: [aspect: string, kind: ProbeKind, verdict: Verdict, fields?: object][] = [
  ["fidelity", "instruction-fidelity", fails(1, "value-mismatch")],
  ["fidelity", "workflow", fails(1, "value-mismatch")],
  ["unstable-errors", "error-honesty", fails(2, "unstable-error-code")],
  [
    "cancellation",
    "cancellation",
    fails(2, "cancellation-ignored", { cancellation_outcome: "completed" }),
  ],
  [
    "cancellation",
    "cancellation",
    passes(3, { cancellation_outcome: "completed" }),
    { require_honored: false },
  ],
  ["sampling", "sampling", fails(1, "sampling-invalid-request")],
  ["elicitation", "elicitation", fails(1, "elicitation-invalid-request")],
  ["subscription", "resource-subscription", fails(3, "subscription-notification-missing")],
  ["completion", "completion", fails(1, "completion-invalid-request")],
  ["lying-errors", "instruction-fidelity", fails(1, "unexpected-outcome"), {
    tool: "report_weather",
    arguments: { city: 5 },
    expect: expectation({ outcome: "error" }),
  }],
  // Every other aspect takes no subscriptions.
  ["fidelity", "resource-subscription", passes(0)],
];

for (const aspect of new Set(BROKEN.map(([aspect]) => aspect))) {
  const rows = BROKEN.filter((row) => row[0] === aspect);
  Deno.test(`demo ${aspect}: ${rows.map(([, kind]) => kind).join(", ")}`, async () => {
    const cases = rows.map(([, kind, , fields]) => caseFor(kind, { ...fields }));
    const gate = await withDemo(aspect, (connector) => runGate({ cases, connector }));
    assert.deepEqual(gate.cases.map(({ result }) => result), rows.map(([, , verdict]) => verdict));
  });
}
