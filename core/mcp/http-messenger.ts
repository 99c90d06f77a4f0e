/** Carries the messages of one conversation over HTTP (wire.md §§6.2, 6.3, decisions D4). */

import { Fault } from "./faults.ts";
import type { Resumption } from "./event-stream.ts";
import { type AnswerForm, formOf, readAnswer, readError, readStream } from "./http-answer.ts";
import { discardBody, readToEnd } from "./http-body.ts";
import type { HttpClient } from "./http-client.ts";
import { type Clock, TAIL_MS } from "./http-clock.ts";
import type { Identity } from "./http-identity.ts";
import { describeStatus, HttpStatusFault } from "./http-status.ts";
import { factsOf } from "./revisions.ts";
import type { Arrival } from "./transport.ts";

/** How long a server may take to end its session, in ms. */
const DELETE_MS = 2_000;

/** A message of ours. */
export interface Outgoing {
  /** Its method, for faults. */
  method: string;
  text: string;
}

/** What a server answers to a request: one message, or events. */
export interface Incoming {
  form: AnswerForm;
  messages: AsyncGenerator<Arrival, void>;
}

/** Sends and receives; knows of no ids. */
export interface Messenger {
  /** The server has ended the session that it had named. */
  readonly sessionEnded: boolean;
  /**
   * Posts a request.
   * @param learns whether the answer's session header counts (wire.md §6.2)
   * @param resumption where an event stream could be taken up again; kept up to date
   * @throws {Fault}
   */
  request(
    message: Outgoing,
    clock: Clock,
    learns: boolean,
    resumption: Resumption,
  ): Promise<Incoming>;
  /**
   * Takes up the event stream of a request again (MCP 2025-11-25, Transports “Resumability and
   * Redelivery”).
   * @returns the messages that follow, or null when the server does not go on
   * @throws {Fault}
   */
  resume(resumption: Resumption, clock: Clock): Promise<Incoming["messages"] | null>;
  /** Posts a notification or an answer; any 2xx will do. @throws {Fault} */
  deliver(message: Outgoing, clock: Clock): Promise<void>;
  /**
   * Asks for a stream of what belongs to no request; without one there are no messages.
   * @param resumption where to go on; kept up to date
   * @param answered called when the server has answered, with whether that is a stream
   * @throws {Fault}
   */
  listen(
    signal: AbortSignal,
    resumption: Resumption,
    answered: (isStream: boolean) => void,
  ): AsyncGenerator<Arrival, void>;
  /** Ends the session and closes all connections. Never throws. */
  end(): Promise<void>;
}

/** Prepares a conversation; nothing is sent yet. The client is closed at its end. */
export function openMessenger(client: HttpClient, identity: Identity): Messenger {
  let sessionEnded = false;

  function post({ method, text }: Outgoing, clock: Clock): Promise<Response> {
    clock.operation(`no answer to ${method}`);
    return client.send({ method: "POST", headers: identity.post(), body: text }, clock.signal);
  }
  async function refusal(response: Response, method: string, clock: Clock): Promise<Fault> {
    const { status } = response;
    const inSession = identity.sessionId !== null;
    if (status === 404 && inSession) sessionEnded = true;
    const rpcError = method === "initialize" ? await readError(response, clock) : null;
    const { authorized } = identity;
    return new HttpStatusFault(
      status,
      describeStatus(status, { method, inSession, authorized }),
      rpcError,
    );
  }
  const batches = () => factsOf(identity.revision).batches;
  const isStream = (response: Response) => response.status === 200 && formOf(response) === "events";
  async function readable(
    response: Response,
    method: string,
    clock: Clock,
    learns: boolean,
  ): Promise<AnswerForm> {
    if (response.status !== 200) throw await refusal(response, method, clock);
    if (learns) identity.learn(response.headers);
    const form = formOf(response);
    if (form !== null) return form;
    throw new Fault("transport-error", "the server's answer is neither JSON nor an event stream");
  }

  return {
    get sessionEnded() {
      return sessionEnded;
    },
    async request(message, clock, learns, resumption) {
      const response = await post(message, clock);
      try {
        const form = await readable(response, message.method, clock, learns);
        const reading = { clock, resumption, batches: batches() };
        return { form, messages: readAnswer(response, form, reading) };
      } catch (error) {
        if (!response.bodyUsed) discardBody(response.body);
        throw error;
      }
    },
    async resume(resumption, clock) {
      clock.operation("the server did not take up its event stream again");
      const headers = identity.get(resumption.lastEventId);
      const response = await client.send({ method: "GET", headers }, clock.signal);
      if (isStream(response)) {
        return readAnswer(response, "events", { clock, resumption, batches: batches() });
      }
      discardBody(response.body);
      return null;
    },
    async deliver(message, clock) {
      const response = await post(message, clock);
      if (!response.ok) {
        discardBody(response.body);
        throw await refusal(response, message.method, clock);
      }
      clock.endWithin(TAIL_MS);
      await readToEnd(response, clock);
    },
    async *listen(signal, resumption, answered) {
      const headers = identity.get(resumption.lastEventId);
      const response = await client.send({ method: "GET", headers }, signal);
      const streams = isStream(response);
      answered(streams);
      if (streams) yield* readStream(response, resumption, batches());
      else discardBody(response.body);
    },
    async end() {
      if (identity.sessionId !== null && !sessionEnded) {
        const controller = new AbortController();
        const timer = setTimeout(() => controller.abort(), DELETE_MS);
        const request = { method: "DELETE", headers: identity.delete() } as const;
        await client.send(request, controller.signal).then(
          (response) => discardBody(response.body),
          () => {}, // a server need not let clients end its sessions
        );
        clearTimeout(timer);
      }
      client.close();
    },
  };
}
