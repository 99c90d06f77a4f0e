import type { Aspect } from "./aspects.ts";
import type { IdText } from "./frames.ts";

/** What one process remembers. It begins with the process and ends with it. */
export interface Session {
  /** The fault to show; undefined for none. */
  readonly aspect: Aspect | undefined;
  /** Tool listings and tool calls so far. */
  requests: number;
  /** Calls of `flaky_read` so far. */
  flakyCalls: number;
  /** Calls of `read_counter` so far. */
  counterCalls: number;
  /** Set by `break_session`, cleared by `recover_session`. */
  broken: boolean;
  /** Ids whose cancellation has arrived. They stay, so a reused id is cancelled too. */
  readonly cancelled: Set<IdText>;
  /** Ids under which the client may answer a request of ours. */
  readonly awaited: Set<IdText>;
}

/** How long a wait lasted. */
export type WaitOutcome = "elapsed" | "cancelled";

const POLL_MILLISECONDS = 20;

/** A session in which nothing has happened. */
export function newSession(aspect: Aspect | undefined): Session {
  return {
    aspect,
    requests: 0,
    flakyCalls: 0,
    counterCalls: 0,
    broken: false,
    cancelled: new Set(),
    awaited: new Set(),
  };
}

/** Waits the given number of milliseconds, or until the call `id` is seen to be cancelled. */
export async function wait(
  session: Session,
  id: IdText,
  milliseconds: number,
): Promise<WaitOutcome> {
  const end = performance.now() + milliseconds;
  for (;;) {
    if (session.cancelled.has(id)) return "cancelled";
    const left = end - performance.now();
    if (left <= 0) return "elapsed";
    await new Promise((resolve) => setTimeout(resolve, Math.min(POLL_MILLISECONDS, left)));
  }
}
