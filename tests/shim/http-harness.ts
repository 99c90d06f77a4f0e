/** The HTTP shim in this process, before a server of the test's own. */

import type { ServerLabel } from "../../core/labels.ts";
import { parseEndpoint } from "../../core/mcp/endpoint.ts";
import { openHttpClient } from "../../core/mcp/http-client.ts";
import type { CallRecord } from "../../core/records.ts";
import { openCapture } from "../../shim/capture.ts";
import { observeExchange } from "../../shim/http-observer.ts";
import { openHttpRelay } from "../../shim/http-relay.ts";
import { parseListenAddress } from "../../shim/listen-address.ts";
import { urlClass } from "../../core/capture/url-class.ts";

/** A running pair of shim and server. */
export interface HttpShim extends AsyncDisposable {
  url: string;
  port: number;
  /** What was recorded so far. */
  records: CallRecord[];
  /** Resolves when so many records are there. */
  recorded(count: number): Promise<void>;
}

/** A port of loopback that nobody listens on. */
export function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

/** Starts a server and a shim before it. */
export function serveShim(handler: Deno.ServeHandler): HttpShim {
  const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
  const server = Deno.serve(options, handler);
  const shim = shimBefore(`http://127.0.0.1:${server.addr.port}/mcp`);
  return {
    ...shim,
    async [Symbol.asyncDispose]() {
      await shim[Symbol.asyncDispose]();
      await server.shutdown();
    },
  };
}

/** Starts a shim before an endpoint. */
export function shimBefore(upstream: string): HttpShim {
  const port = freePort();
  const address = parseListenAddress(`127.0.0.1:${port}`);
  const parsed = parseEndpoint(upstream, false);
  if (address === null || parsed.kind === "refused") throw new Error("bad addresses");
  const relay = openHttpRelay(address);
  const records: CallRecord[] = [];
  const server = "test" as ServerLabel;
  const capture = openCapture({ server, session: "s" }, (record) => void records.push(record));
  const knowledge = { enums: new Map(), salt: new Uint8Array(32), urlClass };
  const client = openHttpClient(parsed.endpoint);
  relay.start({ upstream: client, observe: () => observeExchange(capture, knowledge) });
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    records,
    async recorded(count) {
      while (records.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
    },
    async [Symbol.asyncDispose]() {
      relay.stop();
      await relay.stopped;
      client.close();
    },
  };
}

/** Sends a JSON body. */
export function post(
  url: string,
  body: unknown,
  headers: HeadersInit = {},
  signal: AbortSignal | null = null,
): Promise<Response> {
  return fetch(url, {
    signal,
    method: "POST",
    headers: { "content-type": "application/json", ...Object.fromEntries(new Headers(headers)) },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** A request to call a tool. */
export function toolCall(id: number | string, args: unknown = {}): Record<string, unknown> {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name: "tool", arguments: args } };
}

/** An answer. */
export function resultOf(id: unknown, result: unknown = {}): Record<string, unknown> {
  return { jsonrpc: "2.0", id, result };
}

/** One event of a stream. */
export function event(message: unknown): string {
  return `data: ${JSON.stringify(message)}\n\n`;
}

/** Sends bytes as they are and reads what comes until the connection ends. */
export async function exchangeRaw(port: number, request: string): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(new TextEncoder().encode(request));
  return await new Response(connection.readable).text().catch(() => "");
}

/** A program that listens, ended with the scope. */
export async function listening(
  port: number,
  [program = "", ...args]: readonly string[],
  env: Record<string, string>,
): Promise<AsyncDisposable> {
  const quiet = { stdin: "null", stdout: "null", stderr: "null" } as const;
  const child = new Deno.Command(program, { args, env, ...quiet }).spawn();
  let ended = false;
  const status = child.status.then(() => {
    ended = true;
  });
  while (!await connects(port)) {
    if (ended) throw new Error(`${program} does not start`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    async [Symbol.asyncDispose]() {
      if (!ended) child.kill("SIGTERM");
      await status;
    },
  };
}

async function connects(port: number): Promise<boolean> {
  try {
    (await Deno.connect({ hostname: "127.0.0.1", port })).close();
    return true;
  } catch {
    return false;
  }
}

/** A stream that a test feeds. */
export function feed() {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  let cancelled = () => {};
  const cancel = new Promise<void>((resolve) => {
    cancelled = resolve;
  });
  const stream = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
    cancel: () => cancelled(),
  });
  return {
    stream,
    send: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    end: () => controller?.close(),
    /** Resolves when nobody reads it any more. */
    cancel,
  };
}

/** Reads a body piece by piece, as text. */
export function pieces({ body }: Response) {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  return {
    async next() {
      const value = (await reader?.read())?.value;
      return value && decoder.decode(value, { stream: true });
    },
    cancel: () => reader?.cancel(),
  };
}

function outline({ seq, method, tool, args, outcome }: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries({ seq, method, tool, args, outcome }).filter(([, value]) => value !== undefined),
  );
}

/** Records without what differs from run to run. */
export function outlines(records: readonly object[]): object[] {
  return records.map((record) => outline({ ...record }));
}
