/** Commands that make findings of what was captured, and verify that they are mended. */

import type { CommandSpec } from "./command.ts";

/** In the order of the help. */
export const FINDINGS_COMMANDS: readonly CommandSpec[] = [];
