/** `mcpeval export-issues`: findings as files for an issue tracker (cli.md §6, capture.md §13). */

import { resolve } from "node:path";
import { IncompleteError, UsageError } from "../../core/errors.ts";
import { issueFile, renderIssue } from "../../core/findings/issue.ts";
import { isKept } from "../../store/home.ts";
import type { Invocation, Prepared } from "../command.ts";
import { realPath } from "../files.ts";
import { findingsFiles, loadFindings } from "../findings.ts";
import { findHome } from "../home.ts";
import { ask, startKeeper } from "../isolates.ts";
import { capabilities, type CapabilityPlan } from "../permissions.ts";
import { print } from "../terminal.ts";

interface Options {
  home: string;
  /** The folder, with every link in it resolved. */
  folder: string;
  /** As it was typed. */
  named: string;
  includeAll: boolean;
  force: boolean;
}

/** See {@link CommandModule.prepare}. */
export function prepare({ options }: Invocation): Prepared {
  const named = String(options["dir"]);
  if (named === "") throw new UsageError("--dir needs the path of a folder");
  const home = findHome();
  const folder = realPath(named);
  if (isKept(resolve(home), resolve(folder))) {
    throw new UsageError(
      "--dir would write into what mcpeval keeps in its home; name another folder",
    );
  }
  const plan = {
    engine: null,
    keeper: capabilities({ read: [...findingsFiles(home), folder], write: [folder] }),
  };
  const includeAll = options["includeClosed"] === true;
  const force = options["force"] === true;
  return { plan, run: () => run({ home, folder, named, includeAll, force }, plan) };
}

async function run(options: Options, plan: CapabilityPlan): Promise<number> {
  const { home, folder, named, includeAll, force } = options;
  const keeper = startKeeper(plan.keeper);
  const findings = (await loadFindings(home, keeper))
    .filter(({ state }) => includeAll || state === "open");
  if (findings.length === 0) {
    throw new IncompleteError(
      includeAll
        ? "there are no findings to export"
        : "there are no open findings to export; --include-closed takes the others",
    );
  }
  const files = findings.map((finding) => ({
    name: issueFile(finding),
    text: renderIssue(finding),
  }));
  await ask(keeper, (api) => api.writeFiles(folder, files, force));
  print(`wrote ${files.length} issue files to ${named}\n`);
  return 0;
}
