import type { IdText } from "./frames.ts";
import type { JsonObject, JsonValue } from "./json.ts";

/** A request or notification that the server sends to the client; only a request has an id. */
export interface ServerMessage {
  readonly id?: IdText;
  readonly method: string;
  readonly params: JsonObject;
}

/** How a request ends. `ahead` is sent before the answer, in this order. */
export type Reply =
  | {
    readonly kind: "result";
    readonly ahead: readonly ServerMessage[];
    readonly result: JsonObject;
  }
  | {
    readonly kind: "error";
    readonly ahead: readonly ServerMessage[];
    /** A JSON-RPC error with one more member; `retryable` stands on every error of this server. */
    readonly error: {
      readonly code: number;
      readonly message: string;
      readonly retryable: boolean;
    };
  }
  | { readonly kind: "silence" };

/** The reply to what must not be answered: a cancelled call, a response. */
export const SILENCE: Reply = { kind: "silence" };

/** Invalid method parameters (JSON-RPC 2.0, section 5.1). */
export const INVALID_PARAMS = -32602;

/** The method does not exist (JSON-RPC 2.0, section 5.1). */
export const METHOD_NOT_FOUND = -32601;

/** A successful reply. */
export function result(value: JsonObject, ahead: readonly ServerMessage[] = []): Reply {
  return { kind: "result", ahead, result: value };
}

/** A successful tool call: one text block and the same fact in structured form. */
export function toolResult(
  text: string,
  structuredContent: JsonObject,
  ahead: readonly ServerMessage[] = [],
): Reply {
  return result({ content: textContent(text), structuredContent }, ahead);
}

/** The `content` of a tool result that consists of one text. */
export function textContent(text: string): JsonValue {
  return [{ type: "text", text }];
}

/** A failed reply that a repetition does not mend, unless `retryable` is set. */
export function failure(
  code: number,
  message: string,
  { retryable = false, ahead = [] }: {
    readonly retryable?: boolean;
    readonly ahead?: readonly ServerMessage[];
  } = {},
): Reply {
  return { kind: "error", ahead, error: { code, message, retryable } };
}

/** The messages that carry a reply to the request `id`, as compact JSON texts in wire order. */
export function encodeReply(id: IdText, reply: Reply): string[] {
  if (reply.kind === "silence") return [];
  const outcome = reply.kind === "result" ? { result: reply.result } : { error: reply.error };
  return [...reply.ahead.map(encodeMessage), envelope(id, outcome)];
}

function encodeMessage({ id, method, params }: ServerMessage): string {
  return envelope(id, { method, params });
}

/** The id is JSON text already, and parsing it for writing would lose digits. */
function envelope(id: IdText | undefined, members: object): string {
  const idMember = id === undefined ? "" : `"id":${id},`;
  return `{"jsonrpc":"2.0",${idMember}${JSON.stringify(members).slice(1)}`;
}
