/** What the front asks of the engine, and what comes back: typed, free of content. */

import type { GateResult } from "./gate-result.ts";
import type { ProbeCase } from "./manifest/types.ts";
import type { Target } from "./mcp/session.ts";
import type { Outcome } from "./errors.ts";
import type { Selection } from "./scaffold/decide.ts";
import type { Scaffold } from "./scaffold/scaffold.ts";

/** Where the server is and how it is reached and ended. */
export interface ServerJob {
  target: Target;
  /** Program that ends a process group; null when there is none. */
  killProgram: string | null;
  /** The manifest's wait for each reply; null for the transport's default. */
  timeoutMs: number | null;
}

/** Scaffold a manifest. */
export interface InitJob extends ServerJob {
  selection: Selection;
  /** Decide, but call nothing. */
  dryRun: boolean;
}

/** Run cases. */
export interface GateJob extends ServerJob {
  cases: ProbeCase[];
}

/** What the server did beside the protocol. */
export interface ServerNotes {
  /** Lines of non-protocol text on its stdout: how many, and the number of the first (D8). */
  noise: { lines: number; first: number | null };
  /** Stray responses that were dropped (D22). */
  strays: number;
}

/** An answer of the engine; the notes are there also when the job failed. */
export interface EngineReply<T> {
  outcome: Outcome<T>;
  notes: ServerNotes;
}

/** See {@link InitJob}. */
export type InitReply = Scaffold;

/** See {@link GateJob}. */
export interface GateReply {
  gate: GateResult;
}

/** Called while a job runs. */
export interface Listener {
  /** A case is about to run: `done` of `total` are finished. */
  progress(done: number, total: number, label: string): void;
  /** One line for stderr, of our own words. */
  diagnostic(line: string): void;
}
