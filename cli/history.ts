/** A measured run becomes a point of the readiness history (readiness.md §12). */

import { isErrored, type ProbeReport } from "../core/report/document.ts";
import { revealed } from "../core/report/visible.ts";
import { ask, type Keeper } from "./isolates.ts";
import { printError } from "./terminal.ts";

/**
 * Records a run, unless readiness was not measured or a case was errored. A failure is one line on
 * stderr and nothing else: the verdict on the server stands.
 * @param path of the history
 */
export async function recordRun(path: string, keeper: Keeper, report: ProbeReport): Promise<void> {
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
    const record = historyRecord({ at, server, cases: gate, manifestSha256, readiness });
    await ask(keeper, (api) => api.appendHistory(path, record));
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown error";
    printError(`trend recording failed: ${revealed(reason)}\n`);
  }
}
