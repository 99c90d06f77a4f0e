/** `resource-subscription`: does a subscriber learn of a changed resource (spec §8). */

import { isObject } from "../mcp/json.ts";
import type { Session } from "../mcp/session.ts";
import { absorb } from "./absorb.ts";
import { callTool } from "./call.ts";
import type { Probe } from "./probe.ts";
import { fail, pass } from "./verdict.ts";

/**
 * Reads the resource, subscribes to it, lets a tool change it if the case names one, waits for the
 * notification and unsubscribes. Nothing is asked of a server that takes no subscriptions. An
 * update counts from the beginning of the case on: servers may send one before they answer.
 */
export const resourceSubscription: Probe<"resource-subscription"> = async (probeCase, context) => {
  const { session } = context;
  const { uri, trigger_tool: trigger } = probeCase;
  const { resources } = session.capabilities;
  if (!isObject(resources) || resources.subscribe !== true) return pass(0);
  const watch = session.watchResource(uri);
  try {
    if (!await accepts(session, "resources/read", uri)) return fail(1, "resource-unreadable");
    if (!await accepts(session, "resources/subscribe", uri)) {
      return fail(2, "subscription-rejected");
    }
    if (trigger !== null) {
      const outcome = await callTool(context, trigger, probeCase.trigger_arguments ?? {});
      if (outcome.kind !== "success") return fail(3, "unexpected-outcome");
    }
    const updated = await watch.updated(probeCase.max_wait_seconds * 1_000);
    const unsubscribed = await accepts(session, "resources/unsubscribe", uri);
    if (!updated) return fail(3, "subscription-notification-missing");
    return unsubscribed ? pass(3) : fail(3, "subscription-rejected");
  } finally {
    watch.stop();
  }
};

/** Whether a request about the resource is answered with a result, whatever that holds. */
async function accepts(session: Session, method: string, uri: string): Promise<boolean> {
  try {
    return (await session.request(method, { uri })).kind === "result";
  } catch (error) {
    absorb(error, session);
    return false;
  }
}
