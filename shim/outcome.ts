/** What became of a request (capture.md §3.1, §3.2). */

import { isObject, type Json } from "../core/mcp/json.ts";
import type { CallRecord, ErrorRecord } from "../core/records.ts";
import { recordOfError, recordOfToolError } from "../core/capture/error-record.ts";
import type { Response } from "./message.ts";

/** The members of a record that tell it. */
export interface Fate {
  outcome: CallRecord["outcome"];
  /** Only with the outcome `error`. */
  error?: ErrorRecord;
}

/** Results that are no answer yet: the client has to go on (decisions D29). */
const UNFINISHED: ReadonlySet<Json> = new Set(["input_required", "task"]);

/**
 * Judges a response.
 * @param method of the request
 * @param salt the 32 bytes of this home, for the fingerprint of an error
 */
export function judge(method: string, response: Response, salt: Uint8Array): Fate {
  if (response.kind === "error") {
    return { outcome: "error", error: recordOfError(response.error, salt) };
  }
  const { result } = response;
  const isCall = method === "tools/call";
  if (!isObject(result)) return { outcome: isCall ? "unknown" : "ok" };
  const { isError, resultType } = result;
  if (isError === true) {
    return { outcome: "error", error: recordOfToolError(result, salt, null) };
  }
  if (isCall && isError !== undefined && isError !== false) return { outcome: "unknown" };
  if (resultType !== undefined && UNFINISHED.has(resultType)) return { outcome: "unknown" };
  return { outcome: "ok" };
}
