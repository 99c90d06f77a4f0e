import assert from "node:assert/strict";
import fc from "fast-check";
import { diffExitCode, diffReports } from "../../core/report/diff/diff.ts";
import type { ProbeDiff } from "../../core/report/diff/document.ts";
import { reports } from "./arbitrary.ts";

const EVERY_GATE = { failOnRegression: true, failOnChange: true, failOnBreaking: true };

Deno.test("property: a report does not differ from itself", () => {
  fc.assert(fc.property(reports, (report) => {
    const diff = diffReports(report, report);
    const { unchanged, ...moved } = diff.summary;
    assert.equal(unchanged, report.cases.length);
    assert.deepEqual(moved, { regressed: 0, fixed: 0, changed: 0, removed: 0, added: 0 });
    assert.deepEqual(diff.catalog.changes, []);
    for (const { measurements: { total_tokens, latency_ms } } of diff.cases) {
      for (const pair of [total_tokens, latency_ms]) assert.equal(pair?.baseline, pair?.current);
    }
    if (report.catalog !== null) assert.equal(diffExitCode(diff, EVERY_GATE), 0);
  }));
});

function count({ cases }: ProbeDiff, verdict: string): number {
  return cases.filter((each) => each.verdict === verdict).length;
}

Deno.test("property: the summary counts every case of both reports once", () => {
  fc.assert(fc.property(reports, reports, (baseline, current) => {
    const diff = diffReports(baseline, current);
    const { removed, added, regressed, fixed, changed, unchanged } = diff.summary;
    assert.equal(regressed, count(diff, "regressed"));
    assert.equal(fixed, count(diff, "fixed"));
    assert.equal(changed, count(diff, "changed"));
    assert.equal(unchanged, count(diff, "unchanged"));
    assert.equal(removed, diff.removed.length);
    assert.equal(added, diff.added.length);
    const both = regressed + fixed + changed + unchanged;
    assert.equal(both, diff.cases.length);
    assert.equal(both + removed, baseline.cases.length);
    assert.equal(both + added, current.cases.length);
  }));
});

Deno.test("property: back to front, regressed is fixed and removed is added", () => {
  fc.assert(fc.property(reports, reports, (baseline, current) => {
    const there = diffReports(baseline, current).summary;
    const back = diffReports(current, baseline).summary;
    assert.deepEqual(back, {
      regressed: there.fixed,
      fixed: there.regressed,
      changed: there.changed,
      unchanged: there.unchanged,
      removed: there.added,
      added: there.removed,
    });
  }));
});

Deno.test("property: the reports are not touched", () => {
  fc.assert(fc.property(reports, reports, (baseline, current) => {
    const before = structuredClone({ baseline, current });
    diffReports(baseline, current);
    assert.deepEqual({ baseline, current }, before);
  }));
});
