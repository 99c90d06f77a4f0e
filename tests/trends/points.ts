/** Lines of a history for the tests of `trends`. */

import type { TrendPoint } from "../../core/trends/point.ts";
import type { MeasurementProfile } from "../../core/report/readiness.ts";

/** The conditions of a measurement. */
export const PROFILE: MeasurementProfile = {
  schema: "mcpeval.measurement-profile/v1",
  evaluator_version: "0.9.0",
  platform: "linux",
  architecture: "x86_64",
  client_capabilities: "none",
  attested_read_only: false,
  skip_tools: [],
  call_timeout_ms: 15000,
  repeats: 3,
};

/** A point as older versions wrote it. */
export function point(more: Partial<TrendPoint> = {}): TrendPoint {
  return {
    ts: "2026-01-01T00:00:00.000Z",
    server: "demo",
    passed: true,
    cases_total: 3,
    cases_passed: 3,
    score: 90,
    ...more,
  };
}

/** A point as it is written now. */
export function standardPoint(score: number, more: Partial<TrendPoint> = {}): TrendPoint {
  return point({
    score,
    manifest_sha256: "ab".repeat(32),
    standard: "mcpeval-standard/2",
    measurement_profile: PROFILE,
    ...more,
  });
}

/** A line of the file, without its line feed. */
export function lineOf(members: Record<string, unknown>): string {
  return JSON.stringify(members);
}

/** Lines with their line feeds, as bytes. */
export function fileOf(...lines: string[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
}
