/** What a frame says (capture.md §6.2). */

import {
  isObject,
  isSigned64,
  type Json,
  type JsonObject,
  tryParseJson,
} from "../core/mcp/json.ts";
import { isMethod } from "../core/capture/grammar.ts";
import { utf8Text } from "../core/utf8.ts";

/** An id by its type and value, so that 7 and "7" differ. */
export type IdKey = string;

/** A message by what it is for. */
export type Message =
  | { kind: "request"; id: IdKey; method: string; params: JsonObject }
  | {
    kind: "notification";
    method: string;
    /** The request that a `notifications/cancelled` is about. */
    cancels?: IdKey;
  }
  | Response;

/** An answer. */
export type Response =
  | { kind: "error"; id: IdKey; error: Json }
  | {
    kind: "result";
    id: IdKey;
    /** Its numbers are not exact, and it may be nested deeper than `parseJson` reads. */
    result: Json;
    /** The whole message with all the promises of `parseJson`; null when it breaks them. */
    exact(): JsonObject | null;
  };

/** The sender of a request does not wait for its answer any more (MCP, “Cancellation”). */
const CANCELLED = "notifications/cancelled";

/** The text of a frame, or null when it is not UTF-8. */
export function decodeFrame(bytes: Uint8Array, first: boolean): string | null {
  const text = utf8Text(bytes);
  // A byte-order mark at the very beginning is tolerated (decisions D8).
  return first && text?.startsWith("\ufeff") ? text.slice(1) : text;
}

/**
 * Reads a frame of a stdio conversation.
 * @returns null for everything that is no single, well-formed JSON-RPC 2.0 message
 */
export function readFrame(text: string): Message | null {
  const whole = readJson(text);
  if (whole === null || !isObject(whole.value) || whole.value["jsonrpc"] !== "2.0") return null;
  const { method, result, error, params } = whole.value;
  if (method === undefined) {
    if ((result === undefined) === (error === undefined)) return null;
    return error === undefined || isRpcError(error) ? readResponse(whole.value, whole.exact) : null;
  }
  if (result !== undefined || error !== undefined || typeof method !== "string") return null;
  if (params !== undefined && !isObject(params) && !Array.isArray(params)) return null;
  return isMethod(method) ? readCall(whole.value, method) : null;
}

/**
 * Reads JSON that may hold messages, as HTTP bodies and events are read (capture.md §7): whatever
 * has the members of one is one, and an array holds several.
 * @returns null for what is not JSON
 */
export function readMessages(text: string): Message[] | null {
  const whole = readJson(text);
  if (whole === null) return null;
  const messages: Message[] = [];
  for (const value of Array.isArray(whole.value) ? whole.value : [whole.value]) {
    if (!isObject(value)) continue;
    const { method } = value;
    const exact = value === whole.value ? whole.exact : () => value;
    const message = typeof method === "string"
      ? readCall(value, method)
      : readResponse(value, exact);
    if (message !== null) messages.push(message);
  }
  return messages;
}

/** Longest body that is taken apart before it is passed on, in bytes. */
const MAX_GLANCE_BYTES = 65_536;

/**
 * Whether the body of a POST holds a request, which takes its time; right unless it says so of a
 * very long one.
 */
export function holdsCall(body: Uint8Array): boolean {
  const text = decodeFrame(body, true);
  if (text === null || !text.includes('"method"')) return false;
  if (body.length > MAX_GLANCE_BYTES) return true;
  return readMessages(text)?.some(({ kind }) => kind === "request") ?? false;
}

/** JSON as `Response` promises it, with its exact form when that is asked for. */
interface Whole {
  value: Json;
  exact(): JsonObject | null;
}

/**
 * A single result is read fast, all else exactly: next to nothing is kept of a result, however
 * large it is, but the numbers of arguments are.
 */
function readJson(text: string): Whole | null {
  let fast: Json;
  try {
    fast = JSON.parse(text);
  } catch {
    return null;
  }
  const exact = () => tryParseJson(text);
  if (isObject(fast) && Object.hasOwn(fast, "result") && !isImprecise(fast["id"])) {
    return { value: fast, exact: () => objectOrNull(exact()) };
  }
  const value = exact();
  return value === undefined ? null : { value, exact: () => objectOrNull(value) };
}

function isImprecise(id: Json | undefined): boolean {
  return typeof id === "number" && Number.isInteger(id) && !Number.isSafeInteger(id);
}

function objectOrNull(value: Json | undefined): JsonObject | null {
  return isObject(value) ? value : null;
}

function readCall({ id, params }: JsonObject, method: string): Message | null {
  if (id === undefined) {
    const cancels = method === CANCELLED && isObject(params) ? idKey(params["requestId"]) : null;
    return { kind: "notification", method, ...(cancels !== null && { cancels }) };
  }
  const key = idKey(id);
  if (key === null) return null;
  return { kind: "request", id: key, method, params: isObject(params) ? params : {} };
}

function readResponse(
  { id, result, error }: JsonObject,
  exact: () => JsonObject | null,
): Response | null {
  const key = idKey(id);
  if (key === null) return null;
  if (error !== undefined) return { kind: "error", id: key, error };
  return result === undefined ? null : { kind: "result", id: key, result, exact };
}

function isRpcError(error: Json): boolean {
  return isObject(error) && isSigned64(error["code"]) && typeof error["message"] === "string";
}

function idKey(id: Json | undefined): IdKey | null {
  if (typeof id === "string") return `"${id}`;
  if (typeof id === "number" || typeof id === "bigint" || id instanceof Number) return String(id);
  return null;
}
