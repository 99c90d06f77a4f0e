/**
 * Appending to journals (capture.md §2). Several processes, of this program and of others, append
 * to one file: an exclusive lock on the whole file orders them, and one write makes a line.
 */

import { joinBytes, writeAll } from "../core/bytes.ts";
import { IncompleteError } from "../core/errors.ts";
import { isObject, tryParseJson } from "../core/mcp/json.ts";
import { naming } from "./failure.ts";
import { lineText } from "./lines.ts";
import { lockFile } from "./lock.ts";
import { MAX_LINE_BYTES } from "./record-line.ts";

const LINE_FEED = 0x0a;
const END_OF_LINE = new Uint8Array([LINE_FEED]);

/**
 * Appends whole lines, all of them or none, and creates the file when it is missing; its folder
 * exists. What a crashed writer left of a line is mended first, see {@link mendEnd}.
 * @throws {IncompleteError} that names the file; its content is then what it was
 */
export async function appendLines(path: string, lines: readonly Uint8Array[]): Promise<void> {
  await naming("appending to", path, async () => {
    await requireRegular(path);
    using file = await Deno.open(path, { read: true, append: true, create: true });
    await lockFile(file, "exclusive", path);
    const end = mendEnd(file, path);
    try {
      writeAll(file, joinBytes(lines));
    } catch (error) {
      // A full disk may take a part of a line.
      file.truncateSync(end);
      throw error;
    }
  });
}

/** A link could lead out of the store, and a pipe would wait for a reader. */
async function requireRegular(path: string): Promise<void> {
  try {
    if ((await Deno.lstat(path)).isFile) return;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  throw new IncompleteError(`${path} is not a regular file; move it away`);
}

/**
 * Makes a locked file end with a whole line. A writer that was killed in its write leaves a line
 * without an end, which readers ignore; appended to, it would swallow the next record and make the
 * file unreadable. When it is a whole record that only lacks its line feed, it gets one, else it is
 * cut off.
 * @returns the size of the file in bytes
 */
function mendEnd(file: Deno.FsFile, path: string): number {
  const { size } = file.statSync();
  const [last] = readEnd(file, size, 1);
  if (last === undefined || last === LINE_FEED) return size;
  const tail = readEnd(file, size, MAX_LINE_BYTES);
  const torn = tail.subarray(tail.lastIndexOf(LINE_FEED) + 1);
  if (torn.length === MAX_LINE_BYTES) {
    throw new IncompleteError(`${path} does not end with a line; move it away`);
  }
  if (isWholeRecord(torn)) {
    writeAll(file, END_OF_LINE);
    return size + 1;
  }
  file.truncateSync(size - torn.length);
  return size - torn.length;
}

/** The last bytes of a file, at most `most`. */
function readEnd(file: Deno.FsFile, size: number, most: number): Uint8Array {
  const bytes = new Uint8Array(Math.min(size, most));
  file.seekSync(size - bytes.length, Deno.SeekMode.Start);
  let filled = 0;
  while (filled < bytes.length) {
    const read = file.readSync(bytes.subarray(filled));
    if (read === null) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

function isWholeRecord(bytes: Uint8Array): boolean {
  const text = lineText(bytes);
  return text !== null && isObject(tryParseJson(text));
}
