import assert from "node:assert/strict";
import { errorHonestyArea } from "../../../core/readiness/areas/error-honesty.ts";
import { called, observed, withoutHints } from "../observed.ts";

Deno.test("the area is the share of honest tools among the judged ones", () => {
  const { score, checks, measurements } = errorHonestyArea([
    observed("a", called("sss"), "honest"),
    observed("b", called("sss")),
    observed("c", called("sss"), "honesty-wrong-code"),
    observed("d", { kind: "skipped" }, "coverage-skipped"),
    observed("w", { kind: "writer" }),
  ]);
  assert.equal(score, 33);
  assert.deepEqual(withoutHints(checks), [
    {
      id: "error-honesty.invalid-arguments",
      tool: "c",
      score: 0,
      observed: null,
      reason: "honesty-wrong-code",
    },
    {
      id: "error-honesty.invalid-arguments",
      tool: "d",
      score: 0,
      observed: null,
      reason: "coverage-skipped",
    },
  ]);
  assert.deepEqual(measurements, {});
});

Deno.test("every way to be dishonest costs the same", () => {
  for (
    const honesty of [
      "honesty-accepted-invalid",
      "honesty-empty-error",
      "honesty-wrong-code",
      "honesty-call-failed",
      "coverage-skipped",
    ] as const
  ) {
    const { score, checks } = errorHonestyArea([
      observed("a", called("sss"), honesty),
      observed("b", called("sss"), "honest"),
    ]);
    assert.equal(score, 50);
    assert.deepEqual(checks.map(({ reason }) => reason), [honesty]);
  }
});

Deno.test("without a judged tool the area has 0 and says why", () => {
  const rows = [
    [[observed("a", called("sss"))], "honesty-untestable"],
    [[observed("a", { kind: "unattested" })], "honesty-untestable"],
    [[observed("w", { kind: "writer" })], "no-read-only-tools"],
    [[], "no-read-only-tools"],
  ] as const;
  for (const [tools, reason] of rows) {
    const { score, checks } = errorHonestyArea(tools);
    assert.equal(score, 0);
    assert.deepEqual(withoutHints(checks), [
      { id: "error-honesty.untestable", tool: null, score: 0, observed: null, reason },
    ]);
  }
});
