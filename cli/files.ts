/** Reading what the user named, before permissions are dropped. */

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

/** Whether something exists at a path, a dangling link included. */
export function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    return !(error instanceof Deno.errors.NotFound);
  }
}
