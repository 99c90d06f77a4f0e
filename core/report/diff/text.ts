/** A comparison as aligned lines (reports.md §7 “Text”). */

import { joinLines, visible } from "../visible.ts";
import { changeLabel, countBySeverity } from "./catalog.ts";
import { signedDifference } from "./count.ts";
import type {
  CaseMovement,
  CatalogChange,
  MovedMeasurements,
  Pair,
  ProbeDiff,
  Severity,
} from "./document.ts";
import { dropText, readinessText } from "./readiness.ts";

/** Narrowest first column. */
const MIN_WIDTH = "readiness".length;

/** What makes catalogs incomparable. */
export const NO_CATALOG = "a report has no catalog";

/** The whole comparison; every line ends with a line feed. */
export function renderDiffText(diff: ProbeDiff): string {
  const { readiness, readiness_gate, summary } = diff;
  const rows = rowsOf(diff);
  const width = rows.reduce((most, [name]) => Math.max(most, lengthOf(name)), MIN_WIDTH);
  const lines = rows.map(([name, text]) => `${name}${" ".repeat(width - lengthOf(name))}  ${text}`);
  lines.push(`readiness  ${readinessText(readiness, visible)}`);
  if (readiness_gate !== null) lines.push(dropText(readiness_gate));
  lines.push(
    `catalog  ${catalogText(diff)}`,
    `${summary.regressed} regressed, ${summary.fixed} fixed, ${summary.changed} changed, ` +
      `${summary.unchanged} unchanged, ${summary.removed} removed, ${summary.added} added`,
  );
  return joinLines(lines);
}

type Row = [name: string, text: string];

function rowsOf({ cases, removed, added, catalog }: ProbeDiff): Row[] {
  return [
    ...cases.map((movement): Row => [visible(movement.id), caseText(movement)]),
    ...removed.map((id): Row => [visible(id), "removed"]),
    ...added.map((id): Row => [visible(id), "added"]),
    ...catalog.changes.map((change): Row => [visible(change.tool), changeText(change)]),
  ];
}

/** Length of a text in code points. */
function lengthOf(text: string): number {
  return [...text].length;
}

function caseText(movement: CaseMovement): string {
  const moved = movementText(movement.measurements);
  return moved === null ? verdictText(movement) : `${verdictText(movement)}  ${moved}`;
}

function verdictText({ verdict, baseline_reason, current_reason }: CaseMovement): string {
  switch (verdict) {
    case "regressed":
      return `REGRESSED ${current_reason}`;
    case "changed":
      return `CHANGED ${baseline_reason} → ${current_reason}`;
    case "fixed":
    case "unchanged":
      return verdict;
  }
}

/** How a figure moved, such as `407 ms → 403 ms (-4)`; null without a figure. */
export function movementText({ total_tokens, latency_ms }: MovedMeasurements): string | null {
  if (total_tokens !== undefined) return pairText(total_tokens, "tok");
  return latency_ms === undefined ? null : pairText(latency_ms, "ms");
}

function pairText({ baseline, current }: Pair, unit: string): string {
  if (baseline === current) return `${baseline} ${unit} unchanged`;
  const moved = signedDifference(baseline, current);
  return `${baseline} ${unit} → ${current} ${unit} (${moved})`;
}

const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  breaking: "BREAKING",
  review: "REVIEW",
  compatible: "compatible",
};

function changeText(change: CatalogChange): string {
  return `catalog ${SEVERITY_WORDS[change.severity]} ${changeLabel(change)}`;
}

/** How many changes of the catalog there are, or why it cannot be compared. */
function catalogText({ catalog }: ProbeDiff): string {
  if (!catalog.comparable) return `not comparable (${NO_CATALOG})`;
  const { breaking, review, compatible } = countBySeverity(catalog.changes);
  return `${breaking} breaking, ${review} to review, ${compatible} compatible`;
}
