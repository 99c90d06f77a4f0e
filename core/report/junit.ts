/** The report as JUnit XML, for the test views of CI systems (reports.md §5). */

import { isErrored } from "./document.ts";
import type { ReadinessGate } from "./readiness.ts";
import type { RecordedCase, RecordedCheck, RecordedReadiness, ReportDocument } from "./recorded.ts";
import { hintOf, type Reason } from "../reasons.ts";
import { visible } from "./visible.ts";
import { attributes, escapeXml } from "./xml.ts";

interface TestCase {
  classname: string;
  name: string;
  /** What the case ended with; null on a pass. */
  problem: { kind: "failure" | "error"; type: string; message: string; body: string } | null;
}

interface Suite {
  name: string;
  properties: [name: string, value: string][];
  cases: TestCase[];
  /** Lines, each with its end. */
  output: string[];
}

/**
 * The whole document. Names are made visible in it: CI systems show them, and their runners read
 * commands in what is printed.
 */
export function renderJunit(document: ReportDocument): string {
  const report = { ...document, server: visible(document.server) };
  const suites: Suite[] = [];
  if (report.gate !== null) suites.push(manifestSuite(report));
  const readiness = readinessSuite(report);
  if (readiness.cases.length > 0) suites.push(readiness);
  const all = suites.flatMap(({ cases }) => cases);
  const lines = [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<testsuites${attributes({ name: "mcpeval", ...totals(all) })}>`,
    ...suites.flatMap(suiteLines),
    `</testsuites>`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function manifestSuite({ server, cases }: ReportDocument): Suite {
  return {
    name: `${server}.manifest`,
    properties: [],
    cases: cases.map((entry) => manifestCase(entry, server)),
    output: [],
  };
}

function manifestCase(entry: RecordedCase, server: string): TestCase {
  const { id, probe, reason, hint } = entry;
  return {
    classname: `${server}.${probe}`,
    name: visible(id),
    problem: reason && {
      kind: isErrored(entry) ? "error" : "failure",
      type: reason,
      message: reason,
      body: hint ?? "",
    },
  };
}

function readinessSuite(
  { server, readiness, readiness_error, readiness_gate }: ReportDocument,
): Suite {
  const cases = readiness !== null
    ? [{ name: `readiness ${readiness.score}/100`, problem: null }]
    : readiness_error !== null
    ? [{ name: "readiness", problem: unmeasured(readiness_error) }]
    : [];
  const floors = readiness_gate === null ? [] : floorCases(readiness_gate);
  const lost = readiness?.areas.flatMap(({ checks }) => checks) ?? [];
  return {
    name: `${server}.readiness`,
    properties: readiness === null ? [] : properties(readiness),
    cases: [...cases, ...floors].map((entry) => ({ classname: `${server}.readiness`, ...entry })),
    output: lost.map(lostLine),
  };
}

function unmeasured(reason: Reason): TestCase["problem"] {
  return {
    kind: "error",
    type: reason,
    message: `readiness not measured: ${reason}`,
    body: hintOf(reason),
  };
}

function properties(readiness: RecordedReadiness): [string, string][] {
  const { standard, score, score_without_latency, areas } = readiness;
  return [
    ["standard", visible(standard)],
    ["score", String(score)],
    ...(score_without_latency === undefined
      ? []
      : [["score_without_latency", String(score_without_latency)] as [string, string]]),
    ...areas.map(({ name, score }): [string, string] => [`area.${name}`, String(score)]),
  ];
}

function floorCases(gate: ReadinessGate): Omit<TestCase, "classname">[] {
  const { min_score, min_areas, exclude_latency, shortfalls } = gate;
  const suffix = exclude_latency ? " (latency excluded)" : "";
  const floors = Object.entries(min_areas);
  if (min_score !== null) floors.unshift(["score", min_score]);
  return floors.map(([subject, floor]) => ({
    name: `floor ${subject} >= ${floor}${suffix}`,
    problem: floorProblem(subject, shortfalls, suffix),
  }));
}

function floorProblem(
  subject: string,
  shortfalls: ReadinessGate["shortfalls"],
  suffix: string,
): TestCase["problem"] {
  if (shortfalls === null) {
    const message = "readiness was not measured";
    return { kind: "error", type: "readiness-unmeasured", message, body: "" };
  }
  const missed = shortfalls.find((shortfall) => shortfall.subject === subject);
  if (missed === undefined) return null;
  const message = `${subject} ${missed.observed} < ${missed.floor}${suffix}`;
  return { kind: "failure", type: "readiness-floor", message, body: "" };
}

function lostLine({ id, tool, score, reason, hint }: RecordedCheck): string {
  const about = tool === null ? "" : ` tool=${visible(tool)}`;
  return `lost ${id}${about} score=${score} reason=${reason}: ${hint}\n`;
}

function totals(cases: readonly TestCase[]): Record<"tests" | "failures" | "errors", string> {
  const count = (kind: "failure" | "error") =>
    String(cases.filter(({ problem }) => problem?.kind === kind).length);
  return { tests: String(cases.length), failures: count("failure"), errors: count("error") };
}

function suiteLines({ name, properties, cases, output }: Suite): string[] {
  return [
    `  <testsuite${attributes({ name, ...totals(cases), skipped: "0" })}>`,
    ...propertyLines(properties),
    ...cases.flatMap(caseLines),
    ...(output.length === 0 ? [] : [`    <system-out>${escapeXml(output.join(""))}</system-out>`]),
    `  </testsuite>`,
  ];
}

function propertyLines(properties: Suite["properties"]): string[] {
  if (properties.length === 0) return [];
  const lines = properties.map(([name, value]) =>
    `      <property${attributes({ name, value })}/>`
  );
  return ["    <properties>", ...lines, "    </properties>"];
}

function caseLines({ classname, name, problem }: TestCase): string[] {
  const open = `    <testcase${attributes({ classname, name })}`;
  if (problem === null) return [`${open}/>`];
  const { kind, type, message, body } = problem;
  return [
    `${open}>`,
    `      <${kind}${attributes({ type, message })}>${escapeXml(body)}</${kind}>`,
    `    </testcase>`,
  ];
}
