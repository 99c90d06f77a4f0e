/** What `init` prints (cli.md §4.1 “Dry run”, “Summary”). */

import { joinLines } from "../report/visible.ts";
import type { DecisionRow, Scaffold } from "./scaffold.ts";
import type { SkipCause } from "./smoke.ts";

/** What is said of each decision. */
export const DECISIONS: { readonly [Label in DecisionRow["decision"]]: string } = {
  unselected: "skipped: not in --tool",
  destructive: "skipped: destructiveHint",
  writer: "skipped: readOnlyHint=false",
  unbuildable: "skipped: required arguments",
  "by-readOnlyHint": "candidate (readOnlyHint)",
  "by-attestation": "candidate (attested)",
  unattested: "needs --confirm-read-only",
};

/** What is said of each reason to leave a tool out. */
export const CAUSES: { readonly [Cause in SkipCause]: string } = {
  destructive: "destructiveHint",
  writer: "readOnlyHint=false",
  unbuildable: "required arguments cannot be built from its schema; give them in --arguments",
  unattested: "no readOnlyHint; attest that it only reads with --confirm-read-only",
  "empty-call-failed": "the call with {} failed",
  "file-call-failed": "the call with its --arguments failed",
  "schema-call-failed":
    "the call with arguments built from its schema failed; give better ones in --arguments",
  "asks-for-sampling": "asks for sampling",
  "asks-for-elicitation": "asks for elicitation",
  "announces-resource": "announces a changed resource",
  "beyond-limit": "cases are written for at most 20 tools; choose them with --tool",
};

const NEXT = "next: review the bounds; write error-honesty, state-recovery and " +
  "instruction-fidelity cases, whose expectations only you know, and cancellation, sampling, " +
  "elicitation, resource-subscription and completion cases for what the server offers; " +
  "then run mcpeval probe";

/** The lines of a dry run, each with its line feed. */
export function renderDryRun({ rows }: Extract<Scaffold, { kind: "dry-run" }>): string {
  const lines = rows.map(({ tool, decision }) => `${tool}  ${DECISIONS[decision]}`);
  return joinLines([...lines, "dry run: no tool was called, no file was written"]);
}

/**
 * The lines after writing, each with its line feed.
 * @param output names the manifest: its path as the user gave it
 */
export function renderSummary(
  output: string,
  { manifest, tools, skipped }: Extract<Scaffold, { kind: "manifest" }>,
): string {
  const kinds = new Map<string, number>();
  for (const { probe } of manifest.probes) kinds.set(probe, (kinds.get(probe) ?? 0) + 1);
  const counts = [...kinds].map(([kind, count]) => `${kind} ${count}`).join(", ");
  const annotated = skipped.filter(({ cause }) => cause === "destructive" || cause === "writer");
  return [
    `wrote ${output} (${tools} tools, ${manifest.probes.length} cases: ${counts})` +
    annotationSuffix(annotated.length),
    ...skipped.map(({ tool, cause }) => `  skipped ${tool}: ${CAUSES[cause]}`),
    NEXT,
    "",
  ].join("\n");
}

function annotationSuffix(count: number): string {
  if (count === 0) return "";
  return ` (${count} ${count === 1 ? "tool" : "tools"} skipped by annotations)`;
}
