/** The messages in an HTTP answer (wire.md §6.3). */

import { readEvents, type Resumption } from "./event-stream.ts";
import { Fault } from "./faults.ts";
import { type Chunk, readBody } from "./http-body.ts";
import type { Clock } from "./http-clock.ts";
import { byteLength, isObject, type Json, JsonError, type JsonObject, parseJson } from "./json.ts";
import type { Arrival } from "./transport.ts";

/** The forms that an answer may have. */
export type AnswerForm = "json" | "events";

/** The form that an answer says it has, or null for any other: a page for people, say. */
export function formOf({ headers }: Response): AnswerForm | null {
  const mediaType = headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (mediaType === "application/json") return "json";
  return mediaType === "text/event-stream" ? "events" : null;
}

/**
 * The messages of an answer to a request, as they arrive.
 * @throws {Fault}
 */
export async function* readAnswer(
  response: Response,
  form: AnswerForm,
  clock: Clock,
): AsyncGenerator<Arrival, void> {
  const chunks = readBody(response, clock);
  if (form === "json") return yield await readWhole(chunks);
  for await (const { data, at } of readEvents(chunks)) {
    yield { message: readMessage(data, "an event"), bytes: byteLength(data), at };
  }
}

/**
 * The messages of a stream that belongs to no request; what is none is skipped.
 * @param resumption see {@link readEvents}
 * @throws {Fault}
 */
export async function* readStream(
  response: Response,
  resumption: Resumption,
): AsyncGenerator<Arrival, void> {
  const chunks = readBody(response, null, Infinity);
  for await (const { data, at } of readEvents(chunks, resumption)) {
    const message = parse(data);
    if (!(message instanceof JsonError) && isObject(message)) {
      yield { message, bytes: byteLength(data), at };
    }
  }
}

async function readWhole(chunks: AsyncIterable<Chunk>): Promise<Arrival> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let at = performance.now();
  let bytes = 0;
  for await (const chunk of chunks) {
    parts.push(chunk.bytes);
    bytes += chunk.bytes.length;
    at = chunk.at;
  }
  const message = readMessage(decode(await new Blob(parts).bytes()), "an answer");
  return { message, bytes, at };
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

/** @throws {Fault} */
function readMessage(text: string, what: string): JsonObject {
  const message = parse(text);
  if (message instanceof JsonError) {
    throw new Fault("transport-error", `the server sent ${what} that cannot be read`, {
      cause: message,
    });
  }
  if (isObject(message)) return message;
  throw new Fault("transport-error", `the server sent ${what} that is no JSON object`);
}

/** The `error` of a JSON-RPC message in an answer, or null; whatever goes wrong, there is none. */
export async function readError(response: Response, clock: Clock): Promise<Json> {
  if (formOf(response) !== "json") return null;
  try {
    const { message } = await readWhole(readBody(response, clock));
    return (message as JsonObject).error ?? null;
  } catch {
    return null;
  }
}
