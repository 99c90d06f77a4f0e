/**
 * What becomes of everything that a server sends, whatever brought it (wire.md §3, decisions D1,
 * D21, D22).
 */

import { encodeAnswer, isOurId, isReplyTo, sortMessage } from "./envelope.ts";
import type { Exchange } from "./exchange.ts";
import { Fault } from "./faults.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Arrival, Diagnostics } from "./transport.ts";
import { RESOURCE_UPDATED, type Watches } from "./watches.ts";

/** Answers that may wait for a server that does not read its input. */
const MAX_WAITING_ANSWERS = 16;

/** What an inbox needs to know of its connection. */
export interface InboxContext {
  diagnostics: Diagnostics;
  /** The capabilities that we declare: `roots` is answered with an empty list. */
  declared: JsonObject;
  watches: Watches;
  /** The highest id in use. */
  lastId(): number;
  /** Sends an answer; may reject. */
  send(text: string): Promise<void>;
  /** Ends what brings the messages: the server floods it. */
  breakOff(message: string): void;
}

/** Takes the messages of one connection. */
export interface Inbox {
  /**
   * Takes a message.
   * @param waiting the exchange that it may belong to
   * @returns false when the object is no protocol message at all (decisions D8)
   */
  receive(arrival: Arrival, waiting: Exchange | null): boolean;
  /** Takes a message of a stream that belongs to no request: a reply there is a stray one. */
  receiveApart(arrival: Arrival, waiting: Exchange | null): void;
  /** A notification of ours was sent; a server may answer it by mistake. */
  sentNotification(): void;
}

/** Opens the inbox of a connection. */
export function openInbox(context: InboxContext): Inbox {
  const { diagnostics, declared, watches, breakOff } = context;
  let waitingAnswers = 0;
  let unansweredNotifications = 0;
  /** The request that was answered under a wrong id: the right reply may follow, and is no news. */
  let misanswered: number | null = null;

  function receiveReply(arrival: Arrival, waiting: Exchange | null): void {
    const { id = null, result, error } = arrival.message;
    const drop = () => {
      if (id !== null && id === misanswered) misanswered = null;
      else diagnostics.strays++;
    };
    if (waiting === null) return drop();
    const neither = result === undefined && error === undefined;
    if (neither && waiting.options.observing === true) return;
    if (id === waiting.id) return waiting.reply(arrival);
    if (isOurId(id, context.lastId())) return drop();
    if (id === null && result === undefined && !neither) return waiting.nullIdError(arrival);
    if (id === null && error === undefined && !neither && unansweredNotifications > 0) {
      unansweredNotifications--;
      return drop();
    }
    misanswered = waiting.id;
    waiting.fail(new Fault("transport-error", "the server answered under a wrong id"));
  }

  /** All that counts is the reply; not even a request is answered (wire.md §3.2). */
  function receiveCancelled(arrival: Arrival, waiting: Exchange): void {
    if (isReplyTo(arrival.message, waiting.id)) waiting.strictReply(arrival);
  }

  function receiveRequest(
    { id, method, params }: { id: Json; method: string; params: Json },
    waiting: Exchange | null,
  ): void {
    if (waiting !== null && !waiting.countRequest(method)) return;
    if (waitingAnswers >= MAX_WAITING_ANSWERS) {
      return breakOff("the server sent more requests than it reads answers");
    }
    let result: JsonObject | null;
    if (method === "ping") result = {};
    else if (method === "roots/list" && declared.roots !== undefined) result = { roots: [] };
    else result = waiting?.options.respond?.(method, params) ?? null;
    void sendAnswer(encodeAnswer(id, result));
  }
  async function sendAnswer(text: string): Promise<void> {
    waitingAnswers++;
    try {
      await context.send(text);
    } catch {
      // Whoever waits for this connection is told by it; nobody waits for an answer.
    } finally {
      waitingAnswers--;
    }
  }

  function noticeUpdate(method: string, { message, bytes }: Arrival): void {
    if (method === RESOURCE_UPDATED) watches.notice(message.params, bytes);
  }

  return {
    receive(arrival, waiting) {
      const { message, bytes } = arrival;
      const inbound = sortMessage(message);
      if (waiting?.cancelled === true) {
        receiveCancelled(arrival, waiting);
        return message.jsonrpc !== undefined;
      }
      if (message.jsonrpc !== "2.0") {
        const observing = waiting?.options.observing === true && inbound.kind !== "nothing";
        if (!observing) return message.jsonrpc !== undefined;
      }
      if (inbound.kind === "reply") receiveReply(arrival, waiting);
      else if (inbound.kind === "request") receiveRequest(inbound, waiting);
      else if (inbound.kind === "notification") {
        noticeUpdate(inbound.method, arrival);
        if (waiting !== null && !waiting.countNotification(inbound.method, bytes)) {
          breakOff("the server sent more notifications during one call than are read");
        }
      }
      return true;
    },
    receiveApart(arrival, waiting) {
      if (arrival.message.jsonrpc !== "2.0") return;
      const inbound = sortMessage(arrival.message);
      if (inbound.kind === "notification") noticeUpdate(inbound.method, arrival);
      else if (waiting?.cancelled === true) return;
      else if (inbound.kind === "reply") diagnostics.strays++;
      else if (inbound.kind === "request") receiveRequest(inbound, waiting);
    },
    sentNotification: () => void unansweredNotifications++,
  };
}
