/** `record_annotation` (serve-and-demo.md §1.10); it judges its arguments itself, in a fixed order. */

import {
  ANNOTATION_KINDS,
  type CallReference,
  eventIdOf,
  MAX_NOTE_LENGTH,
  noteProblem,
} from "../core/annotations.ts";
import { isUuid } from "../core/capture/grammar.ts";
import { isInteger, isObject, type Json, type JsonObject } from "../core/mcp/json.ts";
import type { Backend } from "./backend.ts";
import { TOOLS } from "./catalog.ts";
import { firstViolation } from "./input-schema.ts";
import { dataResult, failureResult, type ToolResult } from "./tool-result.ts";

const MAX_U64 = 2n ** 64n - 1n;
const TARGET = ["event_id", "session", "seq"] as const;
const EXCLUSIVELY =
  "name the call by a version 4 event_id or by session and seq, exclusively one of them";

const SCHEMA = TOOLS.find(({ name }) => name === "record_annotation")?.inputSchema;
/** What has to hold before the meaning of the members counts: types, and no unknown member. */
const FORM = {
  type: "object" as const,
  properties: { ...SCHEMA?.properties, kind: { type: "string" as const } },
  required: SCHEMA?.required ?? [],
  additionalProperties: false,
};

/** Records an annotation, or says what is wrong with the arguments. */
export async function recordAnnotation(backend: Backend, given: Json): Promise<ToolResult> {
  const read = readArguments(given);
  if ("wrong" in read) return failureResult(read.wrong);
  const { call, kind, note } = read;
  const outcome = await backend.annotate(call, kind, note);
  if (!outcome.ok) return failureResult(outcome.failure.message);
  const named = "event_id" in call
    ? `event ${call.event_id}`
    : `session:<hashed> seq ${String(call.seq)}`;
  return dataResult(`recorded ${kind} annotation for ${named}`);
}

type Read = { call: CallReference; kind: string; note: string } | { wrong: string };

function readArguments(given: Json): Read {
  if (isObject(given) && isAmbiguous(given)) return { wrong: EXCLUSIVELY };
  const broken = firstViolation(FORM, given) ?? boundViolation(given);
  if (broken !== null) return { wrong: `invalid annotation arguments${broken}` };
  const { kind, note, ...target } = given as JsonObject;
  if (typeof kind !== "string" || typeof note !== "string") {
    return { wrong: "invalid annotation arguments" };
  }
  const problem = noteProblem(note);
  if (problem === "control-character") {
    return { wrong: "the note must not hold line breaks or other control characters" };
  }
  const call = readCall(target);
  if (call === null) return { wrong: EXCLUSIVELY };
  if (!ANNOTATION_KINDS.some((each) => each === kind)) {
    return { wrong: `unknown annotation kind; known are ${ANNOTATION_KINDS.join(", ")}` };
  }
  if (problem === "too-long") {
    return { wrong: `the note is longer than ${MAX_NOTE_LENGTH} characters` };
  }
  return { call, kind, note };
}

function isAmbiguous(given: JsonObject): boolean {
  return TARGET.some((name) => given[name] === null) ||
    (given["event_id"] !== undefined &&
      (given["session"] !== undefined || given["seq"] !== undefined));
}

/** What the types leave open: the form of the id, the size of the number. */
function boundViolation(given: Json): string | null {
  const { event_id: id, seq } = given as JsonObject;
  if (typeof id === "string" && !isUuid(id)) return " at /event_id: expected a UUID";
  if (isInteger(seq) && (seq < 0 || seq > MAX_U64)) return " at /seq: expected 64 bits, unsigned";
  return null;
}

function readCall({ event_id: id, session, seq }: JsonObject): CallReference | null {
  if (typeof id === "string") {
    const event = eventIdOf(id);
    return event === null ? null : { event_id: event };
  }
  return typeof session === "string" && isInteger(seq) ? { session, seq } : null;
}
