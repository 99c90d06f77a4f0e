/** `mcpeval doctor`: looks for content in the store (cli.md §6, capture.md §15). */

import { revealed } from "../../core/report/visible.ts";
import type { Diagnosis } from "../../store/doctor.ts";
import { saltFile, storeFolder } from "../../store/home.ts";
import type { Invocation, Prepared } from "../command.ts";
import { findHome } from "../home.ts";
import { ask, dropPermissions, startKeeper } from "../isolates.ts";
import { capabilities, type CapabilityPlan } from "../permissions.ts";
import { print } from "../terminal.ts";

/** See {@link CommandModule.prepare}. `--check-redaction` changes nothing. */
export function prepare(_invocation: Invocation): Prepared {
  const home = findHome();
  const folders = [storeFolder(home)];
  const plan = { engine: null, keeper: capabilities({ read: folders, write: folders }) };
  return { plan, run: () => run(home, plan) };
}

async function run(home: string, plan: CapabilityPlan): Promise<number> {
  const keeper = startKeeper(plan.keeper);
  await dropPermissions(keeper);
  const diagnosis = await ask(keeper, (api) => api.diagnose(home));
  print(render(diagnosis, home));
  return diagnosis.flagged.length === 0 ? 0 : 1;
}

function render({ scanned, flagged, notes }: Diagnosis, home: string): string {
  const lines = [
    `scanned ${scanned} files`,
    ...flagged.map(revealed),
    ...notes > 0 ? [`${notes} annotation notes contain agent prose; review before sharing`] : [],
    `do not share: ${saltFile(home)} (fingerprint salt)`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}
