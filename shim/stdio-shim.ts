/** The shim over stdio: the relay, what is observed of it, and where that goes. */

import { checkedLabel, openCapture } from "./capture.ts";
import type { StdioShimEnd, StdioShimJob } from "./jobs.ts";
import { openObservation } from "./observation.ts";
import type { Pairing } from "./pairing.ts";
import type { SignalName } from "../core/mcp/process-group.ts";
import type { Recorder } from "./recorder.ts";
import { startRelay } from "./stdio-relay.ts";

/** A running shim. */
export interface ServedStdio {
  /** @throws {IncompleteError} see {@link startRelay} */
  ended: Promise<StdioShimEnd>;
  /** See {@link StdioRelay.stop}. */
  stop(name: SignalName): void;
}

/**
 * Starts the server, then loads what observes: traffic does not wait for it.
 * @throws {IncompleteError} when the server cannot be started
 */
export function serveStdio(
  { server, session, salt, command, killProgram }: StdioShimJob,
  recorder: Recorder,
): ServedStdio {
  const capture = openCapture({ server: checkedLabel(server), session }, recorder.add);
  const observation = openObservation(recorder.pressure);
  const observing = observe();
  const relay = startRelay({
    command,
    killProgram,
    observation,
    async answered() {
      const pairing = await observing;
      observation.catchUp();
      await pairing.answered();
    },
  });

  async function observe(): Promise<Pairing> {
    const [{ openPairing }, { observeStdio }, { urlClass }] = await Promise.all([
      import("./pairing.ts"),
      import("./stdio-observer.ts"),
      import("../core/capture/url-class.ts"),
    ]);
    const pairing = openPairing({ enums: new Map(), salt, urlClass });
    observation.start(observeStdio(capture, pairing));
    return pairing;
  }
  async function finish(): Promise<StdioShimEnd> {
    try {
      const code = await relay.ended;
      return { code, recorded: await record() };
    } catch (error) {
      await record();
      throw error;
    }
  }
  async function record(): Promise<boolean> {
    await observing;
    observation.catchUp();
    return await recorder.flush();
  }
  return { ended: finish(), stop: relay.stop };
}
