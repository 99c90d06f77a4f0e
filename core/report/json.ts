/** The bytes of every JSON document on stdout (reports.md, “JSON bytes”). */

import { compareBytes } from "../mcp/json.ts";

/**
 * A document as UTF-8 text: indented by two spaces, keys in byte order at every level, one final
 * line feed. Equals `JSON.stringify` of the value with sorted keys; members that are undefined are
 * left out, as there. A bigint is written with all its digits, and the sign that begins a command of
 * a CI runner anywhere in a line (`##[error]`, `##vso[…]`) as an escape; no valid label has it.
 */
export function renderJson(document: unknown): string {
  return `${render(document, "\n")}\n`;
}

/** @param newline a line feed and the indentation of the line that the value starts on */
function render(value: unknown, newline: string): string {
  if (typeof value === "bigint") return String(value);
  if (typeof value === "string") return quote(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${newline}  `;
  if (Array.isArray(value)) {
    return enclose("[", value.map((item) => render(item, inner)), "]", newline);
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => compareBytes(a, b))
    .map(([key, member]) => `${quote(key)}: ${render(member, inner)}`);
  return enclose("{", members, "}", newline);
}

function quote(text: string): string {
  return JSON.stringify(text).replace(/#(?=#\w*\[)/g, "\\u0023");
}

function enclose(open: string, items: string[], close: string, newline: string): string {
  if (items.length === 0) return `${open}${close}`;
  const inner = `${newline}  `;
  return `${open}${inner}${items.join(`,${inner}`)}${newline}${close}`;
}
