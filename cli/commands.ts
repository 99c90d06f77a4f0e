/**
 * The table of commands: from it come the command line, its help, its suggestions and its
 * completions. It loads no implementation; `load` does, for the one command that runs.
 */

import { CAPTURE_COMMANDS } from "./capture-commands.ts";
import type { CommandSpec } from "./command.ts";
import { DOCUMENT_COMMANDS } from "./document-commands.ts";
import { EVALUATING_COMMANDS } from "./evaluating-commands.ts";
import { FINDINGS_COMMANDS } from "./findings-commands.ts";
import { SERVICE_COMMANDS } from "./service-commands.ts";

/** All commands, in the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [
  ...EVALUATING_COMMANDS,
  ...DOCUMENT_COMMANDS,
  ...CAPTURE_COMMANDS,
  ...FINDINGS_COMMANDS,
  ...SERVICE_COMMANDS,
];
