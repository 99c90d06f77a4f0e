/** `mcpeval shim`: passes a conversation over stdio on and records its calls (cli.md §6). */

import { UsageError } from "../../core/errors.ts";
import type { StdioShimEnd } from "../../shim/jobs.ts";
import type { Invocation, Prepared } from "../command.ts";
import { capabilities, runList } from "../permissions.ts";
import { findKiller, startable } from "../programs.ts";
import { findHome } from "../home.ts";
import { checkLabel, runShim, shimKeeper } from "../shims.ts";

/** See {@link CommandModule.prepare}. */
export function prepare({ options, server: words }: Invocation): Prepared {
  const [program, ...args] = words ?? [];
  if (program === undefined) {
    throw new UsageError("name the server to relay: put its command after --");
  }
  const label = checkLabel(String(options["server"]));
  const command = startable([program, ...args]);
  const killProgram = findKiller();
  const home = findHome();
  const plan = {
    engine: capabilities({ run: runList(command[0], killProgram) }),
    keeper: shimKeeper(home),
  };
  return {
    plan,
    async run() {
      const { code, recorded } = await runShim<StdioShimEnd>({ server: label, home }, plan, {
        relay: (engine, job, journal, listener) =>
          engine.stdio({ ...job, command, killProgram }, journal, listener),
      });
      return recorded ? code : 3;
    },
  };
}
