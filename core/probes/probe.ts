/** What every probe is: a function from a case and its surroundings to a verdict. */

import type { ToolName } from "../labels.ts";
import type { CaseOf, ProbeKind } from "../manifest/types.ts";
import type { Discovery } from "../mcp/catalog.ts";
import type { JsonObject } from "../mcp/json.ts";
import type { Connector, Session } from "../mcp/session.ts";
import type { Verdict } from "./verdict.ts";

/** A classified tool call, with its payloads: what the journal makes its record of. */
export interface JudgedCall {
  tool: ToolName;
  args: JsonObject;
  /** From sending to reply. */
  ms: number;
  outcome: "ok" | "tool-error" | "rpc-error";
  /** The error as it counts for its case; null for a success. */
  error: JsonObject | null;
}

/** What a probe may use. */
export interface ProbeContext {
  /** The gate's shared session; the runner replaces it after a fault. */
  session: Session;
  /** Opens further sessions for cases that need their own. */
  connector: Connector;
  /** The listing made at the start of the run. */
  discovery: Discovery;
  /** Called once for each classified tool call, in order, for the journal. */
  onCall?: (call: JudgedCall) => void;
}

/**
 * Judges one case.
 * @throws {Fault} when the exchange gave no verdict: the runner records the case as errored
 */
export type Probe<Kind extends ProbeKind> = (
  probeCase: CaseOf<Kind>,
  context: ProbeContext,
) => Promise<Verdict>;
