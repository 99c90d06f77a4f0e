/**
 * A catalog as a contract of digests: what `diff --fail-on-breaking` compares, without the name of a
 * parameter or a word of a schema in the report (reports.md §1.5, wire.md §11).
 */

import { createHash } from "node:crypto";
import type { ToolContract } from "../gate-result.ts";
import type { Catalog, Tool } from "../mcp/catalog.ts";
import { compareBytes, isObject, type Json } from "../mcp/json.ts";
import { type Expand, expander, MAX_HOPS } from "./constraints.ts";

/**
 * Most UTF-16 units that all constraints of a catalog may expand to together; they are served in
 * the order of the tools' names, then of their properties.
 */
const CATALOG_LIMIT = 128 * 2 ** 20;

/** What is left of {@link CATALOG_LIMIT}. */
interface Allowance {
  left: number;
}

/** The contract of a complete catalog, sorted by tool name. */
export function catalogContract({ tools }: Catalog): ToolContract[] {
  const allowance = { left: CATALOG_LIMIT };
  return tools.toSorted((a, b) => compareBytes(a.name, b.name))
    .map((tool) => toolContract(tool, allowance));
}

function toolContract(tool: Tool, allowance: Allowance): ToolContract {
  const { inputSchema, outputSchema } = tool;
  const { required, properties } = inputSchema;
  const names = Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
  const expand = expander(inputSchema);
  const parameters = Object.entries(isObject(properties) ? properties : {})
    .map(([name, schema]) => [digest(name), constraintDigest(expand, schema, allowance)] as const);
  return {
    name: tool.name,
    class: tool.class,
    required: [...new Set(names.map(digest))].sort(),
    parameters: Object.fromEntries(parameters),
    output_schema: outputSchema &&
      constraintDigest(expander(outputSchema), outputSchema, allowance),
  };
}

/** The first 16 lower-case hex digits of the SHA-256 of a text in UTF-8. */
function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/**
 * The digest of one constraint: exact unless its expansion is over the limits, else that of the
 * expansion with the largest number of hops that is within them.
 */
function constraintDigest(expand: Expand, schema: Json, allowance: Allowance): string {
  for (let hops = MAX_HOPS; hops > 0; hops--) {
    const text = expand(schema, hops);
    if (text === null || text.length > allowance.left) continue;
    allowance.left -= text.length;
    return digest(text);
  }
  return digest(expand(schema, 0));
}
