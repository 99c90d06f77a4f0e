/** The relay between agents and a server over HTTP (capture.md §7). */

import { IncompleteError } from "../core/errors.ts";
import {
  type ExchangeContext,
  type ReadRequest,
  readRequest,
  relayExchange,
} from "./http-exchange.ts";
import { type Leave, openSlots } from "./http-slots.ts";
import type { ListenAddress } from "./listen-address.ts";
import { holdsCall } from "./message.ts";

/** Calls at once, and how many more may wait. */
const WORKERS = 8;
const QUEUED = 32;
/** Exchanges beside the calls: requests that are being read, calls that wait, all that is no call. */
const OTHERS = 64;
/** Streams of events that are open at once beside the exchanges. */
const STREAMS = 64;

/** A relay that accepts connections. */
export interface HttpRelay {
  /** Begins to relay; requests that came before have waited. */
  start(context: Omit<ExchangeContext, "openStream">): void;
  /** Closes every connection. */
  stop(): void;
  /** Resolves when it has stopped and everything that passed was looked at. */
  readonly stopped: Promise<void>;
}

/**
 * Starts to listen.
 * @throws {IncompleteError} when that is not possible
 */
export function openHttpRelay({ hostname, port, address }: ListenAddress): HttpRelay {
  const context = Promise.withResolvers<ExchangeContext>();
  const calls = openSlots(WORKERS, QUEUED);
  const others = openSlots(OTHERS, 0);
  const streams = openSlots(STREAMS, 0);
  const running = new Set<Promise<void>>();
  const abort = new AbortController();

  async function serve(request: Request): Promise<Response> {
    const leaveOthers = others.tryEnter();
    if (leaveOthers === null) return empty(503);
    const read = await readRequest(request);
    if (typeof read === "number") {
      leaveOthers();
      return empty(read);
    }
    // A notification or an answer to the server must not wait for the calls that wait for it.
    if (!holdsCall(read.body)) return await relay(read, leaveOthers);
    const leave = await calls.enter();
    leaveOthers();
    return leave === null ? empty(503) : await relay(read, leave);
  }
  async function relay(request: ReadRequest, leave: Leave): Promise<Response> {
    const relayed = await relayExchange(request, await context.promise).catch((error) => {
      leave(); // a place that is not given back is lost to every later call
      throw error;
    });
    const { response, done, isOpenStream } = relayed;
    if (isOpenStream) leave();
    running.add(done);
    done.then(() => {
      running.delete(done);
      leave();
    });
    return response;
  }
  const options = {
    hostname,
    port,
    signal: abort.signal,
    onListen() {}, // the shim is silent
    onError: () => empty(502),
  };
  const server = tryListen(() => Deno.serve(options, serve), address);
  return {
    start: (given) => context.resolve({ ...given, openStream: streams.tryEnter }),
    stop: () => abort.abort(),
    stopped: server.finished.then(async () => void await Promise.all(running)),
  };
}

function empty(status: number): Response {
  return new Response(null, { status });
}

function tryListen<T>(listen: () => T, address: string): T {
  try {
    return listen();
  } catch (error) {
    throw new IncompleteError(`listening on ${address} failed: ${problem(error)}`);
  }
}

function problem(error: unknown): string {
  if (error instanceof Deno.errors.AddrInUse) return "the port is in use";
  if (error instanceof Deno.errors.AddrNotAvailable) return "this machine has no such address";
  if (error instanceof Deno.errors.PermissionDenied) return "permission denied";
  return error instanceof Error ? error.name : "unknown error";
}
