/** What a run of the gate hands to the report: typed and free of content. */

import type { ProbeKind } from "./manifest/types.ts";
import type { ToolClass } from "./mcp/catalog.ts";
import type { Errored, Verdict } from "./probes/verdict.ts";

/** One case with its verdict, in manifest order. */
export interface CaseResult {
  id: string;
  probe: ProbeKind;
  /** The tool that the case is about; null for the kinds without one (reports.md §1.2). */
  tool: string | null;
  result: Verdict | Errored;
}

/** A tool's contract as digests (reports.md §1.5): 16 hex digits stand for each name and schema. */
export interface ToolContract {
  name: string;
  class: ToolClass;
  required: string[];
  parameters: Record<string, string>;
  output_schema: string | null;
}

/** The gate's result. */
export interface GateResult {
  cases: CaseResult[];
  /** Sorted by name; null when the listing is incomplete. */
  catalog: ToolContract[] | null;
}
