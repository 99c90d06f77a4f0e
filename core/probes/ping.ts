/** The basic sign of life (MCP 2025-06-18, Utilities, Ping). */

import { isObject } from "../mcp/json.ts";
import type { Session } from "../mcp/session.ts";

/**
 * Whether `ping` gets an object.
 * @throws {Fault} when it gets no usable reply
 */
export async function answersPing(session: Session): Promise<boolean> {
  const reply = await session.request("ping", {});
  return reply.kind === "result" && isObject(reply.result);
}
