/** Several reports of one manifest side by side (reports.md §8). Pure. */

import { isErrored } from "./document.ts";
import { exitCode } from "./exit.ts";
import { renderJson } from "./json.ts";
import { markdownTable } from "./markdown-table.ts";
import { plain } from "./markdown-text.ts";
import { documentOf, type RecordedCase, type ReportDocument } from "./recorded.ts";
import { joinLines, visible } from "./visible.ts";

/** One server of the comparison. */
export interface ComparedServer {
  /** Label of the column; free text of the user. */
  endpoint: string;
  report: ReportDocument;
}

/** The comparison: the reports are of one manifest, so they have the same cases in one order. */
export interface Comparison {
  /** The server label that all reports share. */
  server: string;
  /** The columns, in the order in which the servers were declared. */
  servers: readonly ComparedServer[];
}

/** What stands where a server was not measured, or lacks the case. */
const NOTHING = "—";

/** Narrowest first column. */
const MIN_WIDTH = "readiness".length;

/** Lines with one cell per server; every line ends with a line feed. */
export function renderCompareText({ servers }: Comparison): string {
  const labels = servers.map(({ endpoint }) => visible(endpoint));
  const width = Math.max(MIN_WIDTH, ...labels.map((label) => [...label].length));
  const rows = [
    ["case", ...labels],
    ...casesOf(servers).map(([id, , cells]) => [visible(id), ...cells.map(textCell)]),
    ["readiness", ...servers.map(readinessCell)],
  ];
  return joinLines(
    rows.map(([name = "", ...cells]) =>
      `${name}${" ".repeat(Math.max(0, width - [...name].length))}  ${cells.join("  ")}`
    ),
  );
}

/** A GitHub-flavored table with one column per server. */
export function renderCompareMarkdown({ server, servers }: Comparison): string {
  const rows = [
    ...casesOf(servers).map(([id, probe, cells]) => [
      plain(id),
      probe,
      ...cells.map(markdownCell),
    ]),
  ];
  const table = markdownTable(
    ["Case", "Probe", ...servers.map(({ endpoint }) => plain(endpoint))],
    rows,
  );
  const readiness = `| **Readiness** | | ${servers.map(readinessCell).join(" | ")} |\n`;
  return `# mcp-eval comparison — ${plain(server)}\n\n${table}${readiness}\n` +
    "*The same cases against each server; no payloads and no error prose are recorded.*\n";
}

/** An array of labels and report documents, in the bytes of every JSON document on stdout. */
export function renderCompareJson({ servers }: Comparison): string {
  return renderJson(
    servers.map(({ endpoint, report }) => ({ endpoint, report: documentOf(report) })),
  );
}

/** 3 when a case was errored or readiness could not be measured; else 0, whatever fails. */
export function compareExitCode({ servers }: Comparison): 0 | 3 {
  return servers.some(({ report }) => exitCode(report) === 3) ? 3 : 0;
}

type Row = [id: string, probe: string, cells: (RecordedCase | undefined)[]];

/** The cases of the first report with what each server has at the same place. */
function casesOf(servers: readonly ComparedServer[]): Row[] {
  const cases = servers[0]?.report.cases ?? [];
  return cases.map(({ id, probe }, index): Row => [
    id,
    probe,
    servers.map(({ report }) => report.cases[index]),
  ]);
}

function textCell(entry: RecordedCase | undefined): string {
  if (entry === undefined) return NOTHING;
  if (entry.reason === null) return "pass";
  return `${isErrored(entry) ? "error" : "fail"}(${entry.reason})`;
}

function markdownCell(entry: RecordedCase | undefined): string {
  if (entry === undefined) return NOTHING;
  return entry.reason === null ? "pass" : `fail (\`${entry.reason}\`)`;
}

function readinessCell({ report: { readiness } }: ComparedServer): string {
  return readiness === null ? NOTHING : `${readiness.score}/100`;
}
