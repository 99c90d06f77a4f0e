/** The front's check of what `init` hands over from the engine, beside the manifest. */

import { count, list, members, oneOf, refuse, toolName } from "../report/check-parts.ts";
import type { Scaffold } from "./scaffold.ts";
import { CAUSES, DECISIONS } from "./summary.ts";

const DECISION_LABELS = Object.keys(DECISIONS) as (keyof typeof DECISIONS)[];
const CAUSE_LABELS = Object.keys(CAUSES) as (keyof typeof CAUSES)[];

/**
 * A scaffold that holds nothing but tool names, labels and counts, and a manifest, which is left to
 * its loader.
 * @throws {IncompleteError} for anything else
 */
export function checkScaffold(value: Scaffold): Scaffold {
  switch (value.kind) {
    case "dry-run": {
      const { rows } = members(value, ["kind", "rows"], "scaffold");
      return { kind: "dry-run", rows: list(rows, "rows").map(checkRow) };
    }
    case "manifest": {
      members(value, ["kind", "manifest", "tools", "skipped"], "scaffold");
      const { manifest, tools, skipped } = value;
      return {
        kind: "manifest",
        manifest,
        tools: count(tools, "tools"),
        skipped: list(skipped, "skipped").map(checkSkip),
      };
    }
    default:
      return refuse("scaffold");
  }
}

function checkRow(value: unknown, index: number) {
  const at = `rows[${index}]`;
  const { tool, decision } = members(value, ["tool", "decision"], at);
  return {
    tool: toolName(tool, `${at}.tool`),
    decision: oneOf(DECISION_LABELS, decision, `${at}.decision`),
  };
}

function checkSkip(value: unknown, index: number) {
  const at = `skipped[${index}]`;
  const { tool, cause } = members(value, ["tool", "cause"], at);
  return { tool: toolName(tool, `${at}.tool`), cause: oneOf(CAUSE_LABELS, cause, `${at}.cause`) };
}
