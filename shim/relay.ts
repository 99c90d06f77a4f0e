/**
 * One direction of a stdio conversation (capture.md §6.1): frames are passed on whole and byte for
 * byte, whatever they hold.
 */

import { MAX_FRAME_BYTES } from "../core/mcp/frames.ts";

const NEWLINE = 0x0a;
/** First size of the buffer for a frame that comes in parts, in bytes; it doubles. */
const FIRST_PART_BYTES = 131_072;

/** Where frames come from. */
export interface Source {
  /** The next bytes, at most 4 MiB, valid until the next call; null at the end. */
  read(): Promise<Uint8Array<ArrayBuffer> | null>;
}

/** Where frames go to. */
export interface Sink {
  /** Resolves when all bytes are written. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
}

/** Sees what passes. */
export interface Tap {
  /**
   * Whole frames were read and are about to be passed on; the bytes are the tap's own.
   * @returns to be told whether that went well; it may return what is to be waited for before more
   * is read
   */
  admit(frames: Uint8Array): (passedOn: boolean) => Promise<void> | null;
}

/** How a direction ended. */
export type Ending = "end" | "frame-too-long" | "read-failed" | "write-failed";

/**
 * Passes frames on until the source ends; an unterminated last frame counts. Nothing of a frame is
 * passed on before its end has come, because one that turns out too long must not be.
 */
export async function relayFrames(source: Source, sink: Sink, tap: Tap): Promise<Ending> {
  let held = new Uint8Array(0);
  let length = 0;

  /** Keeps a part of a frame; false when the frame is over the limit. */
  function hold(part: Uint8Array): boolean {
    const needed = length + part.length;
    if (needed > held.length) {
      const larger = new Uint8Array(Math.max(needed, 2 * held.length, FIRST_PART_BYTES));
      larger.set(held.subarray(0, length));
      held = larger;
    }
    held.set(part, length);
    length = needed;
    return length <= MAX_FRAME_BYTES;
  }
  /** Gives up the buffer with all that is held. */
  function take(): Uint8Array<ArrayBuffer> {
    const all = held.subarray(0, length);
    held = new Uint8Array(0);
    length = 0;
    return all;
  }
  async function pass(
    frames: Uint8Array<ArrayBuffer>,
    own: Uint8Array<ArrayBuffer>,
  ): Promise<boolean> {
    const tell = tap.admit(own);
    const passedOn = await sink.write(frames).then(() => true, () => false);
    const lag = tell(passedOn);
    if (lag !== null) await lag;
    return passedOn;
  }

  for (;;) {
    let chunk: Uint8Array<ArrayBuffer> | null;
    try {
      chunk = await source.read();
    } catch {
      return "read-failed";
    }
    if (chunk === null) break;
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0 && length === 0) {
      const frames = chunk.subarray(0, end);
      if (!await pass(frames, frames.slice())) return "write-failed";
    } else if (end > 0) {
      if (length + chunk.indexOf(NEWLINE) + 1 > MAX_FRAME_BYTES) return "frame-too-long";
      hold(chunk.subarray(0, end));
      const frames = take();
      if (!await pass(frames, frames)) return "write-failed";
    }
    if (end < chunk.length && !hold(chunk.subarray(end))) return "frame-too-long";
  }
  if (length === 0) return "end";
  const last = take();
  return await pass(last, last) ? "end" : "write-failed";
}
