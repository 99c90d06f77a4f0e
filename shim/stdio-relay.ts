/** The relay between an agent and a server over stdio (capture.md §6.1, decisions D27). */

import { IncompleteError } from "../core/errors.ts";
import { spawnFailure } from "../core/mcp/process.ts";
import { groupOf, type ProcessGroup, type SignalName } from "../core/mcp/process-group.ts";
import { settlesWithin } from "../core/mcp/time.ts";
import type { Observation } from "./observation.ts";
import { type Ending, relayFrames } from "./relay.ts";
import {
  agentInput,
  agentOutput,
  serverInput,
  type ServerOutput,
  serverOutput,
} from "./streams.ts";

/** What a relay needs. */
export interface RelayOptions {
  command: readonly [string, ...string[]];
  /** See {@link groupOf}. */
  killProgram: string | null;
  observation: Observation;
  /** Resolves when the server owes no response. */
  answered(): Promise<void>;
}

/** A running relay. */
export interface StdioRelay {
  /**
   * Resolves when everything is passed on and no process of the server's group is left: with the
   * exit code of the server, 128 + n after signal n.
   * @throws {IncompleteError} when something could not be passed on; the server was killed then
   */
  readonly ended: Promise<number>;
  /** Passes a signal on to the server, which is killed a second later, or when it is told again. */
  stop(name: SignalName): void;
}

/** How long a server has after the end of its input, and again after TERM, in ms. */
const GRACE_MS = 1_000;
/** How long a group may take to disappear after KILL, in ms. */
const KILL_MS = 250;
/** How long responses may take after the agent has gone, in ms. */
const ANSWER_MS = 30_000;
/** A broken pipe is a fault of the relay, unless the server exits within that time, in ms. */
const BREAK_MS = 250;
/** How long a pipe that some process outside the group holds open is read in silence, in ms. */
const SILENCE_MS = 1_000;

/**
 * Starts the server and relays.
 * @throws {IncompleteError} when it cannot be started; the message names the program only
 */
export function startRelay(
  { command, killProgram, observation, answered }: RelayOptions,
): StdioRelay {
  const child = spawn(command);
  const group = groupOf(child, killProgram);
  const toServer = serverInput(child.stdin);
  const fromServer = serverOutput(child.stdout);
  const exited = child.status.then(({ code }) => code);
  let failure: string | null = null;
  let stopping = false;
  let isGone = false;

  /** Not once the group has gone: the system may give its number to somebody else. */
  function signal(name: SignalName): Promise<void> {
    return isGone ? Promise.resolve() : group.signal(name);
  }
  async function fail(message: string): Promise<void> {
    failure ??= message;
    await signal("KILL");
  }
  async function failUnlessExited(message: string): Promise<void> {
    if (!stopping && !await settlesWithin(exited, BREAK_MS)) await fail(message);
  }
  async function killUnlessExited(): Promise<void> {
    if (!await settlesWithin(exited, GRACE_MS)) await signal("KILL");
  }
  async function endOutbound(ending: Ending): Promise<void> {
    if (ending === "frame-too-long") await fail("the agent sent a frame of more than 4 MiB");
    if (ending === "read-failed") await fail("reading from the agent failed");
    if (ending === "write-failed") await failUnlessExited("the server closed its input");
    if (ending !== "end") return;
    toServer.close();
    await settlesWithin(Promise.race([exited, answered()]), ANSWER_MS);
    if (await settlesWithin(exited, GRACE_MS) || stopping) return;
    await signal("TERM");
    await killUnlessExited();
  }
  async function endInbound(ending: Ending): Promise<void> {
    if (ending === "frame-too-long") await fail("the server sent a frame of more than 4 MiB");
    if (ending === "read-failed") await fail("reading from the server failed");
    if (ending === "write-failed") await failUnlessExited("the agent closed its input");
  }
  async function run(): Promise<number> {
    const outbound = observation.tap("outbound");
    relayFrames(agentInput(Deno.stdin), toServer, outbound).then(endOutbound);
    const inbound = observation.tap("inbound");
    const passed = relayFrames(fromServer, agentOutput(Deno.stdout), inbound).then(endInbound);
    const code = await exited;
    toServer.close();
    await endSurvivors(group, stopping || failure !== null);
    isGone = true;
    if (failure === null) await drained(passed, fromServer);
    if (failure !== null) throw new IncompleteError(failure);
    return code;
  }
  return {
    ended: run(),
    stop(name) {
      if (stopping) return void signal("KILL");
      stopping = true;
      toServer.close();
      signal(name).then(killUnlessExited);
    },
  };
}

function spawn([program, ...args]: readonly [string, ...string[]]): Deno.ChildProcess {
  try {
    return new Deno.Command(program, {
      args,
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
      // On Windows this would take the console away, and children would open windows of their own.
      detached: Deno.build.os !== "windows",
    }).spawn();
  } catch (error) {
    throw new IncompleteError(spawnFailure(program, error));
  }
}

/** Ends what the server has started and left behind. */
async function endSurvivors(group: ProcessGroup, atOnce: boolean): Promise<void> {
  if (!await group.exists()) return;
  if (!atOnce) {
    if (await group.vanishesWithin(GRACE_MS)) return;
    await group.signal("TERM");
  }
  if (await group.vanishesWithin(GRACE_MS)) return;
  await group.signal("KILL");
  await group.vanishesWithin(KILL_MS);
}

/** Waits for the end of the server's output; a process outside the group may never close it. */
async function drained(passed: Promise<void>, output: ServerOutput): Promise<void> {
  while (!await settlesWithin(passed, SILENCE_MS)) {
    if (output.silentFor() >= SILENCE_MS) return;
  }
}
