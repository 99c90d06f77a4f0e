/** `sampling`: does a call that asks the client for a message end well (spec §8). */

import { isObject, type Json, type JsonObject } from "../mcp/json.ts";
import { judgeAsking } from "./asking.ts";
import type { Probe } from "./probe.ts";

/** Every `sampling/createMessage` gets a message of ours, a malformed one too. */
export const sampling: Probe<"sampling"> = (probeCase, context) =>
  judgeAsking(probeCase, context, {
    method: "sampling/createMessage",
    isWellFormed: (params) => isObject(params) && Array.isArray(params.messages),
    answer: sampleFor,
  });

/** A message from the other side of the conversation. */
function sampleFor(params: Json): JsonObject {
  const messages = isObject(params) ? params.messages : null;
  const first = Array.isArray(messages) ? messages[0] : null;
  return {
    role: isObject(first) && first.role === "assistant" ? "user" : "assistant",
    content: { type: "text", text: "mcpeval sample" },
    model: "mcpeval-stub",
  };
}
