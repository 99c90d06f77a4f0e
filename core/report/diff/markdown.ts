/** A comparison as GitHub-flavored Markdown (reports.md §7 “Markdown”). */

import type { Reason } from "../../reasons.ts";
import { markdownTable } from "../markdown-table.ts";
import { code, plain } from "../markdown-text.ts";
import { changeLabel } from "./catalog.ts";
import type { CaseMovement, CatalogChange, DropGate, ProbeDiff } from "./document.ts";
import { dropText, readinessText } from "./readiness.ts";
import { NO_CATALOG } from "./text.ts";

/** The whole page. */
export function renderDiffMarkdown(diff: ProbeDiff): string {
  const { readiness, readiness_gate, cases, removed, added, summary } = diff;
  const rows = [
    ...cases.map(caseRow),
    // A pass on the side that has the case, whatever its verdict: 0.8.0 writes it so.
    ...removed.map((id) => [plain(id), "removed", "pass", "—"]),
    ...added.map((id) => [plain(id), "added", "—", "pass"]),
  ];
  return [
    "## mcp-eval baseline diff\n\n",
    `Readiness: ${readinessText(readiness, plain)}\n\n`,
    readiness_gate === null ? "" : `${gateText(readiness_gate)}\n\n`,
    markdownTable(["Case", "Verdict", "Baseline", "Current"], rows),
    "\n",
    catalogPart(diff),
    `\n${summary.regressed} regressed, ${summary.fixed} fixed, ${summary.changed} changed, ` +
    `${summary.removed} removed, ${summary.added} added. ` +
    "*Compared from two reports, which hold no payloads and no error prose.*\n",
  ].join("");
}

function gateText(gate: DropGate): string {
  return gate.passed ? dropText(gate) : `**${dropText(gate)}**`;
}

function caseRow(movement: CaseMovement): string[] {
  const { id, baseline_reason, current_reason } = movement;
  return [plain(id), verdictText(movement), sideText(baseline_reason), sideText(current_reason)];
}

function verdictText({ verdict, current_reason }: CaseMovement): string {
  switch (verdict) {
    case "regressed":
      return `**regressed** (\`${current_reason}\`)`;
    case "changed":
      return "**changed**";
    case "fixed":
    case "unchanged":
      return verdict;
  }
}

function sideText(reason: Reason | null): string {
  return reason === null ? "pass" : `fail (\`${reason}\`)`;
}

function catalogPart({ catalog: { comparable, changes } }: ProbeDiff): string {
  if (!comparable) return `Catalog contract: not comparable (${NO_CATALOG}).\n`;
  if (changes.length === 0) return "Catalog contract: unchanged.\n";
  const rows = changes.map(changeRow);
  return `### Catalog contract\n\n${markdownTable(["Tool", "Change", "Severity"], rows)}`;
}

function changeRow(change: CatalogChange): string[] {
  const { tool, severity } = change;
  const weight = severity === "breaking" ? `**${severity}**` : severity;
  return [plain(tool), code(changeLabel(change)), weight];
}
