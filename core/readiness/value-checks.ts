/** Guards for the members of documents that others wrote. */

import { isInteger, type Json } from "../mcp/json.ts";

const SHA256 = /^[0-9a-f]{64}$/;

/** Whether a value is a whole number from 0 on. */
export function isCount(value: Json | undefined): value is number | bigint {
  return isInteger(value) && value >= 0;
}

/** Whether a value is a whole number from 0 to 100. */
export function isScore(value: Json | undefined): value is number {
  return isCount(value) && value <= 100;
}

/** Whether a value is a text that matches a pattern. */
export function isMatch(value: Json | undefined, pattern: RegExp): value is string {
  return typeof value === "string" && pattern.test(value);
}

/** Whether a value is a text of at least one character. */
export function isText(value: Json | undefined): value is string {
  return typeof value === "string" && value !== "";
}

/** Whether a value is a SHA-256 in 64 lower-case hex digits. */
export function isDigest(value: Json | undefined): value is string {
  return isMatch(value, SHA256);
}
