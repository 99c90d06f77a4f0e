/**
 * Writes the reference page of the reason labels, `docs/reasons.md`, from the tables in
 * `core/reasons.ts` and `core/readiness/standard.ts`: `deno run -A scripts/generate-reasons.ts [--check]`. With `--check` nothing is
 * written, and the status is 1 when the committed page is out of date.
 *
 * @module
 */
import { CHECK_HINTS, CHECKS, STANDARD } from "../core/readiness/standard.ts";
import { REASON_TABLE } from "../core/reasons.ts";
import type { CheckReason } from "../core/report/readiness.ts";
import { writeOrCheck } from "./generated-files.ts";
import { runScript } from "./script-error.ts";

const HEAD = `<!-- deno-fmt-ignore-file -->
<!-- Generated from core/reasons.ts and core/readiness/standard.ts by scripts/generate-reasons.ts; do not edit. -->

# Reasons

Reports name what went wrong by fixed labels, and this page says of each what to do: first the
labels of [cases](#cases), then those of the [readiness checks](#readiness-checks).

## Cases

A case that does not pass names exactly one of these ${REASON_TABLE.length} labels. Below each stands
the hint that reports print; \`mcpeval explain <reason>\` prints the same line. Every group but the
last holds verdicts on the server (exit 1).
`;

const REASON_CHECKS = Map.groupBy(
  Object.entries(CHECKS).flatMap(([id, reasons]) => reasons.map((reason) => ({ id, reason }))),
  ({ reason }) => reason,
) as Map<CheckReason, { id: string }[]>;

const CHECKS_HEAD = `
## Readiness checks

A check of \`${STANDARD}\` that scores less than 100 names one of these ${REASON_CHECKS.size} labels.
Reports print the hint with the first check of each; \`mcpeval explain\` knows the labels of cases
only. [readiness.md](readiness.md) says what the checks measure.
`;

/** The whole page: cases in the order of `mcpeval explain`, then checks in that of reports. */
export function reasonsPage(): string {
  let page = HEAD;
  let group: string | null = null;
  for (const entry of REASON_TABLE) {
    if (entry.group !== group) page += `\n### ${entry.group}\n`;
    group = entry.group;
    page += `\n#### \`${entry.label}\`\n\n${sentence(entry.hint)}\n`;
  }
  page += CHECKS_HEAD;
  for (const [reason, checks] of REASON_CHECKS) {
    const ids = checks.map(({ id }) => `\`${id}\``).join(", ");
    page += `\n### \`${reason}\`\n\nOf ${ids}.\n\n${sentence(CHECK_HINTS[reason])}\n`;
  }
  return page;
}

function sentence(hint: string): string {
  return `${hint.charAt(0).toUpperCase()}${hint.slice(1)}.`;
}

if (import.meta.main) {
  await runScript(() => writeOrCheck({ "docs/reasons.md": reasonsPage() }, "generate-reasons.ts"));
}
