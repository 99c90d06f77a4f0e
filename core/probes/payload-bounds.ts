/** `payload-bounds`: does an oversized argument leave the server standing (spec §6). */

import type { CallOutcome, Session } from "../mcp/session.ts";
import { absorb } from "./absorb.ts";
import { reportCall, wholeMs } from "./call.ts";
import { answersPing } from "./ping.ts";
import type { Probe } from "./probe.ts";
import { fail, pass } from "./verdict.ts";

/**
 * One call whose `field` is `size_bytes` letters long, then a `ping` on the same connection. A
 * call without an outcome is a verdict here, also when our own frame would be too large to send.
 * The journal learns of the call only when the case passes.
 */
export const payloadBounds: Probe<"payload-bounds"> = async (probeCase, context) => {
  const { session } = context;
  const args = { ...probeCase.arguments, [probeCase.field]: "a".repeat(probeCase.size_bytes) };
  const started = performance.now();
  let outcome: CallOutcome;
  try {
    outcome = await session.call(probeCase.tool, args, { observing: true, acceptNullId: true });
  } catch (error) {
    absorb(error, session);
    return fail(1, "payload-unhandled", { latency_ms: wholeMs(performance.now() - started) });
  }
  const measured = { latency_ms: wholeMs(outcome.ms) };
  if (outcome.kind !== "success" && probeCase.expect_handled) {
    return fail(1, "unexpected-outcome", measured);
  }
  if (!await stillAnswers(session)) return fail(1, "payload-unhandled");
  reportCall(context, probeCase.tool, args, outcome);
  return pass(1, measured);
};

async function stillAnswers(session: Session): Promise<boolean> {
  try {
    return await answersPing(session);
  } catch (error) {
    absorb(error, session);
    return false;
  }
}
