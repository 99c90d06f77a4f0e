/** The time limits of one HTTP exchange (decisions D5). */

import type { Budget } from "./budget.ts";
import type { Fault } from "./faults.ts";

/**
 * How long an answer may go on when nothing more is expected of it, in ms. One that ends within
 * that time leaves its connection for the next request; any other is closed.
 */
export const TAIL_MS = 250;

/** Ends an exchange that takes too long: whoever waits for the network gets the fault. */
export interface Clock {
  /** Aborted with a `Fault` as its reason. */
  readonly signal: AbortSignal;
  /**
   * A network operation begins and the last one is over.
   * @param late says what is missing when it takes too long
   * @throws {Fault} when the evaluation budget is used up
   */
  operation(late: string): void;
  /** No operation is under way: time passes because the server wants it to. */
  pause(): void;
  /** The reply is there; the rest of the answer may take `ms` more. */
  endWithin(ms: number): void;
  /** Ends the exchange now. */
  abort(fault: Fault): void;
  /** The exchange is over. */
  stop(): void;
}

/** Starts the clock of an exchange; no operation has begun. */
export function startClock(budget: Budget, operationMs: number): Clock {
  const controller = new AbortController();
  let timer: number | undefined;
  let state: "running" | "ending" | "over" = "running";

  function arm(ms: number, act: () => void): void {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  }
  function stop(): void {
    state = "over";
    clearTimeout(timer);
  }
  return {
    signal: controller.signal,
    operation(late) {
      if (state !== "running") return;
      const wait = budget.wait(operationMs);
      arm(wait.ms, () => controller.abort(wait.expired(late)));
    },
    pause() {
      if (state === "running") clearTimeout(timer);
    },
    endWithin(ms) {
      state = "ending";
      arm(ms, () => controller.abort());
    },
    abort(fault) {
      if (state === "over") return;
      stop();
      controller.abort(fault);
    },
    stop,
  };
}
