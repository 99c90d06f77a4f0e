import assert from "node:assert/strict";
import { UsageError } from "../../core/errors.ts";
import {
  compareFloors,
  type FloorOptions,
  type Floors,
  type Measured,
  parseFloors,
} from "../../core/readiness/gates.ts";
import type { AreaName } from "../../core/report/readiness.ts";

function parse(options: Partial<FloorOptions>): Floors | null {
  return parseFloors({
    minReadiness: null,
    minAreas: [],
    excludeLatency: false,
    unmeasuredBy: null,
    ...options,
  });
}

Deno.test("without a floor there is no gate", () => {
  assert.equal(parse({}), null);
  assert.equal(parse({ unmeasuredBy: "--gate-only" }), null);
  assert.equal(parse({ unmeasuredBy: "--probe" }), null);
});

Deno.test("floors are read in the order of declaration", () => {
  const floors = parse({
    minReadiness: "85",
    minAreas: ["coverage=100", "protocol=0", "error-honesty=07"],
    excludeLatency: true,
  });
  assert.deepEqual(floors, {
    minScore: 85,
    minAreas: { coverage: 100, protocol: 0, "error-honesty": 7 },
    excludeLatency: true,
  });
  assert.deepEqual(Object.keys(floors?.minAreas ?? {}), ["coverage", "protocol", "error-honesty"]);
  assert.deepEqual(parse({ minReadiness: "0" }), {
    minScore: 0,
    minAreas: {},
    excludeLatency: false,
  });
  assert.deepEqual(parse({ minAreas: ["catalog=63"] }), {
    minScore: null,
    minAreas: { catalog: 63 },
    excludeLatency: false,
  });
});

Deno.test("mistakes are named with their option, never with the value", () => {
  const areas = "protocol, catalog, context, error-honesty, reliability, coverage";
  const score = "takes a whole number from 0 to 100";
  const rows: [Partial<FloorOptions>, string][] = [
    [{ minReadiness: "101" }, `--min-readiness ${score}`],
    [{ minReadiness: "-1" }, `--min-readiness ${score}`],
    [{ minReadiness: "1.5" }, `--min-readiness ${score}`],
    [{ minReadiness: "1e1" }, `--min-readiness ${score}`],
    [{ minReadiness: " 5" }, `--min-readiness ${score}`],
    [{ minReadiness: "" }, `--min-readiness ${score}`],
    [{ minReadiness: "9".repeat(400) }, `--min-readiness ${score}`],
    [{ minAreas: ["catalog=101"] }, `--min-area catalog ${score}`],
    [{ minAreas: ["catalog="] }, `--min-area catalog ${score}`],
    [{ minAreas: ["catalog=5=6"] }, `--min-area catalog ${score}`],
    [{ minAreas: ["catalog= 5"] }, `--min-area catalog ${score}`],
    [{ minAreas: ["catalog"] }, `--min-area takes AREA=SCORE, with AREA one of ${areas}`],
    [{ minAreas: ["=5"] }, `--min-area takes AREA=SCORE, with AREA one of ${areas}`],
    [{ minAreas: ["Catalog=5"] }, `--min-area takes AREA=SCORE, with AREA one of ${areas}`],
    [{ minAreas: ["score=5"] }, `--min-area takes AREA=SCORE, with AREA one of ${areas}`],
    [{ minAreas: ["toString=5"] }, `--min-area takes AREA=SCORE, with AREA one of ${areas}`],
    [
      { minAreas: ["catalog=5", "context=5", "catalog=5"] },
      "--min-area catalog is given twice; keep one of the two",
    ],
    [
      { excludeLatency: true },
      "--exclude-latency needs a floor: add --min-readiness or --min-area",
    ],
    [
      { minReadiness: "5", unmeasuredBy: "--gate-only" },
      "a readiness floor cannot be checked with --gate-only, which does not measure readiness; " +
      "remove one of them",
    ],
    [
      { minAreas: ["catalog=5"], unmeasuredBy: "--probe" },
      "a readiness floor cannot be checked with --probe, which does not measure readiness; " +
      "remove one of them",
    ],
  ];
  for (const [options, message] of rows) {
    assert.throws(() => parse(options), (error) => {
      assert.ok(error instanceof UsageError);
      assert.equal(error.message, message);
      return true;
    });
  }
});

function measured(
  score: number,
  withoutLatency: number | null,
  areas: Partial<Record<AreaName, number>> = {},
  reliability: Record<string, number> = {},
): Measured {
  return {
    score,
    ...(withoutLatency !== null && { score_without_latency: withoutLatency }),
    areas: Object.entries(areas).map(([name, score]) => ({
      name: name as AreaName,
      weight: 1,
      score,
      measurements: name === "reliability" ? reliability : {},
      checks: [],
    })),
  };
}

Deno.test("a floor that is reached passes, the shortfalls are empty", () => {
  const floors = { minScore: 90, minAreas: { catalog: 63 }, excludeLatency: false };
  assert.deepEqual(compareFloors(floors, measured(90, 90, { catalog: 63 })), {
    min_score: 90,
    min_areas: { catalog: 63 },
    exclude_latency: false,
    passed: true,
    shortfalls: [],
  });
});

Deno.test("shortfalls name the score first, then the areas as declared", () => {
  const floors = {
    minScore: 85,
    minAreas: { coverage: 100, protocol: 90, catalog: 64 },
    excludeLatency: false,
  };
  const gate = compareFloors(
    floors,
    measured(84, 99, { protocol: 90, catalog: 63, coverage: 99 }),
  );
  assert.equal(gate.passed, false);
  assert.deepEqual(gate.shortfalls, [
    { subject: "score", observed: 84, floor: 85 },
    { subject: "coverage", observed: 99, floor: 100 },
    { subject: "catalog", observed: 63, floor: 64 },
  ]);
  assert.deepEqual(Object.keys(gate.min_areas), ["coverage", "protocol", "catalog"]);
});

Deno.test("without latency the score and reliability have other figures", () => {
  const floors = { minScore: 92, minAreas: { reliability: 93 }, excludeLatency: true };
  const readiness = measured(91, 92, { reliability: 91 }, { score_without_latency: 93 });
  assert.deepEqual(compareFloors(floors, readiness), {
    min_score: 92,
    min_areas: { reliability: 93 },
    exclude_latency: true,
    passed: true,
    shortfalls: [],
  });
  assert.deepEqual(compareFloors({ ...floors, excludeLatency: false }, readiness).shortfalls, [
    { subject: "score", observed: 91, floor: 92 },
    { subject: "reliability", observed: 91, floor: 93 },
  ]);
});

Deno.test("a missing figure leaves the gate unevaluated", () => {
  const unevaluated = (floors: Floors, readiness: Measured | null) => {
    const { passed, shortfalls } = compareFloors(floors, readiness);
    return passed === null && shortfalls === null;
  };
  const score = { minScore: 1, minAreas: {}, excludeLatency: false };
  const area = { minScore: null, minAreas: { reliability: 1 }, excludeLatency: false };
  assert.ok(unevaluated(score, null));
  assert.ok(unevaluated({ ...score, excludeLatency: true }, measured(91, null)));
  assert.ok(unevaluated(area, measured(91, 91)));
  assert.ok(unevaluated({ ...area, excludeLatency: true }, measured(91, 91, { reliability: 91 })));
  assert.equal(unevaluated(area, measured(91, null, { reliability: 91 })), false);
  assert.deepEqual(compareFloors({ ...score, minAreas: { catalog: 2 } }, null), {
    min_score: 1,
    min_areas: { catalog: 2 },
    exclude_latency: false,
    passed: null,
    shortfalls: null,
  });
});
