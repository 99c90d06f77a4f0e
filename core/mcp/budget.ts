/** What one operation may spend on one target: time and requests (wire.md §9). */

import { Fault, type FaultLabel } from "./faults.ts";

/** Bounds of a budget. */
export interface BudgetLimits {
  /** Milliseconds from setting up the target. */
  ms: number;
  /** Messages with an id and a method, handshakes included. */
  requests: number;
}

/** 300 s and 4096 requests. */
export const EVALUATION_LIMITS: Readonly<BudgetLimits> = { ms: 300_000, requests: 4096 };

/** How long to wait for something, and what it means when that time is over. */
export interface Wait {
  /** Milliseconds. */
  ms: number;
  /**
   * The fault of this wait; call it only when the time is over.
   * @param missing what did not come: the message says after how long
   */
  expired(missing: string): Fault;
}

/** A budget in use. Once refused, always refused. */
export interface Budget {
  /** @throws {Fault} after a refusal or once the time is over */
  check(): void;
  /** @throws {Fault} also when no request is left, so that nothing is started in vain */
  checkConnect(): void;
  /** Counts one request. @throws {Fault} when it is one too many */
  spend(): void;
  /** The shorter of `ownMs` and what is left. @throws {Fault} when nothing is left */
  wait(ownMs: number): Wait;
}

/** Starts a budget; its clock runs from now. */
export function startBudget(limits: BudgetLimits): Budget {
  const endsAt = performance.now() + limits.ms;
  let spent = 0;
  let refused = false;

  function refuse(): Fault {
    refused = true;
    const label: FaultLabel = "evaluation-budget-exceeded";
    return new Fault(label, "the evaluation budget of this run is used up");
  }
  function check(): void {
    if (refused || performance.now() >= endsAt) throw refuse();
  }
  return {
    check,
    checkConnect() {
      check();
      if (spent >= limits.requests) throw refuse();
    },
    spend() {
      check();
      if (spent >= limits.requests) throw refuse();
      spent++;
    },
    wait(ownMs) {
      check();
      const rest = endsAt - performance.now();
      if (rest <= ownMs) return { ms: Math.max(rest, 0), expired: refuse };
      return {
        ms: ownMs,
        expired: (missing) => new Fault("transport-timeout", `${missing} within ${ownMs / 1000} s`),
      };
    },
  };
}
