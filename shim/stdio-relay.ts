/** The relay between an agent and a server over stdio (capture.md §6.1). */

import { IncompleteError } from "../core/errors.ts";
import { settlesWithin } from "../core/mcp/time.ts";
import type { Observation } from "./observation.ts";
import type { Pairing } from "./pairing.ts";
import { groupOf, type ProcessGroup, type SignalName } from "./process-group.ts";
import { type Ending, relayFrames } from "./relay.ts";
import { agentInput, agentOutput, serverInput, serverOutput } from "./streams.ts";

/** What a relay needs. */
export interface RelayOptions {
  command: readonly [string, ...string[]];
  /** See {@link groupOf}. */
  killProgram: string | null;
  observation: Observation;
  /** Its requests are waited for when the agent has gone; null until it is there. */
  pairing: Promise<Pairing>;
}

/** A running relay. */
export interface StdioRelay {
  /**
   * The exit code of the server, 128 + n after signal n; everything is passed on by then.
   * @throws {IncompleteError} when traffic could not be passed on
   */
  readonly ended: Promise<number>;
  /** Passes a signal on to the server; a second time, or a second later, it is killed. */
  stop(name: SignalName): void;
}

/** How long a server has after the end of its input, and again after TERM, in ms (D27). */
const GRACE_MS = 1_000;
/** How long the group may take to disappear after KILL, in ms. */
const KILL_MS = 250;
/** How long the responses to open requests are waited for when the agent has gone, in ms. */
const ANSWER_MS = 30_000;
/** How long a server may take to exit after a pipe to it broke, in ms. */
const BREAK_MS = 250;
/** A pipe that outlives all processes of the group is read until it is silent that long, in ms. */
const SILENCE_MS = 1_000;

/**
 * Starts the server and relays.
 * @throws {IncompleteError} when it cannot be started; the message names the program only
 */
export function startRelay(options: RelayOptions): StdioRelay {
  const { observation, killProgram } = options;
  const child = spawn(options.command);
  const group = groupOf(child, killProgram);
  const toServer = serverInput(child.stdin);
  const fromServer = serverOutput(child.stdout);
  let stopping = false;
  let failure: string | null = null;

  const exited = child.status.then(({ code }) => code);
  const outbound = relayFrames(agentInput(), toServer, observation.tap("outbound"));
  const inbound = relayFrames(fromServer, agentOutput(), observation.tap("inbound"));

  function fail(message: string): Promise<void> {
    failure ??= message;
    return group.signal("KILL");
  }
  async function endOutbound(ending: Ending): Promise<void> {
    toServer.close();
    if (ending === "frame-too-long") return await fail("the agent sent a frame of more than 4 MiB");
    if (ending === "read-failed") return await fail("reading from the agent failed");
    if (ending === "write-failed") {
      if (!await settlesWithin(exited, BREAK_MS)) await fail("the server closed its input");
      return;
    }
    await settlesWithin(Promise.race([exited, options.pairing.then((it) => it.answered())]), ANSWER_MS);
    await endGently();
  }
  /** The end of the input has come; TERM and KILL follow unless the server exits. */
  async function endGently(): Promise<void> {
    if (stopping || await settlesWithin(exited, GRACE_MS) || stopping) return;
    await group.signal("TERM");
    if (!await settlesWithin(exited, GRACE_MS)) await group.signal("KILL");
  }
  async function endInbound(ending: Ending): Promise<void> {
    if (ending === "end") return;
    if (await settlesWithin(exited, 0)) return;
    ...
  }
}
