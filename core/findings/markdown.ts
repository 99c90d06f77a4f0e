/** Findings as a page of Markdown (capture.md §10). */

import { encodeJson } from "../mcp/json.ts";
import { code, plain } from "../report/markdown-text.ts";
import { ratio, reproText, severalCodes, TITLE, toolOf, turns } from "./figures.ts";
import type { Finding } from "./finding.ts";

/** The whole page; without findings the title alone. */
export function renderFindingsMarkdown(findings: readonly Finding[]): string {
  return `# ${TITLE}\n\n${findings.map(sectionOf).join("")}`;
}

function sectionOf(finding: Finding): string {
  const bullets = factsOf(finding).map(([name, text]) => `- ${name}: ${text}\n`).join("");
  return `## ${plain(finding.server)} / ${plain(toolOf(finding))}\n\n${bullets}\n`;
}

function factsOf(finding: Finding): [name: string, text: string][] {
  const { failures, calls, sessions, blast } = finding;
  const codes = severalCodes(finding);
  const repro = reproText(finding);
  return [
    ["Finding ID", finding.finding_id],
    ["State", finding.state],
    ["Probe", finding.probe_id ?? "none"],
    ["Consecutive passes", String(finding.consecutive_passes)],
    ["Severity", finding.severity],
    ["Score", `${ratio(finding.score)} (threshold ${ratio(finding.threshold)})`],
    ["Rate", ratio(finding.rate)],
    ["Confidence", ratio(finding.confidence)],
    ["Recency", ratio(finding.recency)],
    ["Error code", encodeJson(finding.err_code)],
    ["Template ID", finding.err_template_id ?? "none"],
    ["Evidence", `${failures} failures / ${calls} calls across ${sessions} sessions`],
    ["Agent cost", `median ${turns(finding)} turns; blast radius ${blast} tools`],
    ["Last seen", finding.last_seen],
    ...(codes === null ? [] : [["Error codes", codes] satisfies [string, string]]),
    ["Class", finding.class],
    ["Hint", finding.hint],
    ...(repro === null ? [] : [["Shape-level repro", code(repro)] satisfies [string, string]]),
  ];
}
