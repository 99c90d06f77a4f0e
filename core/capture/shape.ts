/** Shapes: what is kept of arguments (capture.md §3.4, §4). */

import { encodeJson, isInteger, isObject, type Json, type JsonObject } from "../mcp/json.ts";
import type { Shape, ShapeMember } from "../records.ts";
import type { EnumPlace } from "./enums.ts";
import { bucket, isUuid, labelKeys, tokenOrBucket } from "./grammar.ts";

/** What a shape depends on beside the value. */
export interface ShapeOptions {
  /** Of the called tool; undefined when nothing was learned of it. */
  enums: EnumPlace | undefined;
  /** `urlClass` of `url-class.ts`, which is large: whoever shapes loads it. */
  urlClass: (text: string) => string | null;
}

/**
 * The shape of arguments as they were sent: strings become an `enum:`, `uuid` or `url:` token or
 * the bucket of their length, other scalars tokens, arrays their length and first element.
 */
export function shapeArguments(value: Json, { enums, urlClass }: ShapeOptions): Shape {
  return shapeOf(value, enums, {
    origin: "raw",
    token(text, place) {
      if (place?.members.has(text)) return tokenOrBucket(`enum:${text}`);
      if (isUuid(text)) return "uuid";
      const known = urlClass(text);
      return known === null ? bucket(text) : tokenOrBucket(`url:${known}`);
    },
  });
}

/**
 * Walks a shape again, or arguments that meet no other step (those of probes): what is not
 * canonical becomes so. Strings get no enum, UUID or URL recognition here. Idempotent.
 */
export function projectShape(value: Json): Shape {
  return shapeOf(value, undefined, { origin: "stored", token: tokenOrBucket });
}

interface Rules {
  /** Whether keys and counts may be those of a shape already. */
  origin: "raw" | "stored";
  token(text: string, place: EnumPlace | undefined): string;
}

function shapeOf(value: Json, place: EnumPlace | undefined, rules: Rules): Shape {
  if (typeof value === "string") return rules.token(value, place);
  if (value === null) return "null";
  if (typeof value === "boolean") return `bool:${value}`;
  if (Array.isArray(value)) {
    const [first] = value;
    const items = first === undefined ? "empty" : shapeOf(first, place?.items ?? undefined, rules);
    return { array: value.length, items };
  }
  if (isObject(value)) return shapeOfObject(value, place, rules);
  return `num:${encodeJson(value)}`;
}

function shapeOfObject(value: JsonObject, place: EnumPlace | undefined, rules: Rules): Shape {
  // Not by assignment: a key may be `__proto__`.
  return Object.fromEntries(
    labelKeys(Object.keys(value), rules.origin).map(([key, label]) => {
      const member = value[key] ?? null;
      const shape = rules.origin === "stored" && isCountOf(label, member)
        ? member as ShapeMember
        : shapeOf(member, place?.properties.get(key), rules);
      return [label, shape];
    }),
  );
}

/** The length of a shaped array stays a bare number; so does, by the same rule, an `object` count. */
function isCountOf(label: string, member: Json): boolean {
  return (label === "array" || label === "object") && isInteger(member) && member >= 0;
}
