/** Reading what the user named, before permissions are dropped. */

import { basename, dirname, join } from "node:path";
import { UsageError } from "../core/errors.ts";

/**
 * The bytes of a file.
 * @param hint what to do when the file does not exist
 * @throws {UsageError} naming the path and the kind of failure
 */
export function readFile(path: string, hint: { missing: string }): Uint8Array {
  try {
    return Deno.readFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      throw new UsageError(`reading ${path} failed: no such file; ${hint.missing}`);
    }
    if (error instanceof Deno.errors.IsADirectory) {
      throw new UsageError(`reading ${path} failed: it is a folder`);
    }
    if (error instanceof Deno.errors.PermissionDenied) {
      throw new UsageError(`reading ${path} failed: permission denied`);
    }
    throw new UsageError(`reading ${path} failed`);
  }
}

/** All of standard input. @throws {UsageError} */
export async function readStdin(): Promise<Uint8Array> {
  try {
    return await new Response(Deno.stdin.readable).bytes();
  } catch {
    throw new UsageError("reading standard input failed");
  }
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

/**
 * A path with every link in it resolved, as permissions are checked; what does not exist yet keeps
 * its name. A relative path without links stays as it is.
 */
export function realPath(path: string): string {
  try {
    const real = Deno.realPathSync(path);
    return real === join(Deno.cwd(), path) ? path : real;
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}
