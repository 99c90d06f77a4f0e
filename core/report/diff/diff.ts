/** Compares two reports of one server over time (reports.md §7). Pure. */

import { UsageError } from "../../errors.ts";
import type { ReportDocument } from "../recorded.ts";
import { compareCases, type ComparedCases } from "./cases.ts";
import { compareCatalogs, countBySeverity } from "./catalog.ts";
import type { ProbeDiff, Summary } from "./document.ts";
import { compareReadiness, type DropLimit, judgeDrop, type Side } from "./readiness.ts";

/** What makes a difference an error; nothing does unless it is declared. */
export interface DiffGates {
  /** A case that passed does no more. */
  failOnRegression?: boolean;
  /** A case fails for another reason than before. */
  failOnChange?: boolean;
  /** The catalog changed in a way that breaks callers. */
  failOnBreaking?: boolean;
  /** Readiness dropped too far; null or absent for no limit. */
  dropLimit?: DropLimit | null;
}

/**
 * Compares two reports. Whether they are of one server is the caller's business, see
 * `requireOneServer`.
 * @throws {UsageError} when a declared gate cannot be judged by these reports
 */
export function diffReports(
  baseline: ReportDocument,
  current: ReportDocument,
  gates: DiffGates = {},
): ProbeDiff {
  const { dropLimit = null, failOnBreaking = false } = gates;
  const readinessGate = dropLimit && judgeDrop(baseline, current, dropLimit);
  if (failOnBreaking) {
    requireCatalog(baseline, "baseline");
    requireCatalog(current, "current");
  }
  const compared = compareCases(baseline.cases, current.cases);
  return {
    schema: "mcpeval.probe-diff/v2",
    ...compared,
    summary: summarize(compared),
    readiness: compareReadiness(baseline, current),
    readiness_gate: readinessGate,
    catalog: catalogOf(baseline, current),
  };
}

function requireCatalog({ catalog }: ReportDocument, side: Side): void {
  if (catalog !== null) return;
  throw new UsageError(
    `the ${side} report has no catalog, which --fail-on-breaking compares; make it anew from a ` +
      "server whose tools can all be listed",
  );
}

function summarize({ cases, removed, added }: ComparedCases): Summary {
  const summary = { regressed: 0, fixed: 0, changed: 0, unchanged: 0 };
  for (const { verdict } of cases) summary[verdict]++;
  return { ...summary, removed: removed.length, added: added.length };
}

function catalogOf(baseline: ReportDocument, current: ReportDocument): ProbeDiff["catalog"] {
  if (baseline.catalog === null || current.catalog === null) {
    return { comparable: false, changes: [] };
  }
  const changes = compareCatalogs(baseline.catalog.tools, current.catalog.tools);
  return { comparable: true, changes };
}

/** The exit code of a comparison, once it is printed: 1 when a declared gate fired, else 0. */
export function diffExitCode(diff: ProbeDiff, gates: DiffGates): 0 | 1 {
  return firedGates(diff, gates).length > 0 ? 1 : 0;
}

/** Each declared gate that fired, in words of ours. */
export function firedGates(
  { summary, catalog, readiness_gate }: ProbeDiff,
  { failOnRegression, failOnChange, failOnBreaking }: DiffGates,
): string[] {
  const fired: string[] = [];
  const { breaking } = countBySeverity(catalog.changes);
  if (failOnRegression && summary.regressed > 0) fired.push("a case regressed");
  if (failOnChange && summary.changed > 0) fired.push("a case fails for another reason");
  if (failOnBreaking && breaking > 0) fired.push("the catalog breaks callers");
  if (readiness_gate?.passed === false) fired.push("readiness dropped too far");
  return fired;
}
