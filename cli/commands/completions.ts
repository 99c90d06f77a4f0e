/** `mcpeval completions`: a script for the user's shell. */

import type { Invocation, Prepared } from "../command.ts";
import { completionScript, type Shell } from "../completions.ts";
import { PRINT_ONLY, revokeAll } from "../permissions.ts";
import { print } from "../terminal.ts";

/** See {@link CommandModule.prepare}. */
export function prepare({ operands: [shell] }: Invocation): Prepared {
  return {
    plan: PRINT_ONLY,
    run() {
      revokeAll();
      print(completionScript(shell as Shell));
      return Promise.resolve(0);
    },
  };
}
