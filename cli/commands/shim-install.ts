/** `mcpeval shim install`: wraps the servers of a client's config in the shim (docs/clients.md). */

import { resolve } from "node:path";
import { whyNot, wrapServers } from "../../core/clients/rewrite.ts";
import { isBareName, isMcpeval, labelFor } from "../../core/clients/wrapping.ts";
import { UsageError } from "../../core/errors.ts";
import { prepareChange } from "../client-edit.ts";
import type { Invocation, Prepared } from "../command.ts";
import { isFile, realPath } from "../files.ts";
import { findProgram } from "../programs.ts";

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
        case "renewed":
          return "wrapped already, the path of mcpeval brought up to date";
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
  const program = typeof named === "string" ? programNamed(named) : ownProgram();
  if (!isMcpeval(program)) {
    throw new UsageError("the program has to be called mcpeval, so that it is found again");
  }
  if (!isFile(program) && !isBareName(program)) {
    throw new UsageError("the program that --program names does not exist");
  }
  return program;
}

/** A path of a file is written whole, a bare name that PATH knows as it is. */
function programNamed(named: string): string {
  const path = resolve(named);
  const isOnPath = isBareName(named) && !isFile(path) && findProgram(named) !== null;
  return isOnPath ? named : path;
}

/**
 * This program by the path that PATH knows, if it does: that stays when a link to the folder of a
 * version is set to the next one.
 */
function ownProgram(): string {
  const own = Deno.execPath();
  const found = findProgram("mcpeval");
  return found !== null && realPath(resolve(found)) === realPath(own) ? resolve(found) : own;
}
