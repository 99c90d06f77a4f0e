import assert from "node:assert/strict";
import type { GateResult } from "../../core/gate-result.ts";
import type { BatteryResult } from "../../core/readiness/battery.ts";
import type { Floors } from "../../core/readiness/gates.ts";
import { buildReport, type ProbeReport } from "../../core/report/document.ts";
import { exitCode } from "../../core/report/exit.ts";
import { CATALOG, FAILURES, PASSES, READINESS } from "./samples.ts";

const MEASURED: BatteryResult = { kind: "measured", readiness: READINESS, catalog: CATALOG };
const UNMEASURED: BatteryResult = {
  kind: "unmeasured",
  reason: "transport-timeout",
  catalog: null,
};
const NOTHING: GateResult = { cases: [], catalog: null };
const floors = (minScore: number): Floors => ({ minScore, minAreas: {}, excludeLatency: false });

function report(
  gate: GateResult,
  battery: BatteryResult | null,
  declared: Floors | null = null,
): ProbeReport {
  return buildReport({
    server: "demo",
    manifestSha256: gate === NOTHING ? null : "ab".repeat(32),
    gate,
    battery,
    floors: declared,
    version: "0.9.0",
  });
}

Deno.test("a battery alone has no gate, and brings the catalog", () => {
  const { gate, cases, passed, readiness, readiness_error, readiness_gate, catalog } = report(
    NOTHING,
    MEASURED,
  );
  assert.deepEqual([gate, cases, passed], [null, [], true]);
  assert.equal(readiness, READINESS);
  assert.deepEqual([readiness_error, readiness_gate], [null, null]);
  assert.deepEqual(catalog, { tools: CATALOG });
});

Deno.test("the gate's catalog comes first, the battery's stands in", () => {
  const gated = CATALOG.slice(0, 1);
  assert.deepEqual(report({ cases: PASSES, catalog: gated }, MEASURED).catalog, { tools: gated });
  assert.deepEqual(report({ cases: PASSES, catalog: null }, MEASURED).catalog, { tools: CATALOG });
  assert.equal(report({ cases: PASSES, catalog: null }, UNMEASURED).catalog, null);
});

Deno.test("exit codes: unmeasured before failed, floors beside cases", () => {
  const passing = { cases: PASSES, catalog: CATALOG };
  const failing = { cases: [...PASSES, ...FAILURES], catalog: CATALOG };
  assert.equal(exitCode(report(passing, MEASURED)), 0);
  assert.equal(exitCode(report(passing, MEASURED, floors(84))), 0);
  assert.equal(exitCode(report(passing, MEASURED, floors(85))), 1);
  assert.equal(exitCode(report(failing, MEASURED, floors(84))), 1);
  assert.equal(exitCode(report(failing, null)), 1);
  assert.equal(exitCode(report(failing, UNMEASURED, floors(1))), 3);
});

Deno.test("floors of a battery that could not finish are not evaluated", () => {
  const { readiness, readiness_error, readiness_gate } = report(NOTHING, UNMEASURED, floors(1));
  assert.deepEqual([readiness, readiness_error], [null, "transport-timeout"]);
  assert.deepEqual(readiness_gate, {
    min_score: 1,
    min_areas: {},
    exclude_latency: false,
    passed: null,
    shortfalls: null,
  });
});
