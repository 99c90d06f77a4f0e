/** From the shape of recorded arguments to arguments that a person can complete (capture.md §12). */

import { encodeJson, isInteger, isObject, type Json, tryParseJson } from "../mcp/json.ts";
import type { Shape, ShapeMember } from "../records.ts";

/** Something in the arguments that has to be filled in. */
export interface Placeholder {
  /** Keys from the outside in, with dots between them. */
  path: string;
  /** What was recorded there: a token, or the shape as compact JSON. */
  shape: string;
}

/** Arguments with what is still missing in them, in the order of the keys. */
export interface RestoredArguments {
  arguments: Json;
  placeholders: Placeholder[];
}

const NIL_UUID = "00000000-0000-0000-0000-000000000000";
/** Keys that were no field names: what stands there is the bucket of their length (D24). */
const KEY_LABEL = /^str[<>][0-9]+(?:#[0-9]+)?$/;

/**
 * The arguments that a shape stands for. Enumeration members, numbers, booleans and null come back
 * as they were; texts, URLs, UUIDs, arrays with elements and what has a key that was not recorded
 * become placeholders.
 * @returns null for what is no shape of arguments
 */
export function restoreArguments(shape: Shape): RestoredArguments | null {
  const placeholders: Placeholder[] = [];
  try {
    return { arguments: restore(shape, [], placeholders), placeholders };
  } catch (error) {
    if (error instanceof NoShape) return null;
    throw error;
  }
}

/** A value is not one that shapes have. */
class NoShape extends Error {}

function restore(shape: ShapeMember, path: readonly string[], found: Placeholder[]): Json {
  const hold = (value: Json): Json => {
    found.push({ path: path.join("."), shape: textOf(shape) });
    return value;
  };
  if (typeof shape === "string") return restoreToken(shape, hold);
  if (!isObject(shape as Json)) throw new NoShape();
  const members = shape as { [key: string]: ShapeMember };
  if (isArraySummary(members)) return members["array"] === 0 ? [] : hold([]);
  const entries = Object.entries(members).map(([key, member]) => {
    const below = [...path, key];
    const before = found.length;
    const value = restore(member, below, found);
    if (KEY_LABEL.test(key) && found.length === before) {
      found.push({ path: below.join("."), shape: textOf(member) });
    }
    return [key, value] as const;
  });
  return Object.fromEntries(entries);
}

function textOf(shape: ShapeMember): string {
  return typeof shape === "string" ? shape : encodeJson(shape as Json);
}

function restoreToken(token: string, hold: (value: Json) => Json): Json {
  if (token === "null") return null;
  if (token === "bool:true" || token === "bool:false") return token === "bool:true";
  if (token === "uuid") return hold(NIL_UUID);
  if (token.startsWith("enum:")) return token.slice("enum:".length);
  if (token.startsWith("num:")) return restoreNumber(token.slice("num:".length));
  if (token.startsWith("str<") || token === "str>4096" || token.startsWith("url:")) return hold("");
  throw new NoShape();
}

function restoreNumber(literal: string): Json {
  const value = tryParseJson(literal);
  if (typeof value === "number" || typeof value === "bigint" || value instanceof Number) {
    return value;
  }
  throw new NoShape();
}

function isArraySummary(members: { [key: string]: ShapeMember }): boolean {
  const { array, items, ...more } = members;
  return items !== undefined && isInteger(array as Json | undefined) && Number(array) >= 0 &&
    Object.keys(more).length === 0;
}
