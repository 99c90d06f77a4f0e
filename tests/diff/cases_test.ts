import assert from "node:assert/strict";
import { diffReports } from "../../core/report/diff/diff.ts";
import { caseOf, type Members, report } from "./documents.ts";

function diffOf(baseline: Members[], current: Members[]) {
  return diffReports(report({ cases: baseline }), report({ cases: current }));
}

const MOVEMENTS: [string | null, string | null, string][] = [
  [null, null, "unchanged"],
  [null, "missing-field", "regressed"],
  ["missing-field", null, "fixed"],
  ["missing-field", "value-mismatch", "changed"],
  ["missing-field", "missing-field", "unchanged"],
  [null, "transport-timeout", "regressed"],
  ["transport-timeout", null, "fixed"],
  ["missing-field", "transport-closed", "changed"],
  ["transport-closed", "transport-closed", "unchanged"],
];

for (const [before, now, verdict] of MOVEMENTS) {
  Deno.test(`a case that went from ${before ?? "pass"} to ${now ?? "pass"} is ${verdict}`, () => {
    const diff = diffOf([caseOf("a", before)], [caseOf("a", now)]);
    assert.deepEqual(diff.cases, [{
      id: "a",
      probe: "contention",
      verdict,
      baseline_reason: before,
      current_reason: now,
      measurements: {},
    }]);
    const none = { regressed: 0, fixed: 0, changed: 0, unchanged: 0, removed: 0, added: 0 };
    assert.deepEqual(diff.summary, { ...none, [verdict]: 1 });
  });
}

Deno.test("only the reason decides: attempts, details and hints do not", () => {
  const before = caseOf("a", "missing-field", { attempts: 1, first_failure: 1, hint: "x" });
  const now = caseOf("a", "missing-field", { attempts: 7, first_failure: 3, hint: "y" });
  assert.equal(diffOf([before], [now]).cases[0]?.verdict, "unchanged");
});

Deno.test("cases correspond by id and kind, in the order of the current report", () => {
  const diff = diffOf(
    [
      caseOf("gone"),
      caseOf("both", null, { probe: "completion" }),
      caseOf("b"),
      caseOf("a"),
      caseOf("also-gone"),
    ],
    [caseOf("new"), caseOf("a"), caseOf("both"), caseOf("b"), caseOf("also-new")],
  );
  assert.deepEqual(diff.cases.map(({ id }) => id), ["a", "b"]);
  assert.deepEqual(diff.removed, ["gone", "both", "also-gone"]);
  assert.deepEqual(diff.added, ["new", "both", "also-new"]);
  assert.deepEqual(diff.summary, {
    regressed: 0,
    fixed: 0,
    changed: 0,
    unchanged: 2,
    removed: 3,
    added: 3,
  });
});

Deno.test("an id with a space is not taken for a kind and an id", () => {
  const diff = diffOf([caseOf("completion x")], [caseOf("x", null, { probe: "completion" })]);
  assert.deepEqual([diff.removed, diff.added], [["completion x"], ["x"]]);
});

Deno.test("of repeated cases the first corresponds to the first, and the rest is left over", () => {
  const passing = caseOf("x");
  const failing = caseOf("x", "missing-field");
  const same = diffOf([passing, failing], [passing, failing]);
  assert.deepEqual(same.cases.map(({ verdict }) => verdict), ["unchanged", "unchanged"]);
  const fewer = diffOf([passing, failing, passing], [passing, passing]);
  assert.deepEqual(fewer.cases.map(({ verdict }) => verdict), ["unchanged", "fixed"]);
  assert.deepEqual([fewer.removed, fewer.added], [["x"], []]);
  const more = diffOf([passing], [failing, passing]);
  assert.deepEqual(more.cases.map(({ verdict }) => verdict), ["regressed"]);
  assert.deepEqual([more.removed, more.added], [[], ["x"]]);
});

function moved(probe: string, before: Members, now: Members): unknown {
  const side = (measurements: Members) => caseOf("a", null, { probe, measurements });
  return diffOf([side(before)], [side(now)]).cases[0]?.measurements;
}

Deno.test("token-cost cases are followed by their tokens, all others by their latency", () => {
  assert.deepEqual(moved("token-cost", { total_tokens: 5, latency_ms: 1 }, { total_tokens: 9 }), {
    total_tokens: { baseline: 5, current: 9 },
  });
  assert.deepEqual(
    moved("token-cost", { latency_ms: 3 }, { total_tokens: 9, latency_ms: 0 }),
    { latency_ms: { baseline: 3, current: 0 } },
  );
  assert.deepEqual(
    moved("payload-bounds", { total_tokens: 1, latency_ms: 2 }, { total_tokens: 1, latency_ms: 2 }),
    { latency_ms: { baseline: 2, current: 2 } },
  );
});

Deno.test("a figure that a side lacks is not followed", () => {
  assert.deepEqual(moved("latency-budget", { latency_ms: 2 }, {}), {});
  assert.deepEqual(moved("latency-budget", {}, { latency_ms: 2 }), {});
  assert.deepEqual(moved("token-cost", { total_tokens: 2 }, { tool_count: 2 }), {});
  assert.deepEqual(moved("pagination", { pages: 1 }, { pages: 2 }), {});
});
