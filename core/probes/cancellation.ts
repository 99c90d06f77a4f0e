/** `cancellation`: what becomes of a call that is cancelled (spec §6). */

import { callTool } from "./call.ts";
import type { Probe } from "./probe.ts";
import { fail, pass } from "./verdict.ts";

/**
 * One call to see that the tool works, one that is cancelled, and one to see that it still works
 * where cancelling need not have any effect. The journal does not learn of the second.
 */
export const cancellation: Probe<"cancellation"> = async (probeCase, context) => {
  const { tool, arguments: args, reason, require_honored: mustHonor } = probeCase;
  const before = await callTool(context, tool, args);
  if (before.kind !== "success") return fail(1, "unexpected-outcome");
  const graceMs = probeCase.grace_seconds * 1_000;
  const outcome = await context.session.callCancelled(tool, args, { reason, graceMs });
  const measured = { cancellation_outcome: outcome };
  if (outcome === "error") return fail(2, "cancellation-errored", measured);
  if (mustHonor) {
    return outcome === "no-result" ? pass(2, measured) : fail(2, "cancellation-ignored", measured);
  }
  const after = await callTool(context, tool, args);
  return after.kind === "success" ? pass(3, measured) : fail(3, "recovery-failed", measured);
};
