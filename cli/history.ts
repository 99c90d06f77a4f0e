/** A measured run becomes a point of the readiness history (readiness.md §12). */

import { dirname } from "node:path";
import type { HistoryRecord } from "../core/readiness/history.ts";
import { isErrored, type ProbeReport } from "../core/report/document.ts";
import { revealed } from "../core/report/visible.ts";
import { ask, type Keeper } from "./isolates.ts";
import { printError } from "./terminal.ts";

/** Who records a run, and where. */
export interface Recorder {
  keeper: Keeper;
  /** The file of the history. */
  path: string;
}

/**
 * Prepares the recording; to be done before permissions are dropped. The folders are made here, so
 * that the keeper needs no right but that to the one file. Folders that cannot be made show when the
 * point is written.
 */
export function startRecorder(path: string, keeper: Keeper): Recorder {
  try {
    Deno.mkdirSync(dirname(path), { recursive: true });
  } catch {
    // See above.
  }
  return { keeper, path };
}

/**
 * Records a run, unless readiness was not measured or a case was errored. A failure is one line on
 * stderr and nothing else: the verdict on the server stands.
 */
export async function recordRun({ keeper, path }: Recorder, report: ProbeReport): Promise<void> {
  const { readiness, gate, manifest_sha256: manifestSha256, server } = report;
  if (readiness === null || gate === null || manifestSha256 === null) return;
  if (report.cases.some(isErrored)) return;
  if (report.protocol !== undefined) {
    return printError(
      "this run is not in the readiness history, whose points do not say which protocol was " +
        "spoken; leave out --protocol to record it\n",
    );
  }
  try {
    const { historyRecord } = await import("../core/readiness/history.ts");
    const at = new Date();
    const record: HistoryRecord = historyRecord({
      at,
      server,
      cases: gate,
      manifestSha256,
      readiness,
    });
    await ask(keeper, (api) => api.appendHistory(path, record));
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown error";
    printError(`trend recording failed: ${revealed(reason)}\n`);
  }
}
