/** What is recorded of a stdio conversation (capture.md §3.1, §6.2). */

import { type Capture, lookSafely } from "./capture.ts";
import { decodeFrame, type Message, readFrame } from "./message.ts";
import type { Frame, FrameHandler } from "./observation.ts";
import type { Pairing } from "./pairing.ts";

/** Looks at the frames of one conversation and makes its records. */
export function observeStdio(capture: Capture, pairing: Pairing): FrameHandler {
  return (frame) => lookSafely(capture, frame.direction, () => look(frame));

  function look({ direction, bytes, first, readAt, forwardMs }: Frame): void {
    const start = performance.now();
    const selfMs = () => forwardMs + performance.now() - start;
    const text = decodeFrame(bytes, first);
    const message = text === null ? null : readFrame(text);
    if (message === null) capture.unparsed(direction, selfMs());
    else if (direction === "inbound") recordInbound(message, readAt, selfMs);
    else if (message.kind === "request") pairing.request(message, readAt, bytes.length)(selfMs());
    else if (message.kind === "notification" && message.cancels !== undefined) {
      pairing.cancel(message.cancels);
    }
  }

  function recordInbound(message: Message, readAt: number, selfMs: () => number): void {
    if (message.kind === "request") return;
    if (message.kind === "notification") return capture.notification(message.method, selfMs());
    const paired = pairing.response(message, readAt);
    if (paired === "unparsed") capture.unparsed("inbound", selfMs());
    else if (paired !== null) capture.call(paired.call, selfMs() + paired.requestMs);
  }
}
