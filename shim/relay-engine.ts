/**
 * Entry of the relay engine: the isolate that passes traffic on and sees payloads. It may write
 * nothing; its records, which hold no content, go to the keeper (docs/architecture.md “The boundary”).
 */

import * as Comlink from "comlink";
import { attemptToCross } from "../core/boundary.ts";
import { type Outcome, outcomeOf } from "../core/errors.ts";
import type { BoundHttp } from "./http-shim.ts";
import type {
  HttpPlaces,
  HttpShimEnd,
  ShimJob,
  ShimListener,
  StdioShimEnd,
  StdioShimJob,
} from "./jobs.ts";
import type { SignalName } from "../core/mcp/process-group.ts";
import { type Journal, openRecorder, type Recorder } from "./recorder.ts";
import { serveStdio } from "./stdio-shim.ts";

/** What runs; a shim has one job. */
let recorder: Recorder | null = null;
let bound: BoundHttp | null = null;
let stop: (signal: SignalName) => void = () => {};

function startRecorder(journal: MessagePort, listener: ShimListener): Recorder {
  const complain = (reason: string) => listener.recordingFailed(reason);
  return recorder = openRecorder(Comlink.wrap<Journal>(journal), complain);
}

const api = {
  /** Answers once the isolate has loaded. */
  ready: () => true,
  /** Relays a conversation over stdio to its end. */
  stdio(
    job: StdioShimJob,
    journal: MessagePort,
    listener: ShimListener,
  ): Promise<Outcome<StdioShimEnd>> {
    return outcomeOf(() => {
      const served = serveStdio(job, startRecorder(journal, listener));
      stop = served.stop;
      return served.ended;
    });
  },
  /** Starts to listen for HTTP. */
  bindHttp(places: HttpPlaces): Promise<Outcome<null>> {
    return outcomeOf(async () => {
      const { bindHttp } = await import("./http-shim.ts");
      bound = bindHttp(places);
      return null;
    });
  },
  /** Relays HTTP until it is stopped; it listens already. */
  http(
    job: ShimJob,
    journal: MessagePort,
    listener: ShimListener,
  ): Promise<Outcome<HttpShimEnd>> {
    return outcomeOf(() => {
      if (bound === null) throw new TypeError("nothing listens");
      stop = bound.stop;
      return bound.relay(job, startRecorder(journal, listener));
    });
  },
  /** The user interrupts: over stdio the signal goes on to the server. */
  stop(signal: SignalName): void {
    stop(signal);
    recorder?.hurry();
  },
  /** The keeper has ended. */
  journalLost(): void {
    recorder?.lost();
  },
  attemptToCross,
};

/** What the relay engine offers. */
export type RelayEngineApi = typeof api;

Comlink.expose(api);
