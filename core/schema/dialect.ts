/** The JSON Schema dialects that servers use (D9). */

import type { Json, JsonObject } from "../mcp/json.ts";

/** A dialect by its number. */
export type Dialect = "draft-04" | "draft-06" | "draft-07" | "2019-09" | "2020-12";

/** `$schema` without scheme and trailing `#`. The second-to-last is the old “current” identifier. */
const DIALECTS = new Map<string, Dialect>([
  ["json-schema.org/draft-04/schema", "draft-04"],
  ["json-schema.org/draft-06/schema", "draft-06"],
  ["json-schema.org/draft-07/schema", "draft-07"],
  ["json-schema.org/draft/2019-09/schema", "2019-09"],
  ["json-schema.org/draft/2020-12/schema", "2020-12"],
  ["json-schema.org/schema", "2020-12"],
  ["", "2020-12"],
]);

/**
 * The dialect that a schema names in `$schema`, with http or https, with or without a trailing `#`;
 * 2020-12 when it names none (MCP 2025-11-25, Basic, “JSON Schema Usage”); null when it names one
 * that is not known.
 */
export function dialectOf(schema: JsonObject): Dialect | null {
  const named: Json = Object.hasOwn(schema, "$schema") ? schema.$schema ?? null : "";
  if (typeof named !== "string") return null;
  return DIALECTS.get(named.replace(/^https?:\/\//, "").replace(/#$/, "")) ?? null;
}

/** Whether the siblings of `$ref` are ignored (up to draft-07). */
export function refStandsAlone(dialect: Dialect): boolean {
  return dialect.startsWith("draft");
}
