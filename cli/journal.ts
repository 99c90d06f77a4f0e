/** Calls of a run that go to the journal: the engine makes the records, the keeper writes them. */

import * as Comlink from "comlink";
import type { CallDestination } from "../core/capture/synthetic.ts";
import type { ServerLabel } from "../core/labels.ts";
import { ask, type Keeper } from "./isolates.ts";

/** Whose calls are kept, and where. */
export interface Journalled {
  server: ServerLabel;
  home: string;
  keeper: Keeper;
}

/**
 * A job for the engine, with a journal: as it starts, the keeper makes the store and its salt. A
 * store that cannot be made fails the job before a tool is called.
 */
export function journalled<Job extends object>(
  job: Job,
  { server, home, keeper }: Journalled,
): Job & { journal: CallDestination } {
  const { port1, port2 } = new MessageChannel();
  const opened = ask(keeper, (api) => api.openJournal(home, Comlink.transfer(port2, [port2])));
  opened.catch(() => {}); // the engine is told, too
  return Comlink.transfer({ ...job, journal: { server, port: port1 } }, [port1]);
}
