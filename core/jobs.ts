/** What the front asks of the engine, and what comes back: typed, free of content. */

import type { CallDestination } from "./capture/synthetic.ts";
import type { GateResult } from "./gate-result.ts";
import type { ProfileObservation } from "./guidance/observation.ts";
import type { ProfileName } from "./guidance/profiles.ts";
import type { ToolPlaces } from "./manifest/select.ts";
import type { ProbeCase } from "./manifest/types.ts";
import type { LegacyRevision } from "./mcp/revisions.ts";
import type { Target } from "./mcp/session.ts";
import type { Skipped } from "./mcp/transport.ts";
import type { Outcome } from "./errors.ts";
import type { BatteryResult } from "./readiness/battery.ts";
import type { MeasurementOptions } from "./readiness/profile.ts";
import type { Selection } from "./scaffold/decide.ts";
import type { Scaffold } from "./scaffold/scaffold.ts";

/** Where the server is and how it is reached and ended. */
export interface ServerJob {
  target: Target;
  /** Program that ends a process group; null when there is none. */
  killProgram: string | null;
  /** Value of the `Authorization` header over HTTP; null for none. */
  authorization: string | null;
  /** The revision to offer; null for the default. */
  protocol: LegacyRevision | null;
  /** The manifest's wait for each reply; null for the transport's default. */
  timeoutMs: number | null;
}

/** Scaffold a manifest. */
export interface InitJob extends ServerJob {
  selection: Selection;
  /** Decide, but call nothing. */
  dryRun: boolean;
}

/** Run cases, then the standard battery. */
export interface GateJob extends ServerJob {
  cases: ProbeCase[];
  /** Where they are written, for errors. */
  places?: ToolPlaces;
  /** Null: the cases only. */
  battery: MeasurementOptions | null;
  /** Where the calls of the cases are recorded, null for nowhere. */
  journal: CallDestination | null;
}

/** Run the standard battery only. */
export interface ScoreJob extends ServerJob {
  battery: MeasurementOptions;
}

/** Look at a server as several clients see it. */
export interface GuidanceJob extends ServerJob {
  /** In the order of the report, each once. */
  profiles: ProfileName[];
  /** How long the server may go on registering tools, in ms. */
  settleMs: number;
}

/** What a run saw of the server beside its answers. */
export interface ServerNotes {
  /** The revision of the newest handshake, if it is date-shaped. */
  revision: string | null;
  /** Lines of non-protocol text on its stdout (D8). */
  noise: Skipped;
  /** Messages on its stdout beyond what is read, with what is wrong with the first. */
  unread: Skipped & { problem: string | null };
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
  /** Null when it was not asked for. */
  battery: BatteryResult | null;
}

/** See {@link ScoreJob}. */
export type ScoreReply = BatteryResult;

/** See {@link GuidanceJob}; one per profile. */
export type GuidanceReply = ProfileObservation[];

/** Called while a job runs. */
export interface Listener {
  /** A case is about to run: `done` of `total` are finished; 0 of 0 before it is known how many. */
  progress(done: number, total: number, label: string): void;
  /** One line for stderr, of our own words. */
  diagnostic(line: string): void;
}
