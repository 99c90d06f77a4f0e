import assert from "node:assert/strict";
import * as fc from "fast-check";
import {
  badgeUrl,
  latencyScore,
  logCurve,
  mean,
  percentage,
  toScore,
} from "../../core/readiness/curves.ts";

Deno.test("scores round half up and stay within 0 and 100", () => {
  const rows = [
    [0, 0],
    [0.4999999999999999, 0],
    [0.49999999999999994, 0],
    [0.5, 1],
    [62.5, 63],
    [63.333, 63],
    [90.972, 91],
    [99.5, 100],
    [100, 100],
    [100.6, 100],
    [-0.4, 0],
    [-3, 0],
  ] as const;
  for (const [value, score] of rows) assert.ok(Object.is(toScore(value) + 0, score), `${value}`);
});

Deno.test("the curve has the published values", () => {
  const rows = [
    [0, 2000, 40_000, 100],
    [2000, 2000, 40_000, 100],
    [2001, 2000, 40_000, 100],
    [4000, 2000, 40_000, 77],
    [6508, 2000, 40_000, 61],
    [14_235, 2000, 40_000, 34],
    [39_999, 2000, 40_000, 0],
    [40_000, 2000, 40_000, 0],
    [1_000_000, 2000, 40_000, 0],
    [500, 500, 5000, 100],
    [548, 500, 5000, 96],
    [659, 500, 5000, 88],
    [5000, 500, 5000, 0],
  ] as const;
  for (const [value, full, zero, score] of rows) {
    assert.equal(toScore(logCurve(value, full, zero)), score, `${value}`);
  }
  assert.ok(logCurve(2001, 2000, 40_000) < 100);
  assert.ok(Math.abs(logCurve(6508, 2000, 40_000) - 60.6145) < 0.0001);
  assert.ok(Math.abs(logCurve(548, 500, 5000) - 96.0189) < 0.0001);
});

Deno.test("the curve never rises with cost", () => {
  const tokens = fc.integer({ min: 0, max: 60_000 });
  fc.assert(fc.property(tokens, tokens, (a, b) => {
    const [low, high] = a < b ? [a, b] : [b, a];
    assert.ok(logCurve(high, 2000, 40_000) <= logCurve(low, 2000, 40_000));
  }));
});

Deno.test("latency falls into bands whose ends belong to the better one", () => {
  const rows = [
    [0, 100],
    [100, 100],
    [101, 80],
    [300, 80],
    [301, 50],
    [1000, 50],
    [1001, 20],
    [3000, 20],
    [3001, 0],
    [15_000, 0],
  ] as const;
  for (const [ms, score] of rows) assert.equal(latencyScore(ms), score, `${ms}`);
});

Deno.test("percentages and means of nothing are 0", () => {
  assert.equal(percentage(0, 0), 0);
  assert.equal(percentage(5, 6), 83.33333333333333);
  assert.equal(mean([]), 0);
  assert.equal(mean([100, 0, 50]), 50);
});

Deno.test("the badge is green from 80, yellow from 50, red below", () => {
  const start = "https://img.shields.io/badge/mcpeval-";
  assert.equal(badgeUrl(100), `${start}100%2F100-brightgreen`);
  assert.equal(badgeUrl(80), `${start}80%2F100-brightgreen`);
  assert.equal(badgeUrl(79), `${start}79%2F100-yellow`);
  assert.equal(badgeUrl(50), `${start}50%2F100-yellow`);
  assert.equal(badgeUrl(49), `${start}49%2F100-red`);
  assert.equal(badgeUrl(0), `${start}0%2F100-red`);
});
