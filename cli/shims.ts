/** What both shims have in common: their isolates, the way of the records, interrupts. */

import * as Comlink from "comlink";
import { MisuseError, type Outcome, RemoteError } from "../core/errors.ts";
import { asServerLabel, INVALID_LABEL, type ServerLabel } from "../core/labels.ts";
import { revealed } from "../core/report/visible.ts";
import type { ShimJob, ShimListener } from "../shim/jobs.ts";
import type { RelayEngineApi } from "../shim/relay-engine.ts";
import { sessionToken } from "../store/session.ts";
import { readVariable } from "./environment.ts";
import { beforeExit, endOnInterrupt, settleExit } from "./farewell.ts";
import { ask, dropPermissions, type Isolate, startIsolate, startKeeper } from "./isolates.ts";
import { type Capabilities, capabilities, type CapabilityPlan } from "./permissions.ts";
import { insist } from "./terminal.ts";

/** The relay engine from the front. */
export type RelayEngine = Comlink.Remote<RelayEngineApi>;

/** A shim as the command line names it. */
export interface ShimOptions {
  server: ServerLabel;
  home: string;
}

/** What a shim does in its engine. */
export interface ShimWork<T> {
  /** Comes before anything is opened under the home. */
  bind?(engine: RelayEngine): Promise<Outcome<null>>;
  /** Passes traffic on until that ends; records go to the port. */
  relay(
    engine: RelayEngine,
    job: ShimJob,
    journal: MessagePort,
    listener: ShimListener,
  ): Promise<Outcome<T>>;
}

/** @throws {MisuseError} for a bad label: exit 3 in the shims (cli.md §2) */
export function checkLabel(text: string): ServerLabel {
  const label = asServerLabel(text);
  if (label !== null) return label;
  throw new MisuseError(INVALID_LABEL);
}

/** What the keeper of a shim may touch: the home, which it makes when it is missing. */
export function shimKeeper(home: string): CapabilityPlan["keeper"] {
  return capabilities({ read: [home], write: [home] });
}

/**
 * Runs a shim to its end.
 * @returns what the relay ended with
 * @throws {IncompleteError | RemoteError}
 */
export async function runShim<T>(
  { server, home }: ShimOptions,
  plan: CapabilityPlan,
  { bind, relay }: ShimWork<T>,
): Promise<T> {
  const session = sessionToken(readVariable("MCPEVAL_SESSION") ?? crypto.randomUUID());
  const { api: engine, crashed } = startRelayEngine(plan.engine ?? capabilities());
  const keeper = startKeeper(plan.keeper);
  // It goes on to what is relayed; mcpeval ends when that has ended.
  endOnInterrupt((name) => void engine.stop(name));
  if (bind !== undefined) valueOf(await Promise.race([bind(engine), crashed]));
  const { port1, port2 } = new MessageChannel();
  const salt = await ask(keeper, (api) => api.openJournal(home, Comlink.transfer(port2, [port2])));
  keeper.crashed.catch(() => engine.journalLost());
  const listener = Comlink.proxy({ recordingFailed: complain });
  const journal = Comlink.transfer(port1, [port1]);
  const ended = Promise.race([
    relay(engine, { server, session, salt }, journal, listener),
    crashed,
  ]);
  ended.catch(() => {}); // told when it is awaited
  beforeExit(() => ended.catch(() => {}));
  await Promise.race([engine.ready(), crashed]);
  await dropPermissions(keeper);
  return valueOf(await ended);
}

function complain(reason: string): void {
  settleExit(3);
  insist(
    `recording failed, calls are missing from the journal; traffic is not affected: ${
      revealed(reason)
    }\n`,
  );
}

function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new RemoteError(outcome.failure);
}

const bundled = !import.meta.url.endsWith(".ts");

function startRelayEngine(given: Capabilities): Isolate<RelayEngineApi> {
  const url = new URL(bundled ? "./relay-engine.js" : "../shim/relay-engine.ts", import.meta.url);
  return startIsolate<RelayEngineApi>(url, given);
}
