/** Records of calls for tests. */

import type { CallRecord } from "../../core/records.ts";

/** What differs between samples. */
export interface SampleOptions {
  capture?: string;
  seq?: number;
  ts?: string;
  /** Members of the arguments: each takes about twenty bytes. */
  keys?: number;
}

/** A valid record of a failed call. */
export function sampleCall(
  { capture, seq = 1, ts = "2026-03-04T05:06:07.089Z", keys = 1 }: SampleOptions = {},
): CallRecord {
  return {
    identity: {
      capture_id: capture || "5c7b0f9e-1d2c-4b3a-9f8e-7d6c5b4a3f2e",
      event_id: crypto.randomUUID(),
    },
    ts,
    session: `session:${"0".repeat(64)}`,
    seq,
    server: "x",
    method: "tools/call",
    tool: "t",
    args: Object.fromEntries(
      Array.from({ length: keys }, (_, index) => [`member_${index}`, "str<8"]),
    ),
    latency_ms: 3,
    outcome: "error",
    error: { code: -1, template: "{message}", template_id: "0123456789abcdef" },
    shim_self_us: 5,
    kind: "real",
  };
}

/** Name of the journal that {@link sampleCall} belongs to. */
export const SAMPLE_JOURNAL = "calls-2026-03-04.jsonl";
