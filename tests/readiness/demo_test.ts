/** The battery against the demo server in each of its personalities (serve-and-demo.md §2.8). */

import assert from "node:assert/strict";
import { type BatteryResult, measureReadiness } from "../../core/readiness/battery.ts";
import { withDemo } from "../probes/served.ts";
import { lostChecks } from "./fake-target.ts";

function measure(aspect: string | null): Promise<BatteryResult> {
  return withDemo(aspect, (connector) =>
    measureReadiness({
      connector,
      attested: false,
      skipTools: [],
      argumentsFile: null,
      evaluator: { version: "0.9.0", os: "linux", arch: "x86_64" },
    }));
}

/** What flaky_read and slow_read cost, whatever else is wrong. */
const INHERENT = [
  "reliability.success 33 flaky_read 1 reliability-call-failed",
  "reliability.consistent 0 flaky_read null reliability-inconsistent",
  "reliability.latency 50 slow_read null reliability-slow",
];

/** Score, score without latency, areas in their order, exercised tools; lost beside `INHERENT`. */
const TABLE: [aspect: string | null, line: string, ...lost: string[]][] = [
  [null, "91/91 100 63 100 100 91 100 exercised=10"],
  ["fidelity", "91/91 100 63 100 100 91 100 exercised=10"],
  ["unstable-errors", "91/91 100 63 100 100 91 100 exercised=10"],
  ["cancellation", "91/91 100 63 100 100 91 100 exercised=10"],
  ["subscription", "91/91 100 63 100 100 91 100 exercised=10"],
  ["completion", "91/91 100 63 100 100 91 100 exercised=10"],
  [
    "schema",
    "83/83 100 63 100 67 83 90 exercised=9",
    "error-honesty.invalid-arguments 0 describe_status null honesty-accepted-invalid",
    "reliability.none-exercised 0 describe_status null coverage-unsynthesizable",
    "coverage.exercised 0 describe_status null coverage-unsynthesizable",
  ],
  [
    "bloated",
    "84/84 100 66 69 100 84 91 exercised=10",
    "context.catalog 61 null 6508 context-catalog-heavy",
    "context.heaviest-tool 96 report_weather 548 context-tool-heavy",
    "reliability.none-exercised 0 extra_padding_tool null coverage-unannotated",
    "coverage.exercised 0 extra_padding_tool null coverage-unannotated",
  ],
  [
    "duplicate-page",
    "88/89 83 63 100 100 91 100 exercised=10",
    "protocol.pagination 0 null null protocol-pagination-invalid",
  ],
  [
    "negotiation",
    "88/89 83 63 100 100 91 100 exercised=10",
    "protocol.negotiation 0 null null protocol-negotiation-echoed-unknown",
  ],
  [
    "surface",
    "88/89 83 63 100 100 91 100 exercised=10",
    "protocol.surfaces 0 null null protocol-surface-invalid",
  ],
  [
    "sampling",
    "88/88 100 63 100 100 83 90 exercised=9",
    "reliability.success 0 sampled_read 0 reliability-call-failed",
    "coverage.exercised 0 sampled_read null coverage-call-failed",
  ],
  [
    "elicitation",
    "88/88 100 63 100 100 83 90 exercised=9",
    "reliability.success 0 elicited_read 0 reliability-call-failed",
    "coverage.exercised 0 elicited_read null coverage-call-failed",
  ],
  [
    "output-schema",
    "91/91 100 65 100 100 88 100 exercised=10",
    "reliability.output-schema 0 report_weather null reliability-output-schema-broken",
  ],
  [
    "flaky",
    "90/90 100 63 100 100 85 100 exercised=10",
    "reliability.success 67 read_counter 2 reliability-call-failed",
    "reliability.consistent 0 read_counter null reliability-inconsistent",
  ],
  ["undescribed", "85/86 100 35 100 100 91 100 exercised=10"],
  [
    "unknown-method",
    "88/89 83 63 100 100 91 100 exercised=10",
    "protocol.unknown-method 0 null null protocol-unknown-method-answered",
  ],
  [
    "lying-errors",
    "76/76 100 63 100 0 91 100 exercised=10",
    "error-honesty.invalid-arguments 0 shared_read null honesty-accepted-invalid",
    "error-honesty.invalid-arguments 0 report_weather null honesty-accepted-invalid",
  ],
];

for (const [aspect, line, ...lost] of TABLE) {
  Deno.test(`the demo server is measured: ${aspect ?? "clean"}`, async () => {
    const outcome = await measure(aspect);
    assert.ok(outcome.kind === "measured");
    const { score, score_without_latency, areas, surface } = outcome.readiness;
    const scores = areas.map((area) => area.score).join(" ");
    assert.equal(
      `${score}/${score_without_latency} ${scores} exercised=${surface.exercised}`,
      line,
    );
    assert.deepEqual(lostChecks(outcome.readiness).sort(), [...INHERENT, ...lost].sort());
  });
}

Deno.test("the demo server is measured: slow", async () => {
  const outcome = await measure("slow");
  assert.ok(outcome.kind === "measured");
  const { score, score_without_latency, areas } = outcome.readiness;
  assert.deepEqual([score, score_without_latency, areas[4]?.score], [91, 91, 90]);
  assert.deepEqual(lostChecks(outcome.readiness), [
    ...INHERENT.slice(0, 2),
    "reliability.latency 20 slow_read null reliability-slow",
  ]);
});

Deno.test("the demo server is not measured: stalled-cursor", async () => {
  assert.deepEqual(await measure("stalled-cursor"), {
    kind: "unmeasured",
    reason: "transport-error",
    catalog: null,
  });
});
