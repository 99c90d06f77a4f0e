/** Reading the readiness history while others may write to it (reports.md §9). */

import { readHistory } from "../core/trends/history.ts";
import type { TrendPoint } from "../core/trends/point.ts";
import { namedInHome } from "./failure.ts";
import { lockFile } from "./lock.ts";

/** How long to wait for a process that writes to the history, in ms. */
const LOCK_MS = 5_000;
const CHUNK_BYTES = 65_536;

/**
 * All points; none when there is no history.
 * @throws {IncompleteError} when it cannot be read, or is corrupt
 */
export async function loadHistory(path: string): Promise<TrendPoint[]> {
  try {
    using file = await Deno.open(path);
    await lockFile(file, "shared", "the trend history", LOCK_MS);
    return readHistory(chunksOf(file), path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw namedInHome("reading", path, error);
  }
}

function* chunksOf(file: Deno.FsFile): Generator<Uint8Array> {
  const buffer = new Uint8Array(CHUNK_BYTES);
  for (let read = file.readSync(buffer); read !== null; read = file.readSync(buffer)) {
    yield buffer.subarray(0, read);
  }
}
