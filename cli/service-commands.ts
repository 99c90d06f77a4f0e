/** Commands that serve agents. */

import type { CommandSpec } from "./command.ts";

/** In the order of the help. */
export const SERVICE_COMMANDS: readonly CommandSpec[] = [];
