/** What the tools of fake servers answer. */

import type { Json, JsonObject } from "../../core/mcp/json.ts";
import type { Action, Behavior } from "./behavior.ts";
import { entry } from "./fake-session.ts";

/** A success without anything in it. */
export const ok: Action = { result: { content: [] } };

/** A tool error. */
export const isError: Action = { result: { content: [], isError: true } };

/** A JSON-RPC error; `members` are added to the error object. */
export function error(code: Json, members: JsonObject = {}): Action {
  return { error: { code, message: "no", ...members } };
}

/** A server with one tool for each entry, which does this when it is called. */
export function serving(calls: Record<string, Action[] | Action[][]>): Behavior {
  const on = Object.entries(calls).map(([name, does]) => [`tools/call ${name}`, does]);
  return {
    tools: Object.keys(calls).map((name) => entry(name)),
    on: Object.fromEntries(on),
  };
}
