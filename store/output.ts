/**
 * Writing what the user named with `--output`. A file is written whole or not at all; what stands
 * there keeps its mode. Pipes and devices take the text as it comes.
 */

import { IncompleteError, type Outcome, outcomeOf } from "../core/errors.ts";
import { naming } from "./failure.ts";

/** The file that is written first, beside the one it becomes. */
export function partialPath(path: string): string {
  return `${path}.partial`;
}

/**
 * Tries whether a path can be written, and leaves everything as it was: to be asked before long
 * work ends in a result that has no place.
 * @param path with every link in it resolved
 * @throws {IncompleteError} that names the path and the kind of error
 */
export function checkOutput(path: string): Promise<void> {
  return naming("writing", path, async () => {
    const existing = await statOrNull(path);
    if (existing !== null && !existing.isFile) {
      requireStream(path, existing);
      // Opening a pipe would wait for its reader.
      if (existing.isCharDevice) (await Deno.open(path, { write: true })).close();
      return;
    }
    const partial = partialPath(path);
    try {
      (await Deno.open(partial, NEW_FILE)).close();
      await Deno.remove(partial);
    } catch (error) {
      if (existing === null || !isClosedFolder(error)) throw meaningOf(error, path);
      (await Deno.open(path, { write: true })).close();
    }
  });
}

/**
 * Writes `text` to `path`: first beside it, then by renaming, so a reader never sees half a file
 * and a full disk leaves the old one. Only where the folder does not allow that (a single file that
 * is mounted, a folder of someone else) an existing file is written in its place.
 * @param path with every link in it resolved
 * @param replace whether an existing file may be replaced
 * @returns a failure of exit 3 that names the path and the kind of error
 */
export function writeOutput(path: string, text: string, replace: boolean): Promise<Outcome<null>> {
  const bytes = new TextEncoder().encode(text);
  return outcomeOf(() =>
    naming("writing", path, async () => {
      const existing = await statOrNull(path);
      if (existing?.isFile === true && !replace) throw refusal(path, "the file exists");
      if (existing !== null && !existing.isFile) {
        requireStream(path, existing);
        await writeTo(path, bytes, { write: true });
        return null;
      }
      try {
        await writeByRenaming(path, bytes, existing);
      } catch (error) {
        if (existing === null || !isClosedFolder(error)) throw meaningOf(error, path);
        await writeTo(path, bytes, { write: true, truncate: true });
      }
      return null;
    })
  );
}

/** Never through a link and never over a file: what stands there is not ours. */
const NEW_FILE = { write: true, createNew: true };

/**
 * Writes a file that must not exist yet; one that cannot be written whole is removed.
 * @param like whose owner and mode it gets; null for those of any new file
 */
export async function writeNew(
  path: string,
  bytes: Uint8Array,
  like: Deno.FileInfo | null,
): Promise<void> {
  const mode = like?.mode ?? null;
  const options = mode === null ? NEW_FILE : { ...NEW_FILE, mode: mode & 0o777 };
  const created = await Deno.open(path, options);
  await orRemove(path, async () => {
    await writeAll(created, bytes);
    if (like !== null) await takeOver(path, like);
  });
}

/** Does something to a file of ours, which is removed when that fails. */
async function orRemove(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await Deno.remove(path).catch(() => {});
    throw error;
  }
}

async function writeByRenaming(
  path: string,
  bytes: Uint8Array,
  existing: Deno.FileInfo | null,
): Promise<void> {
  const partial = partialPath(path);
  await writeNew(partial, bytes, existing);
  await orRemove(partial, () => Deno.rename(partial, path));
}

/** Gives a new file the owner, as far as the user may, and the mode of the one that it replaces. */
async function takeOver(path: string, { uid, gid, mode }: Deno.FileInfo): Promise<void> {
  if (mode === null) return; // Windows
  await Deno.chown(path, uid, gid).catch(() => {});
  await Deno.chmod(path, mode & 0o777);
}

async function writeTo(path: string, bytes: Uint8Array, options: Deno.OpenOptions): Promise<void> {
  try {
    await writeAll(await Deno.open(path, options), bytes);
  } catch (error) {
    // A reader that has gone away is no error, as on stdout.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  try {
    let rest = bytes;
    while (rest.length > 0) rest = rest.subarray(await file.write(rest));
  } finally {
    file.close();
  }
}

function refusal(path: string, why: string): IncompleteError {
  return new IncompleteError(`writing ${path} failed: ${why}`);
}

/** Refuses what text cannot be written to as it comes, unlike a pipe, a terminal or /dev/null. */
function requireStream(path: string, { isFifo, isCharDevice, isDirectory }: Deno.FileInfo): void {
  if (isFifo || isCharDevice) return;
  throw refusal(path, isDirectory ? "it is a folder" : "it is not a regular file");
}

/** Whether an error says that the folder takes no new file, or that the file cannot be replaced. */
function isClosedFolder(error: unknown): boolean {
  if (error instanceof Deno.errors.PermissionDenied) return true;
  return error instanceof Error && "code" in error &&
    (error.code === "EROFS" || error.code === "EBUSY");
}

/** An error of the partial file, in words of the file that was meant. */
function meaningOf(error: unknown, path: string): unknown {
  if (error instanceof Deno.errors.AlreadyExists) {
    return refusal(path, "remove the .partial file beside it first");
  }
  return error instanceof Deno.errors.NotFound ? refusal(path, "its folder does not exist") : error;
}

async function statOrNull(path: string): Promise<Deno.FileInfo | null> {
  try {
    return await Deno.stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
