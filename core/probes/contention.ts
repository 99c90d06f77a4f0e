/** `contention`: do two clients get their answers at the same time (spec §6). */

import type { ToolName } from "../labels.ts";
import { Fault } from "../mcp/faults.ts";
import type { Connector, Session } from "../mcp/session.ts";
import { reportCall } from "./call.ts";
import { listedClient } from "./listed-client.ts";
import type { Probe } from "./probe.ts";
import { fail, pass } from "./verdict.ts";

/** How long the second client may take to get ready, in ms. */
const READY_MS = 30_000;

/** The same call on the shared session and on a second client's own connection, at once. */
export const contention: Probe<"contention"> = async (probeCase, context) => {
  const { tool, arguments: args } = probeCase;
  const second = await secondClient(context.connector, tool);
  try {
    const ended = await Promise.allSettled(
      [context.session, second].map((client) => client.call(tool, args, { observing: true })),
    );
    // Journal first, in client order, then the first client's fault before the second's.
    for (const call of ended) {
      if (call.status === "fulfilled") reportCall(context, tool, args, call.value);
    }
    const outcomes = ended.map((call) => {
      if (call.status === "rejected") throw call.reason;
      return call.value;
    });
    return outcomes.every(({ kind }) => kind === "success")
      ? pass(2)
      : fail(2, "contended-client-failed");
  } finally {
    void second.close();
  }
};

/**
 * A further client that has listed the whole catalog and found the tool in it.
 * @param readyMs how long all of that may take; another one for tests only
 * @throws {Fault} `transport-error` for whatever kept it from getting ready, save that an
 * exhausted budget keeps its own label
 */
export async function secondClient(
  connector: Connector,
  tool: ToolName,
  readyMs = READY_MS,
): Promise<Session> {
  const preparing = listedClient(connector, [tool]);
  let timer: number | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Fault("transport-timeout", `not ready within ${readyMs} ms`)),
      readyMs,
    );
  });
  try {
    return await Promise.race([preparing, late]);
  } catch (error) {
    // One that gets ready too late must not stay behind.
    preparing.then((session) => session.close(), () => {});
    if (!(error instanceof Fault) || error.label === "evaluation-budget-exceeded") throw error;
    throw new Fault("transport-error", "the second client did not get ready", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
