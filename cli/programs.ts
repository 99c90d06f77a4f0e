/** Finding programs on this system, before permissions are dropped. */

import { IncompleteError } from "../core/errors.ts";

const windows = Deno.build.os === "windows";

/**
 * The program that ends a process group from inside the engine, which may start it by name only:
 * `kill`, on Windows `taskkill`. Null when the system has none; then only the server itself can be
 * ended, not what it started.
 */
export function findKiller(): string | null {
  return findProgram(windows ? "taskkill" : "kill");
}

/**
 * The command as it has to be started. On Windows a script (`npx` is `npx.cmd`) is run by the
 * command interpreter, as a shell would; elsewhere the command stays as it is, save that without
 * PATH a bare name is looked for in the usual folders, as the system does.
 * @throws {IncompleteError} when it has to be looked for and is nowhere
 */
export function startable(
  command: readonly [string, ...string[]],
): readonly [string, ...string[]] {
  if (!windows && (Deno.env.get("PATH") !== undefined || command[0].includes("/"))) return command;
  const found = findProgram(command[0]);
  if (found === null) {
    throw new IncompleteError(
      `the server program ${command[0]} was not found; check its spelling and PATH`,
    );
  }
  if (!windows || !/\.(cmd|bat)$/i.test(found)) return [found, ...command.slice(1)];
  const interpreter = Deno.env.get("ComSpec") ?? "cmd.exe";
  return [interpreter, "/d", "/s", "/c", found, ...command.slice(1)];
}

function findProgram(name: string): string | null {
  const separator = windows ? ";" : ":";
  const endings = windows
    ? ["", ...(Deno.env.get("PATHEXT") ?? ".COM;.EXE;.BAT;.CMD").split(";")]
    : [""];
  // The usual folders are the last resort of a run without PATH.
  const path = `${Deno.env.get("PATH") ?? ""}${windows ? "" : ":/usr/bin:/bin"}`;
  const folders = /[\\/]/.test(name) ? [""] : path.split(separator);
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
