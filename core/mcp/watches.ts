/** Waiting for updates of resources (wire.md §3.2 “Notifications”, decisions D21). */

import type { Budget } from "./budget.ts";
import { isObject, type Json } from "./json.ts";
import type { UpdateWatch } from "./session.ts";
import { settlesWithin } from "./time.ts";

/** Updates of other resources that one watch outlives, and their bytes (decisions D21). */
const MAX_RETAINED = 128;
const MAX_RETAINED_BYTES = 4_194_304;

/** The notification that watches wait for. */
export const RESOURCE_UPDATED = "notifications/resources/updated";

/** The watches of one connection. */
export interface Watches {
  /** Takes the parameters of a {@link RESOURCE_UPDATED} that has arrived. */
  notice(params: Json | undefined, bytes: number): void;
  /**
   * Starts a watch.
   * @param dried settles when nothing more can arrive; asked when a wait begins
   * @param stopped called once, when the watch is stopped
   */
  open(uri: string, dried: () => Promise<unknown>, stopped?: () => void): UpdateWatch;
}

/** The state of one watch. `over`: enough has arrived, one way or the other. */
interface Watch {
  uri: string;
  seen: boolean;
  retained: number;
  retainedBytes: number;
  over: PromiseWithResolvers<void>;
}

/** Keeps the watches of a connection. */
export function keepWatches(budget: Budget): Watches {
  const open = new Set<Watch>();

  async function updated(watch: Watch, dried: Promise<unknown>, waitMs: number): Promise<boolean> {
    const wait = budget.wait(waitMs);
    const ended = Promise.race([watch.over.promise, dried]);
    if (await settlesWithin(ended, wait.ms) || watch.seen) return watch.seen;
    const fault = wait.expired("no update of the resource");
    if (fault.label === "evaluation-budget-exceeded") throw fault;
    return false;
  }
  return {
    notice(params, bytes) {
      for (const watch of open) {
        if (isObject(params) && params.uri === watch.uri) watch.seen = true;
        watch.retained++;
        watch.retainedBytes += bytes;
        const full = watch.retained > MAX_RETAINED || watch.retainedBytes > MAX_RETAINED_BYTES;
        if (!watch.seen && !full) continue;
        open.delete(watch);
        watch.over.resolve();
      }
    },
    open(uri, dried, stopped = () => {}) {
      const over = Promise.withResolvers<void>();
      const watch: Watch = { uri, seen: false, retained: 0, retainedBytes: 0, over };
      open.add(watch);
      let active = true;
      return {
        updated: (waitMs) => updated(watch, dried(), waitMs),
        stop() {
          if (!active) return;
          active = false;
          open.delete(watch);
          over.resolve();
          stopped();
        },
      };
    },
  };
}
