/** Server-sent events (WHATWG HTML, “Server-sent events”; decisions D3). */

import { createParser } from "eventsource-parser";
import { Fault } from "./faults.ts";
import { type Chunk, MAX_BODY_BYTES } from "./http-body.ts";

/** The data of one event with the moment at which it was read. */
export interface EventData {
  data: string;
  at: number;
}

/**
 * The events that may carry a message, as soon as each is complete: those without a type or of the
 * type `message` (MCP 2025-06-18, Transports), and with data. The last event needs no blank line
 * after it, because small servers forget it.
 * @throws {Fault} `transport-error` when the stream is not UTF-8 or one event is over 8 MiB
 */
export async function* readEvents(chunks: AsyncIterable<Chunk>): AsyncGenerator<EventData, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const complete: string[] = [];
  let tooLong = false;
  const parser = createParser({
    maxBufferSize: MAX_BODY_BYTES,
    onEvent({ event = "message", data }) {
      if (event === "message" && data.trim() !== "") complete.push(data);
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
  yield* feed(`${decode()}\n\n`, at);
}
