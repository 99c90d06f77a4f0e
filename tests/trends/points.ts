/** Lines of a history for the tests of `trends`. */

import type { TrendPoint } from "../../core/trends/point.ts";
import { PROFILE } from "../report/profile.ts";

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
