/** Faults that a probe turns into its own verdict (manifest-and-probes.md §9). */

import { Fault, RequestFlood } from "../mcp/faults.ts";
import type { Session } from "../mcp/session.ts";

/**
 * Decides whether an error may become a verdict, and leaves the session in a state that tells the
 * gate what to do next (D28): a lost connection is broken already, and a flooded one is closed
 * here, so that the next case gets a fresh one. After any other fault the connection stays: what
 * still arrives for a request that was given up is recognized and dropped.
 * @throws the error itself when it is no fault, or when the budget is used up: both are never
 * verdicts
 */
export function absorb(error: unknown, session: Session): void {
  if (!(error instanceof Fault) || error.label === "evaluation-budget-exceeded") throw error;
  if (error instanceof RequestFlood) void session.close();
}
