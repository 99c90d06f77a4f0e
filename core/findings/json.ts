/** Findings as a JSON document (capture.md §10). */

import { encodeJson, isObject, type Json } from "../mcp/json.ts";
import type { Finding } from "./finding.ts";

/** Members that are written with a decimal point even when they are whole. */
const FLOATS: ReadonlySet<string> = new Set(
  ["cost", "rate", "confidence", "recency", "score", "threshold"] satisfies (keyof Finding)[],
);

/** An array of all findings with their members in the order of the type, indented by two spaces. */
export function renderFindingsJson(findings: readonly Finding[]): string {
  return `${print(findings.map(documentOf), "\n")}\n`;
}

function documentOf(finding: Finding): Json {
  const members = Object.entries(finding).map(([name, value]) =>
    [name, FLOATS.has(name) ? Object(value) : value] as const
  );
  return Object.fromEntries(members);
}

/** @param newline a line feed and the indentation of the line that the value starts on */
function print(value: Json, newline: string): string {
  const inner = `${newline}  `;
  if (Array.isArray(value)) {
    return group("[", value.map((item) => print(item, inner)), "]", newline);
  }
  if (!isObject(value)) return encodeJson(value);
  const members = Object.entries(value).map(([key, member]) =>
    `${JSON.stringify(key)}: ${print(member, inner)}`
  );
  return group("{", members, "}", newline);
}

function group(open: string, items: string[], close: string, newline: string): string {
  if (items.length === 0) return `${open}${close}`;
  const inner = `${newline}  `;
  return `${open}${inner}${items.join(`,${inner}`)}${newline}${close}`;
}
