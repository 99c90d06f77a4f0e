/** `mcpeval promote`: makes findings of failures that matter (cli.md §6, capture.md §9). */

import { MisuseError, UsageError } from "../../core/errors.ts";
import { ratio } from "../../core/findings/figures.ts";
import { parseDecimal } from "../../core/report/decimal.ts";
import { configFile, indexFile, lifecycleFile } from "../../store/home.ts";
import type { Promotion } from "../../store/findings/promote.ts";
import { requireThreshold } from "../../store/findings/threshold.ts";
import { databasePaths } from "../../store/sqlite.ts";
import type { Invocation, Prepared } from "../command.ts";
import { findHome } from "../home.ts";
import { ask, dropPermissions, startKeeper } from "../isolates.ts";
import { capabilities, type CapabilityPlan } from "../permissions.ts";
import { print } from "../terminal.ts";

/** See {@link CommandModule.prepare}. */
export function prepare({ options }: Invocation): Prepared {
  const threshold = readThreshold(options["threshold"] as string | undefined);
  const home = findHome();
  const databases = [indexFile(home), lifecycleFile(home)].flatMap(databasePaths);
  const plan = {
    engine: null,
    keeper: capabilities({ read: [...databases, configFile(home)], write: databases }),
  };
  return { plan, run: () => run(home, threshold, plan) };
}

/** Null without the option. */
function readThreshold(text: string | undefined): number | null {
  if (text === undefined) return null;
  const threshold = parseDecimal(text);
  if (threshold === null) throw new UsageError("--threshold takes a number");
  return requireThreshold(threshold, "--threshold", MisuseError);
}

async function run(home: string, threshold: number | null, plan: CapabilityPlan): Promise<number> {
  const keeper = startKeeper(plan.keeper);
  await dropPermissions(keeper);
  const promotion = await ask(keeper, (api) => api.promote(home, { threshold, now: new Date() }));
  print(render(promotion));
  return 0;
}

function render({ findings, issues, oneSession, below, threshold }: Promotion): string {
  const left = [
    ...(oneSession === 0 ? [] : [`${oneSession} seen in one session only`]),
    ...(below === 0 ? [] : [`${below} below threshold ${ratio(threshold)}`]),
  ];
  const why = left.length === 0 ? "" : ` (${left.join(", ")})`;
  return `promoted ${findings} of ${issues} issues${why}\n`;
}
