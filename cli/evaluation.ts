/** Running a job in the engine, with progress and diagnostics for a person. */

import * as Comlink from "comlink";
import type { EngineApi } from "../core/engine.ts";
import { RemoteError } from "../core/errors.ts";
import type { EngineReply, Listener } from "../core/jobs.ts";
import { beforeExit, unlessInterrupted } from "./farewell.ts";
import type { Engine, Keeper } from "./isolates.ts";
import { checkedListener, checkNotes, noteLines } from "./notes.ts";
import { printError, startProgress } from "./terminal.ts";

/** What a job gave. */
export interface Evaluated<T> {
  value: T;
  /** The revision that the server spoke; null when it named none. */
  revision: string | null;
}

/**
 * Runs a job.
 * @param keeper that the job needs, if it does
 * @throws {RemoteError} what the job failed with
 * @throws {IncompleteError} when an isolate itself ended
 */
export async function runInEngine<T>(
  engine: Engine,
  start: (api: Comlink.Remote<EngineApi>, listener: Listener) => Promise<EngineReply<T>>,
  keeper: Keeper | null = null,
): Promise<Evaluated<T>> {
  const progress = startProgress("connecting to the server");
  const listener = checkedListener({
    progress: progress.update,
    diagnostic(line) {
      progress.makeWay();
      printError(`${line}\n`);
    },
  });
  try {
    const job = start(engine.api, Comlink.proxy(listener));
    // The engine answers before its servers have gone.
    beforeExit(() => Promise.race([engine.api.stop(), engine.crashed.catch(() => {})]));
    const crashed = keeper === null ? [engine.crashed] : [engine.crashed, keeper.crashed];
    const reply = await Promise.race([job, ...crashed]);
    await unlessInterrupted();
    progress.end();
    const { outcome } = reply;
    const notes = checkNotes(reply.notes);
    for (const line of noteLines(notes)) printError(`${line}\n`);
    if (!outcome.ok) throw new RemoteError(outcome.failure);
    return { value: outcome.value, revision: notes.revision };
  } finally {
    progress.end();
  }
}
