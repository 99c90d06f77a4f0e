/** What `shim install` and `shim uninstall` have in common: a config is changed in place. */

import type { ClientConfig, ClientEntry } from "../core/clients/config.ts";
import { renderDiff } from "../core/clients/diff.ts";
import type { EntryResult, Rewrite } from "../core/clients/rewrite.ts";
import { visible } from "../core/report/visible.ts";
import { partialPath } from "../store/output.ts";
import { readDocument } from "../store/reading.ts";
import { locateConfig, readConfig } from "./client-config.ts";
import type { Invocation, Prepared } from "./command.ts";
import { exists, realPath } from "./files.ts";
import { ask, dropPermissions, startKeeper } from "./isolates.ts";
import { capabilities, type CapabilityPlan } from "./permissions.ts";
import { print } from "./terminal.ts";

/** One of the two commands. */
export interface ConfigChange {
  /** @param names of servers; null for all */
  apply(config: ClientConfig, names: readonly string[] | null): Rewrite;
  /** A line about an entry, without its name at the front. */
  describe(result: EntryResult): string;
}

/** Prepares a command that changes a config. */
export function prepareChange({ options }: Invocation, change: ConfigChange): Prepared {
  const named = String(options["client"]);
  const names = options["server"] as readonly string[] | undefined ?? null;
  const path = realPath(locateConfig(named));
  const backup = options["dryRun"] === true ? null : freeBackup(path);
  const plan = planFor(path, backup);
  return { plan, run: () => run(change, path, names, backup, plan) };
}

function planFor(path: string, backup: string | null): CapabilityPlan {
  const files = backup === null ? [] : [path, partialPath(path), backup];
  const read = backup === null ? [path] : files;
  return { engine: null, keeper: capabilities({ read, write: files }) };
}

/** Names of the copies of a config, from 1 on without a gap. */
function backupAt(path: string, number: number): string {
  return `${path}.mcpeval-backup${number === 1 ? "" : `.${number}`}`;
}

function freeBackup(path: string): string {
  let number = 1;
  while (exists(backupAt(path, number))) number += 1;
  return backupAt(path, number);
}

/** A copy that holds the same already; null when there is none. */
function sameBackup(path: string, text: string): string | null {
  for (let number = 1;; number++) {
    const backup = backupAt(path, number);
    if (!exists(backup)) return null;
    if (holds(backup, text)) return backup;
  }
}

function holds(path: string, text: string): boolean {
  try {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    return decoder.decode(readDocument(path)) === text;
  } catch {
    return false;
  }
}

async function run(
  { apply, describe }: ConfigChange,
  path: string,
  names: readonly string[] | null,
  free: string | null,
  plan: CapabilityPlan,
): Promise<number> {
  const config = readConfig(path);
  const { text, edits, results } = apply(config, names);
  const report = results.map((each) => `${nameOf(each.entry)}: ${describe(each)}\n`).join("");
  if (edits.length === 0) {
    print(`${report}nothing to change in ${path}\n`);
    return 0;
  }
  if (free === null) {
    print(report);
    const isChanged = ({ kind }: EntryResult) => kind === "done" || kind === "renewed";
    const shown = results.filter(isChanged).flatMap(({ entry: { place } }) =>
      place === null ? [] : [place.command, ...place.args === null ? [] : [place.args.span]]
    );
    print(renderDiff(config, edits, config.scalars, shown));
    print("dry run: nothing was written\n");
    return 0;
  }
  const old = sameBackup(path, config.text);
  const backup = old === null ? free : null;
  const keeper = startKeeper(plan.keeper);
  await dropPermissions(keeper);
  await ask(keeper, (api) => api.replaceConfig({ path, before: config.text, after: text, backup }));
  print(report);
  print(`copy of the old file: ${backup ?? old}\n`);
  print(`wrote ${path}; restart the client so that it reads it\n`);
  return 0;
}

function nameOf({ name, project }: ClientEntry): string {
  return visible(project === null ? name : `${name} (${project})`);
}
