/**
 * Lines of the call journal that are what their projection would be, which is nearly all of them.
 * They are recognized by one expression whose groups are the columns; parsing and projecting them
 * would give the same row at many times the cost. Arguments and errors are recognized by their
 * text, once it was seen in a line that was projected and came out unchanged.
 */

import type { StoredCall } from "../project.ts";
import { encodeRecord } from "../record-line.ts";
import { type CallRow, type ErrorColumns, NO_ERROR, rowOf } from "./row.ts";

const UUID_V4 = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
/** February 29 is left to the projection. */
const DATE = "[0-9]{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])" +
  "|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)";
const TIME = "(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}Z";
const LABEL = "[A-Za-z0-9_.:-]{1,128}";
const METHOD = '(?=[^"]{1,128}")[A-Za-z0-9_.:-]+(?:/[A-Za-z0-9_.:-]+)*';
/** Below 2⁵³. */
const COUNT = "(?:0|[1-9][0-9]{0,14})";
/** Longest text of arguments or of an error that is remembered; it bounds the search for its end. */
const MAX_TEXT = 2_048;
/** Most texts of each that are remembered; then it starts over. */
const MAX_TEXTS = 2_000;

const LINE = new RegExp(
  `\\{(?:"identity":\\{"capture_id":"(${UUID_V4})","event_id":"(${UUID_V4})"\\},)?` +
    `"ts":"(${DATE}T${TIME})","session":"(session:[0-9a-f]{64})","seq":(${COUNT}),` +
    `"server":"(${LABEL})","method":"(${METHOD})"(?:,"tool":"(${LABEL})")?` +
    `(?:,"args":(\\{.{0,${MAX_TEXT}}?\\}|"[^"]{0,128}"))?(?:,"latency_ms":(${COUNT}))?` +
    `,"outcome":"(ok|error|unknown|unparsed)"(?:,"error":(\\{.{0,${MAX_TEXT}}?\\}))?` +
    `,"shim_self_us":${COUNT},"kind":"(real|synthetic|unparsed)"\\}\\n`,
  "y",
);

/** What recognizes lines; it learns as it goes. */
export interface Recognizer {
  /** The row of the line that starts at `at` of a text, or null when it has to be projected. */
  recognize(text: string, at: number): CallRow | null;
  /** Learns from a record whose line is its encoding. @returns its row */
  learn(call: StoredCall): CallRow;
}

/** A recognizer that has learned nothing yet. */
export function makeRecognizer(): Recognizer {
  const knownArgs = new Set<string>();
  const knownErrors = new Map<string, ErrorColumns>();
  return {
    recognize(text, at) {
      LINE.lastIndex = at;
      const groups = LINE.exec(text);
      if (groups === null) return null;
      const [
        ,
        capture,
        event,
        ts = "",
        session = "",
        seq,
        server = "",
        method = "",
        tool,
        args,
        latency,
        outcome = "",
        errorText,
        kind = "",
      ] = groups;
      const error = errorText === undefined ? NO_ERROR : knownErrors.get(errorText);
      if (error === undefined || (args !== undefined && !knownArgs.has(args))) return null;
      return {
        capture: capture ?? null,
        event: event ?? null,
        ts,
        session,
        seq: Number(seq),
        server,
        method,
        tool: tool ?? null,
        latency: latency === undefined ? null : Number(latency),
        outcome,
        error,
        args: args ?? null,
        kind,
      };
    },
    learn(call) {
      const row = rowOf(call);
      if (row.args !== null && row.args.length <= MAX_TEXT) {
        if (knownArgs.size >= MAX_TEXTS) knownArgs.clear();
        knownArgs.add(row.args);
      }
      if (call.error !== undefined) {
        if (knownErrors.size >= MAX_TEXTS) knownErrors.clear();
        knownErrors.set(errorText(call), row.error);
      }
      return row;
    },
  };
}

/** The error as it stands in its line. */
function errorText({ error }: StoredCall): string {
  const text = new TextDecoder().decode(encodeRecord({ error }));
  return text.slice('{"error":'.length, -"}\n".length);
}
