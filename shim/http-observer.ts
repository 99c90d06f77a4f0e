/** What is recorded of HTTP exchanges (capture.md §7, decisions D19). */

import { type Capture, lookSafely } from "./capture.ts";
import { decodeFrame, type Message, readMessages } from "./message.ts";
import { type Knowledge, openPairing } from "./pairing.ts";

/** Looks at one exchange: a POST and its answer. */
export interface ExchangeObserver {
  /** @param readAt when the request was read, on the clock of `performance.now()` */
  request(body: Uint8Array, readAt: number): void;
  /** An answer that came whole. */
  answer(body: Uint8Array, type: string, readAt: number): void;
  /** One event of an answer that is a stream. */
  event(data: string, readAt: number): void;
  /** A stream that cannot be read as events. */
  unreadable(): void;
  /** The stream has ended. */
  streamEnded(): void;
}

/** Starts to look at one exchange; ids mean nothing outside of it. */
export function observeExchange(capture: Capture, knowledge: Knowledge): ExchangeObserver {
  const pairing = openPairing(knowledge);
  let owed = 0;
  /** Responses, and what may have been one. */
  let answers = 0;

  function inbound(text: string | null, readAt: number): void {
    lookSafely(capture, "inbound", () => lookInbound(text, readAt));
  }
  function lookInbound(text: string | null, readAt: number): void {
    const start = performance.now();
    const selfMs = () => performance.now() - start;
    const messages = text === null ? null : readMessages(text);
    if (messages === null) return unparsed(selfMs());
    for (const message of messages) respond(message, readAt, selfMs);
  }
  function respond(message: Message, readAt: number, selfMs: () => number): void {
    if (message.kind === "request") return;
    if (message.kind === "notification") return capture.notification(message.method, selfMs());
    const paired = pairing.response(message, readAt);
    if (paired === "unparsed") return unparsed(selfMs());
    answers++;
    if (paired !== null) capture.call(paired.call, selfMs() + paired.requestMs);
  }
  function unparsed(selfMs: number): void {
    answers++;
    capture.unparsed("inbound", selfMs);
  }
  function lookOutbound(body: Uint8Array, readAt: number): void {
    const start = performance.now();
    const selfMs = () => performance.now() - start;
    const text = decodeFrame(body, true);
    const messages = text === null ? null : readMessages(text);
    if (messages === null) return capture.unparsed("outbound", selfMs());
    for (const message of messages) {
      if (message.kind !== "request") continue;
      owed++;
      pairing.request(message, readAt, body.length)(selfMs());
    }
  }
  return {
    request: (body, readAt) => lookSafely(capture, "outbound", () => lookOutbound(body, readAt)),
    answer(body, type, readAt) {
      // The usual answer to notifications and responses: nothing.
      if (body.length === 0 && owed === 0) return;
      inbound(type === "application/json" ? decodeFrame(body, true) : null, readAt);
    },
    event: inbound,
    unreadable: () => unparsed(0),
    streamEnded() {
      if (owed > 0 && answers === 0) unparsed(0);
    },
  };
}
