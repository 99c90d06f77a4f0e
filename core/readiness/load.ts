/** The checks under load: two clients at once, one oversized argument (readiness.md §4.5). */

import { compareBytes, isObject, type JsonObject } from "../mcp/json.ts";
import type { Connector, Session } from "../mcp/session.ts";
import { secondClient } from "../probes/contention.ts";
import { answersPing } from "../probes/ping.ts";
import { absorbFault } from "../run-faults.ts";
import type { Connection } from "./connection.ts";
import type { ExercisedTool } from "./exercise.ts";
import type { LoadResult } from "./observations.ts";

/** Characters of the oversized argument. */
const PAYLOAD_SIZE = 1_000_000;

/** The tool that both clients would call: the first steady one. */
export function contentionCandidate(tools: readonly ExercisedTool[]): ExercisedTool | null {
  return tools.find(({ steady }) => steady) ?? null;
}

/**
 * The same call from two clients at once; both have to succeed.
 * @param ready the second client; null for one that is made ready now
 */
export async function tryContention(
  connection: Connection,
  connector: Connector,
  { tool: { name }, arguments: args }: ExercisedTool,
  ready: Session | null,
): Promise<LoadResult> {
  let second: Session;
  try {
    second = ready ?? await secondClient(connector, name);
  } catch (error) {
    absorbFault(error, connector);
    return "failed";
  }
  try {
    const exchanged = await connection.exchange(async (first) => {
      const [one, other] = await Promise.allSettled(
        [first, second].map((client) => client.call(name, args, { observing: true })),
      );
      // Only the loss of the first client is a loss of the battery's connection.
      if (other?.status === "rejected") absorbFault(other.reason, connector);
      if (one?.status === "rejected") throw one.reason;
      return [one, other].every((call) =>
        call?.status === "fulfilled" && call.value.kind === "success"
      );
    });
    return exchanged.kind === "done" && exchanged.value ? "passed" : "failed";
  } finally {
    void second.close();
  }
}

/** The first steady tool that takes a plain string, with its call made oversized; or null. */
export function payloadCandidate(tools: readonly ExercisedTool[]): ExercisedTool | null {
  for (const exercised of tools) {
    const property = exercised.steady ? stringProperty(exercised.tool.inputSchema) : null;
    if (property !== null) {
      const args = { ...exercised.arguments, [property]: "a".repeat(PAYLOAD_SIZE) };
      return { ...exercised, arguments: args };
    }
  }
  return null;
}

/**
 * One oversized call, then `ping` on the same session. The session is kept, so that what breaks
 * here also shows in the checks that follow.
 */
export async function tryPayload(
  connection: Connection,
  { tool: { name }, arguments: args }: ExercisedTool,
): Promise<LoadResult> {
  const exchanged = await connection.exchangeKeeping(async (session) => {
    await session.call(name, args, { observing: true, acceptNullId: true });
    return await answersPing(session);
  });
  return exchanged.kind === "done" && exchanged.value ? "passed" : "failed";
}

/** The first property by name whose `type` is exactly `"string"`. */
function stringProperty({ properties }: JsonObject): string | null {
  if (!isObject(properties)) return null;
  const names = Object.keys(properties).filter((name) => {
    const schema = properties[name];
    return isObject(schema) && schema.type === "string";
  });
  return names.sort(compareBytes)[0] ?? null;
}
