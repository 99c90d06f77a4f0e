/** `mcpeval index`: makes the index of what was captured (cli.md §6, capture.md §8). */

import * as Comlink from "comlink";
import { prepareCheck } from "../../store/index/check.ts";
import { indexFile, storeFolder } from "../../store/home.ts";
import { databasePaths } from "../../store/sqlite.ts";
import type { Invocation, Prepared } from "../command.ts";
import { findHome } from "../home.ts";
import { ask, dropPermissions, startKeeper } from "../isolates.ts";
import { capabilities, type CapabilityPlan } from "../permissions.ts";
import { print, printError } from "../terminal.ts";

/** See {@link CommandModule.prepare}. */
export function prepare({ options }: Invocation): Prepared {
  const home = findHome();
  const paths = [storeFolder(home), ...databasePaths(indexFile(home))];
  const plan = { engine: null, keeper: capabilities({ read: paths, write: paths }) };
  return { plan, run: () => run(home, options["rebuild"] === true, plan) };
}

async function run(home: string, rebuild: boolean, plan: CapabilityPlan): Promise<number> {
  const keeper = startKeeper(plan.keeper);
  const check = prepareCheck(indexFile(home));
  await dropPermissions(keeper);
  const { calls, failures, annotations, replays } = await ask(
    keeper,
    (api) => api.refreshIndex(home, { rebuild }, check && Comlink.proxy(check)),
  );
  print(`indexed ${calls} calls, ${failures} failures, ${annotations} annotations\n`);
  if (replays > 0) printError(`counted ${replays} identical event replays once\n`);
  return 0;
}
