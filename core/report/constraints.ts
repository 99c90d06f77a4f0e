/**
 * The constraints of a JSON Schema as canonical text: prose dropped, local references replaced by
 * what they point at (reports.md §1.5, wire.md §11).
 */

import { compareBytes, encodeJson, isObject, type Json, type JsonObject } from "../mcp/json.ts";
import { resolvePointer } from "../schema/pointer.ts";

/** References that are followed on one path; deeper ones stay as they are written. */
export const MAX_HOPS = 8;

/**
 * Most UTF-16 units of an expansion. Eight hops through a schema that refers to itself in several
 * places grow beyond any memory, so a text that would be longer is not built.
 */
const EXPANSION_LIMIT = 16 * 2 ** 20;

/** Keywords that say nothing about which values are valid. */
const PROSE = new Set(["description", "title", "examples", "$comment", "default"]);

/** Keywords whose value maps names, which are not keywords themselves, to schemas. */
const NAME_MAPS = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
]);

/**
 * The canonical text of a schema with at most `hops` references followed on a path, or null when it
 * would be longer than {@link EXPANSION_LIMIT}. Without hops there is always a text: it is about as
 * long as the schema itself.
 */
export interface Expand {
  (schema: Json, hops: 0): string;
  (schema: Json, hops: number): string | null;
}

/**
 * Expands the parts of one root schema. What a node expands to depends on the node, on the hops that
 * are left and on whether it maps names; each combination is built once and then shared, so the time
 * is proportional to the schema and not to its expansion.
 */
export function expander(root: JsonObject): Expand {
  const texts = new Map<Json, (string | null)[]>();
  const targets = new Map<JsonObject, Json | undefined>();

  function expand(node: Json, hops: number, mapsNames = false): string | null {
    if (!Array.isArray(node) && !isObject(node)) return encodeJson(node);
    let known = texts.get(node);
    if (known === undefined) texts.set(node, known = []);
    const slot = 2 * hops + (mapsNames ? 1 : 0);
    let text = known[slot];
    if (text === undefined) known[slot] = text = build(node, hops, mapsNames);
    return text;
  }

  function build(node: Json[] | JsonObject, hops: number, mapsNames: boolean): string | null {
    const limit = hops === 0 ? Infinity : EXPANSION_LIMIT;
    if (Array.isArray(node)) return join("[", node, "]", limit, (item) => expand(item, hops));
    if (hops > 0 && !mapsNames) {
      const target = targetOf(node);
      if (target !== undefined) return expand(target, hops - 1);
    }
    const keys = Object.keys(node).filter((key) => mapsNames || !PROSE.has(key)).sort(compareBytes);
    return join("{", keys, "}", limit, (key) => {
      const text = expand(node[key] as Json, hops, !mapsNames && NAME_MAPS.has(key));
      return text === null ? null : `${JSON.stringify(key)}:${text}`;
    });
  }

  /** What the node's `$ref` points at; undefined without one, or when it does not resolve. */
  function targetOf(node: JsonObject): Json | undefined {
    const reference = Object.hasOwn(node, "$ref") ? node.$ref : undefined;
    if (reference === undefined) return undefined;
    // Kept per node: a pointer may be as long as a frame and stand in a much repeated piece.
    if (!targets.has(node)) targets.set(node, resolvePointer(root, reference));
    return targets.get(node);
  }

  return (schema: Json, hops: number) => expand(schema, hops) as string;
}

/** Comma-separated pieces in brackets; null when a piece is null or the text would be too long. */
function join<Item>(
  open: string,
  items: Item[],
  close: string,
  limit: number,
  piece: (item: Item) => string | null,
): string | null {
  let text = open;
  for (const [index, item] of items.entries()) {
    const next = piece(item);
    if (next === null) return null;
    text += index === 0 ? next : `,${next}`;
    if (text.length >= limit) return null;
  }
  return text + close;
}
