/** Bodies of HTTP messages, read with bounds (capture.md §7). */

import type { Chunk } from "../core/mcp/http-body.ts";

/** How much, and how slowly, a body may come. */
export interface BodyLimits {
  maxBytes: number;
  /** Longest wait for the next bytes, in ms; null for as long as they take. */
  pauseMs: number | null;
  /** Longest wait for the whole body, in ms; null as above. */
  wholeMs: number | null;
}

/** A body is too large, too slow or broken. */
export class BodyProblem extends Error {
  override name = "BodyProblem";
}

/**
 * The body as it comes. Leaving the loop early ends the message.
 * @throws {BodyProblem}
 */
export async function* readChunks(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  { maxBytes, pauseMs, wholeMs }: BodyLimits,
): AsyncGenerator<Chunk, void> {
  if (body === null) return;
  const reader = body.getReader();
  const until = wholeMs === null ? Infinity : performance.now() + wholeMs;
  let total = 0;
  try {
    for (;;) {
      const { done, value } = await within(pauseMs, reader.read());
      if (done) return;
      total += value.length;
      if (total > maxBytes || performance.now() > until) throw new BodyProblem();
      yield { bytes: value, at: performance.now() };
    }
  } finally {
    reader.cancel().catch(() => {}); // it has ended or failed, which whoever read it knows
  }
}

/**
 * The whole body.
 * @throws {BodyProblem}
 */
export async function readWhole(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  limits: BodyLimits,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const { bytes } of readChunks(body, limits)) {
    parts.push(bytes);
    length += bytes.length;
  }
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * What an operation on a connection ends with.
 * @param ms null for as long as it takes
 * @throws {BodyProblem} when it fails, or takes longer than `ms`
 */
export async function within<T>(ms: number | null, operation: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = ms === null ? undefined : setTimeout(() => reject(new BodyProblem()), ms);
  try {
    return await Promise.race([operation, late]);
  } catch {
    throw new BodyProblem();
  } finally {
    clearTimeout(timer);
  }
}
