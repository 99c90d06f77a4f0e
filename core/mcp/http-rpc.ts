/**
 * A connection whose requests are HTTP exchanges of their own: a POST each, whose answer is one
 * message or a stream of them (wire.md §§3, 6, decisions D1–D5).
 */

import { encodeNotification, encodeRequest, isReplyTo } from "./envelope.ts";
import { beginExchange, type Exchange } from "./exchange.ts";
import { Fault } from "./faults.ts";
import { answeredRevision } from "./handshake.ts";
import type { AnswerForm } from "./http-answer.ts";
import type { HttpClient } from "./http-client.ts";
import { type Clock, startClock, TAIL_MS } from "./http-clock.ts";
import type { Identity } from "./http-identity.ts";
import { prepareListener } from "./http-listener.ts";
import { openMessenger, type Outgoing } from "./http-messenger.ts";
import { newResumption, resumed } from "./http-resuming.ts";
import { openInbox } from "./inbox.ts";
import type { JsonObject } from "./json.ts";
import type { Answer, Cancellation, Rpc, RpcContext, Waits } from "./rpc.ts";
import type { ExchangeOptions, Reply } from "./session.ts";
import { delay } from "./time.ts";
import type { Arrival } from "./transport.ts";
import { keepWatches } from "./watches.ts";

/** When a call is cancelled, in ms after it was sent (wire.md §3.3). */
const CANCEL_AFTER_MS = 50;

/** Opens a connection; no message is sent yet. The client is closed with it. */
export function openHttpRpc(client: HttpClient, identity: Identity, context: RpcContext): Rpc {
  const { budget, diagnostics, declared } = context;
  let lastId = 0;
  let waiting: Exchange | null = null;
  let lost = false;
  let closed = false;
  const clocks = new Set<Clock>();
  /** What goes on in the background: answers that are read, messages that nobody waits for. */
  const running = new Set<Promise<void>>();
  const messenger = openMessenger(client, identity);
  const watches = keepWatches(budget);
  const inbox = openInbox({
    diagnostics,
    declared,
    watches,
    lastId: () => lastId,
    send: (text) => deliver({ method: "an answer", text }, context.answerWaitMs),
    breakOff(message) {
      lost = true;
      void listener.abort();
      waiting?.fail(new Fault("transport-closed", message));
    },
  });
  const listener = prepareListener(async (signal, resumption, answered) => {
    for await (const arrival of messenger.listen(signal, resumption, answered)) {
      inbox.receiveApart(arrival, waiting);
    }
  });

  function checkOpen(): void {
    if (closed) throw new Fault("transport-closed", "this run has closed the connection");
    if (messenger.sessionEnded) {
      throw new Fault("transport-error", "the server has ended the session before");
    }
  }
  function follow(work: Promise<void>): void {
    running.add(work);
    void work.then(() => running.delete(work));
  }
  function newClock(operationMs: number): Clock {
    const clock = startClock(budget, operationMs);
    clocks.add(clock);
    return clock;
  }
  function stop(clock: Clock): void {
    clock.stop();
    clocks.delete(clock);
  }
  /** Notes that a fault was the loss of the connection, and passes it on. */
  function noteLoss(fault: unknown): never {
    if (fault instanceof Fault && fault.label === "transport-closed") lost = true;
    throw fault;
  }
  async function deliver(message: Outgoing, waitMs: number): Promise<void> {
    const clock = newClock(waitMs);
    const delivering = messenger.deliver(message, clock).finally(() => stop(clock));
    follow(delivering.catch(() => {}));
    await delivering;
  }

  /** Begins the exchange of the highest id; its end is that of the HTTP request that carries it. */
  function begin(clock: Clock, options: ExchangeOptions, cancelled: boolean): Exchange {
    if (waiting !== null) throw new Error("a connection carries one request at a time");
    const ended = (fault: Fault | null) => {
      waiting = null;
      if (fault === null) clock.endWithin(TAIL_MS);
      else clock.abort(fault);
    };
    return waiting = beginExchange(lastId, { options, cancelled, ended });
  }
  /** Posts the request of an exchange and reads the answer to its end. */
  async function carry(
    current: Exchange,
    message: Outgoing,
    clock: Clock,
    ended: (form: AnswerForm) => void,
  ): Promise<void> {
    const resumption = newResumption();
    const isWanted = () => waiting === current;
    try {
      const learns = !current.cancelled && current.options.observing !== true;
      const { form, messages } = await messenger.request(message, clock, learns, resumption);
      const resuming = { messenger, resumption, clock, isWanted };
      for await (const arrival of resumed(messages, resuming)) take(arrival, current);
      ended(form);
    } catch (fault) {
      current.fail(fault as Fault);
    } finally {
      stop(clock);
    }
  }
  function take(arrival: Arrival, current: Exchange): void {
    if (waiting !== current) inbox.receive(arrival, null);
    else if (current.options.observing !== true && isReplyTo(arrival.message, current.id)) {
      current.strictReply(arrival);
    } else inbox.receive(arrival, current);
  }

  async function exchange(
    method: string,
    params: JsonObject,
    { exchangeMs, operationMs }: Waits,
    options: ExchangeOptions = {},
  ): Promise<Answer> {
    budget.spend();
    const id = ++lastId;
    checkOpen();
    if (method === "initialize") identity.speak(textOrNull(params.protocolVersion));
    const clock = newClock(operationMs);
    const current = begin(clock, overHttp(options), false);
    await listener.ready();
    const sentAt = performance.now();
    startWaiting(current, exchangeMs, `no reply to ${method}`);
    // Closing ends what has not begun.
    if (waiting === current) {
      const text = encodeRequest(id, method, params);
      follow(carry(current, { method, text }, clock, () => current.answerEnded()));
    } else stop(clock);
    const { reply, at } = await current.answered.catch(noteLoss);
    if (method === "initialize") identity.speak(answeredRevision(reply));
    return { reply, ms: at - sentAt, announced: current.announced };
  }
  function startWaiting(current: Exchange, waitMs: number, missing: string): void {
    try {
      current.startWaiting(budget.wait(waitMs), missing);
    } catch (fault) {
      current.fail(fault as Fault);
    }
  }

  async function exchangeCancelled(
    method: string,
    params: JsonObject,
    { reason, graceMs }: Cancellation,
    { operationMs }: Waits,
  ): Promise<Reply | null> {
    budget.spend();
    const id = ++lastId;
    checkOpen();
    const clock = newClock(graceMs);
    const current = begin(clock, {}, true);
    startWaiting(current, graceMs, NO_RESULT);
    const text = encodeRequest(id, method, params);
    follow(carry(current, { method, text }, clock, (form) => {
      if (form === "events") current.fail(new Fault("transport-timeout", NO_RESULT));
      else current.answerEnded();
    }));
    await delay(Math.min(CANCEL_AFTER_MS, graceMs));
    const notification = { requestId: id, reason };
    const refused = await notify("notifications/cancelled", notification, operationMs).then(
      () => null,
      (fault: Fault) => fault,
    );
    const ended = await current.answered.then(({ reply }) => reply, (fault: Fault) => fault);
    if (ended instanceof Fault && ended.label !== "transport-timeout") throw asError(ended);
    if (refused !== null) throw asError(refused);
    return ended instanceof Fault ? null : ended;
  }

  async function notify(method: string, params: JsonObject, waitMs: number): Promise<void> {
    checkOpen();
    inbox.sentNotification();
    await deliver({ method, text: encodeNotification(method, params) }, waitMs).catch(noteLoss);
  }

  async function endAll(): Promise<void> {
    const fault = new Fault("transport-closed", "this run has closed the connection");
    waiting?.fail(fault);
    for (const clock of clocks) clock.abort(fault);
    await Promise.all([listener.abort(), ...running]);
    await messenger.end();
  }
  let closing: Promise<void> | null = null;

  return {
    get broken() {
      return closed || lost || messenger.sessionEnded;
    },
    exchange,
    exchangeCancelled,
    async notify(method, params, { operationMs }) {
      await notify(method, params, operationMs);
      // Servers ask on this stream, too, and what they ask when there is none gets lost.
      const asked = Object.keys(declared).length > 0;
      if (asked && method === "notifications/initialized") listener.start();
    },
    watch(uri) {
      listener.start();
      const dried = async () => {
        await listener.dried();
        await Promise.all(running);
      };
      return watches.open(uri, dried, () => listener.stop());
    },
    close() {
      closed = true;
      return closing ??= endAll();
    },
  };
}

const NO_RESULT = "no reply to the cancelled call";

/** Payload-bounds calls are plain over HTTP, and no null id answers them (wire.md §§3, 3.1). */
function overHttp(options: ExchangeOptions): ExchangeOptions {
  return options.acceptNullId === true
    ? { ...options, observing: false, acceptNullId: false }
    : options;
}

/** The fault of a cancelled call: whatever went wrong, but for the budget (wire.md §3.3). */
function asError(fault: Fault): Fault {
  return fault.label === "evaluation-budget-exceeded"
    ? fault
    : new Fault("transport-error", fault.message);
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
