/**
 * The stream by which an HTTP server sends what belongs to no request (MCP 2025-06-18, Transports
 * “Listening for Messages from the Server”). It is open only while somebody needs it, and is opened
 * again when it ends before that.
 */

import type { Resumption } from "./event-stream.ts";
import { Fault } from "./faults.ts";
import { delay, settlesWithin } from "./time.ts";

/**
 * How long to wait until the server has answered the GET, in ms. Some hold the headers back until
 * they have something to send; the stream stays open beyond this time.
 */
const OPENING_MS = 1_000;
/** Shortest time from one opening to the next, in ms: some servers end every stream at once. */
const REOPENING_MS = 1_000;
/** Longest time for which a server may put off the next opening of a stream, in ms. */
export const MAX_RETRY_MS = 60_000;

/**
 * Opens the stream and reads it to its end; `answered` is called when the server has answered, with
 * whether that is a stream.
 */
export type Listen = (
  signal: AbortSignal,
  resumption: Resumption,
  answered: (isStream: boolean) => void,
) => Promise<void>;

/** The stream, or its absence. */
export interface Listener {
  /** Opens the stream unless it is open. */
  start(): void;
  /** Closes the stream as soon as it was stopped as often as started. */
  stop(): void;
  /** Resolves when the server has answered the last GET, or 1 s after the first wait for that. */
  ready(): Promise<void>;
  /** Resolves when nothing more can come from the stream. */
  dried(): Promise<void>;
  /** Closes the stream, whoever needs it; resolves when nothing of it is left. */
  abort(): Promise<void>;
}

/** A stream in use, however often it is opened. */
interface Stream {
  controller: AbortController;
  /** Resolves when the server has answered the last GET. */
  answered: Promise<void>;
  /** Whether somebody has waited for that: once is enough. */
  awaited: boolean;
  ended: Promise<void>;
}

/** Prepares the stream of one conversation; nothing is sent yet. */
export function prepareListener(listen: Listen): Listener {
  let users = 0;
  let stream: Stream | null = null;

  function open(): Stream {
    const [answered, ended] = [Promise.resolve(), Promise.resolve()];
    const opened = { controller: new AbortController(), answered, awaited: false, ended };
    opened.ended = keepOpen(opened);
    return opened;
  }
  /** Only what was a stream is asked for again: a server that has none is left alone. */
  async function keepOpen(current: Stream): Promise<void> {
    const { signal } = current.controller;
    const resumption: Resumption = { lastEventId: null, retryMs: 0 };
    for (;;) {
      const openedAt = performance.now();
      if (!await readOnce(current, resumption)) return;
      const restMs = openedAt + REOPENING_MS - performance.now();
      await delay(Math.min(Math.max(restMs, resumption.retryMs, 0), MAX_RETRY_MS), signal);
      if (signal.aborted) return;
    }
  }
  /** @returns whether it was a stream, and nothing was wrong with it but its end */
  async function readOnce(current: Stream, resumption: Resumption): Promise<boolean> {
    const answer = Promise.withResolvers<void>();
    current.answered = answer.promise;
    current.awaited = false;
    let wasStream = false;
    try {
      await listen(current.controller.signal, resumption, (isStream) => {
        wasStream = isStream;
        answer.resolve();
      });
      return wasStream;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return wasStream && error.label === "transport-closed";
    } finally {
      answer.resolve();
    }
  }
  async function abort(): Promise<void> {
    if (stream === null) return;
    const { controller, ended } = stream;
    stream = null;
    controller.abort(new Fault("transport-closed", "this run has closed the stream"));
    await ended;
  }
  return {
    start() {
      users++;
      stream ??= open();
    },
    stop() {
      if (--users === 0) void abort();
    },
    async ready() {
      if (stream === null || stream.awaited) return;
      stream.awaited = true;
      await settlesWithin(stream.answered, OPENING_MS);
    },
    dried: () => stream?.ended ?? Promise.resolve(),
    abort,
  };
}
