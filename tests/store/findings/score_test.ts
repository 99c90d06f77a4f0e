import assert from "node:assert/strict";
import fc from "fast-check";
import { DEFAULT_THRESHOLD, scoreOf, wilsonLowerBound } from "../../../store/findings/score.ts";

const DAY = 86_400_000;

Deno.test("the worked example to six decimals", () => {
  const score = scoreOf({ failures: 4, calls: 6, ageMs: 3.5 * DAY, cost: 6, blast: 3 });
  assert.deepEqual(
    Object.entries(score).map(([name, value]) => [name, value.toFixed(6)]),
    [
      ["rate", "0.666667"],
      ["confidence", "0.299993"],
      ["recency", "0.840896"],
      ["score", "1.830651"],
    ],
  );
  assert.equal((score.score / DEFAULT_THRESHOLD).toFixed(3), "5.646");
});

Deno.test("the check values of the lower bound", () => {
  assert.ok(Math.abs(wilsonLowerBound(2, 2) - 0.342380227506653) < 1e-15);
  assert.ok(Math.abs(wilsonLowerBound(40, 100) - 0.309401286432459) < 1e-15);
  assert.equal(wilsonLowerBound(4, 11), 0.15166471095367573);
});

Deno.test("the threshold is the middle between the bands of the seed table", () => {
  const score = (failures: number, calls: number, days: number, cost: number, blast: number) =>
    scoreOf({ failures, calls, ageMs: days * DAY, cost, blast }).score;
  const blockers = [
    score(4, 5, 0, 4, 2),
    score(5, 8, 7, 3, 2),
    score(3, 4, 3, 5, 2),
    score(4, 7, 4, 4, 3),
    score(3, 5, 2, 4, 2),
    score(5, 9, 5, 4, 2),
    score(4, 8, 6, 3, 2),
  ];
  const annoyances = [score(1, 20, 0, 1, 1), score(2, 12, 45, 2, 1)];
  assert.deepEqual(
    blockers.map((each) => each.toFixed(4)),
    ["1.7439", "0.8648", "1.3398", "1.2332", "0.9704", "0.9667", "0.6396"],
  );
  assert.deepEqual(annoyances.map((each) => each.toFixed(5)), ["0.00888", "0.00802"]);
  const middle = (Math.min(...blockers) + Math.max(...annoyances)) / 2;
  assert.ok(Math.abs(middle - 0.324250563780762) < 1e-15);
  assert.equal(DEFAULT_THRESHOLD, 0.324250563780762);
});

/** A count of failures of a count of calls. */
const counts = fc.integer({ min: 1, max: 100_000 }).chain((calls) =>
  fc.record({ calls: fc.constant(calls), failures: fc.integer({ min: 1, max: calls }) })
);
const evidence = fc.tuple(
  counts,
  fc.record({
    ageMs: fc.integer({ min: 0, max: 400 * DAY }),
    cost: fc.integer({ min: 2, max: 18 }).map((twice) => twice / 2),
    blast: fc.integer({ min: 1, max: 30 }),
  }),
).map(([rate, rest]) => ({ ...rate, ...rest }));

Deno.test("the lower bound stays below the rate and above 0, and grows with the failures", () => {
  fc.assert(fc.property(counts, ({ failures, calls }) => {
    const bound = wilsonLowerBound(failures, calls);
    assert.ok(bound > 0 && bound < failures / calls);
    if (failures < calls) assert.ok(wilsonLowerBound(failures + 1, calls) > bound);
    // The same rate is worth more when more calls show it.
    assert.ok(wilsonLowerBound(2 * failures, 2 * calls) > bound);
  }));
});

Deno.test("a score is positive, halves in 14 days, and grows with cost and blast", () => {
  fc.assert(fc.property(evidence, (given) => {
    const { score, recency } = scoreOf(given);
    assert.ok(score > 0 && Number.isFinite(score) && recency > 0 && recency <= 1);
    const later = scoreOf({ ...given, ageMs: given.ageMs + 14 * DAY }).score;
    assert.ok(Math.abs(later / score - 0.5) < 1e-9);
    assert.ok(scoreOf({ ...given, cost: given.cost + 0.5 }).score > score);
    assert.ok(scoreOf({ ...given, blast: given.blast + 1 }).score > score);
  }));
});
