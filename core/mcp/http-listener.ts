/**
 * The stream by which an HTTP server sends what belongs to no request (MCP 2025-06-18, Transports
 * “Listening for Messages from the Server”). It is open only while somebody needs it.
 */

import { Fault } from "./faults.ts";
import { settlesWithin } from "./time.ts";

/**
 * How long to wait until the server has answered the GET, in ms. Some hold the headers back until
 * they have something to send; the stream stays open beyond this time.
 */
const OPENING_MS = 1_000;

/** Opens the stream and reads it to its end; `opened` is called when the server has answered. */
export type Listen = (signal: AbortSignal, opened: () => void) => Promise<void>;

/** The stream, or its absence. */
export interface Listener {
  /** Opens the stream unless it is open. */
  start(): void;
  /** Closes the stream as soon as it was stopped as often as started. */
  stop(): void;
  /** Resolves when messages on the stream cannot be missed any more, or 1 s after the first wait. */
  ready(): Promise<void>;
  /** Resolves when nothing more can come from the stream. */
  dried(): Promise<void>;
  /** Closes the stream, whoever needs it; resolves when nothing of it is left. */
  abort(): Promise<void>;
}

/** A stream in use. */
interface Stream {
  controller: AbortController;
  opened: Promise<void>;
  /** Whether somebody has waited for the server's answer: once is enough. */
  awaited: boolean;
  ended: Promise<void>;
}

/** Prepares the stream of one conversation; nothing is sent yet. */
export function prepareListener(listen: Listen): Listener {
  let users = 0;
  let stream: Stream | null = null;

  function open(): Stream {
    const controller = new AbortController();
    const opening = Promise.withResolvers<void>();
    const ended = listen(controller.signal, opening.resolve).catch((error) => {
      if (!(error instanceof Fault)) throw error;
      // The server has no stream, or has lost it. It is not asked again.
    }).finally(opening.resolve);
    return { controller, opened: opening.promise, awaited: false, ended };
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
      await settlesWithin(stream.opened, OPENING_MS);
    },
    dried: () => stream?.ended ?? Promise.resolve(),
    abort,
  };
}
