/** Bytes of a stdio server to lines: one JSON value per line (wire.md §5, decisions D8). */

/** Longest frame in bytes, its newline included, in both directions. */
export const MAX_FRAME_BYTES = 4_194_304;

/** Receives a line without its newline; the bytes may be reused after the call. */
export type TakeLine = (line: Uint8Array, number: number) => void;

/** Splits a stream of chunks. Work and memory are linear in what arrives, however it is split. */
export interface LineSplitter {
  /**
   * Adds a chunk and hands out the lines that it completes, numbered from 1, blank ones included.
   * @returns false when a line is over the limit: nothing after it can be read
   */
  push(chunk: Uint8Array, take: TakeLine): boolean;
  /** Hands out an unterminated last line. */
  end(take: TakeLine): void;
}

const NEWLINE = 0x0a;

/** A splitter for one stream. A byte-order mark at the very beginning is dropped. */
export function splitLines(limit: number = MAX_FRAME_BYTES): LineSplitter {
  let buffer = new Uint8Array(1024);
  let held = 0;
  let number = 0;

  function hold(part: Uint8Array): void {
    const needed = held + part.length;
    if (needed > buffer.length) {
      const larger = new Uint8Array(Math.max(needed, Math.min(2 * buffer.length, limit)));
      larger.set(buffer.subarray(0, held));
      buffer = larger;
    }
    buffer.set(part, held);
    held = needed;
  }
  function release(line: Uint8Array, take: TakeLine): void {
    held = 0;
    number++;
    take(number === 1 && startsWithMark(line) ? line.subarray(3) : line, number);
  }
  return {
    push(chunk, take) {
      let start = 0;
      for (;;) {
        const end = chunk.indexOf(NEWLINE, start);
        if (end < 0) break;
        const part = chunk.subarray(start, end);
        if (held + part.length + 1 > limit) return false;
        if (held === 0) release(part, take);
        else {
          hold(part);
          release(buffer.subarray(0, held), take);
        }
        start = end + 1;
      }
      const rest = chunk.subarray(start);
      if (held + rest.length >= limit) return false;
      hold(rest);
      return true;
    },
    end(take) {
      if (held > 0) release(buffer.subarray(0, held), take);
    },
  };
}

function startsWithMark(line: Uint8Array): boolean {
  return line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf;
}
