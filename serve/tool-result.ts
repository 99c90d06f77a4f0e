/** Results of `tools/call` (MCP, “Tool Result”). */

import { encodeJson } from "../core/mcp/json.ts";

/** A result: text for a person, the same as data, or the failure of the tool. */
export type ToolResult =
  | { content: Content; structuredContent: Record<string, unknown> }
  | { content: Content; isError: true };

/** The text of a result; what is to be said of how it came about is one of its own. */
type Content = [TextContent] | [TextContent, TextContent];

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

/** A result with lines about how it came about: the first text stays what it is, a manifest say. */
export function withDiagnostics(result: ToolResult, lines: readonly string[]): ToolResult {
  if (lines.length === 0) return result;
  return { ...result, content: [result.content[0], { type: "text", text: lines.join("\n") }] };
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
