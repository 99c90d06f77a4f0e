/**
 * Entry of the keeper: the only isolate that may write, and only the paths of its plan. It never
 * sees a payload; what it is given was checked by the isolate that gives it.
 */

import * as Comlink from "comlink";
import { attemptToCross } from "../core/boundary.ts";
import type { Outcome } from "../core/errors.ts";
import type { CallRecord } from "../core/records.ts";
import type { HistoryRecord } from "../core/readiness/history.ts";
import type { Annotation } from "./annotations.ts";
import type { Diagnosis } from "./doctor.ts";
import { appendHistory } from "./history.ts";
import { writeOutput } from "./output.ts";
import type { ShareJob } from "./share.ts";
import type { Staged } from "./share-stage.ts";

const api = {
  /** Answers once the isolate has loaded. */
  ready: () => true,
  /** Writes a file that the user named. */
  writeOutput(path: string, text: string, replace: boolean): Promise<Outcome<null>> {
    return writeOutput(path, text, replace);
  },
  /** Appends a point to the readiness history. */
  appendHistory(path: string, record: HistoryRecord): Promise<Outcome<null>> {
    return appendHistory(path, record);
  },
  /**
   * Makes the home and its store where they are missing and takes records over the port from then
   * on, so that they need not pass through the front.
   * @returns the salt, 32 bytes
   */
  async openJournal(home: string, port: MessagePort): Promise<Outcome<Uint8Array>> {
    const { appendCalls, openStore } = await import("./calls.ts");
    const append = (records: CallRecord[]) => appendCalls(home, records);
    Comlink.expose({ append }, port);
    return await openStore(home);
  },
  /** Appends an annotation to the journal of its day. */
  async appendAnnotation(home: string, annotation: Annotation): Promise<Outcome<null>> {
    return (await import("./annotations.ts")).appendAnnotation(home, annotation);
  },
  /** Sweeps the store for content. */
  async diagnose(home: string): Promise<Outcome<Diagnosis>> {
    return (await import("./doctor.ts")).diagnose(home);
  },
  /** Packs the store into an envelope. */
  async packEnvelope(job: ShareJob): Promise<Outcome<Staged>> {
    return (await import("./share.ts")).packEnvelope(job);
  },
  attemptToCross,
};

/** What the keeper offers. */
export type KeeperApi = typeof api;

Comlink.expose(api);
