/**
 * JSON with exact numbers: spec wire.md §2. Sizes and digests of a catalog depend on how a number
 * was written (`1.0` is not `1`, 64-bit integers keep every digit), which `JSON.parse` forgets.
 */

/**
 * A number literal with a fraction or an exponent whose value is integral (`1.0`, `1e2`), or one
 * too large for a 64-bit integer. It is a boxed number because boxes survive structured cloning,
 * so such values may cross between isolates.
 */
// deno-lint-ignore ban-types -- the boxed type is the point
export type Float = Number;

/**
 * Any JSON value. Numbers: `number` is a safe integer, a non-integral double or `-0`; `bigint` is
 * a larger integer of −2⁶³…2⁶⁴−1; {@link Float} is an integral double.
 */
export type Json = null | boolean | string | number | bigint | Float | Json[] | JsonObject;

/** A JSON object; a repeated key keeps its last value. */
export type JsonObject = { [key: string]: Json };

/** Text that is not strict JSON. The message never holds any of the text. */
export class JsonError extends Error {
  override name = "JsonError";
  /** @param kind `limit`: it may well be JSON, but one beyond what is read (wire.md §2) */
  constructor(message: string, readonly kind: "syntax" | "limit" = "syntax") {
    super(message);
  }
}

const TOO_DEEP = "nesting is deeper than 127 containers";
const LONE_SURROGATE = "a string holds a lone surrogate";
const OUT_OF_RANGE = "a number is out of range";
/** The messages of errors of the kind `limit`. */
export const READ_LIMITS = [TOO_DEEP, LONE_SURROGATE, OUT_OF_RANGE] as const;

/** Deepest nesting of arrays and objects that is read (wire.md §2). */
export const MAX_DEPTH = 127;

/**
 * Literals whose kind `JSON.parse` would lose; false positives inside strings only cost time. What
 * may stand before a number tells it from the `"2.0"` of every JSON-RPC message, and from the seconds
 * of every timestamp.
 */
const INEXACT = /(?:^|[\s:,[](?<!\w:))(?:-?\d+[.eE]|-?\d{16})/;
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const QUOTE = 0x22;
/** Begins the strings that stand for numbers while a text is parsed: no sender can know it. */
const MARK = crypto.randomUUID().slice(-12);
/** From here on the order of UTF-16 is not that of UTF-8. */
const BEYOND_COMMON_ORDER = /[\ud800-\uffff]/;
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;
const MIN_I64 = -(2n ** 63n);
const MAX_I64 = 2n ** 63n - 1n;
const MAX_U64 = 2n ** 64n - 1n;

/**
 * Reads one JSON text.
 * @throws {JsonError} for anything but strict JSON: a byte-order mark, trailing data, a lone
 * surrogate, a number beyond the range of a double, more than {@link MAX_DEPTH} containers.
 */
export function parseJson(text: string): Json {
  if (deeperThan(text, MAX_DEPTH)) {
    throw new JsonError(TOO_DEEP, "limit");
  }
  let value: Json;
  try {
    value = INEXACT.test(text) ? parseExactly(text) : JSON.parse(text);
  } catch (error) {
    if (error instanceof JsonError) throw error;
    // The runtime's message quotes the text: it must not leave this function.
    throw new JsonError("not valid JSON");
  }
  if (SURROGATE_ESCAPE.test(text) && !wellFormed(value)) {
    throw new JsonError(LONE_SURROGATE, "limit");
  }
  return value;
}

/** As {@link parseJson}; undefined for what it refuses. */
export function tryParseJson(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/**
 * As `JSON.parse`, but with every number exact. A reviver that is given the literals could do the
 * same, at a thousand times the cost for long arrays.
 */
function parseExactly(text: string): Json {
  const { marked, literals } = markNumbers(text);
  const value: Json = JSON.parse(marked);
  if (literals.length === 0) return value;
  return restoreNumbers(value, literals.map((literal) => readNumber(literal)));
}

/**
 * Replaces numbers that `JSON.parse` would not keep by strings, which hold where in `literals` they
 * are.
 */
function markNumbers(text: string): { marked: string; literals: string[] } {
  const marks = new Map<string, string>();
  const parts: string[] = [];
  let copied = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    if (!startsNumber(code)) continue;
    let end = at + 1;
    let isPlain = true;
    for (let next = text.charCodeAt(end); isInNumber(next); next = text.charCodeAt(++end)) {
      isPlain &&= startsNumber(next);
    }
    if (!isPlain || end - at > 15) {
      const literal = text.slice(at, end);
      let mark = marks.get(literal);
      if (mark === undefined && NUMBER.test(literal) && isLost(Number(literal))) {
        mark = `"${MARK}${marks.size}"`;
        marks.set(literal, mark);
      }
      if (mark !== undefined) {
        parts.push(text.slice(copied, at), mark);
        copied = end;
      }
    }
    at = end - 1;
  }
  parts.push(text.slice(copied));
  return { marked: parts.join(""), literals: [...marks.keys()] };
}

/** Whether the value alone does not tell what {@link readNumber} makes of the literal. */
function isLost(value: number): boolean {
  return (Number.isInteger(value) || !Number.isFinite(value)) && !Object.is(value, -0);
}

/** Index of the quote that ends a string, or that of the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === 0x5c) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}

/** A digit or a minus sign. */
function startsNumber(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2d;
}

/** A digit, a sign, a point or the letter of an exponent. */
function isInNumber(code: number): boolean {
  return startsNumber(code) || code === 0x2e || code === 0x2b || code === 0x65 || code === 0x45;
}

/** Puts the numbers back, in place. */
function restoreNumbers(value: Json, numbers: readonly Json[]): Json {
  if (typeof value === "string") {
    return value.startsWith(MARK) ? numbers[Number(value.slice(MARK.length))] ?? null : value;
  }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      value[index] = restoreNumbers(value[index] ?? null, numbers);
    }
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      // A number without quotes is no key.
      if (key.startsWith(MARK)) throw new JsonError("not valid JSON");
      const restored = restoreNumbers(value[key] ?? null, numbers);
      if (key !== "__proto__") value[key] = restored;
      else Object.defineProperty(value, key, { value: restored });
    }
  }
  return value;
}

/**
 * The value of one JSON number literal.
 * @param literal the text as written, already known to be a valid JSON number
 * @throws {JsonError} beyond the range of a double
 */
export function readNumber(literal: string, value: number = Number(literal)): Json {
  if (!Number.isFinite(value)) throw new JsonError(OUT_OF_RANGE, "limit");
  if (Object.is(value, -0)) return -0;
  if (!Number.isInteger(value)) return value;
  if (/[.eE]/.test(literal)) return Object(value) as Float;
  if (Number.isSafeInteger(value)) return value;
  const exact = BigInt(literal);
  return exact >= MIN_I64 && exact <= MAX_U64 ? exact : Object(value) as Float;
}

function deeperThan(text: string, limit: number): boolean {
  if (text.length <= 2 * limit || !hasMore(text, limit)) return false;
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (quoted) {
      if (code === 0x5c) index++;
      else if (code === 0x22) quoted = false;
    } else if (code === 0x22) quoted = true;
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > limit) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}

/** Whether a text holds more than so many brackets that open something, in strings or not. */
function hasMore(text: string, limit: number): boolean {
  let count = 0;
  for (const opening of ["{", "["]) {
    for (let at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, at + 1)) {
      if (++count > limit) return true;
    }
  }
  return false;
}

function wellFormed(value: Json): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (Array.isArray(value)) return value.every(wellFormed);
  if (isObject(value)) {
    return Object.entries(value).every(([key, member]) => key.isWellFormed() && wellFormed(member));
  }
  return true;
}

/** Whether a value is a JSON object (not an array, not null, not a boxed number). */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    !(value instanceof Number);
}

/** Whether a value was written as an integer literal of −2⁶³…2⁶⁴−1. */
export function isInteger(value: Json | undefined): value is number | bigint {
  return typeof value === "bigint" ||
    (typeof value === "number" && Number.isInteger(value) && !Object.is(value, -0));
}

/** Whether a value was written as an integer literal of −2⁶³…2⁶³−1: what an error's code may be. */
export function isSigned64(value: Json | undefined): value is number | bigint {
  return isInteger(value) && value <= MAX_I64;
}

/**
 * Compact JSON with keys in UTF-8 byte order at every level: what mcpeval sends, measures and
 * digests (wire.md §2). Only `"`, `\` and U+0000–001F are escaped.
 */
export function encodeJson(value: Json): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number") {
    return Number.isInteger(value) && !Object.is(value, -0) ? String(value) : encodeFloat(value);
  }
  if (value instanceof Number) return encodeFloat(value.valueOf());
  if (Array.isArray(value)) return `[${value.map(encodeJson).join(",")}]`;
  const members = byteOrder(Object.keys(value))
    .map((key) => `${JSON.stringify(key)}:${encodeJson((value as JsonObject)[key] as Json)}`);
  return `{${members.join(",")}}`;
}

/** Sorts texts in place as {@link compareBytes} does, in most cases faster. */
export function byteOrder(keys: string[]): string[] {
  return keys.some((key) => BEYOND_COMMON_ORDER.test(key)) ? keys.sort(compareBytes) : keys.sort();
}

/** Shortest digits; plain from 1e-5 up to 1e16, else `d.dde+N` (the vectors of wire.md §2). */
function encodeFloat(value: number): string {
  if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  const magnitude = Math.abs(value);
  if (magnitude >= 1e-5 && magnitude < 1e16) {
    if (Number.isInteger(value)) return `${value}.0`;
    const plain = String(value);
    if (!plain.includes("e")) return plain;
  }
  return value.toExponential();
}

const utf8 = new TextEncoder();

/** Length of a text in UTF-8 bytes. */
export function byteLength(text: string): number {
  return utf8.encode(text).length;
}

/** Order of two texts by their UTF-8 bytes, for `sort`. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const x = a.charCodeAt(index);
    const y = b.charCodeAt(index);
    if (x !== y) return codePointRank(x) - codePointRank(y);
  }
  return a.length - b.length;
}

/** UTF-16 puts surrogates below U+E000…U+FFFF, UTF-8 puts the characters they encode above. */
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x2000 : unit >= 0xe000 ? unit - 0x800 : unit;
}
