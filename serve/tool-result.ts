/** Results of `tools/call` (MCP, “Tool Result”). */

import { encodeJson } from "../core/mcp/json.ts";

/** A result: text for a person, the same as data, or the failure of the tool. */
export type ToolResult =
  | { content: [TextContent]; structuredContent: Record<string, unknown> }
  | { content: [TextContent]; isError: true };

/** A block of text; a type, so that it is what the SDK takes. */
export type TextContent = { type: "text"; text: string };

/** A success. */
export function dataResult(
  text: string,
  structuredContent: Record<string, unknown> = { text },
): ToolResult {
  return { content: [{ type: "text", text }], structuredContent };
}

/** The tool could not do what was asked; the text says why and what to do. */
export function failureResult(text: string): ToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

/** Makes a number of its literal; the compiler does not know of it yet. */
const { rawJSON } = JSON as unknown as { rawJSON(literal: string): object };

/** A value as `JSON.stringify` writes it with all its digits: 64-bit integers as they are. */
export function exactly(value: unknown): unknown {
  if (typeof value === "bigint" || value instanceof Number) return rawJSON(encodeJson(value));
  if (Array.isArray(value)) return value.map(exactly);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, exactly(member)]));
}
