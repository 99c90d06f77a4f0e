/** What `tools/list` says of the values that an argument may have (capture.md §4 “Enum”). */

import { asToolName } from "../labels.ts";
import { isObject, type Json } from "../mcp/json.ts";

/** The string members of `enum` at one place of an arguments object, and the places below it. */
export interface EnumPlace {
  members: Set<string>;
  /** By key; a key that holds a dot is one key. */
  properties: Map<string, EnumPlace>;
  /** Of every element of an array; null when nothing is known of them. */
  items: EnumPlace | null;
}

/** What was learned in one capture, by tool. */
export type EnumTables = Map<string, EnumPlace>;

/**
 * Learns from the result of a `tools/list`: each entry with a valid name and an `inputSchema`
 * replaces what was known of that tool; other tools stay, so pages accumulate.
 */
export function learnEnums(tables: EnumTables, result: Json | undefined): void {
  const tools = isObject(result) ? result["tools"] : undefined;
  if (!Array.isArray(tools)) return;
  for (const entry of tools) {
    if (!isObject(entry) || !Object.hasOwn(entry, "inputSchema")) continue;
    const name = asToolName(entry["name"]);
    if (name === null) continue;
    const place = emptyPlace();
    collect(entry["inputSchema"], place);
    tables.set(name, place);
  }
}

function emptyPlace(): EnumPlace {
  return { members: new Set(), properties: new Map(), items: null };
}

/** References, definitions, constants, tuples and `additionalProperties` are not followed. */
function collect(schema: Json | undefined, place: EnumPlace): void {
  if (!isObject(schema)) return;
  for (const member of arrayOf(schema["enum"])) {
    if (typeof member === "string") place.members.add(member);
  }
  for (const keyword of ["oneOf", "anyOf", "allOf"]) {
    for (const branch of arrayOf(schema[keyword])) collect(branch, place);
  }
  const properties = schema["properties"];
  if (isObject(properties)) {
    for (const [key, property] of Object.entries(properties)) {
      const below = place.properties.get(key) ?? emptyPlace();
      place.properties.set(key, below);
      collect(property, below);
    }
  }
  if (isObject(schema["items"])) {
    place.items ??= emptyPlace();
    collect(schema["items"], place.items);
  }
}

function arrayOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
