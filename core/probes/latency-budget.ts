/** `latency-budget`: is each call answered in time (spec §6). */

import { callTool, wholeMs } from "./call.ts";
import type { Probe } from "./probe.ts";
import { fail, pass } from "./verdict.ts";

/**
 * Makes `attempts` calls, one after another. Each may take `max_latency_ms` longer than the
 * session's wait, so that a slow answer is a verdict and not a timeout. Latency is compared in
 * whole milliseconds, as it is reported.
 */
export const latencyBudget: Probe<"latency-budget"> = async (probeCase, context) => {
  const limit = probeCase.max_latency_ms;
  let slowest = 0;
  for (let attempt = 1; attempt <= probeCase.attempts; attempt++) {
    const outcome = await callTool(context, probeCase.tool, probeCase.arguments, {
      extraWaitMs: limit,
    });
    slowest = Math.max(slowest, wholeMs(outcome.ms));
    const measured = { latency_ms: slowest };
    // An error decides even when it also came late.
    if (outcome.kind !== "success") return fail(attempt, "unexpected-outcome", measured);
    if (slowest > limit) {
      return fail(attempt, "latency-budget-exceeded", measured, {
        bound: "max_latency_ms",
        limit,
        observed: slowest,
      });
    }
  }
  return pass(probeCase.attempts, { latency_ms: slowest });
};
