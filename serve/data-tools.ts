/** The tools that read the home (serve-and-demo.md §1.8). */

import { toolOf } from "../core/findings/figures.ts";
import type { Finding, ReadableFindings } from "../core/findings/finding.ts";
import { encodeJson, type Json, type JsonObject } from "../core/mcp/json.ts";
import { NO_HISTORY, pointText } from "../core/trends/text.ts";
import type { Backend } from "./backend.ts";
import { dataResult, failureResult, type ToolResult } from "./tool-result.ts";

/** Said when there is an index that does not give its findings. */
export const UNAVAILABLE = "findings unavailable: the index holds none that can be read; " +
  "run mcpeval index, then mcpeval promote";
const NONE = "no findings; record calls with mcpeval shim, then run mcpeval index and " +
  "mcpeval promote";

/** `list_findings`. */
export async function listFindings(backend: Backend, { state }: JsonObject): Promise<ToolResult> {
  const loaded = await backend.findings();
  if (loaded.kind === "unusable") return failureResult(UNAVAILABLE);
  const findings = findingsOf(loaded);
  if (findings.length === 0) return dataResult(NONE);
  const rows = findings.filter((finding) => state === undefined || finding.state === state)
    .map(findingRow);
  const none = `no findings in this state; in any state: ${findings.length}`;
  return dataResult(rows.length === 0 ? none : rows.join("\n\n"));
}

/** `get_finding`. */
export async function getFinding(
  backend: Backend,
  { finding_id: id }: JsonObject,
): Promise<ToolResult> {
  const loaded = await backend.findings();
  if (loaded.kind === "unusable") return failureResult(UNAVAILABLE);
  const finding = findingsOf(loaded).find(({ finding_id }) => finding_id === id);
  if (finding === undefined) return failureResult("no such finding");
  return dataResult(`${findingRow(finding)}\nhint: ${finding.hint}`);
}

/** `get_readiness_trends`. */
export async function getReadinessTrends(backend: Backend): Promise<ToolResult> {
  const outcome = await backend.trends();
  if (!outcome.ok) return failureResult(outcome.failure.message);
  const lines = outcome.value.flatMap(({ server, points }) =>
    points.map((point) => `${server} ${pointText(point)}`)
  );
  const points = outcome.value.flatMap((trend) => trend.points.map(({ point }) => point));
  return dataResult(lines.length === 0 ? NO_HISTORY : lines.join("\n"), { points });
}

/** What is there of findings; a home without an index has none. */
export function findingsOf(loaded: ReadableFindings): Finding[] {
  return loaded.kind === "findings" ? loaded.findings : [];
}

/** One finding on one line. */
function findingRow(finding: Finding): string {
  return [
    `${finding.finding_id} ${finding.server}/${toolOf(finding)}`,
    `state=${finding.state}`,
    `severity=${finding.severity}`,
    `class=${finding.class}`,
    `probe=${finding.probe_id ?? "none"}`,
    `failures=${finding.failures}/${finding.calls}`,
    `sessions=${finding.sessions}`,
    `repro=${encodeJson(finding.repro as Json)}`,
  ].join(" ");
}
