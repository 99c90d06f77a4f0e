/** Every reason of every kind, as the compiled program gives it, over stdio and over HTTP. */

import assert from "node:assert/strict";
import { type PlainRun, takeRuns } from "../probes/gate-runs.ts";
import type { Transport } from "../probes/served.ts";
import { judgeCompiled } from "./gate-runs.ts";

const TABLES = [
  "asking-servers",
  "call-servers",
  "cancellation-servers",
  "catalog-servers",
  "processes",
  "resource-servers",
];

/** Runs at once; most of a run is waiting. */
const AT_ONCE = 3;

/** What the tables hold for one transport. Limits of the budget are none that a user can set. */
const labels: Record<Transport, Set<string>> = { stdio: new Set(), http: new Set() };

for (const table of TABLES) {
  const runs: [Transport, PlainRun][] = [];
  takeRuns((transport, run) => {
    if (run.limits === undefined) runs.push([transport, run]);
  });
  await import(`../probes/${table}_test.ts`);
  for (const transport of ["stdio", "http"] as const) {
    const mine = runs.filter(([over]) => over === transport).map(([, run]) => run);
    for (const { expect } of mine) {
      for (const line of expect) labels[transport].add(line.split(" ").at(-1) ?? "");
    }
    Deno.test(`compiled over ${transport}: ${table}`, async () => {
      const failures: unknown[] = [];
      const waiting = [...mine];
      await Promise.all(Array.from({ length: AT_ONCE }, async () => {
        for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) {
          await judgeCompiled(transport, run).catch((error) => failures.push(error));
        }
      }));
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} runs failed`);
      assert.ok(mine.length > 0);
    });
  }
}

const LABELS = [
  "unexpected-outcome",
  "missing-field",
  "value-mismatch",
  "error-code-mismatch",
  "discovery-limit-exceeded",
  "token-budget-exceeded",
  "invalid-schema",
  "missing-required-argument",
  "expected-error",
  "unstable-error-code",
  "retryability-mismatch",
  "retry-did-not-recover",
  "failure-not-observed",
  "recovery-failed",
  "validation-failed",
  "contended-client-failed",
  "latency-budget-exceeded",
  "pagination-invalid-entry",
  "pagination-duplicate-tool",
  "pagination-stalled-cursor",
  "payload-unhandled",
  "surface-invalid-envelope",
  "surface-stalled-cursor",
  "output-schema-declared-but-missing",
  "output-schema-field-missing",
  "output-schema-invalid-result",
  "cancellation-ignored",
  "cancellation-errored",
  "negotiation-echoed-unknown",
  "negotiation-invalid-version",
  "negotiation-inconsistent-support",
  "sampling-invalid-request",
  "sampling-request-flood",
  "sampling-stalled-call",
  "elicitation-invalid-request",
  "elicitation-request-flood",
  "elicitation-stalled-call",
  "resource-unreadable",
  "subscription-rejected",
  "subscription-notification-missing",
  "completion-invalid-request",
  "completion-value-flood",
  "completion-argument-unknown",
  "completion-stalled-request",
  "transport-timeout",
  "transport-closed",
  "transport-error",
  "evaluation-budget-exceeded",
];

Deno.test("the runs of either transport reach all 48 labels", () => {
  for (const transport of ["stdio", "http"] as const) {
    const missing = LABELS.filter((label) => !labels[transport].has(label));
    assert.deepEqual({ transport, missing }, { transport, missing: [] });
  }
  assert.equal(LABELS.length, 48);
});
