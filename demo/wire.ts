const LINE_FEED = 10;
const encoder = new TextEncoder();

/** Where lines come from: the shape of `Deno.stdin`. */
export interface ByteSource {
  /** Fills the buffer and tells the number of bytes, or null at the end. */
  read(buffer: Uint8Array): Promise<number | null>;
}

/** Where lines go to: the shape of `Deno.stdout`. */
export interface ByteSink {
  /** Takes some of the bytes and tells how many. */
  write(bytes: Uint8Array): Promise<number>;
}

/** Yields every line without its line feed, the last one also when it lacks one. */
export async function* readLines(source: ByteSource): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(64 * 1024);
  let parts: Uint8Array[] = [];
  for (let size = await source.read(buffer); size !== null; size = await source.read(buffer)) {
    let start = 0;
    for (;;) {
      const end = buffer.subarray(0, size).indexOf(LINE_FEED, start);
      // A copy, because the next read overwrites the buffer.
      parts.push(buffer.slice(start, end === -1 ? size : end));
      if (end === -1) break;
      yield join(parts);
      parts = [];
      start = end + 1;
    }
  }
  yield join(parts);
}

/**
 * Writes one line and ends it. The write is asynchronous: a client may send thousands of requests
 * before it reads the first answer, and a blocking write would stop the reading of its requests.
 *
 * Rejects with the error of the sink, such as `Deno.errors.BrokenPipe`.
 */
export async function writeLine(sink: ByteSink, text: string): Promise<void> {
  let bytes = encoder.encode(`${text}\n`);
  while (bytes.length > 0) bytes = bytes.subarray(await sink.write(bytes));
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
