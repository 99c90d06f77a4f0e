/** What a JSON-RPC message is, and how ours are written (wire.md §3). */

import { Fault } from "./faults.ts";
import { encodeJson, isInteger, isObject, type Json, type JsonObject } from "./json.ts";
import type { Reply } from "./session.ts";
import type { Arrival } from "./transport.ts";

/** A message of the server by its members; nothing about its values is promised. */
export type Inbound =
  | { kind: "reply" }
  | { kind: "request"; id: Json; method: string; params: Json }
  | { kind: "notification"; method: string }
  | { kind: "nothing" };

/**
 * Sorts a message. A `result` or `error` makes it a reply, whatever else it has, and so does an
 * id without a method; `notifications/*` is a notification even with an id.
 */
export function sortMessage(message: JsonObject): Inbound {
  const { id, method, params = null } = message;
  const answers = message.result !== undefined || message.error !== undefined;
  if (typeof method === "string" && (id === undefined || !answers)) {
    if (id === undefined || method.startsWith("notifications/")) {
      return { kind: "notification", method };
    }
    return { kind: "request", id, method, params };
  }
  return answers || id !== undefined ? { kind: "reply" } : { kind: "nothing" };
}

/**
 * The messages of what came as one: itself, or those of a batch, each with its share of the bytes.
 * @param batches whether the revision has batches
 * @returns none when it is neither
 */
export function messagesOf(
  whole: Json,
  { bytes, at }: Omit<Arrival, "message">,
  batches: boolean,
): Arrival[] {
  if (isObject(whole)) return [{ message: whole, bytes, at }];
  if (!batches || !Array.isArray(whole) || !whole.every(isObject)) return [];
  return whole.map((message) => ({ message, bytes: bytes / whole.length, at }));
}

/**
 * Reads a reply to our request.
 * @param observing a `result` wins over an `error` beside it (wire.md §3.1)
 * @throws {Fault} `transport-error` unless it has exactly one of the two
 */
export function readReply(message: JsonObject, observing: boolean): Reply {
  const { result, error } = message;
  if (result !== undefined && (error === undefined || observing)) {
    return { kind: "result", result };
  }
  if (error !== undefined && result === undefined) return { kind: "error", error };
  throw new Fault("transport-error", "a reply needs exactly one of result and error");
}

/** Whether an error with a null id rejects a frame that the server could not take (wire.md §3.1). */
export function rejectsFrame(message: JsonObject): boolean {
  const { error } = message;
  return message.jsonrpc === "2.0" && message.id === null && message.result === undefined &&
    isObject(error) && (error.code === -32600 || error.code === -32700) &&
    typeof error.message === "string";
}

/** Whether a message is a reply under the id of a request of ours. */
export function isReplyTo(message: JsonObject, id: number): boolean {
  return message.id === id && sortMessage(message).kind === "reply";
}

/** Whether an id names a request that we have sent, given the highest id in use. */
export function isOurId(id: Json | undefined, lastId: number): boolean {
  return isInteger(id) && id >= 1 && id <= lastId;
}

/** A request of ours. */
export function encodeRequest(id: number, method: string, params: JsonObject): string {
  return encodeJson({ jsonrpc: "2.0", id, method, params });
}

/** A notification of ours. */
export function encodeNotification(method: string, params: JsonObject): string {
  return encodeJson({ jsonrpc: "2.0", method, params });
}

/** An answer to a server's request; null declines it. The id is echoed as it was written. */
export function encodeAnswer(id: Json, result: JsonObject | null): string {
  return encodeJson(
    result !== null
      ? { jsonrpc: "2.0", id, result }
      : { jsonrpc: "2.0", id, error: { code: -32601, message: "method unavailable" } },
  );
}
