/** `mcpeval share`: packs the store into an envelope (cli.md §6, capture.md §16). */

import { revealed } from "../../core/report/visible.ts";
import { storeFolder } from "../../store/home.ts";
import type { ShareJob } from "../../store/share.ts";
import { findPlace, refuseOverlap } from "../../store/share-place.ts";
import type { Invocation, Prepared } from "../command.ts";
import { beforeExit, endOnInterrupt } from "../farewell.ts";
import { findHome } from "../home.ts";
import { ask, dropPermissions, startKeeper } from "../isolates.ts";
import { capabilities, type CapabilityPlan } from "../permissions.ts";
import { print, printError } from "../terminal.ts";

/** See {@link CommandModule.prepare}. */
export function prepare({ options }: Invocation): Prepared {
  const shown = String(options["dir"]);
  const home = findHome();
  const store = storeFolder(home);
  const place = findPlace(shown);
  refuseOverlap(place, home, store);
  const job: ShareJob = {
    store,
    place,
    includeHistory: options["includeProbeHistory"] === true,
    includeNotes: options["includeAnnotationNotes"] === true,
    force: options["force"] === true,
    stop: new Int32Array(new SharedArrayBuffer(4)),
  };
  // The envelope is staged beside its place, so the folder that holds it has to be writable.
  const made = place.missing[0] ?? place.parent;
  const plan = {
    engine: null,
    keeper: capabilities({ read: [store, made], write: [made] }),
  };
  return { plan, run: () => run(shown, job, plan) };
}

async function run(shown: string, job: ShareJob, plan: CapabilityPlan): Promise<number> {
  const keeper = startKeeper(plan.keeper);
  await dropPermissions(keeper);
  endOnInterrupt();
  const packing = ask(keeper, (api) => api.packEnvelope(job));
  packing.catch(() => {}); // told when it is awaited
  beforeExit(() => {
    Atomics.store(job.stop, 0, 1);
    return packing.catch(() => {}); // what was staged is removed
  });
  const { files, notes, flagged, flaggedFiles } = await packing;
  if (flagged.length > 0) {
    printError(flagged.map((place) => `${revealed(place)}\n`).join(""));
    printError(
      `redaction sweep flagged ${flaggedFiles} file(s): nothing was shared; remove these lines ` +
        "from the store, check it with mcpeval doctor, and share again\n",
    );
    return 1;
  }
  print(`share envelope: ${shown} (${files} record files)\n`);
  if (notes > 0) {
    print(`review before sharing: ${notes} annotation note(s) contain prose\n`);
  }
  return 0;
}
