/** What a case of a report may hold, for the checks on its way in (reports.md §1.2). */

import type { Bound } from "../probes/verdict.ts";

/** Names of the bounds that a case can exceed. */
export const BOUNDS: readonly Bound[] = [
  "max_tools",
  "max_schema_bytes",
  "max_total_tokens",
  "max_tool_tokens",
  "max_latency_ms",
  "max_pages",
];

/** Measurements that are plain counts, in the order of the text report. */
export const COUNTS = [
  "tool_count",
  "schema_bytes",
  "total_tokens",
  "latency_ms",
  "pages",
] as const;

/** How a cancelled call can end. */
export const OUTCOMES = ["no-result", "completed", "error"] as const;
