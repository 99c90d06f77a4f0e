/** One exchange through the HTTP shim (capture.md §7, decisions D19). */

import { readEvents } from "../core/mcp/event-stream.ts";
import { type Chunk, MAX_BODY_BYTES } from "../core/mcp/http-body.ts";
import type { HttpClient } from "../core/mcp/http-client.ts";
import { BodyProblem, readChunks, readWhole, within } from "./http-body.ts";
import { mediaType } from "../core/mcp/media-type.ts";
import { refusal } from "./http-guard.ts";
import { requestHeaders, responseHeaders } from "./http-headers.ts";
import type { ExchangeObserver } from "./http-observer.ts";

/** Longest operation towards the agent, in ms: the next bytes of its request, a write to it. */
const OPERATION_MS = 5_000;
/** Longest a request's body may take, in ms, however steadily it drips. */
const REQUEST_MS = 30_000;
const REQUEST_LIMITS = { maxBytes: MAX_BODY_BYTES, pauseMs: OPERATION_MS, wholeMs: REQUEST_MS };
/** A tool may take minutes: its answer is waited for as long as the agent waits. */
const ANSWER_LIMITS = { maxBytes: MAX_BODY_BYTES, pauseMs: null, wholeMs: null };

/** What an exchange is relayed with. */
export interface ExchangeContext {
  upstream: HttpClient;
  /** Starts to look at a POST. */
  observe(): ExchangeObserver;
  /** Counts an open stream of events that may last for hours; null when there are too many. */
  openStream(): (() => void) | null;
}

/** A request that was read and may be relayed. */
export interface ReadRequest {
  method: string;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
  /** Aborted when the agent goes away. */
  signal: AbortSignal;
}

/** An answer, and when the exchange is over. */
export interface Relayed {
  response: Response;
  /** Resolves when everything is passed on and looked at; never rejects. */
  done: Promise<void>;
  /** Whether the place of the exchange is free before that. */
  isOpenStream: boolean;
}

/** Reads a request. @returns the status of the refusal for one that must not be relayed */
export async function readRequest(request: Request): Promise<ReadRequest | number> {
  const { method, headers, signal } = request;
  const body = await readWhole(request.body, REQUEST_LIMITS).catch(() => null);
  if (body === null) return 400;
  return refusal(method, headers) ?? { method, headers, body, signal };
}

/** Relays one request. Never rejects. */
export async function relayExchange(
  { method, headers, body, signal }: ReadRequest,
  context: ExchangeContext,
): Promise<Relayed> {
  // An agent that went away while its call was queued is not answered either.
  if (signal.aborted) return empty(400);
  const readAt = performance.now();
  const observer = method === "POST" ? context.observe() : null;
  const abort = new AbortController();
  // The agent went away: nobody is there to be answered.
  signal.addEventListener("abort", () => abort.abort());
  const sent = context.upstream.send(
    { method, headers: requestHeaders(headers), ...(body.length > 0 && { body }) },
    abort.signal,
  );
  sent.catch(() => {}); // told when it is awaited
  observer?.request(body, readAt);
  let answer: Response;
  try {
    answer = await sent;
  } catch {
    return empty(502);
  }
  if (answer.status < 200 || answer.status > 599) return relayOdd(answer, observer);
  if (method === "HEAD" || [204, 205, 304].includes(answer.status)) {
    return relayHead(answer, observer);
  }
  if (mediaType(answer.headers.get("content-type")) !== "text/event-stream") {
    return await relayWhole(answer, observer);
  }
  return observer === null
    ? relayOpenStream(answer, context)
    : relayEvents(answer, observer, context, abort);
}

function empty(status: number): Relayed {
  return complete(new Response(null, { status }));
}

/** An answer that is there as a whole, with what is left to be done once it is on its way. */
function complete(response: Response, look: () => void = () => {}): Relayed {
  const done = new Promise<void>((resolve) => {
    setTimeout(() => {
      look();
      resolve();
    }, 0);
  });
  return { response, done, isOpenStream: false };
}

/** An answer without a body. */
function relayHead(answer: Response, observer: ExchangeObserver | null): Relayed {
  return relayBare(answer, new Response(null, headOf(answer)), observer);
}

/** An answer whose status is none (RFC 9110 §15), which the runtime cannot pass on. */
function relayOdd(answer: Response, observer: ExchangeObserver | null): Relayed {
  return relayBare(answer, new Response(null, { status: 502 }), observer);
}

function relayBare(
  answer: Response,
  response: Response,
  observer: ExchangeObserver | null,
): Relayed {
  answer.body?.cancel().catch(() => {}); // nobody reads it
  const readAt = performance.now();
  return complete(response, () => observer?.answer(new Uint8Array(0), "", readAt));
}

async function relayWhole(answer: Response, observer: ExchangeObserver | null): Promise<Relayed> {
  let body: Uint8Array<ArrayBuffer>;
  try {
    body = await readWhole(answer.body, ANSWER_LIMITS);
  } catch {
    return complete(closedConnection());
  }
  const readAt = performance.now();
  const type = mediaType(answer.headers.get("content-type"));
  const response = new Response(body, headOf(answer));
  return complete(response, () => observer?.answer(body, type, readAt));
}

/** A stream that answers no POST: it may last as long as both ends want, and nothing is recorded. */
function relayOpenStream(answer: Response, { openStream }: ExchangeContext): Relayed {
  const close = openStream();
  if (close === null || answer.body === null) {
    answer.body?.cancel().catch(() => {}); // nobody reads it
    return empty(close === null ? 503 : answer.status);
  }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>();
  const done = answer.body.pipeTo(writable).then(close, close);
  return { response: new Response(readable, headOf(answer)), done, isOpenStream: true };
}

/**
 * The stream that answers a POST: its events are passed on, then looked at, as they come. It may be
 * a subscription, which lasts; where there is room it does not take the place of a call.
 */
function relayEvents(
  answer: Response,
  observer: ExchangeObserver,
  { openStream }: ExchangeContext,
  abort: AbortController,
): Relayed {
  const close = openStream();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>();
  const writer = writable.getWriter();
  // Also when the agent leaves while the server is silent.
  writer.closed.catch(() => abort.abort());
  async function pass(): Promise<void> {
    const chunks = passOn(readChunks(answer.body, ANSWER_LIMITS), writer, abort);
    try {
      for await (const { data, at } of readEvents(left(chunks))) observer.event(data, at);
    } catch (error) {
      if (error instanceof BodyProblem) throw error;
      observer.unreadable();
      for await (const _ of chunks);
    }
  }
  const done = pass()
    .then(() => {
      observer.streamEnded();
      return writer.close();
    }, (error) => {
      // What the agent did not wait for has no answer.
      if (!abort.signal.aborted) observer.streamEnded();
      return writer.abort(error);
    })
    .catch(() => {}) // the agent has gone
    .finally(close);
  const isOpenStream = close !== null;
  return { response: new Response(readable, headOf(answer)), done, isOpenStream };
}

/** Hands chunks out once they are passed on. */
async function* passOn(
  chunks: AsyncGenerator<Chunk, void>,
  writer: WritableStreamDefaultWriter<Uint8Array>,
  abort: AbortController,
): AsyncGenerator<Chunk, void> {
  for await (const chunk of chunks) {
    await within(OPERATION_MS, writer.write(chunk.bytes)).catch((error) => {
      abort.abort();
      throw error;
    });
    yield chunk;
  }
}

/** Chunks that go on to be there when somebody stops reading them. */
function left(chunks: AsyncGenerator<Chunk, void>): AsyncIterable<Chunk> {
  return { [Symbol.asyncIterator]: () => ({ next: () => chunks.next() }) };
}

function headOf(answer: Response): ResponseInit {
  const { status, statusText, headers } = answer;
  return { status, statusText, headers: responseHeaders(headers) };
}

/** Makes the runtime close the connection: the answer cannot be passed on. */
function closedConnection(): Response {
  return new Response(
    new ReadableStream({
      pull(controller) {
        controller.error(new BodyProblem());
      },
    }),
  );
}
