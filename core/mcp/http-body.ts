/** Reads the body of an HTTP answer (wire.md §6.3). */

import { Fault } from "./faults.ts";
import { networkFault } from "./http-client.ts";
import type { Clock } from "./http-clock.ts";

/** Longest body of an answer to a POST, in bytes after decoding; also the longest single event. */
export const MAX_BODY_BYTES = 8_388_608;

/** Bytes with the moment at which they were read, on the clock of `performance.now()`. */
export interface Chunk {
  bytes: Uint8Array<ArrayBuffer>;
  at: number;
}

/**
 * The body as it comes, decoded as the runtime does it. Leaving the loop closes the connection
 * unless the body is at its end.
 * @param clock limits each read; null for a stream that may be silent for long
 * @throws {Fault}
 */
export async function* readBody(
  { body }: Response,
  clock: Clock | null,
  maxBytes: number = MAX_BODY_BYTES,
): AsyncGenerator<Chunk, void> {
  if (body === null) return;
  const reader = body.getReader();
  let total = 0;
  try {
    for (;;) {
      clock?.operation("the server's answer stopped and did not go on");
      const { done, value } = await reader.read().catch((error) => {
        throw networkFault(error);
      });
      if (done) return;
      total += value.length;
      if (total > maxBytes) throw new Fault("transport-error", "the answer is larger than 8 MiB");
      yield { bytes: value, at: performance.now() };
    }
  } finally {
    discardBody(reader);
  }
}

/** Reads a body of which nothing is expected, as long as the clock lets it. Never throws. */
export async function readToEnd(response: Response, clock: Clock): Promise<void> {
  try {
    for await (const _ of readBody(response, clock));
  } catch {
    // Whatever was wrong with it, nobody wanted it.
  }
}

/** Ends an answer whose body nobody reads, or nobody reads on. */
export function discardBody(body: { cancel(): Promise<void> } | null): void {
  body?.cancel().catch(() => {}); // it has failed, which whoever read it knows
}
