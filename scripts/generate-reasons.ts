/**
 * Writes the reference page of the reason labels, `docs/reasons.md`, from the table in
 * `core/reasons.ts`: `deno run -A scripts/generate-reasons.ts [--check]`. With `--check` nothing is
 * written, and the status is 1 when the committed page is out of date.
 *
 * @module
 */
import { join } from "node:path";
import { REASON_TABLE } from "../core/reasons.ts";
import { runScript } from "./script-error.ts";

const HEAD = `<!-- deno-fmt-ignore-file -->
<!-- Generated from core/reasons.ts by scripts/generate-reasons.ts; do not edit. -->

# Reasons

A case that does not pass names exactly one of these ${REASON_TABLE.length} fixed labels. Below
each stands the hint that reports print; \`mcpeval explain <reason>\` prints the same line. Every
group but the last holds verdicts on the server (exit 1).
`;

/** The whole page, in the order of `mcpeval explain`. */
export function reasonsPage(): string {
  let page = HEAD;
  let group: string | null = null;
  for (const entry of REASON_TABLE) {
    if (entry.group !== group) page += `\n## ${entry.group}\n`;
    group = entry.group;
    const sentence = entry.hint.charAt(0).toUpperCase() + entry.hint.slice(1);
    page += `\n### \`${entry.label}\`\n\n${sentence}.\n`;
  }
  return page;
}

if (import.meta.main) {
  await runScript(async () => {
    const path = join(import.meta.dirname ?? ".", "..", "docs", "reasons.md");
    if (!Deno.args.includes("--check")) {
      await Deno.writeTextFile(path, reasonsPage());
      return 0;
    }
    if (await Deno.readTextFile(path).catch(() => "") === reasonsPage()) return 0;
    console.error("docs/reasons.md is out of date: run scripts/generate-reasons.ts");
    return 1;
  });
}
