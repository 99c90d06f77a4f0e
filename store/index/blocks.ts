/** Journals read in blocks of whole lines, digested on the way; one block is held at a time. */

import type { Hash } from "node:crypto";
import { lineText } from "../lines.ts";
import { MAX_LINE_BYTES } from "../record-line.ts";
import { Rejected } from "./lines.ts";

const LINE_FEED = 0x0a;
/** Doubles until a line fits, at most to the longest one. */
const BLOCK_BYTES = MAX_LINE_BYTES / 64;

/**
 * Reads the whole lines of an open file from `start` on; a last line without an end is left.
 * @param start in bytes, where a line starts
 * @param hash takes the bytes of the lines
 * @param take gets one or more whole lines, in order
 * @returns where the last whole line ends, in bytes
 * @throws {Rejected} for the line after those that were taken: it is longer than 4 MiB or not UTF-8
 */
export function readBlocks(
  file: Deno.FsFile,
  start: number,
  hash: Hash,
  take: (text: string) => void,
): number {
  let buffer = new Uint8Array(BLOCK_BYTES);
  let held = 0;
  file.seekSync(start, Deno.SeekMode.Start);
  for (;;) {
    if (held === buffer.length) buffer = enlarge(buffer);
    const read = file.readSync(buffer.subarray(held));
    if (read === null) return start;
    held += read;
    const end = buffer.subarray(0, held).lastIndexOf(LINE_FEED) + 1;
    if (end === 0) continue;
    const lines = buffer.subarray(0, end);
    takeLines(lines, take);
    hash.update(lines);
    start += end;
    buffer.copyWithin(0, end, held);
    held -= end;
  }
}

function enlarge(buffer: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (buffer.length >= MAX_LINE_BYTES) throw new Rejected("is longer than 4 MiB");
  const larger = new Uint8Array(2 * buffer.length);
  larger.set(buffer);
  return larger;
}

function takeLines(lines: Uint8Array, take: (text: string) => void): void {
  const text = lineText(lines);
  if (text !== null) return take(text);
  // Line by line, to come to the one that it is.
  for (let at = 0; at < lines.length;) {
    const end = lines.indexOf(LINE_FEED, at) + 1;
    const line = lineText(lines.subarray(at, end));
    if (line === null) throw new Rejected("is not UTF-8");
    take(line);
    at = end;
  }
}

/** Digests the first bytes of a file. @returns whether it has so many */
export function digestPrefix(file: Deno.FsFile, length: number, hash: Hash): boolean {
  const buffer = new Uint8Array(BLOCK_BYTES);
  file.seekSync(0, Deno.SeekMode.Start);
  for (let left = length; left > 0;) {
    const read = file.readSync(buffer.subarray(0, Math.min(left, buffer.length)));
    if (read === null) return false;
    hash.update(buffer.subarray(0, read));
    left -= read;
  }
  return true;
}

/** Line feeds in a part of an open file, bytes `from` to `to`. */
export function countLines(file: Deno.FsFile, from: number, to = Infinity): number {
  const buffer = new Uint8Array(BLOCK_BYTES);
  let lines = 0;
  file.seekSync(from, Deno.SeekMode.Start);
  for (let left = to - from; left > 0;) {
    const read = file.readSync(buffer.subarray(0, Math.min(left, buffer.length)));
    if (read === null) break;
    left -= read;
    const part = buffer.subarray(0, read);
    for (let at = part.indexOf(LINE_FEED); at >= 0; at = part.indexOf(LINE_FEED, at + 1)) lines++;
  }
  return lines;
}
