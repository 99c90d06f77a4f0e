/**
 * A record of the call journal (capture.md §3): what a shim or a probe run keeps of one call. It is
 * content-free: arguments are a shape, errors a fingerprint.
 */

import type { Float } from "./mcp/json.ts";

/** The shape of a value (capture.md §4): strings are grammar tokens, keys are kept by D24. */
export type Shape = string | { [key: string]: ShapeMember };
/** A member of a shape; the count of an array's or object's summary is a bare integer. */
export type ShapeMember = Shape | number | bigint;

/** A projected error code (capture.md §3.2). */
export type ErrorCode =
  | number
  | bigint
  | Float
  | boolean
  | null
  | string
  | { array: number }
  | { object: number };

/** What is kept of an error; members in the order of the file. */
export interface ErrorRecord {
  code?: ErrorCode;
  layer?: string;
  retryable?: boolean;
  kind?: string;
  template?: "{message}";
  /** 16 hex digits. */
  template_id?: string;
}

/** One line of `calls-<date>.jsonl`; members in the order of the file. */
export interface CallRecord {
  identity: { capture_id: string; event_id: string };
  /** UTC, `YYYY-MM-DDTHH:MM:SS.mmmZ`. */
  ts: string;
  /** `session:` and 64 hex digits. */
  session: string;
  /** From 1 per capture. */
  seq: number;
  server: string;
  method: string;
  tool?: string;
  args?: Shape;
  /** Whole milliseconds; calls only. */
  latency_ms?: number;
  outcome: "ok" | "error" | "unknown" | "unparsed";
  error?: ErrorRecord;
  /** Microseconds that the shim itself took; 0 for probe records. */
  shim_self_us: number;
  kind: "real" | "synthetic";
}
