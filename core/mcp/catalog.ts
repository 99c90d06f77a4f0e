/** The tools that a server lists, with what they cost (wire.md §7). */

import type { ToolName } from "../labels.ts";
import type { JsonObject } from "./json.ts";
import type { FaultLabel } from "./faults.ts";

/** Whether a tool may be called (readiness.md §2); only JSON booleans count as hints. */
export const TOOL_CLASSES = ["read-only", "writer", "unannotated"] as const;

/** See {@link TOOL_CLASSES}. */
export type ToolClass = (typeof TOOL_CLASSES)[number];

/** One listed tool. */
export interface Tool {
  name: ToolName;
  /** The whole entry, all members kept. */
  entry: JsonObject;
  inputSchema: JsonObject;
  /** Null when absent or not an object. */
  outputSchema: JsonObject | null;
  readOnlyHint: boolean | null;
  destructiveHint: boolean | null;
  class: ToolClass;
  /** UTF-8 bytes of the entry's compact encoding. */
  bytes: number;
  /** ceil(bytes / 4). */
  tokens: number;
}

/** The kept entries in listing order; of a repeated name the first. */
export interface Catalog {
  tools: Tool[];
  /** UTF-8 bytes of the compact array of all entries. */
  bytes: number;
  /** Sum of the tools' tokens. */
  tokens: number;
}

/**
 * A listing whose first page was good. Incomplete: a later page failed, or page 20 had a cursor;
 * `cause` says so in a text of ours that names the page and holds nothing of the server's.
 */
export type Discovery =
  | { complete: true; catalog: Catalog }
  | { complete: false; reason: FaultLabel; cause: string; catalog: Catalog };
