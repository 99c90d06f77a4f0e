/** The report as lines of text (reports.md §2). */

import { isErrored, type ProbeReport, type ReportCase } from "./document.ts";
import type { Measurements } from "../probes/verdict.ts";
import type { LostCheck, Readiness, ReadinessGate } from "./readiness.ts";

/** How much is printed. */
export interface TextOptions {
  /** Leaves out all `hint:` and `heaviest:` lines. */
  brief: boolean;
}

/** The whole report; every line ends with a line feed. */
export function renderText(report: ProbeReport, { brief }: TextOptions): string {
  const { server, gate, readiness_gate } = report;
  const lines = report.cases.flatMap((entry) => caseLines(entry, brief));
  if (gate !== null) lines.push(`${server} gate ${gate.passed}/${gate.total} passed`);
  lines.push(...readinessLines(report, brief));
  if (readiness_gate !== null) lines.push(`${server} ${floorText(readiness_gate)}`);
  return lines.map((line) => `${line}\n`).join("");
}

function caseLines(entry: ReportCase, brief: boolean): string[] {
  const lines = [caseLine(entry)];
  if (brief) return lines;
  if (entry.hint !== null) lines.push(`  hint: ${entry.hint}`);
  const heaviest = (entry.measurements.per_tool ?? []).slice(0, 3);
  if (entry.reason === "token-budget-exceeded" && heaviest.length > 0) {
    lines.push(`  heaviest: ${heaviest.map(({ tool, tokens }) => `${tool} ${tokens}`).join(", ")}`);
  }
  return lines;
}

function caseLine(entry: ReportCase): string {
  const { id, probe, attempts, first_failure, reason, detail } = entry;
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

function measuredTokens(measurements: Measurements): string {
  return token("tools", measurements.tool_count) +
    token("schema_bytes", measurements.schema_bytes) +
    token("total_tokens", measurements.total_tokens) +
    token("latency_ms", measurements.latency_ms) +
    token("pages", measurements.pages) +
    token("cancellation_outcome", measurements.cancellation_outcome);
}

function token(name: string, value: string | number | null | undefined): string {
  return value === undefined || value === null ? "" : ` ${name}=${value}`;
}

function readinessLines(report: ProbeReport, brief: boolean): string[] {
  const { server, readiness, readiness_error } = report;
  if (readiness_error !== null) return [`${server} readiness error reason=${readiness_error}`];
  if (readiness === null) return [`${server} readiness not measured`];
  const { surface } = readiness;
  return [
    `${server} readiness ${readiness.score}/100 ${
      areaScores(readiness)
    } standard=${readiness.standard}`,
    `  surface: ${surface.tools} tools, ${surface.read_only} read-only, ` +
    `${surface.writers} writers, ${surface.exercised} exercised`,
    "  assessment: structure and behavior of read-only calls; whether the answers are right needs " +
    "an oracle that a person has reviewed",
    ...lostLines(readiness.areas.flatMap(({ checks }) => checks), brief),
  ];
}

function areaScores({ areas }: Readiness): string {
  return areas.map(({ name, score }) => `${name}=${score}`).join(" ");
}

/** One line per lost check; a reason's hint stands below its first line only. */
function lostLines(checks: LostCheck[], brief: boolean): string[] {
  const hinted = new Set<string>();
  return checks.flatMap(({ id, score, tool, observed, reason, hint }) => {
    const line = `  lost ${id} score=${score}${token("tool", tool)}${token("observed", observed)}` +
      ` reason=${reason}`;
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
