/** The program `mcpeval`: from the command line to an exit code. */

import { DocumentError, MisuseError, toFailure, UsageError } from "../core/errors.ts";
import { endWith } from "./farewell.ts";
import { renderPlan } from "./permissions.ts";
import { print, printError, renderFailure } from "./terminal.ts";
import { VERSION } from "../core/version.ts";

/** How the command is used, once it is known. */
let usage = "";
/** Whether the command line was in order as far as that can be told before anything is done. */
let isPrepared = false;

async function main(words: readonly string[]): Promise<number> {
  // The commonest question of a script is answered before the command line is even built.
  if (words.length === 1 && (words[0] === "--version" || words[0] === "-V")) {
    print(`mcpeval ${VERSION}\n`);
    return 0;
  }
  const { parseCommandLine } = await import("./program.ts");
  const parsed = parseCommandLine(words);
  if (parsed.kind === "done") return parsed.exit;
  usage = parsed.usage;
  const module = await parsed.spec.load();
  const prepared = module.prepare(parsed.invocation);
  isPrepared = true;
  if (parsed.mode === "print") {
    print(renderPlan(prepared.plan));
    return 0;
  }
  if (parsed.mode === "prove") {
    const { prove } = await import("./prove.ts");
    return await prove(prepared.plan);
  }
  return await prepared.run();
}

/** Whether the words of the command line are at fault, and not what they name. */
function isMisuse(error: unknown): boolean {
  if (error instanceof MisuseError) return true;
  return !isPrepared && error instanceof UsageError && !(error instanceof DocumentError);
}

let exit: number;
try {
  exit = await main(Deno.args);
} catch (error) {
  const failure = toFailure(error);
  printError(renderFailure(failure) + (isMisuse(error) ? usage : ""));
  exit = failure.exit;
}
await endWith(exit);
