/** Calls during which the server may ask the client for something (spec §8, D2). */

import type { AskingKind } from "../manifest/select.ts";
import type { CaseOf } from "../manifest/types.ts";
import { Fault, RequestFlood } from "../mcp/faults.ts";
import type { Json, JsonObject } from "../mcp/json.ts";
import type { ServerRequestResponder } from "../mcp/session.ts";
import { reportCall } from "./call.ts";
import type { ProbeContext } from "./probe.ts";
import { fail, pass, type Verdict } from "./verdict.ts";

/** How the requests that a case is about are taken. */
export interface Taking {
  method: string;
  isWellFormed(params: Json): boolean;
  /** The answer; null declines with −32601. */
  answer(params: Json, wellFormed: boolean): JsonObject | null;
}

/**
 * One call on a connection of its own that declares the capability. A call that asks for nothing
 * passes. The journal learns of it without a latency, because that depends on our answers too.
 * @throws {Fault} when the connection cannot be had or the exchange breaks in any other way than
 * by too many requests or by taking too long, which are verdicts
 */
export async function judgeAsking(
  { probe: kind, tool, arguments: args, max_requests }: CaseOf<AskingKind>,
  context: ProbeContext,
  { method, isWellFormed, answer }: Taking,
): Promise<Verdict> {
  let malformed = false;
  const respond: ServerRequestResponder = (asked, params) => {
    if (asked !== method) return null;
    const wellFormed = isWellFormed(params);
    malformed ||= !wellFormed;
    return answer(params, wellFormed);
  };
  const options = { observing: true, maxServerRequests: max_requests, respond };
  const session = await context.connector.connect({ capabilities: { [kind]: {} } });
  try {
    const outcome = await session.call(tool, args, options);
    reportCall(context, tool, args, { ...outcome, ms: 0 });
    return outcome.kind === "rpc-error" || malformed ? fail(1, `${kind}-invalid-request`) : pass(1);
  } catch (error) {
    if (error instanceof RequestFlood) return fail(1, `${kind}-request-flood`);
    if (error instanceof Fault && error.label === "transport-timeout") {
      return fail(1, `${kind}-stalled-call`);
    }
    throw error;
  } finally {
    void session.close();
  }
}
