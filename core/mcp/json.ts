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

/** Deepest nesting of arrays and objects that is read (wire.md §2). */
export const MAX_DEPTH = 127;

/**
 * Literals whose kind `JSON.parse` would lose; false positives inside strings only cost time. What
 * may stand before a number tells it from the `"2.0"` of every JSON-RPC message, and from the seconds
 * of every timestamp.
 */
const INEXACT = /(?:^|[\s:,[](?<!\w:))(?:-0|-?\d+[.eE]|-?\d{16})/;
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
    throw new JsonError("nesting is deeper than 127 containers", "limit");
  }
  let value: Json;
  try {
    value = INEXACT.test(text) ? JSON.parse(text, exactNumber) : JSON.parse(text);
  } catch (error) {
    if (error instanceof JsonError) throw error;
    // The runtime's message quotes the text: it must not leave this function.
    throw new JsonError("not valid JSON");
  }
  if (SURROGATE_ESCAPE.test(text) && !wellFormed(value)) {
    throw new JsonError("a string holds a lone surrogate", "limit");
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

function exactNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== "number") return value;
  return readNumber(context?.source ?? String(value), value);
}

/**
 * The value of one JSON number literal.
 * @param literal the text as written, already known to be a valid JSON number
 * @throws {JsonError} beyond the range of a double
 */
export function readNumber(literal: string, value: number = Number(literal)): Json {
  if (!Number.isFinite(value)) throw new JsonError("a number is out of range", "limit");
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

function byteOrder(keys: string[]): string[] {
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
