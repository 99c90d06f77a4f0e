/** The shim over HTTP: the relay, what is observed of it, and where that goes. */

import { IncompleteError } from "../core/errors.ts";
import { parseEndpoint } from "../core/mcp/endpoint.ts";
import { openHttpClient } from "../core/mcp/http-client.ts";
import { checkedLabel, openCapture } from "./capture.ts";
import { observeExchange } from "./http-observer.ts";
import { openHttpRelay } from "./http-relay.ts";
import type { HttpPlaces, HttpShimEnd, ShimJob } from "./jobs.ts";
import { parseListenAddress } from "./listen-address.ts";
import type { Knowledge } from "./pairing.ts";
import type { Recorder } from "./recorder.ts";
import { urlClass } from "../core/capture/url-class.ts";

/** A shim that listens and relays nothing yet. */
export interface BoundHttp {
  /** Relays until it is stopped. */
  relay(job: ShimJob, recorder: Recorder): Promise<HttpShimEnd>;
  /** Closes every connection. */
  stop(): void;
}

/**
 * Starts to listen.
 * @throws {IncompleteError} when a place is refused, or listening is not possible
 */
export function bindHttp({ listen, upstream, allowRemote }: HttpPlaces): BoundHttp {
  const address = parseListenAddress(listen);
  if (address === null) throw new IncompleteError("--listen is no loopback IP:port");
  const endpoint = parseEndpoint(upstream, allowRemote);
  if (endpoint.kind === "refused") throw new IncompleteError(endpoint.problem);
  const relay = openHttpRelay(address);
  return {
    async relay({ server, session, salt }, recorder) {
      const capture = openCapture({ server: checkedLabel(server), session }, recorder.add);
      const knowledge: Knowledge = { enums: new Map(), salt, urlClass };
      const client = openHttpClient(endpoint.endpoint);
      relay.start({
        upstream: client,
        observe: () => observeExchange(capture, knowledge),
      });
      await relay.stopped;
      client.close();
      return { recorded: await recorder.flush() };
    },
    stop: relay.stop,
  };
}
