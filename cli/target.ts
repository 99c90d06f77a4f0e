/** The server under test, as the command line names it. */

import type { Target } from "../core/mcp/session.ts";
import { type Capabilities, capabilities, runList } from "./permissions.ts";
import { findKiller, startable } from "./programs.ts";

/** A stdio server with what the engine needs to start and end it. */
export interface StdioTarget {
  target: Target;
  /** See `findKiller`. */
  killProgram: string | null;
  capabilities: Capabilities;
}

/** The target of the words after `--`, or null when there are none. */
export function stdioTarget(words: readonly string[] | null): StdioTarget | null {
  const [program, ...args] = words ?? [];
  if (program === undefined) return null;
  const command = startable([program, ...args]);
  const killProgram = findKiller();
  return {
    target: { kind: "stdio", command },
    killProgram,
    capabilities: capabilities({ run: runList(command[0], killProgram) }),
  };
}
