/** Findings as lines for an agent or a terminal (capture.md §10). */

import { encodeJson } from "../mcp/json.ts";
import { ratio, reproText, severalCodes, toolOf, turns } from "./figures.ts";
import type { Finding } from "./finding.ts";

/** Three or four lines per finding; empty without any. */
export function renderFindingsForAgent(findings: readonly Finding[]): string {
  return findings.flatMap(linesOf).map((line) => `${line}\n`).join("");
}

function linesOf(finding: Finding): string[] {
  const codes = severalCodes(finding);
  const repro = reproText(finding);
  return [
    [
      `finding ${finding.finding_id} ${finding.server}/${toolOf(finding)}`,
      `state=${finding.state}`,
      `probe=${finding.probe_id ?? "none"}`,
      `consecutive_passes=${finding.consecutive_passes}`,
      `severity=${finding.severity}`,
      `score=${ratio(finding.score)}`,
      `threshold=${ratio(finding.threshold)}`,
      `rate=${ratio(finding.rate)}`,
      `confidence=${ratio(finding.confidence)}`,
      `recency=${ratio(finding.recency)}`,
      `failures=${finding.failures}/${finding.calls}`,
      `sessions=${finding.sessions}`,
      `cost=${turns(finding)}`,
      `blast=${finding.blast}`,
      `class=${finding.class}`,
    ].join(" "),
    [
      `  cause code=${encodeJson(finding.err_code)}`,
      ...(codes === null ? [] : [`codes=${codes}`]),
      `template_id=${finding.err_template_id ?? "none"}`,
      `last_seen=${finding.last_seen}`,
    ].join(" "),
    `  hint: ${finding.hint}`,
    ...(repro === null ? [] : [`  repro=${repro}`]),
  ];
}
