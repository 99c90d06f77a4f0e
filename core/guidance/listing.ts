/** Listing the tools strictly: what any client would trip over is an error (readiness.md §16). */

import type { ToolName } from "../labels.ts";
import { entryProblem, pageProblem, readEntry } from "../mcp/discovery.ts";
import { Fault } from "../mcp/faults.ts";
import { compareBytes, isObject, type Json } from "../mcp/json.ts";
import type { Reply, Session } from "../mcp/session.ts";

/** Pages that a listing may have, and tools on all of them. */
const MAX_PAGES = 20;
const MAX_TOOLS = 10_000;

/**
 * The names of all tools, in byte order.
 * @throws {Fault} for a failed or malformed page, an invalid entry, a name listed twice, a cursor
 * that is no text or comes again, and more than 20 pages or 10 000 tools
 */
export async function listStrictly(session: Session): Promise<ToolName[]> {
  const names = new Set<ToolName>();
  const cursors = new Set<string>();
  let cursor: string | null = null;
  for (let number = 1; number <= MAX_PAGES; number++) {
    cursor = keepPage(await session.list("tools/list", cursor), number, names);
    if (cursor === null) return [...names].sort(compareBytes);
    if (cursors.has(cursor)) throw broken(`page ${number}: the cursor of tools/list comes again`);
    cursors.add(cursor);
  }
  throw broken(`tools/list has more than ${MAX_PAGES} pages`);
}

/** @returns the next cursor; null at the end: absent, null and empty ones end (decisions D7) */
function keepPage(reply: Reply, number: number, names: Set<ToolName>): string | null {
  if (reply.kind === "error" || !isObject(reply.result) || !Array.isArray(reply.result.tools)) {
    throw broken(`page ${number}: ${pageProblem(reply)}`);
  }
  const { tools, nextCursor = null } = reply.result;
  for (const [index, entry] of tools.entries()) {
    const problem = keepName(entry, index, names);
    if (problem !== null) throw broken(`page ${number}: ${problem}`);
  }
  if (nextCursor === null || nextCursor === "") return null;
  if (typeof nextCursor !== "string") {
    throw broken(`page ${number}: the cursor of tools/list is no text`);
  }
  return nextCursor;
}

/** @returns what is wrong with the entry, or null */
function keepName(entry: Json, index: number, names: Set<ToolName>): string | null {
  const name = readEntry(entry)?.name;
  if (name === undefined) return entryProblem(entry, index);
  if (names.has(name)) return `entry ${index + 1} of tools/list names a tool again`;
  if (names.size === MAX_TOOLS) return `tools/list has more than ${MAX_TOOLS} tools`;
  names.add(name);
  return null;
}

function broken(message: string): Fault {
  return new Fault("transport-error", message);
}
