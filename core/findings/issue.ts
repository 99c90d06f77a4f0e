/** A finding as the text of an issue for a tracker (capture.md §13). */

import { code, plain } from "../report/markdown-text.ts";
import { ratio, reproText, toolOf, turns } from "./figures.ts";
import type { Finding } from "./finding.ts";

/** The file that an issue is written to. */
export function issueFile({ finding_id }: Finding): string {
  return `${finding_id}.md`;
}

/** The whole text, in Markdown. */
export function renderIssue(finding: Finding): string {
  const { finding_id: id, failures, calls, sessions, severity, blast } = finding;
  const repro = reproText(finding);
  const facts = [
    `State: ${finding.state}`,
    `Severity: ${severity}`,
    `Probe coverage: ${finding.probe_id ?? "none yet; `mcpeval generate` makes one"}`,
    `Evidence: ${failures} failures / ${calls} calls across ${sessions} sessions`,
    `Agent cost: median ${turns(finding)} turns; blast radius ${blast} tools`,
    `Observed failure rate: ${ratio(finding.rate)} (score ${ratio(finding.score)}, threshold ` +
    `${ratio(finding.threshold)})`,
    `Last seen: ${finding.last_seen}`,
    ...(repro === null ? [] : [`Shape-level repro: ${code(repro)}`]),
  ];
  return `# ${id}: ${plain(finding.server)}/${plain(toolOf(finding))} keeps failing

**Suggested labels:** \`mcpeval\`, \`${severity}\`

${facts.map((fact) => `- ${fact}\n`).join("")}
## Diagnosis

- Class: \`${finding.class}\`
- Hint: ${finding.hint}

## Next steps

1. Reproduce the failure${repro === null ? "" : " with arguments of the shape above"}.
2. Make it a case of a manifest:

   \`\`\`sh
   mcpeval generate --finding ${id} --confirm-read-only --output generated.manifest.json
   \`\`\`

3. Mend the server, then verify; three green runs in a row close the finding:

   \`\`\`sh
   mcpeval verify --finding ${id} --case <case-id> --manifest mcp-eval.manifest.json -- <server command>
   \`\`\`

*Written by \`mcpeval export-issues\`. It holds metadata only: no arguments, results or messages.*
`;
}
