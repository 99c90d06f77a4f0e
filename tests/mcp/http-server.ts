/**
 * A small MCP server over HTTP. What it answers is a table by method, so that a test shows only
 * the answers that it is about; a second server writes its bytes as they stand.
 */

import { openTarget, type TargetOptions } from "../../core/mcp/connector.ts";
import type { Connector } from "../../core/mcp/session.ts";
import type { Scoped } from "./harness.ts";

/** A message as the server got it. */
export interface Message {
  jsonrpc?: unknown;
  id?: unknown;
  method?: string;
  params?: { [name: string]: unknown; protocolVersion?: string };
  result?: unknown;
  error?: unknown;
}

/** A request as the server got it. */
export interface Seen {
  verb: string;
  headers: Headers;
  /** The client's port: two requests with the same one shared a connection. */
  port: number;
  text: string;
  message: Message;
  /** When its body had come, on the clock of `performance.now()`. */
  at: number;
}

/** Answers a request. */
export type Handler = (seen: Seen) => Response | Promise<Response>;

/**
 * Answers by the method of the message; `GET` and `DELETE` by the verb, `answer` for the client's
 * answers, `*` for everything that has no entry.
 */
export type Handlers = Record<string, Handler>;

/** A running server, which ends when the test leaves its scope. */
export interface HttpFake extends AsyncDisposable {
  url: string;
  seen: Seen[];
  /** The requests with this method or verb so far. */
  of(method: string): Seen[];
  /** Resolves with the first request with this method or verb. */
  first(method: string): Promise<Seen>;
}

/** A message in a JSON body. */
export function json(message: unknown, init: ResponseInit = {}): Response {
  return new Response(JSON.stringify(message), {
    ...init,
    headers: { "content-type": "application/json", ...init.headers as Record<string, string> },
  });
}

/** A result under the id of a request. */
export function result({ message }: Seen, value: unknown = {}): unknown {
  return { jsonrpc: "2.0", id: message.id, result: value };
}

/** An error under the id of a request. */
export function error({ message }: Seen, code: number, data?: unknown): unknown {
  return { jsonrpc: "2.0", id: message.id, error: { code, message: "no", data } };
}

/** An event that carries a message. */
export function event(message: unknown): string {
  return `data: ${JSON.stringify(message)}\n\n`;
}

/** Writes into an open answer. */
export type Write = (part: string | Uint8Array<ArrayBuffer>) => void;

/**
 * An event stream. It ends with `act`, and `gone` resolves when the client has closed it.
 */
export function events(
  act: (write: Write, gone: Promise<void>) => void | Promise<void>,
  headers: Record<string, string> = {},
): Response {
  const encoder = new TextEncoder();
  const gone = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      let open = true;
      void gone.promise.then(() => open = false);
      const write: Write = (part) => {
        if (open) controller.enqueue(typeof part === "string" ? encoder.encode(part) : part);
      };
      void (async () => {
        await act(write, gone.promise);
        if (open) controller.close();
      })();
    },
    cancel: () => gone.resolve(),
  });
  return new Response(body, { headers: { "content-type": "text/event-stream", ...headers } });
}

/** An event stream of these messages. */
export function eventsOf(...messages: unknown[]): Response {
  return events((write) => messages.forEach((message) => write(event(message))));
}

const DEFAULTS: Handlers = {
  initialize: (seen) =>
    json(
      result(seen, {
        protocolVersion: seen.message.params?.protocolVersion,
        capabilities: { tools: {} },
      }),
    ),
  ping: (seen) => json(result(seen)),
  "tools/call": (seen) => json(result(seen, { content: [] })),
  "tools/list": (seen) => json(result(seen, { tools: [{ name: "ok", inputSchema: {} }] })),
  GET: () => new Response(null, { status: 405 }),
  DELETE: () => new Response(null, { status: 200 }),
  "*": (seen) =>
    seen.message.id === undefined || seen.message.method === undefined
      ? new Response(null, { status: 202 })
      : json(error(seen, -32601)),
};

/** Answers `initialize` and names a session. */
export function naming(session: string, capabilities: unknown = { tools: {} }): Handlers {
  return {
    initialize: (seen) =>
      json(result(seen, { protocolVersion: seen.message.params?.protocolVersion, capabilities }), {
        headers: { "mcp-session-id": session },
      }),
  };
}

/** Starts a server on a free port of the loopback, with TLS if it has a certificate. */
export function serve(
  handlers: Handlers = {},
  certificate?: { cert: string; key: string },
): HttpFake {
  const table: Handlers = { ...DEFAULTS, ...handlers };
  const seen: Seen[] = [];
  const awaited = new Map<string, PromiseWithResolvers<Seen>>();
  const nameOf = ({ verb, message }: Seen) => verb !== "POST" ? verb : message.method ?? "answer";
  const first = (method: string) => {
    const found = awaited.get(method) ?? Promise.withResolvers<Seen>();
    awaited.set(method, found);
    return found;
  };
  const controller = new AbortController();
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    signal: controller.signal,
    onListen() {},
    ...certificate,
  }, async (request, { remoteAddr }) => {
    const text = await request.text();
    const one: Seen = {
      verb: request.method,
      headers: request.headers,
      port: remoteAddr.port,
      text,
      message: text === "" ? {} : JSON.parse(text),
      at: performance.now(),
    };
    seen.push(one);
    const name = nameOf(one);
    first(name).resolve(one);
    return await (table[name] ?? table["*"]!)(one);
  });
  return {
    url: `${certificate ? "https" : "http"}://127.0.0.1:${server.addr.port}/mcp`,
    seen,
    of: (method) => seen.filter((one) => nameOf(one) === method),
    first: (method) => first(method).promise,
    async [Symbol.asyncDispose]() {
      controller.abort();
      await server.finished;
    },
  };
}

/** What a raw connection can do. */
export interface RawConnection {
  /** Reads one whole request; null when the client has closed the connection. */
  read(): Promise<string | null>;
  /** The first bytes, whatever they are. */
  peek(): Promise<Uint8Array>;
  /** Writes bytes, or a text one byte per character. */
  write(bytes: string | Uint8Array): Promise<void>;
  close(): void;
}

/** Starts a server that does with each connection what it is told. */
export function serveRaw(
  handle: (connection: RawConnection, number: number) => Promise<void>,
): { url: string } & AsyncDisposable {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.Conn>();
  const handled: Promise<void>[] = [];
  const accepting = (async () => {
    for await (const connection of listener) {
      open.add(connection);
      handled.push(handle(rawConnection(connection), open.size).catch(() => {}));
    }
  })();
  return {
    url: `http://127.0.0.1:${listener.addr.port}/mcp`,
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepting;
      for (const connection of open) closeQuietly(connection);
      await Promise.all(handled);
    },
  };
}

function rawConnection(connection: Deno.Conn): RawConnection {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(65_536);
  let pending = "";
  return {
    async read() {
      for (;;) {
        const head = pending.indexOf("\r\n\r\n");
        const length = Number(/content-length: (\d+)/i.exec(pending)?.[1] ?? 0);
        if (head >= 0 && pending.length >= head + 4 + length) {
          const request = pending.slice(0, head + 4 + length);
          pending = pending.slice(request.length);
          return request;
        }
        const read = await connection.read(buffer);
        if (read === null) return null;
        pending += decoder.decode(buffer.subarray(0, read));
      }
    },
    async peek() {
      return buffer.subarray(0, await connection.read(buffer) ?? 0);
    },
    async write(bytes) {
      const all = typeof bytes === "string"
        ? Uint8Array.from(bytes, (character) => character.charCodeAt(0))
        : bytes;
      for (let at = 0; at < all.length;) at += await connection.write(all.subarray(at));
    },
    close: () => closeQuietly(connection),
  };
}

function closeQuietly(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // it is closed already
  }
}

/** Opens an HTTP target; the time limits are the defaults unless set. */
export function openUrl(url: string, options: Partial<TargetOptions> = {}): Scoped {
  const target = { kind: "http", url, allowRemote: false } as const;
  const connector = openTarget(target, { timeoutMs: null, killProgram: null, ...options });
  return Object.assign(Object.create(connector) as Connector, {
    [Symbol.asyncDispose]: () => connector.close(),
  });
}
