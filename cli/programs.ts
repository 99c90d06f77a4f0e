/** Finding programs on this system, before permissions are dropped. */

import { resolve } from "node:path";
import { IncompleteError } from "../core/errors.ts";
import { isSet, readVariableIfPossible } from "./environment.ts";

const windows = Deno.build.os === "windows";
/** What a bare name does not have. */
const slash = windows ? /[\\/]/ : /\//;

/**
 * The program that ends a process group from inside the engine, which may start it by name only:
 * `kill`, on Windows `taskkill`. Null when the system has none; then only the server itself can be
 * ended, not what it started.
 */
export function findKiller(): string | null {
  return findProgram(windows ? "taskkill" : "kill");
}

/** Where a program is started: variables beside those of this process, and a folder. */
export interface StartingPlace {
  env?: Readonly<Record<string, string>>;
  cwd?: string;
}

/**
 * The command as it has to be started. On Windows a script (`npx` is `npx.cmd`) is run by the
 * command interpreter, as a shell would; elsewhere the command stays as it is, save that without
 * PATH a bare name is looked for in the usual folders, as the system does.
 * @param place where and with what it is started: its own folder and PATH count
 * @throws {IncompleteError} when it has to be looked for and is nowhere
 */
export function startable(
  command: readonly [string, ...string[]],
  { env = {}, cwd }: StartingPlace = {},
): readonly [string, ...string[]] {
  const own = Object.entries(env).find(([name]) =>
    (windows ? name.toUpperCase() : name) === "PATH"
  );
  const [written, ...args] = command;
  const isPath = slash.test(written);
  const program = isPath && cwd !== undefined ? resolve(cwd, written) : written;
  const isForTheSystem = isPath || (own === undefined && isSet("PATH"));
  if (!windows && isForTheSystem) return [program, ...args];
  const found = findProgram(program, own?.[1]);
  if (found === null) {
    throw new IncompleteError(
      `the server program ${written} was not found; check its spelling and PATH`,
    );
  }
  if (!windows || !/\.(cmd|bat)$/i.test(found)) return [found, ...args];
  const interpreter = Deno.env.get("ComSpec") ?? "cmd.exe";
  return [interpreter, "/d", "/s", "/c", found, ...args];
}

/** The program of a name: itself when it is a path, else where PATH has it; null when it is nowhere. */
export function findProgram(
  name: string,
  searched = readVariableIfPossible("PATH") ?? "",
): string | null {
  const separator = windows ? ";" : ":";
  const endings = windows
    ? ["", ...(Deno.env.get("PATHEXT") ?? ".COM;.EXE;.BAT;.CMD").split(";")]
    : [""];
  // The usual folders are the last resort of a run without PATH.
  const path = `${searched}${windows ? "" : ":/usr/bin:/bin"}`;
  const folders = slash.test(name) ? [""] : path.split(separator);
  for (const folder of folders) {
    for (const ending of endings) {
      const path = (folder === "" ? "" : `${folder}/`) + name + ending;
      if (isProgram(path)) return path;
    }
  }
  return null;
}

function isProgram(path: string): boolean {
  try {
    const info = Deno.statSync(path);
    return info.isFile && (windows ? /\.\w+$/.test(path) : ((info.mode ?? 0) & 0o111) !== 0);
  } catch {
    return false;
  }
}
