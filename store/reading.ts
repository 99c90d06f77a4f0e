/** Reading documents with a bound, so that none of them can fill the memory. */

import { joinBytes } from "../core/bytes.ts";
import { UnsuitableFile } from "./failure.ts";

/** Largest document that is read where nothing sets a smaller limit, in bytes. */
const MAX_DOCUMENT_BYTES = 268_435_456;
const CHUNK_BYTES = 65_536;

/**
 * A document, whole.
 * @throws {UnsuitableFile} as {@link readStart}, and for more than {@link MAX_DOCUMENT_BYTES}
 */
export function readDocument(path: string): Uint8Array {
  using file = open(path);
  return documentOf(file);
}

/**
 * The first bytes of a regular file or of a pipe; the rest is left where it is.
 * @param most bytes that are read: whoever has a limit asks for one more
 * @throws {UnsuitableFile} for a device, which may never end, and for a folder
 */
export function readStart(path: string, most: number): Uint8Array {
  using file = open(path);
  return startOf(file, most);
}

function open(path: string): Deno.FsFile {
  const { isFile, isFifo, isDirectory } = Deno.statSync(path);
  if (isFile || isFifo) return Deno.openSync(path);
  throw new UnsuitableFile(isDirectory ? "it is a folder" : "it is not a regular file");
}

/** What can be read. */
interface Source {
  readSync(into: Uint8Array): number | null;
}

/** As {@link readDocument}, of what is open already. */
export function documentOf(source: Source): Uint8Array {
  const bytes = startOf(source, MAX_DOCUMENT_BYTES + 1);
  if (bytes.length <= MAX_DOCUMENT_BYTES) return bytes;
  throw new UnsuitableFile("it is larger than 256 MiB");
}

/** As {@link readStart}, of what is open already. */
export function startOf(source: Source, most: number): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let left = most; left > 0;) {
    const part = new Uint8Array(Math.min(left, CHUNK_BYTES));
    const read = source.readSync(part);
    if (read === null) break;
    parts.push(part.subarray(0, read));
    left -= read;
  }
  return joinBytes(parts);
}
