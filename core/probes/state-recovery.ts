/** `state-recovery`: does the server work again after a failure (spec §6). */

import { callTool } from "./call.ts";
import type { Probe } from "./probe.ts";
import { fail, pass } from "./verdict.ts";

/** Three calls: one that must fail, one that recovers, one that shows that it did. */
export const stateRecovery: Probe<"state-recovery"> = async (probeCase, context) => {
  const failure = await callTool(context, probeCase.failure_tool, probeCase.failure_arguments);
  if (failure.kind === "success") return fail(1, "failure-not-observed");
  const recovery = await callTool(context, probeCase.recovery_tool, probeCase.recovery_arguments);
  if (recovery.kind !== "success") return fail(2, "recovery-failed");
  const check = await callTool(context, probeCase.validation_tool, probeCase.validation_arguments);
  return check.kind === "success" ? pass(3) : fail(3, "validation-failed");
};
