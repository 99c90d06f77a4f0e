/** The messages in an HTTP answer (wire.md §6.3). */

import { messagesOf } from "./envelope.ts";
import { readEvents, type Resumption } from "./event-stream.ts";
import { Fault } from "./faults.ts";
import { type Chunk, readBody } from "./http-body.ts";
import type { Clock } from "./http-clock.ts";
import { byteLength, type Json, JsonError, parseJson } from "./json.ts";
import { mediaType } from "./media-type.ts";
import type { Arrival } from "./transport.ts";

/** The forms that an answer may have. */
export type AnswerForm = "json" | "events";

/** The form that an answer says it has, or null for any other: a page for people, say. */
export function formOf({ headers }: Response): AnswerForm | null {
  const type = mediaType(headers.get("content-type"));
  if (type === "application/json") return "json";
  return type === "text/event-stream" ? "events" : null;
}

/** How the body of an answer is read. */
export interface AnswerReading {
  clock: Clock;
  /** Of an event stream, see {@link readEvents}. */
  resumption: Resumption;
  /** Whether the revision has batches. */
  batches: boolean;
}

/**
 * The messages of an answer to a request, as they arrive.
 * @throws {Fault}
 */
export async function* readAnswer(
  response: Response,
  form: AnswerForm,
  { clock, resumption, batches }: AnswerReading,
): AsyncGenerator<Arrival, void> {
  const chunks = readBody(response, clock);
  if (form === "json") return yield* await readWhole(chunks, batches);
  for await (const { data, at } of readEvents(chunks, resumption)) {
    yield* readMessages(data, { bytes: byteLength(data), at }, batches, "an event");
  }
}

/**
 * The messages of a stream that belongs to no request; what is none is skipped.
 * @param resumption see {@link readEvents}
 * @param batches whether the revision has batches
 * @throws {Fault}
 */
export async function* readStream(
  response: Response,
  resumption: Resumption,
  batches: boolean,
): AsyncGenerator<Arrival, void> {
  const chunks = readBody(response, null, Infinity);
  for await (const { data, at } of readEvents(chunks, resumption)) {
    const whole = parse(data);
    if (whole === undefined || whole instanceof JsonError) continue;
    yield* messagesOf(whole, { bytes: byteLength(data), at }, batches);
  }
}

async function readWhole(chunks: AsyncIterable<Chunk>, batches: boolean): Promise<Arrival[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let at = performance.now();
  let bytes = 0;
  for await (const chunk of chunks) {
    parts.push(chunk.bytes);
    bytes += chunk.bytes.length;
    at = chunk.at;
  }
  const text = decode(await new Blob(parts).bytes());
  return readMessages(text, { bytes, at }, batches, "an answer");
}

/** The text, or one that is not JSON either when the bytes are not UTF-8. */
function decode(bytes: Uint8Array<ArrayBuffer>): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return "";
  }
}

/** Undefined is text that is not JSON. */
function parse(text: string): Json | JsonError | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    return error instanceof JsonError && error.kind === "limit" ? error : undefined;
  }
}

/** At least one. @throws {Fault} */
function readMessages(
  text: string,
  place: Omit<Arrival, "message">,
  batches: boolean,
  what: string,
): Arrival[] {
  const whole = parse(text);
  if (whole instanceof JsonError) {
    throw new Fault("transport-error", `the server sent ${what} that cannot be read`, {
      cause: whole,
    });
  }
  const messages = whole === undefined ? [] : messagesOf(whole, place, batches);
  if (messages.length > 0) return messages;
  throw new Fault("transport-error", `the server sent ${what} that is no JSON object`);
}

/** The `error` of a JSON-RPC message in an answer, or null; whatever goes wrong, there is none. */
export async function readError(response: Response, clock: Clock): Promise<Json> {
  if (formOf(response) !== "json") return null;
  try {
    const [arrival] = await readWhole(readBody(response, clock), false);
    return arrival?.message.error ?? null;
  } catch {
    return null;
  }
}
