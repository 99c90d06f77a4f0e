/** Listing the tools of a server (wire.md §7). */

import { asToolName, type ToolName } from "../labels.ts";
import type { Catalog, Discovery, Tool, ToolClass } from "./catalog.ts";
import { Fault, type FaultLabel } from "./faults.ts";
import { byteLength, encodeJson, isObject, type Json, type JsonObject } from "./json.ts";
import type { Reply, Session } from "./session.ts";

/** Pages that a listing may have. */
const MAX_PAGES = 20;

/** One page of `tools/list`; its entries are not checked yet. */
export interface ToolPage {
  entries: Json[];
  /** Where to go on, or null at the end: absent, null, empty and non-string cursors all end. */
  next: string | null;
}

/** An entry that names a tool and has an input schema. */
export interface ToolEntry {
  name: ToolName;
  inputSchema: JsonObject;
  entry: JsonObject;
}

/** Reads a page, or null when the reply is an error or has no array of tools. */
export function readPage(reply: Reply): ToolPage | null {
  if (reply.kind === "error" || !isObject(reply.result)) return null;
  const { tools, nextCursor } = reply.result;
  if (!Array.isArray(tools)) return null;
  return { entries: tools, next: typeof nextCursor === "string" && nextCursor || null };
}

/** Reads an entry, or null when its name or its input schema is invalid. */
export function readEntry(entry: Json): ToolEntry | null {
  if (!isObject(entry) || !isObject(entry.inputSchema)) return null;
  const name = asToolName(entry.name);
  return name === null ? null : { name, inputSchema: entry.inputSchema, entry };
}

/** Says what is wrong with a reply that {@link readPage} does not read. */
export function pageProblem({ kind }: Reply): string {
  return kind === "error"
    ? "tools/list was answered with an error"
    : "the result of tools/list has no array of tools";
}

/**
 * Says what is wrong with an entry that {@link readEntry} does not read.
 * @param index on its page, from 0
 */
export function entryProblem(entry: Json, index: number): string {
  const problem = !isObject(entry)
    ? "is no object"
    : asToolName(entry.name) === null
    ? "has no name of 1 to 128 of A-Za-z0-9_.:-"
    : "has no object as its inputSchema";
  return `entry ${index + 1} of tools/list ${problem}`;
}

/** Whether a tool may be called, by its hints (readiness.md §2). */
export function toolClass(
  readOnlyHint: boolean | null,
  destructiveHint: boolean | null,
): ToolClass {
  if (readOnlyHint === false || destructiveHint === true) return "writer";
  return readOnlyHint === true ? "read-only" : "unannotated";
}

/**
 * Lists all tools, at most 20 pages.
 * @throws {Fault} when the first page cannot be had, and on any page when the budget is used up
 */
export async function discover(session: Session): Promise<Discovery> {
  const kept = new Map<ToolName, Tool>();
  const incomplete = (reason: FaultLabel, cause: string): Discovery => ({
    complete: false,
    reason,
    cause,
    catalog: toCatalog(kept),
  });
  let cursor: string | null = null;
  for (let number = 1; number <= MAX_PAGES; number++) {
    try {
      cursor = keepPage(await session.list("tools/list", cursor), kept);
    } catch (error) {
      if (!(error instanceof Fault) || error.label === "evaluation-budget-exceeded") throw error;
      const { label, cause } = error;
      const message = `page ${number}: ${error.message}`;
      if (number === 1) throw new Fault(label, message, { cause });
      return incomplete(label, message);
    }
    if (cursor === null) return { complete: true, catalog: toCatalog(kept) };
  }
  return incomplete("transport-error", `page ${MAX_PAGES} still has a cursor`);
}

/** Adds a page to `kept`, unless any of its entries is invalid. @returns the next cursor */
function keepPage(reply: Reply, kept: Map<ToolName, Tool>): string | null {
  const page = readPage(reply);
  if (page === null) throw new Fault("transport-error", pageProblem(reply));
  const entries = page.entries.map((entry, index) => {
    const read = readEntry(entry);
    if (read !== null) return read;
    throw new Fault("transport-error", entryProblem(entry, index));
  });
  for (const entry of entries) {
    if (!kept.has(entry.name)) kept.set(entry.name, toTool(entry));
  }
  return page.next;
}

function toTool({ name, inputSchema, entry }: ToolEntry): Tool {
  const { outputSchema, annotations } = entry;
  const readOnlyHint = hint(annotations, "readOnlyHint");
  const destructiveHint = hint(annotations, "destructiveHint");
  const bytes = byteLength(encodeJson(entry));
  return {
    name,
    entry,
    inputSchema,
    outputSchema: isObject(outputSchema) ? outputSchema : null,
    readOnlyHint,
    destructiveHint,
    class: toolClass(readOnlyHint, destructiveHint),
    bytes,
    tokens: Math.ceil(bytes / 4),
  };
}

function hint(annotations: Json | undefined, name: string): boolean | null {
  const value = isObject(annotations) ? annotations[name] : null;
  return typeof value === "boolean" ? value : null;
}

function toCatalog(kept: Map<ToolName, Tool>): Catalog {
  const tools = [...kept.values()];
  const sum = (of: (tool: Tool) => number) => tools.reduce((total, tool) => total + of(tool), 0);
  const brackets = 2;
  const commas = Math.max(0, tools.length - 1);
  return {
    tools,
    bytes: sum((tool) => tool.bytes) + brackets + commas,
    tokens: sum((t) => t.tokens),
  };
}
