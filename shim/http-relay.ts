/** The relay between agents and a server over HTTP (capture.md §7). */

import { IncompleteError } from "../core/errors.ts";
import { type ExchangeContext, relayExchange } from "./http-exchange.ts";
import { openSlots } from "./http-slots.ts";
import type { ListenAddress } from "./listen-address.ts";

/** Exchanges at once, and how many more may wait. */
const WORKERS = 8;
const QUEUED = 32;
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
  const slots = openSlots(WORKERS, QUEUED);
  const streams = openSlots(STREAMS, 0);
  const running = new Set<Promise<void>>();
  const abort = new AbortController();

  async function serve(request: Request): Promise<Response> {
    const entered = slots.enter();
    if (entered === null) return new Response(null, { status: 503 });
    const leave = await entered;
    const { response, done, isOpenStream } = await relayExchange(request, await context.promise);
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
    onError: () => new Response(null, { status: 502 }),
  };
  const server = tryListen(() => Deno.serve(options, serve), address);
  return {
    start: (given) => context.resolve({ ...given, openStream: streams.tryEnter }),
    stop: () => abort.abort(),
    stopped: server.finished.then(async () => void await Promise.all(running)),
  };
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
