/**
 * An answer that is taken up again: a server may close the connection of a call and let the client
 * come back for the reply (MCP 2025-11-25, Transports “Sending Messages to the Server”).
 * Connections also break, and streams whose events have ids can be resumed since 2025-03-26, so
 * this is done whatever the revision.
 */

import type { Resumption } from "./event-stream.ts";
import { Fault } from "./faults.ts";
import type { Clock } from "./http-clock.ts";
import { MAX_RETRY_MS } from "./http-listener.ts";
import type { Messenger } from "./http-messenger.ts";
import { delay } from "./time.ts";
import type { Arrival } from "./transport.ts";

/** How long to wait before a stream is taken up again, unless the server says so, in ms. */
const RETRY_MS = 1_000;
/** Shortest such wait, in ms. */
const MIN_RETRY_MS = 100;

/** What is needed to take up an answer again. */
export interface Resuming {
  messenger: Pick<Messenger, "resume">;
  /** As the request of the answer has left it; kept up to date. */
  resumption: Resumption;
  clock: Clock;
  /** Whether the reply is still waited for. */
  isWanted(): boolean;
}

/** Where an answer goes on that has not begun. */
export function newResumption(): Resumption {
  return { lastEventId: null, retryMs: RETRY_MS };
}

/**
 * The messages of an answer and of what follows it, as long as they are wanted and the last event
 * with an id says where to go on.
 * @throws {Fault}
 */
export async function* resumed(
  answer: AsyncIterable<Arrival>,
  { messenger, resumption, clock, isWanted }: Resuming,
): AsyncGenerator<Arrival, void> {
  const goesOn = () => resumption.lastEventId !== null && isWanted();
  let part: AsyncIterable<Arrival> | null = answer;
  while (part !== null) {
    try {
      yield* part;
    } catch (fault) {
      const isLost = fault instanceof Fault && fault.label === "transport-closed";
      if (!isLost || !goesOn()) throw fault;
    }
    if (!goesOn()) return;
    clock.pause();
    const restMs = Math.max(resumption.retryMs, MIN_RETRY_MS);
    await delay(Math.min(restMs, MAX_RETRY_MS), clock.signal);
    part = goesOn() ? await messenger.resume(resumption, clock) : null;
  }
}
