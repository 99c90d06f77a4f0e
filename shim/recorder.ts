/** From records to the journal, in batches and beside the traffic. */

import type { Outcome } from "../core/errors.ts";
import { settlesWithin } from "../core/mcp/time.ts";
import type { CallRecord } from "../core/records.ts";

/** Writes records; the keeper offers it over a port of its own. */
export interface Journal {
  /** Appends all records in their order, or says why not. */
  append(records: CallRecord[]): Promise<Outcome<null>>;
}

/** Takes records. Nobody waits for it before the end, save in a flood. */
export interface Recorder {
  add(record: CallRecord): void;
  /** Null, or what whoever makes records should wait for: too many are not written yet. */
  pressure(): Promise<void> | null;
  /** The journal will not answer any more. */
  lost(): void;
  /** The program has been interrupted: what is not written soon is given up, and said to be. */
  hurry(): void;
  /**
   * Waits until everything is written, a bounded time.
   * @returns whether no record was lost
   */
  flush(): Promise<boolean>;
}

/** Records of one batch. */
const MAX_BATCH = 512;
/** Records that may wait for a slow disk. */
const MAX_WAITING = 20_000;
/** How long the journal may take at the end, in ms; it waits 30 s for its lock. */
const FLUSH_MS = 35_000;
/** How long it may take after an interrupt, in ms; half a second later mcpeval ends. */
const HURRY_MS = 3_500;

/**
 * Starts to record.
 * @param complain called once, with the reason for which records are lost
 */
export function openRecorder(
  journal: Journal,
  complain: (reason: string) => void,
): Recorder {
  let waiting: CallRecord[] = [];
  let writing: Promise<void> | null = null;
  let timer: number | undefined;
  let deadline: number | undefined;
  let failed = false;
  let gone = false;
  let giveUp: () => void = () => {};
  const abandoned = new Promise<void>((resolve) => {
    giveUp = resolve;
  });

  function fail(reason: string): void {
    if (!failed) complain(reason);
    failed = true;
  }
  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      try {
        const outcome = await journal.append(batch);
        if (!outcome.ok) fail(outcome.failure.message);
      } catch {
        fail("the journal cannot take a record");
      }
    }
    writing = null;
    disarm();
  }
  function abandon(reason: string): void {
    gone = true;
    waiting = [];
    fail(reason);
    giveUp();
  }
  function disarm(): void {
    clearTimeout(timer);
    timer = undefined;
  }
  function write(): Promise<void> {
    disarm();
    if (waiting.length === 0) return writing ?? Promise.resolve();
    return writing ??= writeAll();
  }
  return {
    add(record) {
      if (gone) return;
      waiting.push(record);
      if (waiting.length >= MAX_BATCH) write();
      else timer ??= setTimeout(write, 0);
    },
    pressure: () => waiting.length < MAX_WAITING ? null : Promise.race([write(), abandoned]),
    lost: () => abandon("the journal is gone"),
    hurry() {
      deadline ??= setTimeout(() => {
        if (waiting.length > 0 || writing !== null) {
          abandon("the interrupt left no time to write them");
        }
      }, HURRY_MS);
    },
    async flush() {
      const written = Promise.race([write(), abandoned]);
      if (!await settlesWithin(written, FLUSH_MS)) fail("the journal does not answer");
      clearTimeout(deadline);
      return !failed;
    },
  };
}
