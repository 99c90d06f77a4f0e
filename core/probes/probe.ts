/** What every probe is: a function from a case and its surroundings to a verdict. */

import type { CaseOf, ProbeKind } from "../manifest/types.ts";
import type { Discovery } from "../mcp/catalog.ts";
import type { Connector, Session } from "../mcp/session.ts";
import type { Verdict } from "./verdict.ts";

/** What a probe may use. */
export interface ProbeContext {
  /** The gate's shared session; the runner replaces it after a fault. */
  session: Session;
  /** Opens further sessions for cases that need their own. */
  connector: Connector;
  /** The listing made at the start of the run. */
  discovery: Discovery;
  /** Called once for each classified tool call, in order, for the journal. */
  onCall?: (call: { tool: string; ms: number; outcome: "ok" | "tool-error" | "rpc-error" }) => void;
}

/**
 * Judges one case.
 * @throws {Fault} when the exchange gave no verdict: the runner records the case as errored
 */
export type Probe<Kind extends ProbeKind> = (
  probeCase: CaseOf<Kind>,
  context: ProbeContext,
) => Promise<Verdict>;
