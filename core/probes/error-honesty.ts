/** `error-honesty`: does an error say truly whether a retry helps (spec §6). */

import { isObject, type Json, type JsonObject } from "../mcp/json.ts";
import { callTool } from "./call.ts";
import type { Probe } from "./probe.ts";
import { fail, pass } from "./verdict.ts";

/** Calls after which an error that promises nothing has proven to be stable. */
const STABLE_AFTER = 2;

/**
 * Repeats a call that must fail at first. An error that promises a retry must keep the promise
 * within `max_attempts`; one that does not must stay the same.
 */
export const errorHonesty: Probe<"error-honesty"> = async (probeCase, context) => {
  const { tool, arguments: args, max_attempts: most, expect_retryable: retryable } = probeCase;
  let code: number | bigint | null = null;
  for (let attempt = 1; attempt <= most; attempt++) {
    const outcome = await callTool(context, tool, args);
    if (outcome.kind === "success") {
      if (attempt === 1) return fail(1, "expected-error");
      return retryable ? pass(attempt) : fail(attempt, "unexpected-outcome");
    }
    code ??= outcome.code;
    if (outcome.code !== code) return fail(attempt, "unstable-error-code");
    if (!saysRetryable(outcome.payload, retryable)) return fail(attempt, "retryability-mismatch");
    if (!retryable && attempt === STABLE_AFTER) return pass(attempt);
  }
  return fail(most, "retry-did-not-recover");
};

/**
 * Whether an error says this about retrying: in `data.retryable`, or in a top-level `retryable`, or
 * in both alike.
 */
function saysRetryable(payload: JsonObject, retryable: boolean): boolean {
  const hints: Json[] = [payload.data, payload].flatMap((holder) =>
    isObject(holder) && Object.hasOwn(holder, "retryable") ? [holder.retryable ?? null] : []
  );
  return hints.length > 0 && hints.every((hint) => hint === retryable);
}
