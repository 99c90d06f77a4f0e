/**
 * Entry of the keeper: the only isolate that may write, and only the paths of its plan. It never
 * sees a payload; what it is given was checked by the isolate that gives it.
 */

import * as Comlink from "comlink";
import { attemptToCross } from "../core/boundary.ts";
import type { Outcome } from "../core/errors.ts";
import type { HistoryRecord } from "../core/readiness/history.ts";
import { appendHistory } from "./history.ts";
import { writeOutput } from "./output.ts";

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
  attemptToCross,
};

/** What the keeper offers. */
export type KeeperApi = typeof api;

Comlink.expose(api);
