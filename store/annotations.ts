/** Annotations: what an agent or a person observed about a call (capture.md §3.5, §14). */

import { IncompleteError, type Outcome, outcomeOf } from "../core/errors.ts";
import { isInteger, type Json } from "../core/mcp/json.ts";
import { createStore } from "./calls.ts";
import { journalFile } from "./home.ts";
import { appendLines } from "./journal.ts";
import { asText, asUuidV4, malformed, optional, readRecord } from "./members.ts";
import { encodeRecord } from "./record-line.ts";
import { sessionToken } from "./session.ts";
import { projectTimestamp } from "./timestamps.ts";

/** What can be said of a call. */
export const ANNOTATION_KINDS = [
  "blocked-optimal-path",
  "undocumented-behavior",
  "false-success",
  "instruction-divergence",
  "workaround",
] as const;

/** See {@link ANNOTATION_KINDS}. */
export type AnnotationKind = typeof ANNOTATION_KINDS[number];

/** Longest note, in characters (Unicode scalar values). */
export const MAX_NOTE_LENGTH = 240;

/** The call that is meant: by its event, or by session and place in it. */
export type CallReference =
  | { event_id: string }
  | {
    /** A token, or the name that becomes one. */
    session: string;
    /** Of 64 bits. */
    seq: number | bigint;
  };

/** A line of `annotations-<date>.jsonl`; members in the order of the file. */
export type Annotation =
  & { ts: string }
  & CallReference
  & { kind: AnnotationKind | "invalid"; note: string };

// deno-lint-ignore no-control-regex -- they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;

/** Whether a note may be recorded as it is; what is wrong with it otherwise. */
export function noteProblem(note: string): "too-long" | "control-character" | null {
  if (note !== withoutControls(note)) return "control-character";
  return [...note].length > MAX_NOTE_LENGTH ? "too-long" : null;
}

/**
 * Projects one annotation: an unknown kind becomes `invalid`, a note loses its control characters
 * and what is beyond 240 characters, everything unknown is dropped. Idempotent.
 * @returns null for what is no annotation
 */
export function projectAnnotation(value: Json): Annotation | null {
  return readRecord(value, (record): Annotation => {
    const eventId = optional(record["event_id"], asUuidV4);
    const session = optional(record["session"], asText);
    const seq = optional(record["seq"], asU64);
    const kind = asText(record["kind"]);
    const note = asText(record["note"]);
    const call = eventId !== undefined && session === undefined && seq === undefined
      ? { event_id: eventId }
      : eventId === undefined && session !== undefined && seq !== undefined
      ? { session: sessionToken(session), seq }
      : malformed();
    return {
      ts: projectTimestamp(asText(record["ts"])),
      ...call,
      kind: ANNOTATION_KINDS.find((each) => each === kind) ?? "invalid",
      note: [...withoutControls(note)].slice(0, MAX_NOTE_LENGTH).join(""),
    };
  });
}

/**
 * Appends an annotation to the journal of its day.
 * @param annotation from another isolate: of unknown make until it is projected
 */
export function appendAnnotation(home: string, annotation: unknown): Promise<Outcome<null>> {
  return outcomeOf(async () => {
    const projected = projectAnnotation(annotation as Json);
    if (projected === null) throw new IncompleteError("an annotation breaks its grammar");
    await createStore(home);
    const file = journalFile(home, "annotations", projected.ts);
    await appendLines(file, [encodeRecord(projected)]);
    return null;
  });
}

function withoutControls(text: string): string {
  return text.replace(CONTROL, "");
}

function asU64(value: Json): number | bigint {
  return isInteger(value) && value >= 0 ? value : malformed();
}
