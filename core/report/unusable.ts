/** What the readers of report documents share: refusing, and reading containers. */

import { UsageError } from "../errors.ts";
import { isObject, type Json, type JsonObject } from "../mcp/json.ts";

/**
 * Ends the reading.
 * @param place path to the member, such as `cases[3].probe`
 * @param rule what was expected there; never the value that was found
 * @throws {UsageError} always
 */
export function unusable(place: string, rule: string): never {
  throw new UsageError("not a usable probe report", { cause: new UsageError(`${place} ${rule}`) });
}

/** A value as an object. */
export function membersOf(value: Json | undefined, place: string): JsonObject {
  return isObject(value) ? value : unusable(place, "must be an object");
}

/** A value as an array. */
export function itemsOf(value: Json | undefined, place: string): Json[] {
  return Array.isArray(value) ? value : unusable(place, "must be an array");
}

/** A value as one of the known labels. */
export function oneOf<Known extends string>(
  known: readonly Known[],
  value: Json | undefined,
  place: string,
  what: string,
): Known {
  return known.find((label) => label === value) ?? unusable(place, `must be a known ${what}`);
}
