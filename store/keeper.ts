/**
 * Entry of the keeper: the only isolate that may write, and only the paths of its plan. It never
 * sees a payload; what it is given was checked by the isolate that gives it.
 */

import * as Comlink from "comlink";
import { attemptToCross } from "../core/boundary.ts";
import { type Outcome, outcomeOf } from "../core/errors.ts";
import type { Finding, ReadableFindings } from "../core/findings/finding.ts";
import type { CallRecord } from "../core/records.ts";
import type { HistoryRecord } from "../core/readiness/history.ts";
import type { ServerTrend } from "../core/trends/history.ts";
import type { Annotation } from "./annotations.ts";
import type { ConfigJob } from "./client-config.ts";
import type { Diagnosis } from "./doctor.ts";
import { naming } from "./failure.ts";
import type { NamedText } from "./files.ts";
import type { PromoteJob, Promotion } from "./findings/promote.ts";
import { appendHistory } from "./history.ts";
import type { CheckTable } from "./index/check.ts";
import type { IndexCounts } from "./index/refresh.ts";
import type { Lifecycle, Verification } from "./lifecycle/lifecycle.ts";
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
   * on, so that they need not pass through the front. Whoever is there learns of the salt, too.
   * @returns the salt, 32 bytes
   */
  async openJournal(home: string, port: MessagePort): Promise<Outcome<Uint8Array>> {
    const { appendCalls, openStore } = await import("./calls.ts");
    const opening = openStore(home);
    Comlink.expose({
      opened: () => opening,
      append: (records: CallRecord[]) => appendCalls(home, records),
    }, port);
    return await opening;
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
  /** Replaces the config of a client. */
  async replaceConfig(job: ConfigJob): Promise<Outcome<null>> {
    return (await import("./client-config.ts")).replaceConfig(job);
  },
  /** Brings the index up to date with the journals; the front may share its check. */
  async refreshIndex(
    home: string,
    options: { rebuild: boolean },
    elsewhere: CheckTable | null,
  ): Promise<Outcome<IndexCounts>> {
    return (await import("./index/refresh.ts")).refreshIndex(home, options, elsewhere);
  },
  /** Makes findings of the failures in the index. */
  async promote(home: string, job: PromoteJob): Promise<Outcome<Promotion>> {
    return (await import("./findings/promote.ts")).promote(home, job);
  },
  /** Writes files into a folder that the user named. */
  async writeFiles(
    folder: string,
    files: readonly NamedText[],
    force: boolean,
  ): Promise<Outcome<null>> {
    return (await import("./files.ts")).writeFiles(folder, files, force);
  },
  /** Whether a verification could be recorded. */
  async checkReady(home: string): Promise<Outcome<null>> {
    return (await import("./lifecycle/ready.ts")).checkReady(home);
  },
  /** The promoted findings. */
  async readFindings(home: string): Promise<Outcome<Finding[]>> {
    return (await import("./findings/read.ts")).readFindings(home);
  },
  /** SHA-256 of the program of this run, in hex. */
  async digestProgram(path: string): Promise<Outcome<string>> {
    const { digestFile } = await import("../core/verification/file-digest.ts");
    return await outcomeOf(() => naming("reading", path, () => digestFile(path)));
  },
  /** Moves the lifecycle of a finding on by what a verification of this definition showed. */
  async recordVerification(
    home: string,
    run: Omit<Verification, "definitionId">,
    definition: string,
  ): Promise<Outcome<Lifecycle>> {
    return (await import("./lifecycle/definition.ts")).recordDefined(home, run, definition);
  },
  /** What there is of findings, for the service. */
  async readableFindings(home: string): Promise<ReadableFindings> {
    return (await import("./service-data.ts")).readableFindings(home);
  },
  /** The newest points of each server, for the service. */
  async newestTrends(home: string): Promise<Outcome<ServerTrend[]>> {
    return (await import("./service-data.ts")).newestTrends(home);
  },
  attemptToCross,
};

/** What the keeper offers. */
export type KeeperApi = typeof api;

Comlink.expose(api);
