/**
 * Makes a server's schema fit for compilation: bounds it, refuses what would have to be fetched,
 * and takes out what ajv understands but JSON Schema does not.
 */

import { isObject, type Json, type JsonObject } from "../mcp/json.ts";
import { type Dialect, refStandsAlone } from "./dialect.ts";
import { canonicalText } from "./equality.ts";
import { isNumeric } from "./keywords.ts";
import { exactCopy, toDouble } from "./projection.ts";
import {
  HERE,
  isSelfContained,
  newReferences,
  noteReferences,
  type References,
  settleReferences,
} from "./references.ts";

/** A schema as ajv takes it: plain objects, plain numbers but for literals, no `$schema`. */
export interface PreparedSchema {
  schema: AjvSchema;
  /**
   * Whether some list or map of schemas is so long that ajv's usual code, one level of nesting per
   * member, would not fit the stack.
   */
  wide: boolean;
  /** Whether it asks what was not evaluated: to answer that, no branch may be left out. */
  unevaluated: boolean;
}

type AjvSchema = { [key: string]: unknown };

/** Longest list or map of schemas for the usual code. */
const MAX_NESTED = 300;

/** Deepest nesting; JSON from the wire is no deeper (wire.md §2). */
const MAX_DEPTH = 128;

/**
 * Largest estimate of the code that ajv generates, in characters. It grows with the schema objects,
 * with their keywords and with the paths that lead to them (every possible error names its path),
 * so this one figure bounds number, size and names. Code of that size takes about a second and some
 * 200 MB to compile; the schema of a tool with a hundred parameters stays below a fiftieth of it.
 */
const MAX_CODE = 5_000_000;
const KEYWORD_CODE = 160;

/** Keywords whose value maps names to schemas. */
const MAPS = new Set([
  ...["$defs", "definitions", "dependencies", "dependentSchemas"],
  ...["patternProperties", "properties"],
]);
/** Keywords whose value is data: it is never looked into. */
const LITERALS = new Set(["const", "default", "enum", "examples"]);

interface Walk {
  readonly references: References;
  code: number;
  /** Length of the longest list or map of schemas. */
  width: number;
  unevaluated: boolean;
}

/** Thrown for a schema beyond a bound. */
class TooLarge extends Error {}

/**
 * A copy of the schema for ajv, or null when the schema is too large or refers to another document.
 * Any unknown keyword may hold schemas that a reference points to, so it is treated as if it did.
 */
export function prepareSchema(schema: JsonObject, dialect: Dialect): PreparedSchema | null {
  const references = newReferences(dialect);
  const walk: Walk = { references, code: 0, width: 0, unevaluated: false };
  try {
    const prepared = copyObject(schema, HERE, 0, 0, walk);
    delete prepared["$schema"];
    settleReferences(prepared, references);
    if (!isSelfContained(references)) return null;
    const { unevaluated, width } = walk;
    return { schema: prepared, wide: width > MAX_NESTED, unevaluated };
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
}

/** @param path length of the path that leads to the node */
function copy(node: Json, base: string, depth: number, path: number, walk: Walk): unknown {
  if (typeof node === "bigint" || node instanceof Number) return toDouble(node);
  if (typeof node !== "object" || node === null) return node;
  if (depth > MAX_DEPTH) throw new TooLarge();
  if (!Array.isArray(node)) return copyObject(node as JsonObject, base, depth, path, walk);
  walk.width = Math.max(walk.width, node.length);
  return node.map((item) => copy(item, base, depth + 1, path + 4, walk));
}

function copyObject(
  node: JsonObject,
  base: string,
  depth: number,
  path: number,
  walk: Walk,
): AjvSchema {
  const prepared: AjvSchema = {};
  const keys = Object.keys(node);
  walk.code += (1 + keys.length) * (KEYWORD_CODE + 2 * path);
  if (walk.code > MAX_CODE) throw new TooLarge();
  const here = noteReferences(node, base, prepared, walk.references);
  for (const key of keys) {
    const value = node[key] ?? null;
    if (isForeign(key, value, node, walk.references.dialect)) continue;
    if (key.startsWith("unevaluated")) walk.unevaluated = true;
    const below = path + key.length + 1;
    const copied = typeof value === "bigint" && isNumeric(key)
      ? value
      : LITERALS.has(key)
      ? key === "enum" && Array.isArray(value) ? choices(value, walk.references.dialect) : value
      : MAPS.has(key) && isObject(value)
      ? copyMap(value, here, depth + 1, below, walk)
      : copy(value, here, depth + 1, below, walk);
    setMember(prepared, key, copied);
  }
  // A schema of nothing but a reference makes ajv follow the whole chain of such schemas each time
  // it meets one. Any other keyword prevents that.
  if ("$ref" in node) prepared["$comment"] = "";
  return prepared;
}

function copyMap(
  map: JsonObject,
  base: string,
  depth: number,
  path: number,
  walk: Walk,
): AjvSchema {
  const prepared: AjvSchema = {};
  const members = Object.entries(map);
  walk.width = Math.max(walk.width, members.length);
  for (const [name, schema] of members) {
    setMember(prepared, name, copy(schema, base, depth + 1, path + name.length + 1, walk));
  }
  return prepared;
}

/**
 * Old metaschemas forbid repeats in `enum` and an empty one; the drafts only advise against both,
 * save that draft 4 forbids the empty one. No value of JSON is `NaN`.
 */
function choices(values: Json[], dialect: Dialect): Json[] {
  if (values.length === 0 && dialect !== "draft-04") return [NaN];
  return [...new Map(values.map((value) => [canonicalText(exactCopy(value)), value])).values()];
}

/** Sets a member of any name: assigning to `__proto__` would set none. */
function setMember(object: AjvSchema, key: string, value: unknown): void {
  Object.defineProperty(object, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/**
 * Keywords that only ajv and OpenAPI know, `id` after it was renamed, `$anchor` before it was
 * introduced, and what ajv minds beside a `$ref` that stands alone.
 */
function isForeign(key: string, value: Json, node: JsonObject, dialect: Dialect): boolean {
  if (key === "nullable") return typeof value === "boolean";
  if (key === "$async" || (key === "id" && dialect !== "draft-04")) return true;
  if (!refStandsAlone(dialect)) return false;
  return key === "$anchor" || ("$ref" in node && ["$id", "id", "type"].includes(key));
}
