/** Annotations: what an agent or a person observed about a call (capture.md §3.5, §14). */

import { ANNOTATION_KINDS, type CallReference, projectNote } from "../core/annotations.ts";
import { IncompleteError, type Outcome, outcomeOf } from "../core/errors.ts";
import { isInteger, type Json } from "../core/mcp/json.ts";
import { createStore } from "./calls.ts";
import { journalFile } from "./home.ts";
import { appendLines } from "./journal.ts";
import { asText, asUuidV4, malformed, optional, readRecord } from "./members.ts";
import { encodeRecord } from "./record-line.ts";
import { sessionToken } from "./session.ts";
import { projectTimestamp } from "./timestamps.ts";

/** A line of `annotations-<date>.jsonl`; members in the order of the file. */
export type Annotation =
  & { ts: string }
  & CallReference
  & { kind: typeof ANNOTATION_KINDS[number] | "invalid"; note: string };

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
      note: projectNote(note),
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

function asU64(value: Json): number | bigint {
  return isInteger(value) && value >= 0 ? value : malformed();
}
