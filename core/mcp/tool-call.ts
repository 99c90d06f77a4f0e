/** What a reply to `tools/call` means (manifest-and-probes.md §2 “Outcome classification”). */

import { Fault } from "./faults.ts";
import { isObject, isSigned64, type Json } from "./json.ts";
import type { Reply, ToolReply } from "./session.ts";

/**
 * Classifies a reply.
 * @throws {Fault} `transport-error` for a result or an error that is malformed
 */
export function classifyToolReply(reply: Reply): ToolReply {
  if (reply.kind === "error") return classifyError(reply.error);
  const { result } = reply;
  if (!isObject(result)) throw new Fault("transport-error", "a tool result must be an object");
  const { isError = false } = result;
  if (isError === false) return { kind: "success", result };
  if (isError !== true) throw new Fault("transport-error", "isError must be a boolean");
  const payload = { code: "tool-error", message: firstText(result.content) ?? "tool error" };
  return { kind: "tool-error", code: -32000, payload };
}

function classifyError(error: Json): ToolReply {
  if (!isObject(error) || !isSigned64(error.code)) {
    throw new Fault("transport-error", "an error must be an object with a 64-bit integer code");
  }
  return { kind: "rpc-error", code: error.code, payload: error };
}

function firstText(content: Json | undefined): string | null {
  const first = Array.isArray(content) ? content[0] : undefined;
  return isObject(first) && typeof first.text === "string" ? first.text : null;
}
