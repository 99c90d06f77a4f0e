/** Serves behaviors over Streamable HTTP: each session is a server of its own. */

import type { Json } from "../../core/mcp/json.ts";
import { type Behavior, type FakeServer, type Message, openFake, type Outlet } from "./behavior.ts";

/** The running servers, which share one endpoint. */
export interface HttpServers {
  url: string;
  /** What each session has got so far, in the order of their starts. */
  readonly received: readonly Message[][];
  close(): Promise<void>;
}

/** A session. */
interface Session {
  number: number;
  server: FakeServer;
  behavior: Behavior;
  received: Message[];
  /** The open streams: of requests by their ids, and under null that of the GET. */
  streams: Map<Json, Stream>;
  ended: boolean;
}

/** An event stream that is being written. */
interface Stream {
  response: Response;
  write(text: string): void;
  /** Whether something was written that is no request or notification of the server. */
  readonly replied: boolean;
  end(): void;
  /** Ends the connection, not just the stream. */
  break(): void;
}

function openStream(closed: () => void): Stream {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let open = true;
  let replied = false;
  const body = new ReadableStream<Uint8Array>({
    start(started) {
      controller = started;
    },
    cancel: () => end(() => {}),
  });
  function end(act: () => void): void {
    if (!open) return;
    open = false;
    act();
    closed();
  }
  return {
    response: new Response(body, { headers: { "content-type": "text/event-stream" } }),
    write(text) {
      if (!open) return;
      replied ||= !text.includes('"method"');
      controller.enqueue(encoder.encode(`data: ${text}\n\n`));
    },
    get replied() {
      return replied;
    },
    end: () => end(() => controller.close()),
    break: () => end(() => controller.error(new Error("the server has gone"))),
  };
}

function streamOf(session: Session, id: Json): Stream {
  const stream = openStream(() => session.streams.delete(id));
  session.streams.set(id, stream);
  return stream;
}

function exit(session: Session): void {
  session.ended = true;
  session.server.stop();
  for (const stream of [...session.streams.values()]) stream.break();
}

/** Where the actions lead to that are about a request. */
function outletOf(session: Session, id: Json): Outlet {
  return {
    write: (text) => session.streams.get(id)?.write(text),
    announce: (text) => session.streams.get(null)?.write(text),
    hangUp: () => session.streams.get(id)?.end(),
    exit: () => exit(session),
  };
}

/** Does what is to be done, then ends the stream of the request, unless it is still unanswered. */
async function perform(session: Session, message: Message, id: Json): Promise<void> {
  const actions = session.server.actionsFor(message);
  await session.server.perform(actions, id, outletOf(session, id));
  const stream = session.streams.get(id);
  if (stream?.replied) stream.end();
}

function answerTo(session: Session, message: Message): Response {
  const { id, method } = message;
  if (method === undefined || id === undefined) {
    session.server.notice(message);
    if (method !== undefined) void perform(session, message, message.params?.requestId ?? null);
    return new Response(null, { status: 202 });
  }
  const actions = session.server.actionsFor(message);
  const [first] = actions;
  if (first !== undefined && "status" in first) return new Response(null, first);
  if (actions.length === 1 && first !== undefined && ("result" in first || "error" in first)) {
    return Response.json({ jsonrpc: "2.0", id, ...first });
  }
  const stream = streamOf(session, id);
  void session.server.perform(actions, id, outletOf(session, id)).then(() => {
    if (stream.replied) stream.end();
  });
  return stream.response;
}

/**
 * Starts the servers on a free port of the loopback.
 * @param processes the behavior of each session in the order of their starts; the last one is also
 * that of all further ones
 */
export function serveBehaviors(processes: readonly Behavior[]): HttpServers {
  const sessions: Session[] = [];

  function openSession(): Session {
    const behavior = processes[Math.min(sessions.length, processes.length - 1)] ?? {};
    const session: Session = {
      number: sessions.length,
      server: openFake(behavior),
      behavior,
      received: [],
      streams: new Map(),
      ended: false,
    };
    sessions.push(session);
    return session;
  }
  async function handle(request: Request): Promise<Response> {
    const text = await request.text();
    const message = text === "" ? {} : JSON.parse(text) as Message;
    const starts = message.method === "initialize";
    const number = request.headers.get("mcp-session-id");
    const session = starts ? openSession() : sessions[Number(number ?? NaN)];
    if (session === undefined || session.ended) return new Response(null, { status: 404 });
    if (request.method === "DELETE") {
      exit(session);
      return new Response(null, { status: 200 });
    }
    if (request.method === "GET") {
      if (session.behavior.noStream) return new Response(null, { status: 405 });
      return streamOf(session, null).response;
    }
    session.received.push(message);
    const response = answerTo(session, message);
    if (starts) response.headers.set("mcp-session-id", `${session.number}`);
    return response;
  }

  const controller = new AbortController();
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    signal: controller.signal,
    onListen() {},
  }, handle);
  return {
    url: `http://127.0.0.1:${server.addr.port}/mcp`,
    get received() {
      return sessions.map(({ received }) => received);
    },
    async close() {
      sessions.forEach(exit);
      controller.abort();
      await server.finished;
    },
  };
}
