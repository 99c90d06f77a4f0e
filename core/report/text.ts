/** The report as lines of text (reports.md §2). */

import { catalogPlacementText, type Placement, scorePlacementText } from "./corpus-lines.ts";
import { catalogTokens, costText } from "./cost.ts";
import { isErrored } from "./document.ts";
import type { ReadinessGate } from "./readiness.ts";
import {
  type Count,
  isLegacy,
  type RecordedCase,
  type RecordedCheck,
  type RecordedReadiness,
  type ReportDocument,
} from "./recorded.ts";
import { joinLines, visible } from "./visible.ts";

/** How much is printed. */
export interface TextOptions {
  /** Leaves out all `hint:` and `heaviest:` lines. */
  brief: boolean;
  /** Where the corpus places the run; null or absent for no such lines. */
  placement?: Placement | null;
  /** US dollars per million tokens; null or absent for no cost line. */
  price?: number | null;
}

/** The whole report; every line ends with a line feed. */
export function renderText(report: ReportDocument, options: TextOptions): string {
  const { brief, placement = null, price = null } = options;
  const { gate, readiness_gate } = report;
  const server = visible(report.server);
  const lines = report.cases.flatMap((entry) => caseLines(entry, brief));
  if (gate !== null) lines.push(`${server} gate ${gate.passed}/${gate.total} passed`);
  lines.push(...readinessLines(report, server, brief));
  if (readiness_gate !== null) lines.push(`${server} ${floorText(readiness_gate)}`);
  if (placement !== null) lines.push(...placementLines(placement));
  const tokens = price === null ? null : catalogTokens(report);
  if (price !== null && tokens !== null) lines.push(`  cost: ${costText(tokens, price)}`);
  return joinLines(lines);
}

function placementLines({ score, catalog }: Placement): string[] {
  const lines: string[] = [];
  if (score !== null) {
    lines.push(`  standard corpus (${score.standard}): ${scorePlacementText(score)}`);
  }
  if (catalog !== null) {
    const { tokens, tools } = catalog;
    lines.push(`  catalog: ${tokens} tokens over ${tools} tools, ${catalogPlacementText(catalog)}`);
  }
  return lines;
}

/** What a readiness score covers. */
export const ASSESSMENT =
  "structure and behavior of read-only calls; whether the answers are right needs an oracle that a " +
  "person has reviewed";

/** What the score of a document of version 1 is. */
export const LEGACY_NOTE = "(legacy v1 score, a pass rate and no readiness score)";

function caseLines(entry: RecordedCase, brief: boolean): string[] {
  const lines = [caseLine(entry)];
  if (brief) return lines;
  if (entry.hint !== null) lines.push(`  hint: ${entry.hint}`);
  const heaviest = heaviestText(entry, visible);
  if (heaviest !== null) lines.push(`  heaviest: ${heaviest}`);
  return lines;
}

/**
 * The three tools that a missed token budget names, such as `search 548, fetch 120`; null for other
 * cases and when no tool is known.
 * @param show how a tool's name is written
 */
export function heaviestText(
  { reason, measurements }: RecordedCase,
  show: (name: string) => string,
): string | null {
  const heaviest = (measurements.per_tool ?? []).slice(0, 3);
  if (reason !== "token-budget-exceeded" || heaviest.length === 0) return null;
  return heaviest.map(({ tool, tokens }) => `${show(tool)} ${tokens}`).join(", ");
}

function caseLine(entry: RecordedCase): string {
  const { probe, attempts, first_failure, reason, detail } = entry;
  const id = visible(entry.id);
  if (isErrored(entry)) return `${id} ${probe} error reason=${reason}`;
  const measured = measuredTokens(entry.measurements);
  if (reason === null) return `${id} ${probe} pass attempts=${attempts}${measured}`;
  // A foreign document may lack the number (D11).
  const failure = token("first_failure", first_failure);
  const exceeded = detail === null
    ? ""
    : ` bound=${detail.bound} limit=${detail.limit} observed=${detail.observed}`;
  return `${id} ${probe} fail attempts=${attempts}${failure} reason=${reason}${measured}${exceeded}`;
}

function measuredTokens(measurements: RecordedCase["measurements"]): string {
  return token("tools", measurements.tool_count) +
    token("schema_bytes", measurements.schema_bytes) +
    token("total_tokens", measurements.total_tokens) +
    token("latency_ms", measurements.latency_ms) +
    token("pages", measurements.pages) +
    token("cancellation_outcome", measurements.cancellation_outcome);
}

function token(name: string, value: string | Count | null | undefined): string {
  return value === undefined || value === null ? "" : ` ${name}=${value}`;
}

function readinessLines(report: ReportDocument, server: string, brief: boolean): string[] {
  const { readiness, readiness_error } = report;
  if (readiness === null) {
    if (readiness_error !== null) return [`${server} readiness error reason=${readiness_error}`];
    if (!isLegacy(report) || report.legacy_score === null) {
      return [`${server} readiness not measured`];
    }
    return [`${server} manifest pass rate ${report.legacy_score}/100 ${LEGACY_NOTE}`];
  }
  const { surface } = readiness;
  return [
    `${server} readiness ${readiness.score}/100 ${areaScores(readiness)} standard=${
      visible(readiness.standard)
    }`,
    `  surface: ${surface.tools} tools, ${surface.read_only} read-only, ` +
    `${surface.writers} writers, ${surface.exercised} exercised`,
    `  assessment: ${ASSESSMENT}`,
    ...lostLines(readiness.areas.flatMap(({ checks }) => checks), brief),
  ];
}

function areaScores({ areas }: RecordedReadiness): string {
  return areas.map(({ name, score }) => `${name}=${score}`).join(" ");
}

/** One line per lost check; a reason's hint stands below its first line only. */
function lostLines(checks: RecordedCheck[], brief: boolean): string[] {
  const hinted = new Set<string>();
  return checks.flatMap(({ id, score, tool, observed, reason, hint }) => {
    const about = token("tool", tool && visible(tool)) + token("observed", observed);
    const line = `  lost ${id} score=${score}${about} reason=${reason}`;
    if (brief || hinted.has(reason)) return [line];
    hinted.add(reason);
    return [line, `    hint: ${hint}`];
  });
}

/** The outcome of the declared readiness floors (reports.md §1.4). */
export function floorText(gate: ReadinessGate): string {
  const { min_score, min_areas, exclude_latency, shortfalls } = gate;
  if (shortfalls === null) return "readiness floor not evaluated: readiness was not measured";
  const suffix = exclude_latency ? " (latency excluded)" : "";
  if (shortfalls.length > 0) {
    const missed = shortfalls.map((s) => `${s.subject} ${s.observed} < ${s.floor}`);
    return `readiness floor failed: ${missed.join(", ")}${suffix}`;
  }
  const floors = Object.entries(min_areas).map(([area, floor]) => `${area} >= ${floor}`);
  if (min_score !== null) floors.unshift(`score >= ${min_score}`);
  return `readiness floor passed: ${floors.join(", ")}${suffix}`;
}
