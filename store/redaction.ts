/**
 * The redaction sweep: signs of content in a line that should hold none (capture.md §15). It is a
 * heuristic for files that other programs or hands may have written.
 */

import {
  byteLength,
  encodeJson,
  isObject,
  type Json,
  type JsonObject,
  tryParseJson,
} from "../core/mcp/json.ts";
import { type Block, lineText } from "./lines.ts";

/** What the sweep saw in one line. */
export interface Swept {
  /** Whether the line must not be shared. */
  flagged: boolean;
  /** Whether it is an annotation with a note, which only a person can judge. */
  hasNote: boolean;
}

/** Largest string value that needs not be a token, in bytes. */
const MAX_TEXT_BYTES = 128;

const WORD = "[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]";
const ADDRESS = new RegExp(`${WORD}@${WORD}`, "u");
/** Without the flag `u`, ignoring case stays within ASCII. */
const PLACES_AND_SECRETS = /\/users\/|\/home\/|token=|password/i;

/** No other token can be longer than {@link MAX_TEXT_BYTES}. */
const LONG_TOKEN = /^(?:num:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|enum:.*)$/s;
const DNS_CLASS = /^url:(?=.{1,253}$)[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*$/;

/** Whether a file is one of annotations: their notes are prose on purpose. */
export function holdsAnnotations(fileName: string): boolean {
  return fileName.startsWith("annotations-");
}

/**
 * Whether a glance shows that no line of a block is flagged. It is right when it says so; else each
 * line has to be swept. It counts no notes.
 */
export function isCleanBlock({ bytes }: Block): boolean {
  const text = lineText(bytes);
  // An escape may stand for anything, and only in ASCII is a character a byte.
  return text !== null && text.length === bytes.length && !text.includes("\\") &&
    !text.includes("@") && !PLACES_AND_SECRETS.test(text) && !hasLongGap(text);
}

/** Whether two quotation marks are so far apart that a long text may stand between them. */
function hasLongGap(text: string): boolean {
  let next = MAX_TEXT_BYTES;
  while (next < text.length) {
    const quote = text.lastIndexOf('"', next);
    if (quote < next - MAX_TEXT_BYTES) return true;
    next = quote + MAX_TEXT_BYTES + 1;
  }
  return false;
}

/**
 * Sweeps one physical line. Of an annotation everything but its top-level `note` is looked at.
 * @param annotations see {@link holdsAnnotations}
 */
export function sweepLine(line: string, annotations: boolean): Swept {
  return sweepRecord(line, tryParseJson(line), annotations);
}

/** As {@link sweepLine}, for a line whose value is known; undefined when it is no JSON. */
export function sweepRecord(line: string, value: Json | undefined, annotations: boolean): Swept {
  if (!annotations || !isObject(value)) {
    return { flagged: isSuspicious(line, value), hasNote: false };
  }
  const { note, ...rest } = value;
  return {
    flagged: isSuspicious(encodeJson(rest), rest),
    hasNote: typeof note === "string" && /\P{White_Space}/u.test(note),
  };
}

function isSuspicious(text: string, value: Json | undefined): boolean {
  return PLACES_AND_SECRETS.test(text) || (text.includes("@") && ADDRESS.test(text)) ||
    (value !== undefined && holdsLongText(value));
}

/** Keys do not count. */
function holdsLongText(value: Json): boolean {
  if (typeof value === "string") {
    return byteLength(value) > MAX_TEXT_BYTES && !LONG_TOKEN.test(value) && !DNS_CLASS.test(value);
  }
  if (Array.isArray(value)) return value.some(holdsLongText);
  return isObject(value) && Object.values(value as JsonObject).some(holdsLongText);
}
