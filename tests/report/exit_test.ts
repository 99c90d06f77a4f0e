import assert from "node:assert/strict";
import { exitCode } from "../../core/report/exit.ts";
import { ERRORED, FAILURES, PASSES, READINESS, reportOf } from "./samples.ts";

const floors = { min_score: 85, min_areas: {}, exclude_latency: false } as const;

Deno.test("0 when every case passes, and without any case", () => {
  assert.equal(exitCode(reportOf(PASSES)), 0);
  assert.equal(exitCode(reportOf([])), 0);
});

Deno.test("1 when a case failed", () => {
  assert.equal(exitCode(reportOf([...PASSES, ...FAILURES])), 1);
});

Deno.test("3 when a case was not judged, whatever failed beside it", () => {
  assert.equal(exitCode(reportOf([...PASSES, ...ERRORED])), 3);
  assert.equal(exitCode(reportOf([...FAILURES, ...ERRORED])), 3);
});

Deno.test("3 when readiness could not be measured", () => {
  assert.equal(exitCode({ ...reportOf(PASSES), readiness_error: "transport-timeout" }), 3);
});

Deno.test("1 when a readiness floor was missed, 0 when it held or had nothing to compare", () => {
  const measured = { ...reportOf(PASSES), readiness: READINESS };
  const missed = [{ subject: "score" as const, observed: 84, floor: 85 }];
  const gate = (passed: boolean | null, shortfalls: typeof missed | null) => ({
    ...measured,
    readiness_gate: { ...floors, passed, shortfalls },
  });
  assert.equal(exitCode(gate(false, missed)), 1);
  assert.equal(exitCode(gate(true, [])), 0);
  assert.equal(exitCode(gate(null, null)), 0);
  assert.equal(exitCode({ ...gate(false, missed), readiness_error: "transport-error" }), 3);
});
