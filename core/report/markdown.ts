/** The report as GitHub-flavored Markdown (reports.md §3). */

import { catalogPlacementText, type Placement, scorePlacementText } from "./corpus-lines.ts";
import { costText } from "./cost.ts";
import { isErrored } from "./document.ts";
import { markdownTable } from "./markdown-table.ts";
import { code, plain } from "./markdown-text.ts";
import {
  isLegacy,
  type RecordedArea,
  type RecordedCase,
  type RecordedCheck,
  type RecordedReadiness,
  type ReportDocument,
} from "./recorded.ts";
import { ASSESSMENT, floorText, heaviestText, LEGACY_NOTE } from "./text.ts";

/** What the page says beside the report. */
export interface MarkdownOptions {
  /** Where the corpus places the run; null or absent for no such lines. */
  placement?: Placement | null;
  /** US dollars per million tokens; null or absent for no cost lines. */
  price?: number | null;
}

/** The whole page. */
export function renderMarkdown(report: ReportDocument, options: MarkdownOptions = {}): string {
  const { placement = null, price = null } = options;
  const { gate, readiness_gate, cases } = report;
  return [
    `## mcp-eval report — ${plain(report.server)}\n\n`,
    readinessPart(report),
    gate === null ? "" : `**Gate:** ${gate.passed}/${gate.total} cases passed\n\n`,
    readiness_gate === null ? "" : `**Floor:** ${floorText(readiness_gate)}\n\n`,
    placement === null ? "" : placementPart(placement),
    cases.length === 0 ? "" : casesPart(cases),
    remediationPart(cases),
    ...cases.map((entry) => costPart(entry, price)),
    "\n*Deterministic battery (`mcpeval probe`): no arguments, responses or error prose are " +
    "recorded.*\n",
  ].join("");
}

function readinessPart(report: ReportDocument): string {
  const { readiness, readiness_error } = report;
  if (readiness !== null) return measuredPart(readiness);
  if (readiness_error !== null) {
    return `**Readiness: not measured** (\`${readiness_error}\`)\n\n`;
  }
  if (!isLegacy(report) || report.legacy_score === null) return "";
  return `**Manifest pass rate: ${report.legacy_score}/100** ${LEGACY_NOTE}\n\n`;
}

function measuredPart({ score, badge, standard, areas, surface }: RecordedReadiness): string {
  const { tools, read_only, writers, exercised } = surface;
  return [
    `**Readiness: ${score}/100** ![mcpeval](${badge}) ${code(standard)}\n\n`,
    markdownTable(["Area", "Weight", "Score"], areas.map(areaRow)),
    `\n*Surface: ${tools} tools, ${read_only} read-only, ${writers} writers, ` +
    `${exercised} exercised.*\n\n`,
    `*Assessment: ${ASSESSMENT}.*\n\n`,
    lostPart(areas.flatMap(({ checks }) => checks)),
  ].join("");
}

function areaRow({ name, weight, score }: RecordedArea): string[] {
  return [name, String(weight), String(score)];
}

/** One bullet per lost check; a reason's hint stands in its first bullet only. */
function lostPart(checks: readonly RecordedCheck[]): string {
  if (checks.length === 0) return "";
  const hinted = new Set<string>();
  const bullets = checks.map(({ id, tool, score, reason, hint }) => {
    const about = tool === null ? "" : ` ${code(tool)}`;
    const advice = hinted.has(reason) ? "" : `: ${hint}`;
    hinted.add(reason);
    return `- **\`${id}\`**${about} scored ${score} (\`${reason}\`)${advice}\n`;
  });
  return `### Lost points\n\n${bullets.join("")}\n`;
}

function placementPart({ score, catalog }: Placement): string {
  const scoreLine = score === null
    ? ""
    : `*Standard corpus (${plain(score.standard)}): ${scorePlacementText(score)}.*\n\n`;
  if (catalog === null) return scoreLine;
  const { tokens, tools } = catalog;
  return scoreLine +
    `*Catalog: ${tokens} tokens over ${tools} tools — ${catalogPlacementText(catalog)}.*\n\n`;
}

function casesPart(cases: readonly RecordedCase[]): string {
  const header = [
    "Case",
    "Probe",
    "Result",
    "Attempts",
    "First failure",
    "Reason",
    "Bound",
  ];
  return markdownTable(header, cases.map(caseRow));
}

function caseRow(entry: RecordedCase): string[] {
  const { id, probe, attempts, first_failure, reason, detail } = entry;
  const errored = isErrored(entry);
  return [
    plain(id),
    probe,
    errored ? "error" : reason === null ? "pass" : "fail",
    String(attempts),
    // Empty where a foreign document does not say which call failed.
    errored || reason === null ? "—" : String(first_failure ?? ""),
    reason ?? "—",
    detail === null ? "—" : `${detail.bound} ${detail.observed} > ${detail.limit}`,
  ];
}

function remediationPart(cases: readonly RecordedCase[]): string {
  const bullets = cases.filter(({ reason }) => reason !== null).map((entry) => {
    const bullet = `- **${code(entry.id)} (\`${entry.reason}\`):** ${entry.hint}\n`;
    const heaviest = heaviestText(entry, plain);
    return heaviest === null ? bullet : `${bullet}  - heaviest: ${heaviest}\n`;
  });
  return bullets.length === 0 ? "" : `\n### Remediation\n\n${bullets.join("")}\n`;
}

function costPart({ id, measurements }: RecordedCase, price: number | null): string {
  const { total_tokens: total, per_tool } = measurements;
  if (total === undefined) return "";
  const tools = per_tool?.length ?? 0;
  const cost = price === null ? "" : `- **Session cost:** ${costText(total, price)}\n`;
  return `\n- ${code(id)} catalog cost estimate: ${total} tokens across ${tools} tools\n${cost}`;
}
