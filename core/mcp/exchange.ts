/** One request of ours that waits for its reply: what it counts, when and how it ends. */

import type { Wait } from "./budget.ts";
import { readReply, rejectsFrame } from "./envelope.ts";
import { Fault, RequestFlood } from "./faults.ts";
import type { Announcement, ExchangeOptions, Reply } from "./session.ts";
import type { Arrival } from "./transport.ts";

/** Server requests that a call survives unless its case says otherwise. */
const MAX_SERVER_REQUESTS = 8;
/** Notifications that may arrive within one call, and their bytes (decisions D21). */
const MAX_NOTIFICATIONS = 128;
const MAX_NOTIFICATION_BYTES = 4_194_304;
/** How long the real reply may follow an error with a null id, in ms (decisions D22). */
const NULL_ID_GRACE_MS = 1_000;

/** A reply with the moment at which it was read. */
export interface Answered {
  reply: Reply;
  at: number;
}

/** A waiting request. */
export interface Exchange {
  readonly id: number;
  readonly options: ExchangeOptions;
  /** The request has been cancelled: nothing but its reply is of interest. */
  readonly cancelled: boolean;
  readonly announced: ReadonlySet<Announcement>;
  /** Rejects with a `Fault`. */
  readonly answered: Promise<Answered>;
  /** Starts the deadline for the reply. @param missing see `Wait.expired` */
  startWaiting(wait: Wait, missing: string): void;
  /** The reply has arrived. */
  reply(arrival: Arrival): void;
  /** The same where it has to say that it is JSON-RPC 2.0. */
  strictReply(arrival: Arrival): void;
  /** An error with a null id, or none, has arrived. */
  nullIdError(arrival: Arrival): void;
  /** Counts a request of the server; false when it was one too many and has ended the exchange. */
  countRequest(method: string): boolean;
  /** Counts a notification; false when it is over the limits. */
  countNotification(method: string, bytes: number): boolean;
  /** Nothing more can arrive. */
  answerEnded(): void;
  /** Ends the exchange without a reply. */
  fail(fault: Fault): void;
}

/** How an exchange is begun. */
export interface ExchangeStart {
  options: ExchangeOptions;
  cancelled: boolean;
  /** Called as soon as it is decided, before anybody who waits for it can act. */
  ended: (fault: Fault | null) => void;
}

/** Begins the exchange of the request with this id. */
export function beginExchange(
  id: number,
  { options, cancelled, ended }: ExchangeStart,
): Exchange {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  promise.catch(() => {}); // it may be decided before anybody waits for it
  const announced = new Set<Announcement>();
  const maxRequests = options.maxServerRequests ?? MAX_SERVER_REQUESTS;
  let requests = 0;
  let notifications = 0;
  let notificationBytes = 0;
  let nullId: Arrival | null = null;
  let timer: number | undefined;
  let endsAt = Infinity;
  let over = false;

  function end(fault: Fault | null): boolean {
    if (over) return false;
    over = true;
    clearTimeout(timer);
    ended(fault);
    return true;
  }
  function fail(fault: Fault): void {
    if (end(fault)) reject(fault);
  }
  function judge(arrival: Arrival): void {
    try {
      const reply = readReply(arrival.message, options.observing === true);
      if (end(null)) resolve({ reply, at: arrival.at });
    } catch (fault) {
      fail(fault as Fault);
    }
  }
  function graceOver(arrival: Arrival): void {
    if (options.acceptNullId === true && rejectsFrame(arrival.message)) return judge(arrival);
    fail(new Fault("transport-error", "the server answered with an error that names no request"));
  }

  return {
    id,
    options,
    cancelled,
    announced,
    answered: promise,
    startWaiting(wait, missing) {
      if (nullId !== null) return;
      endsAt = performance.now() + wait.ms;
      timer = setTimeout(() => fail(wait.expired(missing)), wait.ms);
    },
    reply: judge,
    strictReply(arrival) {
      if (arrival.message.jsonrpc === "2.0") return judge(arrival);
      fail(new Fault("transport-error", "the server's reply is not JSON-RPC 2.0"));
    },
    nullIdError(arrival) {
      if (nullId !== null) return;
      nullId = arrival;
      clearTimeout(timer);
      const rest = Math.max(0, endsAt - performance.now());
      timer = setTimeout(() => graceOver(arrival), Math.min(NULL_ID_GRACE_MS, rest));
    },
    countRequest(method) {
      if (method === "sampling/createMessage") announced.add("sampling");
      if (method === "elicitation/create") announced.add("elicitation");
      if (++requests <= maxRequests) return true;
      fail(new RequestFlood(maxRequests));
      return false;
    },
    countNotification(method, bytes) {
      if (method === "notifications/resources/updated") announced.add("resource-updated");
      notificationBytes += bytes;
      return ++notifications <= MAX_NOTIFICATIONS && notificationBytes <= MAX_NOTIFICATION_BYTES;
    },
    answerEnded() {
      if (nullId !== null) return graceOver(nullId);
      fail(new Fault("transport-error", "the server's answer ended without a reply"));
    },
    fail,
  };
}
