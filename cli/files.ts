/** Reading what the user named, before permissions are dropped. */

import { fstatSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { DocumentError } from "../core/errors.ts";
import { kindOf } from "../store/failure.ts";
import { documentOf, readDocument, readStart, startOf } from "../store/reading.ts";

/** Names of the streams that every process has; the runtime opens none of them by its name. */
const STREAMS = new Map(
  ["stdin", "stdout", "stderr"].flatMap((stream, number) =>
    [`/dev/${stream}`, `/dev/fd/${number}`, `/proc/self/fd/${number}`].map((path) =>
      [path, stream as "stdin" | "stdout" | "stderr"] as const
    )
  ),
);

/** The stream of this process that a path stands for, or null. */
export function streamAt(path: string): "stdin" | "stdout" | "stderr" | null {
  return STREAMS.get(path) ?? null;
}

/** The path of standard input, where a command calls it `-`. */
export const STDIN_PATH = "/dev/stdin";

/** Whether a path is the regular file that standard input comes from, as after a shell's `<`. */
export function isStdin(path: string): boolean {
  try {
    const [stdin, file] = [fstatSync(0), statSync(path)];
    return file.isFile() && stdin.dev === file.dev && stdin.ino === file.ino;
  } catch {
    return false; // one of them is not there
  }
}

/**
 * The bytes of a file, or of a pipe.
 * @param hint what to do when the file does not exist
 * @throws {DocumentError} naming the path and the kind of failure
 */
export function readFile(path: string, hint: { missing: string }): Uint8Array {
  if (streamAt(path) === "stdin") return readStdin();
  if (path === "") throw new DocumentError(`the path of a file is empty; ${hint.missing}`);
  try {
    return readDocument(path);
  } catch (error) {
    throw error instanceof Deno.errors.NotFound
      ? new DocumentError(`reading ${path} failed: no such file; ${hint.missing}`)
      : new DocumentError(`reading ${path} failed: ${kindOf(error)}`);
  }
}

/** All of standard input. @throws {DocumentError} */
export function readStdin(): Uint8Array {
  try {
    return documentOf(Deno.stdin);
  } catch (error) {
    throw new DocumentError(`reading standard input failed: ${kindOf(error)}`);
  }
}

/** The first bytes of a file, of a pipe, or of standard input; see {@link readStart}. */
export function readStartOf(path: string, most: number): Uint8Array {
  return streamAt(path) === "stdin" ? startOf(Deno.stdin, most) : readStart(path, most);
}

/** Whether something exists at a path, a dangling link included. */
export function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false; // or out of reach, which shows when it is written
  }
}

/** Whether a path leads to a regular file. */
export function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/**
 * A path with every link in it resolved, as permissions are checked and files are replaced; what
 * does not exist yet keeps its name, also behind a link. A relative path without links stays as it
 * is, and so does one that has no other name, such as that of a shell's `<(command)`.
 */
export function realPath(path: string): string {
  try {
    const real = Deno.realPathSync(path);
    return real === join(Deno.cwd(), path) ? path : real;
  } catch {
    const parent = dirname(path);
    if (parent === path || !isMissing(path)) return path;
    const target = linkTarget(path);
    const folder = realPath(parent);
    return target === null ? join(folder, basename(path)) : realPath(resolve(folder, target));
  }
}

/** Whether nothing is there or a link leads to nothing; a link in a circle is something else. */
function isMissing(path: string): boolean {
  try {
    Deno.statSync(path);
    return false;
  } catch (error) {
    return error instanceof Deno.errors.NotFound;
  }
}

/** Where a link leads to; null when it is none. */
function linkTarget(path: string): string | null {
  try {
    return Deno.readLinkSync(path);
  } catch {
    return null;
  }
}
