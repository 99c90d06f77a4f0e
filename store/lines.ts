/** Lines of a journal, read with a bound (capture.md §2). */

import { IncompleteError } from "../core/errors.ts";
import { joinBytes } from "./bytes.ts";
import { MAX_LINE_BYTES } from "./record-line.ts";

/** One physical line. */
export interface Line {
  /** From 1. */
  number: number;
  /** Without its line feed; valid until the next line is asked for. */
  bytes: Uint8Array;
  /** Whether it ends with a line feed; the last one of a file may not. */
  ended: boolean;
}

const LINE_FEED = 0x0a;
const CHUNK_BYTES = 65_536;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The lines of an open file, from where it stands; no more than one is held at a time.
 * @param path named in the error
 * @throws {IncompleteError} for a line of more than 4 MiB, its line feed included
 */
export function* readLines(file: Deno.FsFile, path: string): Generator<Line> {
  const buffer = new Uint8Array(CHUNK_BYTES);
  let number = 1;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const hold = (part: Uint8Array, feed: number) => {
    held.push(part);
    heldBytes += part.length;
    if (heldBytes + feed <= MAX_LINE_BYTES) return;
    throw new IncompleteError(`${path} line ${number} is longer than 4 MiB`);
  };
  const take = (): Uint8Array => {
    const bytes = joinBytes(held);
    held = [];
    heldBytes = 0;
    return bytes;
  };
  for (let read = file.readSync(buffer); read !== null; read = file.readSync(buffer)) {
    const chunk = buffer.subarray(0, read);
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      hold(chunk.subarray(from, at), 1);
      yield { number, bytes: take(), ended: true };
      number++;
      from = at + 1;
    }
    if (from < read) hold(chunk.slice(from), 0);
  }
  if (heldBytes > 0) yield { number, bytes: take(), ended: false };
}

/** The text of a line, or null when it is not UTF-8. A byte-order mark stays, for JSON to refuse. */
export function lineText(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Whether a line holds nothing; readers skip such lines. */
export function isBlank(text: string): boolean {
  return /^[ \t\r\f]*$/.test(text);
}
