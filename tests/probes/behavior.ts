/**
 * What a fake server does, as a table, whatever carries its messages: `fake-server.ts` serves it
 * over stdio, `http-server.ts` over HTTP.
 */

import type { Json, JsonObject } from "../../core/mcp/json.ts";

/** One thing that the server does when a message arrives. */
export type Action =
  /** Answers with a result, or an error. */
  | { result: Json }
  | { error: Json }
  /** Sends this message, with `$id` replaced by the id of what is being answered. */
  | { line: string }
  /** Sends a notification that belongs to no request: over HTTP on the stream of the GET. */
  | { announce: string; params: JsonObject }
  /** Sends requests of its own, for which it does not wait. */
  | { ask: string; params?: Json; times?: number }
  /**
   * The same once, then waits; unless the answer's result or error is `answer`, it fails the call.
   * `apart` sends it like an announcement.
   */
  | { ask: string; params?: Json; answer: Json; apart?: true }
  /** Waits until a notification with this method has come. */
  | { until: string }
  /** Waits before it goes on. */
  | { sleep: number }
  /** Ends the answer, which a stdio server cannot. */
  | { hangUp: true }
  /** Answers with this HTTP status; to be done first. */
  | { status: number }
  /** Ends the server: the process, or the session and its connections. */
  | { exit: number };

/** What the server does; a method without an entry gets an empty result. */
export interface Behavior {
  capabilities?: JsonObject;
  tools?: JsonObject[];
  /**
   * By method, or by `tools/call <tool>` or `tools/list <cursor>`: what to do for it. A list of
   * lists is for the first such message, the second, …; the last one is also for all further ones.
   */
  on?: Record<string, Action[] | Action[][]>;
  /** Answered versions by offered ones; an offer without an entry is echoed. */
  versions?: Record<string, string>;
  /** Over HTTP: no stream for what belongs to no request. */
  noStream?: boolean;
}

/** A message of the client. */
export interface Message {
  id?: Json;
  method?: string;
  params?: JsonObject;
  result?: Json;
  error?: Json;
}

/** Where the actions for one message lead to. */
export interface Outlet {
  /** Sends a message about the request. */
  write(text: string): void;
  /** Sends a message that belongs to none. */
  announce(text: string): void;
  hangUp(): void;
  exit(code: number): void;
}

/** One server: a process, or a session. */
export interface FakeServer {
  /** What will be done for a message. */
  actionsFor(message: Message): Action[];
  /** Takes an answer, or the news of a notification. */
  notice(message: Message): void;
  /** Does it; `id` is that of what is being answered. Resolves when all is done. */
  perform(actions: readonly Action[], id: Json, outlet: Outlet): Promise<void>;
  /** Leaves undone what is still to be done. */
  stop(): void;
}

/** Opens a server. */
export function openFake(behavior: Behavior): FakeServer {
  const counts = new Map<string, number>();
  const answers = new Map<Json, (message: Message) => void>();
  const notices = new Map<string, PromiseWithResolvers<void>>();
  const timers = new Set<number>();
  let asked = 0;

  function scripted(key: string): Action[] | null {
    const entry = behavior.on?.[key];
    if (entry === undefined) return null;
    if (!isSequence(entry)) return entry;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return entry[Math.min(count, entry.length - 1)] ?? [];
  }
  function noticed(method: string): PromiseWithResolvers<void> {
    const notice = notices.get(method) ?? Promise.withResolvers<void>();
    notices.set(method, notice);
    return notice;
  }
  function sleep(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        done();
      }, ms);
      timers.add(timer);
    });
  }
  /** Asks. @returns what is answered, if it ever is */
  async function ask(method: string, params: Json, send: (text: string) => void): Promise<Json> {
    const id = `ask-${++asked}`;
    const answer = Promise.withResolvers<Message>();
    answers.set(id, answer.resolve);
    send(encode({ id, method, params }));
    const { result, error } = await answer.promise;
    return result ?? error ?? null;
  }
  /** @returns false when nothing more is to be done */
  async function act(action: Action, id: Json, outlet: Outlet): Promise<boolean> {
    if ("result" in action) outlet.write(encode({ id, result: action.result }));
    else if ("error" in action) outlet.write(encode({ id, error: action.error }));
    else if ("line" in action) outlet.write(action.line.replaceAll("$id", JSON.stringify(id)));
    else if ("announce" in action) {
      outlet.announce(encode({ method: action.announce, params: action.params }));
    } else if ("answer" in action) {
      const send = action.apart ? outlet.announce : outlet.write;
      const answer = await ask(action.ask, action.params ?? {}, send);
      if (isSame(answer, action.answer)) return true;
      outlet.write(encode({ id, error: { code: -1, message: "another answer was expected" } }));
      return false;
    } else if ("ask" in action) {
      for (let n = 0; n < (action.times ?? 1); n++) {
        void ask(action.ask, action.params ?? {}, outlet.write);
      }
    } else if ("until" in action) await noticed(action.until).promise;
    else if ("sleep" in action) await sleep(action.sleep);
    else if ("hangUp" in action) outlet.hangUp();
    else if ("exit" in action) outlet.exit(action.exit);
    return true;
  }

  return {
    actionsFor({ id, method = "", params = {} }) {
      const detail = method === "tools/call" ? params.name : params.cursor;
      const actions = scripted(`${method} ${detail}`) ?? scripted(method);
      if (actions !== null || id === undefined) return actions ?? [];
      if (method === "initialize") return [{ result: handshake(behavior, params) }];
      if (method === "tools/list") return [{ result: { tools: behavior.tools ?? [] } }];
      return [{ result: {} }];
    },
    notice(message) {
      if (message.method !== undefined) return noticed(message.method).resolve();
      const id = message.id ?? null;
      answers.get(id)?.(message);
      answers.delete(id);
    },
    async perform(actions, id, outlet) {
      for (const action of actions) {
        if (!await act(action, id, outlet)) return;
      }
    },
    stop: () => timers.forEach(clearTimeout),
  };
}

function isSequence(entry: Action[] | Action[][]): entry is Action[][] {
  return Array.isArray(entry[0]);
}

function handshake({ versions, capabilities }: Behavior, params: JsonObject): Json {
  const offered = params.protocolVersion as string;
  return {
    protocolVersion: versions?.[offered] ?? offered,
    capabilities: capabilities ?? {},
    serverInfo: { name: "fake", version: "0" },
  };
}

function encode(members: JsonObject): string {
  return JSON.stringify({ jsonrpc: "2.0", ...members });
}

/** Whether two values are the same, members in any order. */
function isSame(a: Json, b: Json): boolean {
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return a === b;
  const [left, right] = [a as JsonObject, b as JsonObject];
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isSame(left[key] as Json, right[key] as Json));
}
