/** Tool calls as most probes make them: classified, timed, reported to the journal. */

import type { ToolName } from "../labels.ts";
import type { JsonObject } from "../mcp/json.ts";
import type { CallOutcome, ExchangeOptions } from "../mcp/session.ts";
import type { ProbeContext } from "./probe.ts";

/**
 * Calls a tool on the shared session and tells the journal.
 * @throws {Fault} when there was no classifiable reply; the journal then learns nothing
 */
export async function callTool(
  context: ProbeContext,
  tool: ToolName,
  args: JsonObject,
  options?: ExchangeOptions,
): Promise<CallOutcome> {
  const outcome = await context.session.call(tool, args, options);
  reportCall(context, tool, args, outcome);
  return outcome;
}

/** Tells the journal of one classified call (manifest-and-probes.md §4 “Journal”). */
export function reportCall(
  context: ProbeContext,
  tool: ToolName,
  args: JsonObject,
  outcome: CallOutcome,
): void {
  const { ms } = outcome;
  context.onCall?.(
    outcome.kind === "success"
      ? { tool, args, ms, outcome: "ok", error: null }
      : { tool, args, ms, outcome: outcome.kind, error: outcome.payload },
  );
}

/** Whole milliseconds as measurements carry them: rounded down. */
export function wholeMs(ms: number): number {
  return Math.floor(ms);
}
