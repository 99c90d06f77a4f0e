/** Running a job in the engine, with progress and diagnostics for a person. */

import * as Comlink from "comlink";
import type { EngineApi } from "../core/engine.ts";
import { RemoteError } from "../core/errors.ts";
import type { EngineReply, Listener, ServerNotes } from "../core/jobs.ts";
import { isDateShaped } from "../core/mcp/revisions.ts";
import { beforeExit, unlessInterrupted } from "./farewell.ts";
import type { Engine } from "./isolates.ts";
import { printError, startProgress } from "./terminal.ts";

/** What a job gave. */
export interface Evaluated<T> {
  value: T;
  /** The revision that the server spoke; null when it named none. */
  revision: string | null;
}

/**
 * Runs a job.
 * @throws {RemoteError} what the job failed with
 * @throws {IncompleteError} when the engine itself ended
 */
export async function runInEngine<T>(
  engine: Engine,
  start: (api: Comlink.Remote<EngineApi>, listener: Listener) => Promise<EngineReply<T>>,
): Promise<Evaluated<T>> {
  const progress = startProgress();
  const listener: Listener = {
    progress: progress.update,
    diagnostic(line) {
      progress.clear();
      printError(`${line}\n`);
    },
  };
  try {
    const job = start(engine.api, Comlink.proxy(listener));
    // The engine answers before its servers have gone.
    beforeExit(() => Promise.race([engine.api.stop(), engine.crashed.catch(() => {})]));
    const { outcome, notes } = await Promise.race([job, engine.crashed]);
    await unlessInterrupted();
    progress.clear();
    printNotes(notes);
    if (!outcome.ok) throw new RemoteError(outcome.failure);
    return { value: outcome.value, revision: checkRevision(notes.revision) };
  } finally {
    progress.clear();
  }
}

function checkRevision(revision: string | null): string | null {
  return revision !== null && isDateShaped(revision) ? revision : null;
}

/** The commonest mistakes of server authors, said once at the end of a run (D8, D22). */
function printNotes({ noise, strays }: ServerNotes): void {
  if (noise.lines > 0) {
    const lines = noise.lines === 1 ? "1 line" : `${noise.lines} lines`;
    printError(
      `the server wrote ${lines} to stdout that are not protocol messages, the first in line ${noise.first}; ` +
        `write logs to stderr\n`,
    );
  }
  if (strays > 0) {
    const responses = strays === 1 ? "1 response" : `${strays} responses`;
    printError(`the server sent ${responses} that nothing was waiting for; they were ignored\n`);
  }
}
