/** What is kept of an error (capture.md §3.2). */

import { isInteger, isObject, type Json, type JsonObject } from "../mcp/json.ts";
import { asIdentifier } from "../labels.ts";
import type { ErrorCode, ErrorRecord } from "../records.ts";
import { fingerprint } from "./fingerprint.ts";
import { bucketOnce } from "./grammar.ts";

/** Of the `error` of a response, whatever JSON it is. */
export function recordOfError(error: Json, salt: Uint8Array): ErrorRecord {
  if (!isObject(error)) return {};
  const { code, layer, retryable, kind, message } = error;
  return {
    ...(code !== undefined && { code: projectCode(code) }),
    ...(typeof layer === "string" && { layer: bucketOnce(layer) }),
    ...(typeof retryable === "boolean" && { retryable }),
    ...(typeof kind === "string" && { kind: bucketOnce(kind) }),
    ...(typeof message === "string" && messageRecord(message, salt)),
  };
}

/**
 * Of a tool's result whose `isError` is true.
 * @param fallback the message when the first content holds no text: `tool error` for probes, null
 * for none
 */
export function recordOfToolError(
  result: JsonObject,
  salt: Uint8Array,
  fallback: string | null,
): ErrorRecord {
  const content = result["content"];
  const first = Array.isArray(content) ? content[0] : undefined;
  const text = isObject(first) ? first["text"] : undefined;
  const message = typeof text === "string" ? text : fallback;
  return {
    code: "tool-error",
    ...(message !== null && messageRecord(message, salt)),
  };
}

/**
 * The code of an error as it is kept: numbers, booleans, null and identifiers as they are, other
 * strings as their bucket, containers as their size. Idempotent.
 */
export function projectCode(code: Json): ErrorCode {
  if (typeof code === "string") return asIdentifier(code) ?? bucketOnce(code);
  if (Array.isArray(code)) return { array: code.length };
  if (isObject(code)) {
    return (isSummary(code) ? code : { object: Object.keys(code).length }) as ErrorCode;
  }
  // A boxed number stays one: `1.0` is not `1`.
  return code as ErrorCode;
}

function isSummary(code: JsonObject): boolean {
  const [[key, size] = [], ...more] = Object.entries(code);
  return more.length === 0 && (key === "array" || key === "object") && isInteger(size) && size >= 0;
}

function messageRecord(message: string, salt: Uint8Array): ErrorRecord {
  return { template: "{message}", template_id: fingerprint(message, salt) };
}
