/**
 * Valid arguments from a tool's input schema (readiness.md §7). Only what is required is built; what
 * comes out is checked against the whole schema, so a rule that is not looked at here (patterns,
 * `multipleOf`, `allOf`, …) can make a tool unsynthesizable, never its call invalid.
 */

import { byteLength, isInteger, isObject, type Json, type JsonObject } from "../mcp/json.ts";
import { compileSchema } from "../schema/validator.ts";
import { resolvePointer } from "../schema/pointer.ts";

/** The five budgets; each is part of the standard. */
const MAX_BYTES = 65_536;
const MAX_NODES = 4096;
const MAX_DEPTH = 8;
const MAX_ITEMS = 256;
const MAX_MIN_LENGTH = 16_384;

/** Texts for the formats that are commonest in tools. */
const FORMATTED = new Map([
  ["date-time", "2026-01-01T00:00:00Z"],
  ["date", "2026-01-01"],
  ["uri", "https://example.com"],
  ["email", "user@example.com"],
  ["uuid", "00000000-0000-4000-8000-000000000000"],
]);

/** What texts without a format consist of; padded with `x`. */
const TEXT = "mcpeval";

const MIN_I64 = -(2n ** 63n);
const MAX_I64 = 2n ** 63n - 1n;

/** One synthesis: the root for references, and what was spent. */
interface Synthesis {
  readonly root: JsonObject;
  bytes: number;
  nodes: number;
}

/** Thrown when no value can be built; it never leaves this file. */
class Unbuildable extends Error {}

/**
 * Builds arguments that the schema accepts, the same ones each time and whatever the order of keys.
 * @returns null when the schema asks for something that is not built, for more than the budgets
 * allow, or is unusable itself
 */
export async function synthesizeArguments(inputSchema: JsonObject): Promise<JsonObject | null> {
  const built = buildArguments(inputSchema);
  if (built === null) return null;
  const accepts = await compileSchema(inputSchema);
  return accepts?.(built) ? built : null;
}

function buildArguments(root: JsonObject): JsonObject | null {
  try {
    return buildObject(root, 0, { root, bytes: 0, nodes: 0 });
  } catch (error) {
    if (error instanceof Unbuildable) return null;
    throw error;
  }
}

/** Each part of a value is one node and a number of bytes that its encoding does not exceed. */
function charge(synthesis: Synthesis, bytes: number): void {
  synthesis.nodes += 1;
  synthesis.bytes += bytes;
  if (synthesis.nodes > MAX_NODES || synthesis.bytes > MAX_BYTES) throw new Unbuildable();
}

function buildObject(schema: JsonObject, depth: number, synthesis: Synthesis): JsonObject {
  charge(synthesis, 2);
  const required = member(schema, "required");
  const properties = member(schema, "properties");
  const names = Array.isArray(required) ? required : [];
  const members = names.map((name): [string, Json] => {
    if (typeof name !== "string" || !isObject(properties)) throw new Unbuildable();
    charge(synthesis, 6 * byteLength(name) + 4);
    return [name, buildValue(member(properties, name), depth + 1, synthesis)];
  });
  return Object.fromEntries(members);
}

function buildValue(schema: Json | undefined, depth: number, synthesis: Synthesis): Json {
  if (depth > MAX_DEPTH || !isObject(schema)) throw new Unbuildable();
  const reference = member(schema, "$ref");
  if (reference !== undefined) {
    return buildValue(resolvePointer(synthesis.root, reference), depth + 1, synthesis);
  }
  const literal = literalOf(schema);
  if (literal !== undefined) {
    chargeLiteral(literal, depth, synthesis);
    return literal;
  }
  const branches = member(schema, "anyOf") ?? member(schema, "oneOf");
  if (branches !== undefined) return buildValue(firstOf(branches), depth + 1, synthesis);
  return buildTyped(schema, depth, synthesis);
}

/** The value that the schema itself gives: the first of these keywords decides, usable or not. */
function literalOf(schema: JsonObject): Json | undefined {
  const constant = member(schema, "const");
  if (constant !== undefined) return constant;
  const listed = member(schema, "enum");
  if (listed !== undefined) return firstOf(listed);
  const preset = member(schema, "default");
  if (preset !== undefined) return preset;
  const examples = member(schema, "examples");
  return examples === undefined ? undefined : firstOf(examples);
}

function firstOf(list: Json): Json {
  const first = Array.isArray(list) ? list[0] : undefined;
  if (first === undefined) throw new Unbuildable();
  return first;
}

function chargeLiteral(literal: Json, depth: number, synthesis: Synthesis): void {
  if (depth > MAX_DEPTH) throw new Unbuildable();
  if (Array.isArray(literal)) {
    charge(synthesis, 2 + literal.length);
    for (const item of literal) chargeLiteral(item, depth + 1, synthesis);
  } else if (isObject(literal)) {
    const members = Object.entries(literal);
    charge(synthesis, 2 + members.length);
    for (const [key, value] of members) {
      charge(synthesis, 6 * byteLength(key) + 3);
      chargeLiteral(value, depth + 1, synthesis);
    }
  } else charge(synthesis, typeof literal === "string" ? 6 * byteLength(literal) + 2 : 32);
}

function buildTyped(schema: JsonObject, depth: number, synthesis: Synthesis): Json {
  const declared = member(schema, "type");
  const type = Array.isArray(declared) ? declared.find((name) => name !== "null") : declared;
  switch (type) {
    case "string":
      return buildString(schema, synthesis);
    case "integer":
    case "number":
      charge(synthesis, 32);
      return buildNumber(schema);
    case "boolean":
      charge(synthesis, 5);
      return false;
    case "null":
      charge(synthesis, 4);
      return null;
    case "array":
      return buildArray(schema, depth, synthesis);
    case "object":
      return buildObject(schema, depth, synthesis);
    default:
      throw new Unbuildable();
  }
}

function buildString(schema: JsonObject, synthesis: Synthesis): string {
  const format = member(schema, "format");
  const formatted = typeof format === "string" ? FORMATTED.get(format) : undefined;
  if (formatted !== undefined) {
    charge(synthesis, byteLength(formatted) + 2);
    return formatted;
  }
  if (member(schema, "pattern") !== undefined) throw new Unbuildable();
  const minimum = count(member(schema, "minLength")) ?? 0;
  if (minimum > MAX_MIN_LENGTH) throw new Unbuildable();
  charge(synthesis, Math.max(minimum, TEXT.length) + 2);
  return TEXT.padEnd(minimum, "x").slice(0, count(member(schema, "maxLength")));
}

function buildNumber(schema: JsonObject): number | bigint {
  const above = quantity(member(schema, "exclusiveMinimum"));
  const least = quantity(member(schema, "minimum")) ??
    (above === undefined ? 1 : typeof above === "bigint" ? above + 1n : above + 1);
  const most = quantity(member(schema, "maximum"));
  const value = most !== undefined && least > most ? most : least;
  if (typeof value === "number" && !Number.isInteger(value)) return value;
  const whole = BigInt(value);
  // Integers have 64 bits; beyond them the nearest is taken, for the final check to judge.
  const integer = whole < MIN_I64 ? MIN_I64 : whole > MAX_I64 ? MAX_I64 : whole;
  return Number.isSafeInteger(Number(integer)) ? Number(integer) : integer;
}

function buildArray(schema: JsonObject, depth: number, synthesis: Synthesis): Json[] {
  const length = count(member(schema, "minItems")) ?? 0;
  if (length > MAX_ITEMS) throw new Unbuildable();
  charge(synthesis, 2 + length);
  const items = member(schema, "items");
  return Array.from({ length }, () => buildValue(items, depth + 1, synthesis));
}

/** A bound of a length: an integer literal of 0 or more; anything else is no bound. */
function count(value: Json | undefined): number | undefined {
  return isInteger(value) && value >= 0 ? Number(value) : undefined;
}

/** A bound of a number; a 64-bit integer keeps its digits. */
function quantity(value: Json | undefined): number | bigint | undefined {
  if (value instanceof Number) return value.valueOf();
  return typeof value === "number" || typeof value === "bigint" ? value : undefined;
}

/** A member of the schema's own; undefined when absent, which no JSON value is. */
function member(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
