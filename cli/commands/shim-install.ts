/** `mcpeval shim install`: wraps the servers of a client's config in the shim (docs/clients.md). */

import { resolve } from "node:path";
import { whyNot, wrapServers } from "../../core/clients/rewrite.ts";
import { isMcpeval, labelFor } from "../../core/clients/wrapping.ts";
import { UsageError } from "../../core/errors.ts";
import { prepareChange } from "../client-edit.ts";
import type { Invocation, Prepared } from "../command.ts";

const bundled = !import.meta.url.endsWith(".ts");

/** See {@link CommandModule.prepare}. */
export function prepare(invocation: Invocation): Prepared {
  const program = readProgram(invocation.options["program"]);
  return prepareChange(invocation, {
    apply: (config, names) => wrapServers(config, names, program),
    describe({ kind, entry }) {
      switch (kind) {
        case "done":
          return `wrapped, recorded as ${labelFor(entry.name)}`;
        case "left":
          return "wrapped already";
        default:
          return `skipped, ${whyNot(kind)}`;
      }
    },
  });
}

/** The program that is written into the config: this one, unless the user names another. */
function readProgram(named: unknown): string {
  if (typeof named !== "string" && !bundled) {
    throw new UsageError(
      "mcpeval runs from source, so it is no program that a client could start: name the compiled " +
        "one with --program",
    );
  }
  const program = typeof named === "string" ? resolve(named) : Deno.execPath();
  if (!isMcpeval(program)) {
    throw new UsageError("the program has to be called mcpeval, so that it is found again");
  }
  if (!isFile(program)) throw new UsageError("the program that --program names does not exist");
  return program;
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
