/** Stand-ins for mcpeval, where a test is about what the action makes of its answer. */

import { BINARY, DEMO, run, type TempFolder, tempFolder } from "../cli/run.ts";
import type { Job } from "./runner.ts";

/** A manifest for the demo server that takes little time. */
export const MANIFEST = `{
  "version": 1,
  "probes": [
    { "probe": "pagination", "id": "catalog-pagination", "access": "read_only", "max_pages": 5 },
    { "probe": "schema-guessability", "id": "status-guessable", "tool": "describe_status",
      "access": "read_only", "arguments": {} }
  ]
}
`;

/** The parts of a report that tests change. */
export interface Report extends Record<string, unknown> {
  passed: boolean;
  cases: Record<string, unknown>[];
  readiness: Record<string, unknown> | null;
  catalog: { tools: Record<string, unknown>[] };
}

let clean: Promise<Report> | undefined;

/** A report of the clean demo server on {@linkcode MANIFEST}, measured once and copied. */
export async function demoReport(change: (report: Report) => void = () => {}): Promise<string> {
  clean ??= measure();
  const report = structuredClone(await clean);
  change(report);
  return JSON.stringify(report, null, 2) + "\n";
}

async function measure(): Promise<Report> {
  await using temp = await tempFolder();
  const manifest = await temp.write("m.json", MANIFEST);
  const probe = ["probe", "--server", "demo", "--manifest", manifest, "--format", "json"];
  const { stdout } = await run(BINARY, [...probe, "--", DEMO], {
    env: { MCPEVAL_HOME: temp.file("home") },
  });
  return JSON.parse(stdout);
}

/** Makes the first case of a report fail, and the report with it. */
export function failFirst(report: Report, reason = "pagination-duplicate-tool"): void {
  Object.assign(report.cases[0] ?? {}, { passed: false, reason, first_failure: 2, attempts: 2 });
  Object.assign(report, { passed: false, gate: { passed: 1, total: 2 } });
}

/** What a stand-in does. */
export interface Fake {
  /** What `probe` prints. */
  report: string;
  /** What `probe` exits with; default: 0. */
  code?: number;
  /** Options that its help does not mention. */
  without?: string[];
}

/**
 * An mcpeval whose `probe` answers from a file and writes down how it was called; everything else
 * is the compiled program.
 */
export async function fakeMcpeval(
  workspace: TempFolder,
  { report, code = 0, without = [] }: Fake,
): Promise<NonNullable<Job["programs"]>> {
  const file = await workspace.write(".fake.report", report);
  const forget = without.map((option) => ` -e '/${option}\\b/d'`).join("");
  const script = `#!/bin/bash
real='${BINARY[0]}'
if [[ $* == *--help* && -n "${forget}" ]]; then "$real" "$@" | sed${forget}; exit; fi
if [[ $1 != probe || $2 == --help ]]; then exec "$real" "$@"; fi
printf '%s\\0' "$@" >'${workspace.file(".fake.args")}'
env >'${workspace.file(".fake.env")}'
cat '${file}'
exit ${code}
`;
  return { mcpeval: { script } };
}

/** The arguments of the call of `probe`, or undefined when there was none. */
export async function probeArguments(workspace: TempFolder): Promise<string[] | undefined> {
  try {
    return (await Deno.readTextFile(workspace.file(".fake.args"))).split("\0").slice(0, -1);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
