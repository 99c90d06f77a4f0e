/**
 * Servers that are started before the checks which need them (decisions D6, D27), and only where
 * that cannot change what is measured.
 */

import type { Connector, Session } from "../mcp/session.ts";
import { secondClient } from "../probes/contention.ts";
import { answersPing } from "../probes/ping.ts";
import type { ExercisedTool } from "./exercise.ts";
import type { ToolObservation } from "./observations.ts";
import { UNKNOWN_VERSION } from "./protocol-checks.ts";

/**
 * Handshakes that the negotiation check makes with most servers beyond that of the session, each
 * with a server of its own.
 */
const NEGOTIATIONS = 2;

/** The servers of one measurement that are started ahead. */
export interface Ahead {
  /** Whether servers run that nobody has used yet: another instance may disturb the first. */
  readonly running: boolean;
  /** A tool sleeps: starts what the later checks need, the second client included. Once only. */
  nap(contender: ExercisedTool | null): void;
  /** Ends what runs ahead; later naps start nothing. */
  giveUp(): Promise<void>;
  /** The second client, if one is ready and still answers. */
  second(): Promise<Session | null>;
  /** Starts the servers of the negotiation check, unless they run. */
  startNegotiators(): void;
}

/** Plans for the connections that a measurement opens later; over HTTP there is nothing to do. */
export function openAhead(connector: Connector): Ahead {
  let state: "idle" | "running" | "given-up" = "idle";
  let negotiators = false;
  let second: Promise<Session | null> | null = null;

  /** Starts the negotiation check's servers, if they are missing, and some more. */
  function start(more: number): void {
    const missing = negotiators || connector.hasNegotiated(UNKNOWN_VERSION) ? 0 : NEGOTIATIONS;
    negotiators = true;
    if (missing + more > 0) connector.startAhead(missing + more);
  }
  return {
    get running() {
      return state === "running";
    },
    nap(contender) {
      if (state !== "idle" || !connector.ownServers) return;
      state = "running";
      start(contender === null ? 0 : 1);
      if (contender === null) return;
      // What keeps it from getting ready now may have gone when its turn comes.
      second = secondClient(connector, contender.tool.name).catch(() => null);
    },
    async giveUp() {
      state = "given-up";
      negotiators = false;
      const session = second;
      second = null;
      await Promise.all([connector.endAhead(), session?.then((ready) => ready?.close())]);
    },
    async second() {
      const session = await second;
      if (session === null || await answersPing(session).catch(() => false)) return session;
      void session.close();
      return null;
    },
    startNegotiators: () => start(0),
  };
}

/**
 * Whether a tool may have been disturbed by servers that ran beside its own: something was lost, or
 * its calls did not end alike.
 * @param throughout whether they ran during all of its calls: then a failure of every call counts
 */
export function mayBeDisturbed(
  { exercise, honesty }: ToolObservation,
  throughout: boolean,
): boolean {
  if (throughout && honesty === "honesty-call-failed") return true;
  if (exercise.kind !== "called") return false;
  if (exercise.end === "lost" || exercise.end === "unconnected") return true;
  const [first, ...others] = exercise.calls.map(({ outcome }) => outcome);
  return others.some((outcome) => outcome !== first) ||
    (throughout && first !== undefined && first !== "success");
}
