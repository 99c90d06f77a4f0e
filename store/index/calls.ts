/** The calls of the index, and what their identities may say (capture.md §8.1, §8.3). */

import { createHash } from "node:crypto";
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { isBlank } from "../lines.ts";
import { projectCall } from "../project.ts";
import { encodeRecord, RecordTooLarge } from "../record-line.ts";
import { isRepetition } from "../sqlite.ts";
import { makeRecognizer, type Recognizer } from "./canonical.ts";
import { makeInserter } from "./inserter.ts";
import { readJson, Rejected, type TakeLine } from "./lines.ts";
import { type CallRow, rowOf } from "./row.ts";
import { makeSeenDigests } from "./seen.ts";

/** What takes lines of the call journal. */
export interface CallWriter {
  take: TakeLine;
  /** Ends the writing. @returns how many lines repeated an event as it was */
  finish(): number;
}

/** What takes the rows that lines make. */
interface RowSink {
  /**
   * @param id of the call that the event will have if it is new
   * @returns whether it is
   */
  takeEvent(id: number, event: string, digest: string): boolean;
  takeCall(id: number, row: CallRow): void;
  flush(): void;
}

/** Captures that are remembered; others are looked up. */
const MAX_CAPTURES = 1_000;
const COLUMNS = 17;

/**
 * Writes calls behind those that the index holds already.
 * @param mode `checked` needs the indexes of the tables. `bulk` is for empty tables without: it is
 * faster, knows a line that repeats another, and leaves it to the indexes that are made later to find
 * lines that contradict each other
 */
export function makeCallWriter(db: DatabaseSync, mode: "checked" | "bulk"): CallWriter {
  const sink = mode === "checked" ? makeCheckedSink(db) : makeBulkSink(db);
  const requireCapture = makeCaptureCheck(db);
  const recognizer = makeRecognizer();
  let id = lastCallId(db);
  let replays = 0;
  return {
    take(text, start, end) {
      let line: string | Uint8Array = text.slice(start, end);
      let row = recognizer.recognize(text, start);
      if (row === null) {
        if (isBlank(line)) return;
        ({ row, line } = projectLine(line, recognizer));
      }
      if (row.capture !== null && row.event !== null) {
        const digest = createHash("sha256").update(line).digest("hex");
        if (!sink.takeEvent(id + 1, row.event, digest)) {
          replays++;
          return;
        }
        requireCapture(row.capture, row.session, row.server);
      }
      sink.takeCall(++id, row);
    },
    finish() {
      sink.flush();
      return replays;
    },
  };
}

/** The id of the last call; 0 when there is none. */
export function lastCallId(db: DatabaseSync): number {
  return Number(db.prepare("SELECT max(id) AS id FROM calls").get()?.["id"]);
}

function makeBulkSink(db: DatabaseSync): RowSink {
  const events = makeInserter(db, "index_events", 3, 32);
  const calls = makeInserter(db, "calls", COLUMNS, 8);
  const digestOf = db.prepare("SELECT digest FROM index_events WHERE call_id = ?");
  const seen = makeSeenDigests((id, digest) => {
    events.flush();
    return digestOf.get(id)?.["digest"] === digest;
  });
  return {
    takeEvent(id, event, digest) {
      // Its digest is that of the whole record, its event included.
      if (!seen.add(digest, id)) return false;
      events.add(id, event, digest);
      return true;
    },
    takeCall: (id, row) => calls.add(...columnsOf(id, row)),
    flush() {
      events.flush();
      calls.flush();
    },
  };
}

function makeCheckedSink(db: DatabaseSync): RowSink {
  const insertEvent = db.prepare("INSERT INTO index_events VALUES (?, ?, ?)");
  const findEvent = db.prepare(
    "SELECT digest FROM index_events WHERE call_id = (SELECT id FROM calls WHERE event_id = ?)",
  );
  const calls = makeInserter(db, "calls", COLUMNS, 1);
  return {
    takeEvent(id, event, digest) {
      const known = findEvent.get(event)?.["digest"];
      if (known === undefined) {
        insertEvent.run(id, event, digest);
        return true;
      }
      if (known === digest) return false;
      throw new Rejected("repeats the event of another line with other content");
    },
    takeCall(id, row) {
      try {
        calls.add(...columnsOf(id, row));
      } catch (error) {
        if (!isRepetition(error)) throw error;
        throw new Rejected("has the place (seq) of another event of its capture");
      }
    },
    flush() {},
  };
}

function columnsOf(id: number, row: CallRow): SQLInputValue[] {
  const { capture, event, ts, session, seq, server, method, tool, latency, outcome } = row;
  const { error: [code, template, templateId, retryable], args, kind } = row;
  // deno-fmt-ignore
  return [
    id, capture, event, ts, session, seq, server, method, tool, latency, outcome, code, template,
    templateId, retryable, args, kind,
  ];
}

/** The row of a line, and the line as its projection would be written. */
function projectLine(
  line: string,
  recognizer: Recognizer,
): { row: CallRow; line: Uint8Array } {
  const call = projectCall(readJson(line));
  if (call === null) throw new Rejected("is no record of a call");
  try {
    const canonical = encodeRecord(call).subarray(0, -1);
    const isCanonical = new TextDecoder().decode(canonical) === line;
    return { row: isCanonical ? recognizer.learn(call) : rowOf(call), line: canonical };
  } catch (error) {
    if (error instanceof RecordTooLarge) throw new Rejected("is larger than 4 MiB in full form");
    throw error;
  }
}

/** A capture has one session and one server. */
function makeCaptureCheck(
  db: DatabaseSync,
): (capture: string, session: string, server: string) => void {
  const insert = db.prepare("INSERT INTO index_captures VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
  const find = db.prepare("SELECT * FROM index_captures WHERE capture = ?");
  const known = new Map<string, { session: unknown; server: unknown }>();
  return (capture, session, server) => {
    let owner = known.get(capture);
    if (owner === undefined) {
      insert.run(capture, session, server);
      // The texts as SQLite returns them: a part of a text keeps the whole text in memory.
      const row = find.get(capture);
      owner = { session: row?.["session"], server: row?.["server"] };
      if (known.size >= MAX_CAPTURES) known.clear();
      known.set(String(row?.["capture"]), owner);
    }
    if (owner.session !== session || owner.server !== server) {
      throw new Rejected("changes the session or the server of its capture");
    }
  };
}
