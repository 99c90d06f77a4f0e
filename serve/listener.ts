/**
 * The listening socket and its bounds (serve-and-demo.md §§1.2, 1.11): a connection brings one
 * request; four are at work, sixteen wait, one more is answered 503 before it is read.
 */

import { CONTINUE, type HttpRequest, readRequest } from "./http-request.ts";
import { jsonResponse, writeResponse } from "./http-response.ts";

/** Connections at work. */
const WORKERS = 4;
/** Connections that wait for one of them to end. */
const WAITING = 16;
/** Time for a whole request to arrive, in ms; it begins when work on the connection does. */
const REQUEST_MS = 5_000;
/** How long the end of a connection may take, in ms, and how many may end at once. */
const CLOSING_MS = 1_000;
const CLOSING = 128;
/** Most bytes that are read and dropped of what follows a request. */
const MAX_DROPPED_BYTES = 2_097_152;

/** How often a client that has ended its side is tried, in ms. */
const TRYING_MS = 250;

/**
 * Answers a request.
 * @param gone aborted when the client has closed its connection
 */
export type Answer = (request: HttpRequest, gone: AbortSignal) => Promise<Response>;

/** A service that accepts connections. */
export interface Listener {
  /** The port that is bound. */
  port: number;
  /** Rejects when no further connection can be accepted. */
  failed: Promise<never>;
}

/**
 * Starts to listen; connections that come before `answer` resolves wait.
 * @throws what the runtime says when listening is not possible
 */
export function listen(
  { hostname, port }: { hostname: string; port: number },
  answer: Promise<Answer>,
): Listener {
  const socket = Deno.listen({ hostname, port });
  const waiting: Deno.TcpConn[] = [];
  let working = 0;
  let closing = 0;

  async function accept(): Promise<never> {
    for (;;) {
      const connection = await acceptNext(socket);
      if (working < WORKERS) void work(connection);
      else if (waiting.length < WAITING) waiting.push(connection);
      else void refuse(connection);
    }
  }
  async function work(connection: Deno.TcpConn): Promise<void> {
    working++;
    // When the connection is gone, nobody is left to be told.
    await answer.then((it) => converse(connection, it)).catch(() => {});
    void finish(connection);
    working--;
    const next = waiting.shift();
    if (next !== undefined) void work(next);
  }
  async function refuse(connection: Deno.TcpConn): Promise<void> {
    const busy = { error: "too many connections" };
    try {
      if (closing < CLOSING) {
        await writeResponse(connection, jsonResponse(503, busy, { "Retry-After": "1" }));
      }
    } catch {
      // It is gone.
    }
    void finish(connection);
  }
  /** What is not read when a socket closes resets it, and the client may lose the answer. */
  async function finish(connection: Deno.TcpConn): Promise<void> {
    if (closing >= CLOSING) return close(connection);
    closing++;
    const timer = setTimeout(() => close(connection), CLOSING_MS);
    try {
      await connection.closeWrite();
      await drain(connection);
    } catch {
      // It has ended already.
    }
    clearTimeout(timer);
    close(connection);
    closing--;
  }
  return { port: socket.addr.port, failed: accept() };
}

async function acceptNext(socket: Deno.TcpListener): Promise<Deno.TcpConn> {
  for (;;) {
    try {
      return await socket.accept();
    } catch (error) {
      // A client that gave up before its turn is no fault of the socket.
      if (error instanceof Deno.errors.ConnectionAborted) continue;
      if (error instanceof Deno.errors.ConnectionReset) continue;
      throw error;
    }
  }
}

/**
 * Reads the request of a connection, and answers it.
 * @throws when the answer cannot be written
 */
async function converse(connection: Deno.TcpConn, answer: Answer): Promise<void> {
  const request = await readInTime(connection);
  if (request === null) {
    return await writeResponse(connection, jsonResponse(400, { error: "invalid request" }));
  }
  const gone = new AbortController();
  const answered = new AbortController();
  void leaves(connection, answered.signal).then((hasLeft) => hasLeft && gone.abort());
  const response = await answer(request, gone.signal).catch(() =>
    jsonResponse(500, { error: "mcpeval failed; please report this" })
  );
  answered.abort();
  try {
    await writeResponse(connection, response);
  } catch (error) {
    gone.abort();
    throw error;
  }
}

/**
 * Whether the client goes away before it is answered. Only what is sent to it tells one that has
 * closed its connection from one that has ended its side and still reads.
 */
async function leaves(connection: Deno.TcpConn, answered: AbortSignal): Promise<boolean> {
  if (!await drain(connection)) return true;
  try {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, TRYING_MS));
      if (answered.aborted) return false;
      await connection.write(CONTINUE);
    }
  } catch {
    return true;
  }
}

/** Null when there is no readable request within the time. */
async function readInTime(connection: Deno.TcpConn): Promise<HttpRequest | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), REQUEST_MS);
  try {
    return await Promise.race([readRequest(connection).catch(() => null), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reads and drops what the client sends.
 * @returns whether it has ended its side; otherwise it sends too much, or is gone
 */
async function drain(connection: Deno.TcpConn): Promise<boolean> {
  const buffer = new Uint8Array(16_384);
  let dropped = 0;
  try {
    while (dropped <= MAX_DROPPED_BYTES) {
      const read = await connection.read(buffer);
      if (read === null) return true;
      dropped += read;
    }
  } catch {
    // It is gone.
  }
  return false;
}

function close(connection: Deno.TcpConn): void {
  try {
    connection.close();
  } catch {
    // It is closed already.
  }
}
