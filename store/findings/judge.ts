/** The class and the severity of an issue (capture.md §9.3, §9.4). */

import { type FindingClass, SEVERITIES, type Severity } from "../../core/findings/finding.ts";
import type { IssueGroup } from "./groups.ts";

/** The first class that fits. */
export function classOf(group: IssueGroup): FindingClass {
  if (group.codes.length > 1) return "unstable-error-code";
  if (group.falseSuccess) return "false-success";
  if (group.blocked) return "blocked-optimal-path";
  if (group.retryable !== true) return "recurring-error";
  return group.recovered ? "recovers-on-retry" : "retry-did-not-recover";
}

/** What an issue's severity depends on. */
export interface Urgency {
  score: number;
  threshold: number;
  /** Whether a false success or a blocked path was observed among its calls. */
  observed: boolean;
  /** Whether a probe was bound to it; without one it is at most medium. */
  probed: boolean;
}

/** See {@link Urgency}. */
export function severityOf({ score, threshold, observed, probed }: Urgency): Severity {
  const level = score >= 4 * threshold ? 2 : score >= 2 * threshold ? 1 : 0;
  const raised = observed ? level + 1 : level;
  return SEVERITIES[Math.min(raised, probed ? 2 : 1)] ?? "high";
}
