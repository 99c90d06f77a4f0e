/**
 * Runs `mcpeval report` without the command line's parser, which has tests of its own: the argument
 * is an invocation as JSON.
 */

import { prepare } from "../../cli/commands/report.ts";
import { printError, renderFailure } from "../../cli/terminal.ts";
import { toFailure } from "../../core/errors.ts";

try {
  Deno.exit(await prepare(JSON.parse(Deno.args[0] ?? "{}")).run());
} catch (error) {
  const failure = toFailure(error);
  printError(renderFailure(failure));
  Deno.exit(failure.exit);
}
