import { isJsonObject, type JsonObject, objectMember, parseJson, stringMember } from "./json.ts";

declare const idTextBrand: unique symbol;

/** A request id as JSON text: `7`, `1.0`, `"a"`, `null`. Two ids are the same when the texts are. */
export type IdText = string & { readonly [idTextBrand]: true };

/** One line of input that asks for something. */
export type Frame =
  | {
    readonly kind: "request";
    readonly id: IdText;
    /** Undefined when the frame has none, as a response has not. */
    readonly method: string | undefined;
    readonly params: JsonObject;
  }
  | { readonly kind: "cancellation"; readonly requestId: IdText }
  /** A message that is neither a notification nor has an id: it cannot be answered. */
  | { readonly kind: "unanswerable" };

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads one line; undefined when there is nothing to do for it: it is blank, is not JSON in UTF-8,
 * or is a notification other than a cancellation of a counting id.
 */
export function readFrame(line: Uint8Array): Frame | undefined {
  const text = decode(line);
  const value = text === undefined ? undefined : parseJson(text);
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) return { kind: "unanswerable" };

  const method = stringMember(value, "method");
  const params = objectMember(value, "params");
  if (method?.startsWith("notifications/")) {
    const requestId = idText(params, "requestId");
    return method === "notifications/cancelled" && requestId !== undefined &&
        isCountingId(requestId)
      ? { kind: "cancellation", requestId }
      : undefined;
  }
  const id = idText(value, "id");
  return id === undefined ? { kind: "unanswerable" } : { kind: "request", id, method, params };
}

/**
 * Tells whether an id is an unsigned integer, written without fraction or exponent and of at most
 * 19 digits. Only calls with such an id are cancelled or make the server send messages of its own.
 */
export function isCountingId(id: IdText): boolean {
  return /^(?:0|[1-9][0-9]{0,18})$/.test(id);
}

/** The counting id that lies `distance` above another one. */
export function idAbove(id: IdText, distance: bigint): IdText {
  return String(BigInt(id) + distance) as IdText;
}

function decode(line: Uint8Array): string | undefined {
  try {
    return decoder.decode(line);
  } catch {
    return undefined;
  }
}

function idText(holder: JsonObject, key: string): IdText | undefined {
  return Object.hasOwn(holder, key) ? JSON.stringify(holder[key]) as IdText : undefined;
}
