/** Arguments that a careful tool refuses (readiness.md §8). */

import { compareBytes, isObject, type JsonObject } from "../mcp/json.ts";

/**
 * Arguments that break the most telling rule of an input schema: nothing although something is
 * required, a value of another type, an unknown member although none is allowed. They are not
 * checked to be invalid.
 * @returns null when the schema has no such rule
 */
export function invalidArguments(inputSchema: JsonObject): JsonObject | null {
  const { required, properties, additionalProperties } = inputSchema;
  if (Array.isArray(required) && required.length > 0) return {};
  for (const [name, property] of isObject(properties) ? byName(properties) : []) {
    const type = isObject(property) ? property["type"] : undefined;
    if (typeof type !== "string") continue;
    return Object.fromEntries([[name, type === "string" ? 12_345 : "mcpeval"]]);
  }
  return additionalProperties === false ? { mcpeval_unknown: 1 } : null;
}

function byName(properties: JsonObject): [string, JsonObject[string]][] {
  return Object.entries(properties).sort(([a], [b]) => compareBytes(a, b));
}
