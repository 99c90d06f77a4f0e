/** Reading the members of records; a wrong type makes a record malformed. */

import { isUuidV4 } from "../core/capture/grammar.ts";
import { isInteger, isObject, type Json, type JsonObject } from "../core/mcp/json.ts";

/** A record is not one of its kind; it says nothing of the record. */
class Malformed extends Error {
  override name = "Malformed";
}

/** What `read` makes of a record, or null when it finds it malformed. */
export function readRecord<T>(value: Json, read: (record: JsonObject) => T): T | null {
  try {
    return read(asObject(value));
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}

/** Ends the reading of a record. */
export function malformed(): never {
  throw new Malformed();
}

/** An object. */
export function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : malformed();
}

/** A string. */
export function asText(value: Json | undefined): string {
  return typeof value === "string" ? value : malformed();
}

/** A boolean. */
export function asBoolean(value: Json | undefined): boolean {
  return typeof value === "boolean" ? value : malformed();
}

/** A whole number from 0 to 2⁵³ − 1; no program writes larger ones. */
export function asCount(value: Json | undefined): number {
  if (typeof value !== "number" || !isInteger(value)) return malformed();
  return value >= 0 && Number.isSafeInteger(value) ? value : malformed();
}

/** A random UUID, in lower case. */
export function asUuidV4(value: Json | undefined): string {
  return typeof value === "string" && isUuidV4(value) ? value.toLowerCase() : malformed();
}

/** A member that may be absent; null counts as absent. */
export function optional<T>(
  value: Json | undefined,
  read: (value: Json) => T,
): T | undefined {
  return value === undefined || value === null ? undefined : read(value);
}
