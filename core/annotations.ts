/** Annotations: what may be said of a call, and how it is named (capture.md §3.5, §14). */

import { isUuidV4 } from "./capture/grammar.ts";

/** What can be said of a call. */
export const ANNOTATION_KINDS = [
  "blocked-optimal-path",
  "undocumented-behavior",
  "false-success",
  "instruction-divergence",
  "workaround",
] as const;

/** The call that is meant: by its event, or by session (a token, or its name) and place in it. */
export type CallReference = { event_id: string } | { session: string; seq: number | bigint };

/** Longest note, in characters (Unicode scalar values). */
export const MAX_NOTE_LENGTH = 240;
// deno-lint-ignore no-control-regex -- they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;

/** Whether a note may be recorded as it is; what is wrong with it otherwise. */
export function noteProblem(note: string): "too-long" | "control-character" | null {
  if (note.search(CONTROL) >= 0) return "control-character";
  return [...note].length > MAX_NOTE_LENGTH ? "too-long" : null;
}

/** What may be recorded of a note. */
export function projectNote(note: string): string {
  return [...note.replace(CONTROL, "")].slice(0, MAX_NOTE_LENGTH).join("");
}

/** The id as records hold it, of a UUID in any form; null when its version is not 4. */
export function eventIdOf(uuid: string): string | null {
  const digits = uuid.toLowerCase().replace(/^urn:uuid:|[{}-]/g, "");
  const id = digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  return isUuidV4(id) ? id : null;
}
