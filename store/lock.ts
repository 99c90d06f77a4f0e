/** Locks on whole files, which other programs honor that use `flock` (capture.md §2). */

import { IncompleteError } from "../core/errors.ts";

/**
 * How long others may hold a lock unless told otherwise, in ms: reading a large store takes seconds,
 * and a record must not be lost to that.
 */
const PATIENCE_MS = 30_000;

/**
 * Locks a file until it is closed.
 * @param name of the file in the error
 * @throws {IncompleteError} when others hold it for too long
 */
export async function lockFile(
  file: Deno.FsFile,
  kind: "shared" | "exclusive",
  name: string,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new IncompleteError(`${name} is locked by another process; try again`));
  }, patienceMs);
  try {
    await Promise.race([file.lock(kind === "exclusive"), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
