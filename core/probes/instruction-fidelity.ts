/** `instruction-fidelity`: does a call return what its case says (spec §6). */

import { callTool } from "./call.ts";
import { mismatchOf } from "./expectation.ts";
import type { Probe } from "./probe.ts";
import { fail, pass } from "./verdict.ts";

/** One call, judged by the case's expectation. */
export const instructionFidelity: Probe<"instruction-fidelity"> = async (probeCase, context) => {
  const outcome = await callTool(context, probeCase.tool, probeCase.arguments);
  const mismatch = mismatchOf(probeCase.expect, outcome);
  return mismatch === null ? pass(1) : fail(1, mismatch);
};
