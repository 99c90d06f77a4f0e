/** Records of calls as rows of the index (capture.md §8.1). */

import { encodeJson, type Json } from "../../core/mcp/json.ts";
import type { ErrorRecord } from "../../core/records.ts";
import type { StoredCall } from "../project.ts";

/** The columns `err_code`, `err_template`, `err_template_id` and `err_retryable`. */
export type ErrorColumns = readonly [
  code: string | null,
  template: string | null,
  templateId: string | null,
  retryable: 0 | 1 | null,
];

/** One row of `calls` without its id. */
export interface CallRow {
  /** Null in a legacy record, and so is `event`. */
  capture: string | null;
  event: string | null;
  ts: string;
  session: string;
  seq: number;
  server: string;
  method: string;
  tool: string | null;
  latency: number | null;
  outcome: string;
  error: ErrorColumns;
  /** Of the arguments' shape: compact JSON. */
  args: string | null;
  kind: string;
}

/** The columns of a call without an error. */
export const NO_ERROR: ErrorColumns = [null, null, null, null];

/** The row of a projected record. */
export function rowOf(call: StoredCall): CallRow {
  return {
    capture: call.identity?.capture_id ?? null,
    event: call.identity?.event_id ?? null,
    ts: call.ts,
    session: call.session,
    seq: call.seq,
    server: call.server,
    method: call.method,
    tool: call.tool ?? null,
    latency: call.latency_ms ?? null,
    outcome: call.outcome,
    error: call.error === undefined ? NO_ERROR : errorColumns(call.error),
    args: call.args === undefined ? null : encodeJson(call.args),
    kind: call.kind,
  };
}

function errorColumns({ code, template, template_id, retryable }: ErrorRecord): ErrorColumns {
  return [
    code === undefined ? null : encodeJson(code as Json),
    template ?? null,
    template_id ?? null,
    retryable === undefined ? null : retryable ? 1 : 0,
  ];
}
