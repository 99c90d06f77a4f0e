import assert from "node:assert/strict";
import { reliabilityArea } from "../../../core/readiness/areas/reliability.ts";
import type { LoadObservation } from "../../../core/readiness/observations.ts";
import { called, observed, withoutHints } from "../observed.ts";

const NO_LOAD: LoadObservation = { contention: "no-candidate", payload: "no-candidate" };

/** Score, score without latency, and `id score observed` of each lost check of one called tool. */
function judge(...args: Parameters<typeof called>): [number, number | undefined, ...string[]] {
  const { score, measurements, checks } = reliabilityArea(
    [observed("t", called(...args))],
    NO_LOAD,
  );
  return [
    score,
    measurements["score_without_latency"],
    ...checks.map((check) => `${check.id} ${check.score} ${check.observed} ${check.reason}`),
  ];
}

Deno.test("a tool scores its share of successes times the mean of its parts", () => {
  assert.deepEqual(judge("sss"), [100, 100]);
  assert.deepEqual(judge("ssr"), [
    33,
    33,
    "reliability.success 67 2 reliability-call-failed",
    "reliability.consistent 0 null reliability-inconsistent",
  ]);
  assert.deepEqual(judge("rrs"), [
    17,
    17,
    "reliability.success 33 1 reliability-call-failed",
    "reliability.consistent 0 null reliability-inconsistent",
  ]);
  // Failing in one and the same way is consistent, yet worth nothing.
  assert.deepEqual(judge("ttt"), [0, 0, "reliability.success 0 0 reliability-call-failed"]);
  assert.deepEqual(judge("rrr"), [0, 0, "reliability.success 0 0 reliability-call-failed"]);
  assert.deepEqual(judge("trt"), [
    0,
    0,
    "reliability.success 0 0 reliability-call-failed",
    "reliability.consistent 0 null reliability-inconsistent",
  ]);
});

Deno.test("the median of the latencies counts, of failed calls too", () => {
  assert.deepEqual(judge("sss", { ms: [5000, 1, 100] }), [100, 100]);
  assert.deepEqual(judge("sss", { ms: [1, 101, 5000] }), [
    90,
    100,
    "reliability.latency 80 null reliability-slow",
  ]);
  assert.deepEqual(judge("sss", { ms: [2000, 400, 400] }), [
    75,
    100,
    "reliability.latency 50 null reliability-slow",
  ]);
  assert.deepEqual(judge("sss", { ms: [2000, 2000, 2000] }), [
    60,
    100,
    "reliability.latency 20 null reliability-slow",
  ]);
  assert.deepEqual(judge("rrr", { ms: [9000, 3001, 1] }), [
    0,
    0,
    "reliability.success 0 0 reliability-call-failed",
    "reliability.latency 0 null reliability-slow",
  ]);
});

Deno.test("conformance is a part of its own where it was judged", () => {
  assert.deepEqual(judge("sss", { conforms: true }), [100, 100]);
  assert.deepEqual(judge("sss", { conforms: false }), [
    67,
    67,
    "reliability.output-schema 0 null reliability-output-schema-broken",
  ]);
  assert.deepEqual(judge("srs", { conforms: false, ms: [400, 400, 400] }), [
    // 66.667/100 × (0 + 50 + 0)/3
    11,
    22,
    "reliability.success 67 2 reliability-call-failed",
    "reliability.consistent 0 null reliability-inconsistent",
    "reliability.latency 50 null reliability-slow",
    "reliability.output-schema 0 null reliability-output-schema-broken",
  ]);
});

Deno.test("a tool without three completed calls is an entry of 0 with its reason", () => {
  const rows = [
    [{ kind: "unattested" }, "reliability.none-exercised", "coverage-unannotated"],
    [{ kind: "unsynthesizable" }, "reliability.none-exercised", "coverage-unsynthesizable"],
    [
      called("ss", { end: "rejected" }),
      "reliability.none-exercised",
      "coverage-rejected-arguments",
    ],
    [called("s", { end: "lost" }), "reliability.none-exercised", "coverage-call-failed"],
    [called("", { end: "unconnected" }), "reliability.none-exercised", "coverage-call-failed"],
  ] as const;
  for (const [exercise, id, reason] of rows) {
    const { score, checks } = reliabilityArea(
      [observed("good", called("sss")), observed("t", exercise)],
      NO_LOAD,
    );
    assert.equal(score, 50);
    assert.deepEqual(withoutHints(checks), [{ id, tool: "t", score: 0, observed: null, reason }]);
  }
});

Deno.test("each kind of load that was tried is an entry", () => {
  const tools = [observed("t", called("sss"))];
  const rows = [
    ["passed", "passed", 100],
    ["passed", "failed", 67],
    ["failed", "failed", 33],
    ["failed", "no-candidate", 50],
    ["no-candidate", "no-candidate", 100],
  ] as const;
  for (const [contention, payload, score] of rows) {
    assert.equal(reliabilityArea(tools, { contention, payload }).score, score);
  }
  const { checks } = reliabilityArea(tools, { contention: "failed", payload: "failed" });
  assert.deepEqual(withoutHints(checks), [
    {
      id: "reliability.contention",
      tool: null,
      score: 0,
      observed: null,
      reason: "reliability-contention-failed",
    },
    {
      id: "reliability.payload",
      tool: null,
      score: 0,
      observed: null,
      reason: "reliability-payload-unhandled",
    },
  ]);
});

Deno.test("a skipped tool costs its entry and both kinds of load", () => {
  const { score, checks } = reliabilityArea(
    [observed("a", called("sss")), observed("b", { kind: "skipped" })],
    { contention: "passed", payload: "passed" },
  );
  assert.equal(score, 25);
  assert.deepEqual(withoutHints(checks), [
    {
      id: "reliability.skipped",
      tool: "b",
      score: 0,
      observed: null,
      reason: "coverage-skipped",
    },
    {
      id: "reliability.contention",
      tool: null,
      score: 0,
      observed: null,
      reason: "coverage-skipped",
    },
    { id: "reliability.payload", tool: null, score: 0, observed: null, reason: "coverage-skipped" },
  ]);
});

Deno.test("writers have no entry; without any entry the area has 0", () => {
  for (const tools of [[], [observed("w", { kind: "writer" })]]) {
    const { score, checks, measurements } = reliabilityArea(tools, NO_LOAD);
    assert.equal(score, 0);
    assert.equal(measurements["score_without_latency"], 0);
    assert.deepEqual(withoutHints(checks), [
      {
        id: "reliability.none-exercised",
        tool: null,
        score: 0,
        observed: null,
        reason: "no-read-only-tools",
      },
    ]);
  }
});

Deno.test("valid calls are counted by class", () => {
  const { measurements } = reliabilityArea([
    observed("a", called("sss", { ms: [400, 400, 400] })),
    observed("b", called("str")),
    observed("c", called("s", { end: "rejected" })),
    observed("d", called("", { end: "rejected" })),
    observed("e", called("rr", { end: "lost" })),
    observed("f", called("", { end: "unconnected" })),
    observed("g", { kind: "unattested" }),
    observed("h", { kind: "unsynthesizable" }),
    observed("i", { kind: "skipped" }),
    observed("w", { kind: "writer" }),
  ], NO_LOAD);
  assert.deepEqual(measurements, {
    successful_calls: 5,
    tool_errors: 1,
    rpc_errors: 3,
    rejected_calls: 2,
    transport_errors: 1,
    untested_tools: 4,
    // (100 + 16.667) / 11: nine tools, two zeros for the skipped load
    score_without_latency: 11,
  });
});
