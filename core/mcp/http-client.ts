/** Sends HTTP requests to one endpoint and to nothing else (wire.md §6.2). */

import type { Endpoint } from "./endpoint.ts";
import { Fault } from "./faults.ts";

/**
 * How long an idle connection is used again, in ms. Servers close idle connections, some after two
 * seconds; a request that meets the closing is lost, and a POST must not be repeated.
 */
const IDLE_MS = 1_500;

/** One request. */
export interface HttpRequest {
  method: string;
  headers: HeadersInit;
  body?: string | Uint8Array<ArrayBuffer>;
}

/** The connections with one endpoint. */
export interface HttpClient {
  /**
   * Sends a request; resolves when the headers of the answer are there, whatever its status.
   * @throws {Fault} also the one that `signal` was aborted with
   */
  send(request: HttpRequest, signal: AbortSignal): Promise<Response>;
  /** Closes every connection. */
  close(): void;
}

/**
 * Opens a client; nothing is sent yet. The runtime would use a proxy that the environment names,
 * see `PROXY_VARIABLES`.
 * @throws {Fault} when this run may not connect to the endpoint
 */
export function openHttpClient({ url }: Endpoint): HttpClient {
  const options = { http2: false, poolIdleTimeout: IDLE_MS };
  const client = tryNetwork(() => Deno.createHttpClient(options));
  return {
    async send({ method, headers, body }, signal) {
      try {
        const init = { method, headers, signal, client, redirect: "manual" } as const;
        if (body === undefined) return await fetch(url, init);
        // Newer runtimes send a text a second time when a used connection breaks; a blob has its
        // length, too, and goes once.
        return await fetch(url, { ...init, body: new Blob([body]) });
      } catch (error) {
        throw networkFault(error);
      }
    },
    close: () => client.close(),
  };
}

function tryNetwork<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw networkFault(error);
  }
}

/** The fault that a failed network operation is. The runtime's message holds the URL: it stays here. */
export function networkFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof Deno.errors.NotCapable) {
    return new Fault("transport-error", "the endpoint is outside this run's permissions");
  }
  const cause = error instanceof Error ? error.cause : undefined; // newer runtimes say it there
  return new Fault("transport-closed", networkProblem(`${error} ${cause}`));
}

function networkProblem(message: string): string {
  if (/blocked/.test(message)) return "the runtime does not connect to the endpoint's port";
  if (/dns error/.test(message)) return "the endpoint's host name cannot be resolved";
  if (/certificate/i.test(message)) return "the endpoint's TLS certificate is not trusted";
  if (/\(Connect\)/.test(message)) return "the endpoint does not accept connections";
  if (/error (reading|sending)/.test(message)) return "the connection was lost";
  return "the connection was lost, or the answer could not be decoded";
}
