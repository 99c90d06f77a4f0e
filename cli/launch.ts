/** What a verification of a server over stdio starts, and what it vouches for (capture.md §11.3). */

import { resolve } from "node:path";
import { IncompleteError } from "../core/errors.ts";
import type { LaunchFiles } from "../core/verification/launch-identity.ts";
import { readVariableIfPossible } from "./environment.ts";
import { isFile, realPath } from "./files.ts";
import { startable } from "./programs.ts";

/** A command with the program's absolute path, and its files. */
export interface Launch {
  command: readonly [string, ...string[]];
  files: LaunchFiles;
}

/**
 * Finds the program of a command, on PATH unless a path names it, and the arguments that name
 * regular files.
 * @throws {IncompleteError} when there is no such program
 */
export function findLaunch(words: readonly string[]): Launch {
  const [written = "", ...rest] = words;
  const [program, ...args] = locate([written, ...rest]);
  const executable = resolve(program);
  if (!isFile(executable)) throw notFound(written);
  return {
    command: [executable, ...args],
    files: { executable, others: args.filter(isFile).map((path) => resolve(path)) },
  };
}

/** What observing the files takes: a path is checked as it is and with its links resolved. */
export function launchPaths({ executable, others }: LaunchFiles): string[] {
  return [...new Set([executable, ...others].flatMap((path) => [path, realPath(path)]))];
}

function locate(command: readonly [string, ...string[]]): readonly [string, ...string[]] {
  try {
    // Saying where to look finds the path that the system would.
    return startable(command, { env: { PATH: readVariableIfPossible("PATH") ?? "" } });
  } catch {
    throw notFound(command[0]);
  }
}

function notFound(program: string): IncompleteError {
  return new IncompleteError(
    `the verification executable ${program} was not found; check its spelling and PATH`,
  );
}
