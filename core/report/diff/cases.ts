/** How the cases of two reports correspond, and what became of each (reports.md §7 “Cases”). */

import type { RecordedCase } from "../recorded.ts";
import type { CaseMovement, CaseVerdict, MovedMeasurements, Pair } from "./document.ts";

/** The cases of two reports, matched by id and kind. */
export interface ComparedCases {
  cases: CaseMovement[];
  removed: string[];
  added: string[];
}

/**
 * Compares the cases; the time is proportional to their number. Manifests have no two cases of one
 * id and kind; in a foreign document that has, the first corresponds to the first, and so on.
 */
export function compareCases(
  baseline: readonly RecordedCase[],
  current: readonly RecordedCase[],
): ComparedCases {
  const waiting = groupByKey(baseline);
  const cases: CaseMovement[] = [];
  const added: string[] = [];
  for (const now of current) {
    const before = waiting.get(keyOf(now))?.pop();
    if (before === undefined) added.push(now.id);
    else cases.push(movementOf(before, now));
  }
  const left = new Set([...waiting.values()].flat());
  const removed = baseline.filter((entry) => left.has(entry)).map(({ id }) => id);
  return { cases, removed, added };
}

/** Cases by key, the first of each key last. */
function groupByKey(cases: readonly RecordedCase[]): Map<string, RecordedCase[]> {
  const groups = new Map<string, RecordedCase[]>();
  for (const entry of cases.toReversed()) {
    const group = groups.get(keyOf(entry));
    if (group === undefined) groups.set(keyOf(entry), [entry]);
    else group.push(entry);
  }
  return groups;
}

/** No kind holds a space, so two cases of one key are of one kind and id. */
function keyOf({ probe, id }: RecordedCase): string {
  return `${probe} ${id}`;
}

function movementOf(before: RecordedCase, now: RecordedCase): CaseMovement {
  return {
    id: now.id,
    probe: now.probe,
    verdict: verdictOf(before, now),
    baseline_reason: before.reason,
    current_reason: now.reason,
    measurements: measurementsOf(before, now),
  };
}

/** Only reasons count: a case that could not be judged has one like a case that failed. */
function verdictOf(before: RecordedCase, now: RecordedCase): CaseVerdict {
  if (before.reason === now.reason) return "unchanged";
  if (before.reason === null) return "regressed";
  return now.reason === null ? "fixed" : "changed";
}

function measurementsOf(before: RecordedCase, now: RecordedCase): MovedMeasurements {
  const tokens = pairOf(before, now, "total_tokens");
  if (now.probe === "token-cost" && tokens !== null) return { total_tokens: tokens };
  const latency = pairOf(before, now, "latency_ms");
  return latency === null ? {} : { latency_ms: latency };
}

function pairOf(
  before: RecordedCase,
  now: RecordedCase,
  name: keyof MovedMeasurements,
): Pair | null {
  const baseline = before.measurements[name];
  const current = now.measurements[name];
  return baseline === undefined || current === undefined ? null : { baseline, current };
}
