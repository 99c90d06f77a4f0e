/** `degradation-over-n`: does the same call keep succeeding (spec §6). */

import { callTool } from "./call.ts";
import type { Probe } from "./probe.ts";
import { fail, pass } from "./verdict.ts";

/** Repeats one call up to `max_attempts` times and stops at the first error. */
export const degradationOverN: Probe<"degradation-over-n"> = async (probeCase, context) => {
  for (let attempt = 1; attempt <= probeCase.max_attempts; attempt++) {
    const outcome = await callTool(context, probeCase.tool, probeCase.arguments);
    if (outcome.kind !== "success") return fail(attempt, "unexpected-outcome");
  }
  return pass(probeCase.max_attempts);
};
