/** Server-sent events (WHATWG HTML, “Server-sent events”; decisions D3). */

import { createParser } from "eventsource-parser";
import { Fault } from "./faults.ts";
import { type Chunk, MAX_BODY_BYTES } from "./http-body.ts";

/** The data of one event with the moment at which it was read. */
export interface EventData {
  data: string;
  at: number;
}

/** What the id of an event must look like to be sent as a header. */
const SENDABLE_ID = /^[\x20-\x7e]{1,1024}$/;

/** Where a stream is to be taken up again after its end. */
export interface Resumption {
  /** The id of the last event that had one; null without one, and after one that no header can hold. */
  lastEventId: string | null;
  /** How long the server wants to be left alone before, in ms; kept unless it says so. */
  retryMs: number;
}

/**
 * The events that may carry a message, as soon as each is complete: those without a type or of the
 * type `message` (MCP 2025-06-18, Transports), and with data. The last event needs no blank line
 * after it, because small servers forget it.
 * @param resumption kept up to date with what the events say about it
 * @throws {Fault} `transport-error` when the stream is not UTF-8 or one event is over 8 MiB
 */
export async function* readEvents(
  chunks: AsyncIterable<Chunk>,
  resumption?: Resumption,
): AsyncGenerator<EventData, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const complete: string[] = [];
  let tooLong = false;
  let ended = false;
  const parser = createParser({
    maxBufferSize: MAX_BODY_BYTES,
    onEvent({ event = "message", data }) {
      if (event === "message" && data.trim() !== "") complete.push(data);
    },
    onId(id) {
      // The last event may be cut off: it has to come again.
      if (resumption !== undefined && !ended) {
        resumption.lastEventId = SENDABLE_ID.test(id) ? id : null;
      }
    },
    onRetry(ms) {
      if (resumption !== undefined) resumption.retryMs = ms;
    },
    onError({ type }) {
      tooLong ||= type === "max-buffer-size-exceeded";
    },
  });
  function* feed(text: string, at: number): Generator<EventData, void> {
    parser.feed(text);
    for (const data of complete.splice(0)) yield { data, at };
    if (tooLong) throw new Fault("transport-error", "the server sent an event of more than 8 MiB");
  }
  function decode(bytes?: Uint8Array<ArrayBuffer>): string {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new Fault("transport-error", "the server's event stream is not UTF-8");
    }
  }
  let at = performance.now();
  for await (const chunk of chunks) {
    at = chunk.at;
    yield* feed(decode(chunk.bytes), at);
  }
  ended = true;
  yield* feed(`${decode()}\n\n`, at);
}
