/** One capture: the records of one shim process, numbered (capture.md §3.1). */

import { asServerLabel, type ServerLabel } from "../core/labels.ts";
import type { CallRecord, Shape } from "../core/records.ts";
import type { Direction } from "./observation.ts";
import type { Fate } from "./outcome.ts";

/** What all records of a capture have in common. */
export interface CaptureOptions {
  server: ServerLabel;
  /** `session:` and 64 hex digits. */
  session: string;
}

/** A request that got its response. */
export interface Call extends Fate {
  method: string;
  tool?: string;
  args?: Shape;
  latencyMs: number;
}

/** Makes records; each takes the next number. */
export interface Capture {
  /** @param selfMs what the shim itself took, in ms */
  call(call: Call, selfMs: number): void;
  /** A notification of the server. */
  notification(method: string, selfMs: number): void;
  /** Something that is no message. */
  unparsed(direction: Direction, selfMs: number): void;
}

/**
 * Looks at something that passed. What cannot be looked at is recorded as no message: the traffic
 * must not end with it.
 */
export function lookSafely(capture: Capture, direction: Direction, look: () => void): void {
  try {
    look();
  } catch {
    capture.unparsed(direction, 0);
  }
}

/** The label of a job, which came from another isolate. */
export function checkedLabel(label: string): ServerLabel {
  const checked = asServerLabel(label);
  if (checked === null) throw new TypeError("the label was not checked");
  return checked;
}

/** Starts a capture. @param emit gets each record as it is made */
export function openCapture(
  { server, session }: CaptureOptions,
  emit: (record: CallRecord) => void,
): Capture {
  const captureId = crypto.randomUUID();
  let seq = 0;

  type Own = Omit<CallRecord, "identity" | "ts" | "session" | "seq" | "server" | "kind">;
  function record({ method, tool, args, latency_ms, outcome, error, shim_self_us }: Own): void {
    emit({
      identity: { capture_id: captureId, event_id: crypto.randomUUID() },
      ts: new Date().toISOString(),
      session,
      seq: ++seq,
      server,
      method,
      ...(tool !== undefined && { tool }),
      ...(args !== undefined && { args }),
      ...(latency_ms !== undefined && { latency_ms }),
      outcome,
      ...(error !== undefined && { error }),
      shim_self_us,
      kind: "real",
    });
  }
  return {
    call({ latencyMs, ...call }, selfMs) {
      const latency_ms = Math.max(0, Math.floor(latencyMs));
      record({ ...call, latency_ms, shim_self_us: microseconds(selfMs) });
    },
    notification(method, selfMs) {
      record({ method, outcome: "unknown", shim_self_us: microseconds(selfMs) });
    },
    unparsed(direction, selfMs) {
      const method = `unparsed/${direction}`;
      record({ method, outcome: "unparsed", shim_self_us: microseconds(selfMs) });
    },
  };
}

function microseconds(ms: number): number {
  return Math.max(0, Math.round(ms * 1000));
}
