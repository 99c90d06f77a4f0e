/** Results of `tools/call` (MCP, “Tool Result”). */

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
