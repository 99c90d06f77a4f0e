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
    const what = noise.lines === 1
      ? `1 line to stdout that is not a protocol message, line ${noise.first}`
      : `${noise.lines} lines to stdout that are not protocol messages, the first in line ${noise.first}`;
    printError(`the server wrote ${what}; write logs to stderr\n`);
  }
  if (unread.lines > 0) {
    const what = unread.lines === 1
      ? `1 message to stdout that cannot be read and was ignored, in line ${unread.first}`
      : `${unread.lines} messages to stdout that cannot be read and were ignored, ` +
        `the first in line ${unread.first}`;
    printError(`the server wrote ${what}: ${unread.problem}\n`);
  }
  if (strays > 0) {
    const what = strays === 1
      ? "1 response that nothing was waiting for; it was ignored"
      : `${strays} responses that nothing was waiting for; they were ignored`;
    printError(`the server sent ${what}\n`);
  }
}
