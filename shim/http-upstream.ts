/** Requests to the one server behind the HTTP shim. */

import type { Endpoint } from "../core/mcp/endpoint.ts";
import { within } from "./http-body.ts";

/** How long an idle connection is used again, in ms; servers close theirs, some after 2 s. */
const IDLE_MS = 1_500;

/** A request as it goes on. */
export interface UpstreamRequest {
  method: string;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
}

/** The server. */
export interface Upstream {
  /**
   * Sends a request; resolves when the head of the answer is there. Redirects are not followed.
   * @param ms longest wait for that
   * @param signal ends the exchange, its answer's body included
   * @throws {BodyProblem} when there is no answer
   */
  send(request: UpstreamRequest, ms: number, signal: AbortSignal): Promise<Response>;
  /** Closes every connection. */
  close(): void;
}

/** Opens a client that connects to the endpoint whatever proxy the environment names. */
export function openUpstream({ url, hostname, port, secure }: Endpoint): Upstream {
  // The runtime has no such switch for TLS, see `PROXY_VARIABLES`.
  const direct = secure ? {} : { proxy: { transport: "tcp", hostname, port } as const };
  const client = Deno.createHttpClient({ http2: false, poolIdleTimeout: IDLE_MS, ...direct });
  return {
    async send({ method, headers, body }, ms, signal) {
      const init = { method, headers, signal, client, redirect: "manual" } as const;
      return await within(ms, fetch(url, body.length === 0 ? init : { ...init, body }));
    },
    close: () => client.close(),
  };
}
