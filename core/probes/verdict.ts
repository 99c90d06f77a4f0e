/** What a probe concludes (manifest-and-probes.md §4 “Case record”). */

import type { FaultLabel } from "../mcp/faults.ts";
import type { FailureReason } from "../reasons.ts";

/** Figures that a case may carry; only those measured are present. */
export interface Measurements {
  tool_count?: number;
  /** UTF-8 bytes of the compact catalog. */
  schema_bytes?: number;
  total_tokens?: number;
  /** Tokens descending, then name in byte order. */
  per_tool?: { tool: string; tokens: number }[];
  /** Whole milliseconds, rounded down. */
  latency_ms?: number;
  pages?: number;
  cancellation_outcome?: "no-result" | "completed" | "error";
}

/** Manifest fields whose bound a case can exceed. */
export type Bound =
  | "max_tools"
  | "max_schema_bytes"
  | "max_total_tokens"
  | "max_tool_tokens"
  | "max_latency_ms"
  | "max_pages";

/** The bound that was exceeded, what it allowed and what was seen. */
export interface BoundDetail {
  bound: Bound;
  limit: number;
  observed: number;
}

/** A judged case. */
export type Verdict =
  | { verdict: "pass"; attempts: number; measurements: Measurements }
  | {
    verdict: "fail";
    attempts: number;
    /** Number of the call or page that failed, from 1. */
    firstFailure: number;
    reason: FailureReason;
    measurements: Measurements;
    detail: BoundDetail | null;
  };

/** A case that could not be judged (exit 3). */
export interface Errored {
  verdict: "errored";
  reason: FaultLabel;
}

/** A pass after `attempts` calls. */
export function pass(attempts: number, measurements: Measurements = {}): Verdict {
  return { verdict: "pass", attempts, measurements };
}

/** A failure at call `at`, with what was measured until then. */
export function fail(
  at: number,
  reason: FailureReason,
  measurements: Measurements = {},
  detail: BoundDetail | null = null,
): Verdict {
  return { verdict: "fail", attempts: at, firstFailure: at, reason, measurements, detail };
}
