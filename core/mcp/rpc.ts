/** Requests, notifications and answers on one connection, whatever carries it (wire.md §3). */

import type { Budget } from "./budget.ts";
import type { JsonObject } from "./json.ts";
import type { Announcement, ExchangeOptions, Reply, UpdateWatch } from "./session.ts";
import type { Diagnostics } from "./transport.ts";

/** A reply with what happened until it came. */
export interface Answer {
  reply: Reply;
  /** Milliseconds from sending to reading the reply, fractional. */
  ms: number;
  announced: ReadonlySet<Announcement>;
}

/** How long an exchange may take, in ms. */
export interface Waits {
  /** Over stdio that of writing, and again that of the reply; over HTTP that of the whole. */
  exchangeMs: number;
  /** Over HTTP that of one network operation (decisions D5): the headers, each read of the body. */
  operationMs: number;
}

/** How a call is cancelled. */
export interface Cancellation {
  /** Sent in `notifications/cancelled`. */
  reason: string;
  /** How long to watch what becomes of the call, in ms. */
  graceMs: number;
}

/** A connection that carries one request at a time. */
export interface Rpc {
  /** True once the connection has failed; see `Session.broken`. */
  readonly broken: boolean;
  /** Sends a request and waits for its reply. @throws {Fault} */
  exchange(
    method: string,
    params: JsonObject,
    waits: Waits,
    options?: ExchangeOptions,
  ): Promise<Answer>;
  /**
   * Sends a request, cancels it and watches (wire.md §3.3).
   * @returns its reply, or null when none came within the grace
   * @throws {Fault}
   */
  exchangeCancelled(
    method: string,
    params: JsonObject,
    cancellation: Cancellation,
    waits: Waits,
  ): Promise<Reply | null>;
  /** Sends a notification. @throws {Fault} */
  notify(method: string, params: JsonObject, waits: Waits): Promise<void>;
  /** See `Session.watchResource`. */
  watch(uri: string): UpdateWatch;
  /** Ends the connection; a waiting request fails. Never throws; resolves when nothing is left. */
  close(): Promise<void>;
}

/** What every connection needs to know. */
export interface RpcContext {
  budget: Budget;
  diagnostics: Diagnostics;
  /** The capabilities that we declare: `roots` is answered with an empty list. */
  declared: JsonObject;
  /** Longest wait for sending an answer, in ms. */
  answerWaitMs: number;
}
