/** What the service reads of a home, time and again while it runs (serve-and-demo.md §1.8). */

import { type Outcome, outcomeOf } from "../core/errors.ts";
import type { ReadableFindings } from "../core/findings/finding.ts";
import type { ServerTrend } from "../core/trends/history.ts";
import { exists } from "./exists.ts";
import { loadFindings } from "./findings/read.ts";
import { historyFile, indexFile } from "./home.ts";
import { loadHistory } from "./history-reader.ts";

/** Newest points of each server. */
const POINTS = 10;

/** The findings of a home as they are now. */
export function readableFindings(home: string): ReadableFindings {
  if (!exists(indexFile(home))) return { kind: "missing" };
  const state = loadFindings(home);
  return state.kind === "findings" ? state : { kind: "unusable" };
}

/** The newest points of the readiness history; none when there is no history. */
export function newestTrends(home: string): Promise<Outcome<ServerTrend[]>> {
  return outcomeOf(async () => {
    const { newestPoints } = await import("../core/trends/history.ts");
    return newestPoints(await loadHistory(historyFile(home)), POINTS);
  });
}
