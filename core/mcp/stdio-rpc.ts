/** A connection whose messages share one stream: ids, the one waiting request (wire.md §3). */

import { encodeNotification, encodeRequest } from "./envelope.ts";
import { beginExchange, type Exchange } from "./exchange.ts";
import { Fault } from "./faults.ts";
import { answeredRevision } from "./handshake.ts";
import { openInbox } from "./inbox.ts";
import type { JsonObject } from "./json.ts";
import { factsOf } from "./revisions.ts";
import type { Answer, Cancellation, Rpc, RpcContext, Waits } from "./rpc.ts";
import type { ExchangeOptions, Reply } from "./session.ts";
import type { OpenTransport } from "./transport.ts";
import { keepWatches } from "./watches.ts";

/** Opens a connection; no message is sent yet. */
export function openStdioRpc(open: OpenTransport, context: RpcContext): Rpc {
  const { budget, diagnostics, declared } = context;
  let lastId = 0;
  let revision: string | null = null;
  let waiting: Exchange | null = null;
  let failure: Fault | null = null;
  let failureTold = false;
  let closed = false;
  /** Settles when nothing more can be received. */
  const dried = Promise.withResolvers<void>();
  const watches = keepWatches(budget);
  const inbox = openInbox({
    diagnostics,
    declared,
    watches,
    lastId: () => lastId,
    send: (text) => transport.send(text, budget.wait(context.answerWaitMs)),
    breakOff(message) {
      transport.abandon();
      failed(new Fault("transport-closed", message));
    },
  });
  const transport = open({
    get batches() {
      return factsOf(revision).batches;
    },
    receive: (arrival) => inbox.receive(arrival, waiting),
    failed,
  });

  function failed(fault: Fault): void {
    if (failure !== null) return;
    failure = fault;
    dried.resolve();
    if (waiting === null) return;
    failureTold = true;
    waiting.fail(fault);
  }
  function checkOpen(): void {
    if (closed) throw new Fault("transport-closed", "this run has closed the connection");
    if (failure === null) return;
    if (failureTold) throw new Fault("transport-closed", "the connection has failed before");
    failureTold = true;
    throw failure;
  }
  function begin(options: ExchangeOptions, cancelled: boolean): Exchange {
    if (waiting !== null) throw new Error("a connection carries one request at a time");
    return waiting = beginExchange(lastId, { options, cancelled, ended: () => waiting = null });
  }
  async function sendNotification(method: string, params: JsonObject, waitMs: number) {
    inbox.sentNotification();
    await transport.send(encodeNotification(method, params), budget.wait(waitMs));
  }

  async function exchange(
    method: string,
    params: JsonObject,
    { exchangeMs }: Waits,
    options: ExchangeOptions = {},
  ): Promise<Answer> {
    budget.spend();
    const id = ++lastId;
    checkOpen();
    const text = encodeRequest(id, method, params);
    const writing = budget.wait(exchangeMs);
    const current = begin(options, false);
    const { answered, announced } = current;
    const sentAt = performance.now();
    const sent = transport.send(text, writing);
    // A server may answer before it has read everything.
    await Promise.race([sent.catch((fault: Fault) => current.fail(fault)), answered]);
    if (waiting === current) {
      try {
        current.startWaiting(budget.wait(exchangeMs), `no reply to ${method}`);
      } catch (fault) {
        current.fail(fault as Fault);
      }
    }
    const { reply, at } = await answered;
    if (method === "initialize") revision = answeredRevision(reply);
    return { reply, ms: at - sentAt, announced };
  }

  async function exchangeCancelled(
    method: string,
    params: JsonObject,
    { reason, graceMs }: Cancellation,
    { exchangeMs }: Waits,
  ): Promise<Reply | null> {
    budget.spend();
    const id = ++lastId;
    checkOpen();
    const writing = budget.wait(exchangeMs);
    const current = begin({}, true);
    try {
      await transport.send(encodeRequest(id, method, params), writing);
      await sendNotification("notifications/cancelled", { requestId: id, reason }, exchangeMs);
      current.startWaiting(budget.wait(graceMs), "no reply to the cancelled call");
    } catch (fault) {
      current.fail(fault as Fault);
    }
    const ended = await current.answered.then(({ reply }) => reply, (fault: Fault) => fault);
    if (!(ended instanceof Fault)) return ended;
    // A write that nobody read in time has failed the connection; the grace has not.
    if (ended.label === "transport-timeout" && failure === null) return null;
    throw ended;
  }

  let closing: Promise<void> | null = null;
  return {
    get broken() {
      return closed || failure !== null;
    },
    exchange,
    exchangeCancelled,
    async notify(method, params, { exchangeMs }) {
      checkOpen();
      await sendNotification(method, params, exchangeMs);
    },
    watch: (uri) => watches.open(uri, () => dried.promise),
    close() {
      closed = true;
      dried.resolve();
      waiting?.fail(new Fault("transport-closed", "this run has closed the connection"));
      return closing ??= transport.close();
    },
  };
}
