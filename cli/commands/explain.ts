/** `mcpeval explain`: what a reason label means (cli.md §5). */

import { explainAnswer, explainList } from "../../core/report/explain.ts";
import type { Invocation, Prepared } from "../command.ts";
import { PRINT_ONLY, revokeAll } from "../permissions.ts";
import { print, printError } from "../terminal.ts";

/** See {@link CommandModule.prepare}. */
export function prepare({ operands: [reason] }: Invocation): Prepared {
  return {
    plan: PRINT_ONLY,
    run() {
      revokeAll();
      return Promise.resolve(reason === undefined ? list() : explain(reason));
    },
  };
}

function list(): number {
  print(explainList());
  return 0;
}

function explain(reason: string): number {
  const explained = explainAnswer(reason);
  if (explained.known) {
    print(`${explained.hint}\n`);
    return 0;
  }
  printError(`${explained.complaint}\n`);
  return 2;
}
