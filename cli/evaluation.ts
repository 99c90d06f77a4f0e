/** Running a job in the engine, with progress and diagnostics for a person. */

import * as Comlink from "comlink";
import type { EngineApi } from "../core/engine.ts";
import { RemoteError } from "../core/errors.ts";
import type { EngineReply, Listener, ServerNotes } from "../core/jobs.ts";
import { isDateShaped } from "../core/mcp/revisions.ts";
import { beforeExit, unlessInterrupted } from "./farewell.ts";
import type { Engine, Keeper } from "./isolates.ts";
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
  const listener: Listener = {
    progress: progress.update,
    diagnostic(line) {
      progress.makeWay();
      printError(`${line}\n`);
    },
  };
  try {
    const job = start(engine.api, Comlink.proxy(listener));
    // The engine answers before its servers have gone.
    beforeExit(() => Promise.race([engine.api.stop(), engine.crashed.catch(() => {})]));
    const crashed = keeper === null ? [engine.crashed] : [engine.crashed, keeper.crashed];
    const { outcome, notes } = await Promise.race([job, ...crashed]);
    await unlessInterrupted();
    progress.end();
    printNotes(notes);
    if (!outcome.ok) throw new RemoteError(outcome.failure);
    return { value: outcome.value, revision: checkRevision(notes.revision) };
  } finally {
    progress.end();
  }
}

function checkRevision(revision: string | null): string | null {
  return revision !== null && isDateShaped(revision) ? revision : null;
}

/** The commonest mistakes of server authors, said once at the end of a run (D8, D22). */
function printNotes({ noise, unread, strays }: ServerNotes): void {
  if (noise.lines > 0) {
    const lines = noise.lines === 1 ? "1 line" : `${noise.lines} lines`;
    printError(
      `the server wrote ${lines} to stdout that are not protocol messages, the first in line ${noise.first}; ` +
        `write logs to stderr\n`,
    );
  }
  if (unread.lines > 0) {
    const messages = unread.lines === 1 ? "1 message" : `${unread.lines} messages`;
    printError(
      `the server wrote ${messages} to stdout that cannot be read and were ignored, ` +
        `the first in line ${unread.first}: ${unread.problem}\n`,
    );
  }
  if (strays > 0) {
    const responses = strays === 1 ? "1 response" : `${strays} responses`;
    printError(`the server sent ${responses} that nothing was waiting for; they were ignored\n`);
  }
}
