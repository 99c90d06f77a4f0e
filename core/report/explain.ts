/** The texts of `mcpeval explain` (cli.md §5). */

import { explainReason, REASONS } from "../reasons.ts";

/** All labels: one heading line, then two spaces and a label per line; ends with a line feed. */
export function explainList(): string {
  const lines = REASONS.map((label) => `  ${label}\n`);
  return `reasons a case can fail or end with (mcpeval explain <reason> tells what to do):\n${
    lines.join("")
  }`;
}

/** One label: its hint for stdout, or the complaint for stderr (exit 2). No final line feed. */
export type ExplainAnswer = { known: true; hint: string } | { known: false; complaint: string };

/** Answers `mcpeval explain REASON`; the complaint repeats the label as it was typed. */
export function explainAnswer(typed: string): ExplainAnswer {
  const explanation = explainReason(typed);
  if (explanation.found) return { known: true, hint: explanation.hint };
  const advice = explanation.suggestions.length > 0
    ? `did you mean: ${explanation.suggestions.join(", ")}`
    : "mcpeval explain lists all of them";
  return { known: false, complaint: `unknown reason ${typed}; ${advice}` };
}
