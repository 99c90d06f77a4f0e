/** `mcpeval shim uninstall`: undoes `mcpeval shim install` (docs/clients.md). */

import { unwrapServers } from "../../core/clients/rewrite.ts";
import { prepareChange } from "../client-edit.ts";
import type { Invocation, Prepared } from "../command.ts";

/** See {@link CommandModule.prepare}. */
export function prepare(invocation: Invocation): Prepared {
  return prepareChange(invocation, {
    apply: unwrapServers,
    describe: ({ kind }) => kind === "done" ? "unwrapped" : "not wrapped",
  });
}
