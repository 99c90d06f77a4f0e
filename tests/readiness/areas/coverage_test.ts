import assert from "node:assert/strict";
import { coverageArea } from "../../../core/readiness/areas/coverage.ts";
import { called, observed, withoutHints } from "../observed.ts";

Deno.test("coverage is the share of non-writers with a success, however the calls ended", () => {
  const { score, checks, measurements } = coverageArea([
    observed("all", called("sss")),
    observed("once-then-rejected", called("s", { end: "rejected" })),
    observed("once-then-lost", called("s", { end: "lost" })),
    observed("w", { kind: "writer" }),
    observed("unattested", { kind: "unattested" }),
    observed("unbuildable", { kind: "unsynthesizable" }),
    observed("skipped", { kind: "skipped" }),
    observed("rejected", called("", { end: "rejected" })),
    observed("failing", called("trt")),
    observed("lost", called("r", { end: "lost" })),
    observed("unconnected", called("", { end: "unconnected" })),
  ]);
  assert.equal(score, 30);
  assert.deepEqual(checks.map(({ tool, reason }) => [tool, reason]), [
    ["unattested", "coverage-unannotated"],
    ["unbuildable", "coverage-unsynthesizable"],
    ["skipped", "coverage-skipped"],
    ["rejected", "coverage-rejected-arguments"],
    ["failing", "coverage-call-failed"],
    ["lost", "coverage-call-failed"],
    ["unconnected", "coverage-call-failed"],
  ]);
  assert.deepEqual(new Set(checks.map(({ id }) => id)), new Set(["coverage.exercised"]));
  assert.deepEqual(measurements, {});
});

Deno.test("without a tool that may be called coverage is 0", () => {
  for (const tools of [[], [observed("w", { kind: "writer" })]]) {
    const { score, checks } = coverageArea(tools);
    assert.equal(score, 0);
    assert.deepEqual(withoutHints(checks), [
      {
        id: "coverage.exercised",
        tool: null,
        score: 0,
        observed: null,
        reason: "no-read-only-tools",
      },
    ]);
  }
});
