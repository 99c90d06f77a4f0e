/** One point of the readiness history as it is written (readiness.md §12, reports.md §9). */

import type { MeasurementProfile, Readiness } from "../report/readiness.ts";

/** A line of `store/probes/history.jsonl`; members have the file's names and stand in its order. */
export interface HistoryRecord {
  /** UTC with milliseconds, `YYYY-MM-DDTHH:MM:SS.mmmZ`. */
  ts: string;
  server: string;
  /** Whether every case passed; floors do not count. */
  passed: boolean;
  cases_total: number;
  cases_passed: number;
  score: number;
  manifest_sha256?: string;
  /** Absent in points that older versions wrote. */
  standard?: string;
  measurement_profile?: MeasurementProfile;
}

/** What a point is made of. */
export interface HistoryInput {
  at: Date;
  server: string;
  /** How many of the manifest's cases passed. */
  cases: { passed: number; total: number };
  /** Of the manifest's bytes. */
  manifestSha256: string;
  readiness: Readiness;
}

/** Makes the point of a run; to be called only if readiness was measured and no case errored. */
export function historyRecord(
  { at, server, cases, manifestSha256, readiness }: HistoryInput,
): HistoryRecord {
  return {
    ts: at.toISOString(),
    server,
    passed: cases.passed === cases.total,
    cases_total: cases.total,
    cases_passed: cases.passed,
    score: readiness.score,
    manifest_sha256: manifestSha256,
    standard: readiness.standard,
    measurement_profile: readiness.measurement_profile,
  };
}
