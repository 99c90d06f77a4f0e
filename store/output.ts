/** Writing a file that the user named: whole or not at all. */

import type { Outcome } from "../core/errors.ts";

/** The file that is written first, beside the one it becomes. */
export function partialPath(path: string): string {
  return `${path}.partial`;
}

/**
 * Writes `text` to `path`: first beside it, then by renaming, so a reader never sees half a file
 * and a full disk leaves the old one.
 * @param replace whether an existing file may be replaced
 * @returns a failure of exit 3 that names the path and the kind of error
 */
export async function writeOutput(
  path: string,
  text: string,
  replace: boolean,
): Promise<Outcome<null>> {
  const partial = partialPath(path);
  try {
    const existing = await statOrNull(path);
    if (existing !== null && !replace) throw new Deno.errors.AlreadyExists();
    if (existing !== null && !existing.isFile) throw new NotAFile();
    await writePartial(partial, text);
    await Deno.rename(partial, path);
    return { ok: true, value: null };
  } catch (error) {
    if (!(error instanceof InTheWay)) await Deno.remove(partial).catch(() => {});
    return {
      ok: false,
      failure: { exit: 3, message: `writing ${path} failed: ${kindOf(error)}`, causes: [] },
    };
  }
}

async function statOrNull(path: string): Promise<Deno.FileInfo | null> {
  try {
    return await Deno.stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** Never through a link and never over a file: what stands there is not ours. */
async function writePartial(partial: string, text: string): Promise<void> {
  try {
    await Deno.writeTextFile(partial, text, { createNew: true });
  } catch (error) {
    throw error instanceof Deno.errors.AlreadyExists ? new InTheWay() : error;
  }
}

/** Something stands where the partial file has to be. */
class InTheWay extends Error {}

/** The path is a folder, a device or a pipe. */
class NotAFile extends Error {}

function kindOf(error: unknown): string {
  if (error instanceof InTheWay) return "remove the .partial file beside it first";
  if (error instanceof NotAFile) return "it is not a regular file";
  if (error instanceof Deno.errors.AlreadyExists) return "the file exists";
  if (error instanceof Deno.errors.NotFound) return "its folder does not exist";
  if (error instanceof Deno.errors.PermissionDenied) return "permission denied";
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" ? code : error instanceof Error ? error.name : "unknown error";
}
