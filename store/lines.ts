/** Lines of a journal, read with a bound (capture.md §2). */

import { IncompleteError } from "../core/errors.ts";
import { utf8Text } from "../core/utf8.ts";
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

/** Whole lines that stand together, and at the end of a file what has no line feed. */
export interface Block {
  /** Of its first line, from 1. */
  number: number;
  /** Valid until the next block is asked for. */
  bytes: Uint8Array;
  /** Whether it ends with a line feed. */
  ended: boolean;
}

const LINE_FEED = 0x0a;
const BLOCK_BYTES = 1_048_576;

/**
 * An open file from where it stands, in blocks; no more than one is held at a time.
 * @param path named in the error
 * @throws {IncompleteError} for a line of more than 4 MiB, its line feed included
 */
export function* readBlocks(file: Deno.FsFile, path: string): Generator<Block> {
  let buffer = new Uint8Array(BLOCK_BYTES);
  let number = 1;
  let held = 0;
  for (;;) {
    if (held === buffer.length) buffer = enlarge(buffer, path, number);
    const read = file.readSync(buffer.subarray(held));
    if (read === null) break;
    const end = buffer.subarray(held, held + read).lastIndexOf(LINE_FEED) + 1;
    const length = end === 0 ? 0 : held + end;
    held += read;
    if (length === 0) continue;
    const bytes = buffer.subarray(0, length);
    if (bytes.indexOf(LINE_FEED) >= MAX_LINE_BYTES) throw tooLong(path, number);
    yield { number, bytes, ended: true };
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) {
      number++;
    }
    buffer.copyWithin(0, length, held);
    held -= length;
  }
  if (held > 0) yield { number, bytes: buffer.subarray(0, held), ended: false };
}

/** A larger buffer; at most a byte more than a line may have, which shows whether it has more. */
function enlarge(
  buffer: Uint8Array<ArrayBuffer>,
  path: string,
  number: number,
): Uint8Array<ArrayBuffer> {
  if (buffer.length > MAX_LINE_BYTES) throw tooLong(path, number);
  const larger = new Uint8Array(Math.min(2 * buffer.length, MAX_LINE_BYTES + 1));
  larger.set(buffer);
  return larger;
}

function tooLong(path: string, number: number): IncompleteError {
  return new IncompleteError(`${path} line ${number} is longer than 4 MiB`);
}

/** The lines of a block. */
export function* linesOf({ number, bytes, ended }: Block): Generator<Line> {
  let from = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, from)) {
    yield { number, bytes: bytes.subarray(from, at), ended: true };
    number++;
    from = at + 1;
  }
  if (!ended) yield { number, bytes: bytes.subarray(from), ended: false };
}

/** The lines of an open file, from where it stands; see {@link readBlocks}. */
export function* readLines(file: Deno.FsFile, path: string): Generator<Line> {
  for (const block of readBlocks(file, path)) yield* linesOf(block);
}

/** The text of a line, or null when it is not UTF-8. A byte-order mark stays, for JSON to refuse. */
export const lineText = utf8Text;

/** Whether a line holds nothing; readers skip such lines. */
export function isBlank(text: string): boolean {
  return /^[ \t\r\f]*$/.test(text);
}
