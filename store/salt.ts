/** The salt of the error fingerprints (capture.md §1). */

import { dirname, join } from "node:path";
import { writeAll } from "../core/bytes.ts";
import { IncompleteError } from "../core/errors.ts";
import { naming } from "./failure.ts";
import { saltFile } from "./home.ts";

const SALT_BYTES = 32;
/** Begins the names of files that are to become the salt. */
const UNFINISHED = ".salt.tmp-";
/** Age from which on such a file belongs to nobody, in ms: making a salt takes no time. */
const STALE_MS = 600_000;

/**
 * The salt of a home, made when there is none. Processes that make it at the same time agree: each
 * writes its own file, and only one can be linked to the final name. What one that was killed in it
 * has left is removed.
 * @returns 32 bytes
 * @throws {IncompleteError} when the file cannot be read or made, or has another length
 */
export async function loadSalt(home: string): Promise<Uint8Array> {
  const path = saltFile(home);
  await removeStale(home).catch(() => {}); // it is no salt, so it does no harm
  const existing = await naming("reading", path, () => readSalt(path));
  if (existing !== null) return existing;
  await naming("writing", path, () => createSalt(path));
  const salt = await naming("reading", path, () => readSalt(path));
  if (salt === null) throw new IncompleteError(`${path} disappeared; try again`);
  return salt;
}

/** Null when there is no file. */
async function readSalt(path: string): Promise<Uint8Array | null> {
  try {
    const { isFile } = await Deno.stat(path);
    const salt = isFile ? await Deno.readFile(path) : new Uint8Array();
    if (salt.length === SALT_BYTES) return salt;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  throw new IncompleteError(
    `${path} does not hold ${SALT_BYTES} bytes; restore it, or remove it and lose the match with ` +
      "earlier fingerprints",
  );
}

async function createSalt(path: string): Promise<void> {
  const own = join(dirname(path), `${UNFINISHED}${crypto.randomUUID()}`);
  try {
    await writeDurably(own, crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
    await Deno.link(own, path);
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  } finally {
    await Deno.remove(own).catch(() => {});
  }
}

async function removeStale(home: string): Promise<void> {
  for await (const { name, isFile } of Deno.readDir(home)) {
    if (!isFile || !name.startsWith(UNFINISHED)) continue;
    const path = join(home, name);
    const { mtime } = await Deno.lstat(path);
    if (mtime !== null && mtime.getTime() < Date.now() - STALE_MS) await Deno.remove(path);
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  using file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
  writeAll(file, bytes);
  await file.sync();
}
