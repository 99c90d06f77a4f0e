/** Lines of a journal, read with a bound (capture.md §2). */

import { IncompleteError } from "../core/errors.ts";
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

/**
 * The lines of an open file, from where it stands; at most one line is held.
 * @param path named in the error
 * @throws {IncompleteError} for a line of more than 4 MiB, its line feed included
 */
export function* readLines(file: Deno.FsFile, path: string): Generator<Line> {
  const parts = new Parts();
  const buffer = new Uint8Array(CHUNK_BYTES);
  let number = 1;
  for (let read = file.readSync(buffer); read !== null; read = file.readSync(buffer)) {
    let from = 0;
    for (let at = buffer.indexOf(LINE_FEED); at >= 0 && at < read;) {
      yield { number, bytes: parts.take(buffer.subarray(from, at)), ended: true };
      from = at + 1;
      at = buffer.indexOf(LINE_FEED, from);
      number++;
    }
    parts.hold(buffer.subarray(from, read));
  }
}
