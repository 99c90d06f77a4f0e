/** The journals that the index is made of (capture.md §8.2). */

import { createHash, type Hash } from "node:crypto";
import { join } from "node:path";
import { IncompleteError } from "../../core/errors.ts";
import { compareBytes } from "../../core/mcp/json.ts";
import { naming } from "../failure.ts";
import { storeFolder } from "../home.ts";
import { type RecordFile, withRecordFile } from "../walk.ts";
import { countLines, digestPrefix, readBlocks } from "./blocks.ts";
import { Rejected, type TakeLine } from "./lines.ts";

/** A journal by its name, whose order is that of the rows. */
export interface Source extends RecordFile {
  name: string;
  family: "calls" | "annotations";
}

/** What the index holds of a journal: its first `offset` bytes, whole lines. */
export interface Progress {
  offset: number;
  /** Their SHA-256 in hex. */
  digest: string;
  /** Of the file before they were read, see {@link markOf}. */
  mark: string | null;
}

/** A journal that was read. */
export interface ReadSource extends Source, Progress {}

const NAME = /^(calls|annotations)-.*\.jsonl$/s;
/**
 * How long before a look at a file its last change must have been, in ms, so that any later change
 * has another time: the coarsest file systems count in steps of two seconds.
 */
const SETTLED_MS = 3_000;

/**
 * The journals of a home, in the byte order of their names. Links, folders and pipes are none, and
 * neither is what lies deeper.
 */
export async function listSources(home: string): Promise<Source[]> {
  const store = storeFolder(home);
  return await naming("listing", store, async () => {
    const sources: Source[] = [];
    for await (const { name, isFile } of Deno.readDir(store)) {
      const family = NAME.exec(name)?.[1];
      if (!isFile || (family !== "calls" && family !== "annotations")) continue;
      const path = join(store, name);
      // To wait for each would take longer than to look.
      sources.push({ name, path, parts: [name], info: Deno.lstatSync(path), family });
    }
    return sources.sort((a, b) => compareBytes(a.name, b.name));
  });
}

/**
 * Checks what the index holds of a journal against its bytes.
 * @returns what follows them, or null when they have changed
 */
export function checkProgress(
  source: Source,
  { offset, digest }: Omit<Progress, "mark">,
): Promise<{ read: ReadSource; hash: Hash; hasMore: boolean } | null> {
  return withRecordFile(source, (file) => {
    const mark = markOf(file.statSync(), Date.now());
    const hash = createHash("sha256");
    if (!digestPrefix(file, offset, hash) || hash.copy().digest("hex") !== digest) return null;
    const hasMore = countLines(file, offset) > 0;
    return { read: { ...source, offset, digest, mark }, hash, hasMore };
  });
}

/**
 * Reads the whole lines of a journal from `start` on.
 * @param hash has taken the bytes before `start`
 * @throws {IncompleteError} that names the line that makes an index impossible
 */
export function readSource(
  source: Source,
  start: number,
  hash: Hash,
  take: TakeLine,
): Promise<ReadSource> {
  return withRecordFile(source, (file) => {
    const mark = markOf(file.statSync(), Date.now());
    let lines = 0;
    try {
      const offset = readBlocks(file, start, hash, (text) => {
        for (let from = 0, end; from < text.length; from = end + 1) {
          end = text.indexOf("\n", from);
          take(text, from, end);
          lines++;
        }
      });
      return { ...source, offset, digest: hash.digest("hex"), mark };
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      const number = countLines(file, 0, start) + lines + 1;
      throw new IncompleteError(
        `${source.path} line ${number} ${error.message}; move the file away or remove the line`,
      );
    }
  });
}

/**
 * Makes sure that what was read is what is there: the same journals, and in each the same bytes.
 * Bytes that were appended since are the next refresh's.
 * @throws {IncompleteError} when something changed
 */
export async function requireUnchanged(home: string, read: readonly ReadSource[]): Promise<void> {
  const now = new Map((await listSources(home)).map((source) => [source.name, source.info]));
  let same = now.size === read.length;
  for (const source of read) {
    const info = now.get(source.name);
    same &&= info !== undefined && await isUnchanged(source, info);
  }
  if (same) return;
  throw new IncompleteError("the journals changed while they were read; run mcpeval index again");
}

async function isUnchanged(source: ReadSource, now: Deno.FileInfo): Promise<boolean> {
  return isUntouched(source, now) ||
    await checkProgress({ ...source, info: now }, source) !== null;
}

/**
 * Whether its mark alone shows that a journal holds what was read of it, and not a byte more; else
 * its bytes have to be compared.
 */
export function isUntouched({ mark }: Progress, now: Deno.FileInfo): boolean {
  return mark !== null && mark === fileMark(now);
}

/**
 * What a file has no more once anyone wrote to it or put another in its place: its number, size and
 * times. The time of the last change (ctime) cannot be set, unlike that of the last write (mtime);
 * some file systems keep no true one, which is why both count.
 * @param at when the file was looked at, in ms since the epoch
 * @returns null when it changed so shortly before that a later change could have the same time, or
 * where the system does not tell
 */
function markOf(info: Deno.FileInfo, at: number): string | null {
  const isSettled = [info.ctime, info.mtime].every((time) =>
    time !== null && time.getTime() < at - SETTLED_MS
  );
  return isSettled ? fileMark(info) : null;
}

function fileMark({ dev, ino, size, ctime, mtime }: Deno.FileInfo): string {
  return JSON.stringify([dev, ino, size, ctime?.getTime(), mtime?.getTime()]);
}
