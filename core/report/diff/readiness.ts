/** Whether readiness moved, and by how much (reports.md §7 “Readiness”, readiness.md §14). */

import { UsageError } from "../../errors.ts";
import { equalProfiles } from "../../readiness/profile.ts";
import type { MeasurementProfile } from "../readiness.ts";
import { type Count, isLegacy, type ReportDocument } from "../recorded.ts";
import { visible } from "../visible.ts";
import { difference } from "./count.ts";
import type { DropGate, ReadinessMovement } from "./document.ts";

/** Both scores, and whether they may be compared. */
export function compareReadiness(
  baseline: ReportDocument,
  current: ReportDocument,
): ReadinessMovement {
  const before = scored(baseline);
  const now = scored(current);
  return {
    baseline: before.score,
    current: now.score,
    baseline_standard: before.standard,
    current_standard: now.standard,
    baseline_profile: before.profile,
    current_profile: now.profile,
    comparable: before.standard !== null && before.standard === now.standard &&
      before.profile !== null && now.profile !== null &&
      equalProfiles(before.profile, now.profile) && revisionOf(baseline) === revisionOf(current),
  };
}

/** Null for the default, which a report does not name. */
function revisionOf(report: ReportDocument): string | null {
  return report.protocol?.revision ?? null;
}

/** Whether the revisions that were spoken are all that keeps the scores apart. */
function isOtherRevision(movement: ReadinessMovement): boolean {
  const { baseline_standard, baseline_profile, current_profile, comparable } = movement;
  return !comparable && baseline_standard !== null &&
    baseline_standard === movement.current_standard &&
    baseline_profile !== null && current_profile !== null &&
    equalProfiles(baseline_profile, current_profile);
}

/** What a report says about its score. */
interface Scored {
  score: Count | null;
  standard: string | null;
  profile: MeasurementProfile | null;
}

function scored(report: ReportDocument): Scored {
  if (isLegacy(report)) return { score: report.legacy_score, standard: null, profile: null };
  const { readiness } = report;
  return {
    score: readiness && readiness.score,
    standard: readiness && readiness.standard,
    profile: readiness?.measurement_profile ?? null,
  };
}

/** How far readiness may drop. */
export interface DropLimit {
  /** Points, 0 to 100. */
  maxDrop: number;
  /** Compares `score_without_latency` of both sides. */
  excludeLatency: boolean;
}

/**
 * Compares the drop with its limit.
 * @throws {UsageError} when the scores cannot be compared, or a side lacks the one without latency
 */
export function judgeDrop(
  baseline: ReportDocument,
  current: ReportDocument,
  { maxDrop, excludeLatency }: DropLimit,
): DropGate {
  const movement = compareReadiness(baseline, current);
  if (!movement.comparable) {
    const why = readinessText(movement, visible);
    const remedy = isOtherRevision(movement)
      ? "" // it is said already
      : "; measure both sides by one mcpeval on one system";
    throw new UsageError(`readiness is ${why}${remedy}`);
  }
  const scoreOf = excludeLatency ? scoreWithoutLatency : fullScore;
  const lost = difference(scoreOf(current, "current"), scoreOf(baseline, "baseline"));
  const drop = lost > 0 ? lost : 0;
  return { max_drop: maxDrop, exclude_latency: excludeLatency, drop, passed: drop <= maxDrop };
}

/** What names a report in messages. */
export type Side = "baseline" | "current";

function fullScore({ readiness }: ReportDocument): Count {
  return readiness?.score ?? 0;
}

function scoreWithoutLatency({ readiness }: ReportDocument, side: Side): Count {
  const score = readiness?.score_without_latency;
  if (score !== undefined) return score;
  throw new UsageError(
    `the ${side} report has no score_without_latency; make it anew, or leave out --exclude-latency`,
  );
}

/**
 * The movement on one line: `91 → 84`, or why the scores do not compare.
 * @param show how the name of a standard is written
 */
export function readinessText(
  movement: ReadinessMovement,
  show: (standard: string) => string = (standard) => standard,
): string {
  const { baseline, current, baseline_standard, current_standard, comparable } = movement;
  if (comparable) return `${baseline} → ${current}`;
  if (isOtherRevision(movement)) {
    return "not comparable (another protocol revision was spoken: use one --protocol on both sides)";
  }
  if (baseline_standard !== null && baseline_standard === current_standard) {
    return "not comparable (measurement profile changed or unavailable)";
  }
  const name = (standard: string | null) => standard === null ? "legacy" : show(standard);
  return `not comparable (${name(baseline_standard)} → ${name(current_standard)})`;
}

/** The outcome of the drop gate on one line. */
export function dropText({ drop, max_drop, exclude_latency, passed }: DropGate): string {
  const suffix = exclude_latency ? " (latency excluded)" : "";
  return `readiness drop ${drop} ${passed ? "within" : "exceeds"} ${max_drop}${suffix}`;
}
