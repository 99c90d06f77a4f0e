/**
 * From bytes that pass to frames that are looked at, later and in order: passing a frame on never
 * waits for looking at it (capture.md §6.3). Both share a thread, so that one may wait for the look
 * at another, of which a very large one takes some milliseconds.
 */

import type { Tap } from "./relay.ts";

/** Where a frame goes: to the server or to the agent. */
export type Direction = "outbound" | "inbound";

/** One frame that was passed on. */
export interface Frame {
  direction: Direction;
  /** Without its newline. */
  bytes: Uint8Array;
  /** Whether it is the first of its direction. */
  first: boolean;
  /** When it was read, on the clock of `performance.now()`. */
  readAt: number;
  /** How long passing it on took, in ms. */
  forwardMs: number;
}

/** Looks at one frame. */
export type FrameHandler = (frame: Frame) => void;

/** Both directions of a conversation. */
export interface Observation {
  /** The tap of a direction. */
  tap(direction: Direction): Tap;
  /** Begins to look, with what has passed so far. */
  start(handler: FrameHandler): void;
  /** Looks now at what has passed. */
  catchUp(): void;
}

/**
 * An agent that goes on within that time of an answer, in ms, is in a hurry. Any other leaves us the
 * time until its next request: frames are looked at when their answer has passed.
 */
const HURRY_MS = 1;
/** How long frames wait otherwise, in ms. */
const PATIENCE_MS = 50;
/** How long frames are looked at in one go, in ms, before others may pass. */
const SLICE_MS = 1;
/** What may wait, in bytes; beyond it, looking goes before passing on. */
const MAX_WAITING_BYTES = 8_388_608;

const NEWLINE = 0x0a;
const NOTHING = new Uint8Array(0);

/** Frames that were read together. */
interface Batch {
  direction: Direction;
  bytes: Uint8Array;
  readAt: number;
  /** Null until they have been passed on. */
  forwardMs: number | null;
}

/**
 * Starts to collect. Frames are handed out in the order in which they were read, in either
 * direction, and after they were passed on, unless too much waits for that.
 * @param pressure what is to be waited for before more is read, see {@link Tap}
 */
export function openObservation(pressure: () => Promise<void> | null): Observation {
  let batches: Batch[] = [];
  let next = 0;
  /** What of the next batch was looked at already, in bytes. */
  let offset = 0;
  let waiting = 0;
  let handler: FrameHandler | null = null;
  let timer: number | undefined;
  let lastAnswer = -Infinity;
  let inHurry = false;
  const seen = { outbound: false, inbound: false };

  function schedule(ms: number): void {
    if (handler === null) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      if (look(performance.now() + SLICE_MS, false)) schedule(0);
    }, ms);
  }
  /**
   * Looks at frames until the given time.
   * @param all also those that were not passed on yet
   * @returns whether there is more that could be looked at
   */
  function look(until: number, all: boolean): boolean {
    if (handler === null) return false;
    for (let batch = batches[next]; batch !== undefined; batch = batches[next]) {
      if (batch.forwardMs === null && !all) break;
      while (offset < batch.bytes.length) {
        lookAtOne(batch, handler);
        if (performance.now() > until) return true;
      }
      waiting -= batch.bytes.length;
      batch.bytes = NOTHING;
      offset = 0;
      next++;
    }
    if (next > 0) batches = batches.slice(next);
    next = 0;
    if (batches.length === 0) {
      clearTimeout(timer);
      timer = undefined;
    }
    return false;
  }
  function lookAtOne({ direction, bytes, readAt, forwardMs }: Batch, handle: FrameHandler): void {
    const at = bytes.indexOf(NEWLINE, offset);
    const end = at < 0 ? bytes.length : at;
    const frame = bytes.subarray(offset, end);
    const first = !seen[direction];
    seen[direction] = true;
    offset = end + 1;
    handle({ direction, bytes: frame, first, readAt, forwardMs: forwardMs ?? 0 });
  }
  /** Frames were passed on: when are they looked at? */
  function plan(direction: Direction): void {
    const isAnswer = direction === "inbound" && batches.length - next <= 2;
    if (waiting > MAX_WAITING_BYTES) look(Infinity, true);
    else if (isAnswer && !inHurry) schedule(0);
    else if (timer === undefined) schedule(PATIENCE_MS);
  }
  return {
    tap: (direction) => ({
      admit(bytes) {
        const readAt = performance.now();
        const batch: Batch = { direction, bytes, readAt, forwardMs: null };
        batches.push(batch);
        waiting += bytes.length;
        if (direction === "outbound") inHurry = readAt - lastAnswer < HURRY_MS;
        return (passedOn) => {
          const now = performance.now();
          if (!passedOn) {
            waiting -= batch.bytes.length;
            batch.bytes = NOTHING;
          }
          batch.forwardMs = now - readAt;
          if (direction === "inbound") lastAnswer = now;
          plan(direction);
          return pressure();
        };
      },
    }),
    start(given) {
      handler = given;
      schedule(0);
    },
    catchUp: () => void look(Infinity, false),
  };
}
