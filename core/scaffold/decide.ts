/** Which tools `init` may call, and with what (cli.md §4.1 “Decision”). */

import { UsageError } from "../errors.ts";
import type { Tool } from "../mcp/catalog.ts";
import type { JsonObject } from "../mcp/json.ts";
import { callArguments } from "../readiness/arguments.ts";
import type { ArgumentsFile } from "../readiness/arguments-file.ts";

/** Where the arguments of a candidate's call come from: the file, no need of any, the schema. */
export type ArgumentSource = "file" | "empty" | "schema";

/** A tool that may be called. */
export interface Candidate {
  kind: "candidate";
  /** Who says that it only reads: the server or the user. */
  by: "readOnlyHint" | "attestation";
  arguments: JsonObject;
  source: ArgumentSource;
}

/** What is to happen with one tool. */
export type Decision =
  | Candidate
  | { kind: "unselected" | "destructive" | "writer" | "unbuildable" | "unattested" };

/** What the user said about the tools. */
export interface Selection {
  /** The `--tool` names in given order; null when there was none. */
  tools: readonly string[] | null;
  /** `--confirm-read-only`: unannotated tools only read. */
  attested: boolean;
  /** The `--arguments` document; null when none was given. */
  argumentsFile: ArgumentsFile | null;
}

/** A listed tool and what is to happen with it. */
export interface DecidedTool {
  tool: Tool;
  decision: Decision;
}

/** Decides one tool; the first matching row of the table counts. */
export async function decide(tool: Tool, selection: Selection): Promise<Decision> {
  if (selection.tools !== null && !selection.tools.includes(tool.name)) {
    return { kind: "unselected" };
  }
  if (tool.destructiveHint === true) return { kind: "destructive" };
  if (tool.readOnlyHint === false) return { kind: "writer" };
  const entry = fileEntry(selection, tool.name);
  const args = await callArguments(tool.inputSchema, entry);
  if (args === null) return { kind: "unbuildable" };
  if (tool.readOnlyHint !== true && !selection.attested) return { kind: "unattested" };
  return {
    kind: "candidate",
    by: tool.readOnlyHint === true ? "readOnlyHint" : "attestation",
    arguments: args,
    source: entry !== null ? "file" : Object.keys(args).length === 0 ? "empty" : "schema",
  };
}

function fileEntry({ argumentsFile }: Selection, tool: string): JsonObject | null {
  if (argumentsFile === null || !Object.hasOwn(argumentsFile, tool)) return null;
  return argumentsFile[tool] ?? null;
}

/** Why a tool that the user asked for by name cannot be called. */
const REFUSALS = {
  destructive: "the server marks it destructiveHint, so init never calls it",
  writer: "the server marks it readOnlyHint=false, so init never calls it",
  unbuildable: "its required arguments cannot be built from its schema; give them in --arguments",
  unattested: "it has no readOnlyHint; attest that it only reads with --confirm-read-only",
} as const;

/**
 * Refuses the first `--tool` name that cannot be called.
 * @param names in given order
 * @throws {UsageError} that names the tool and the cause
 */
export function requireCallable(names: readonly string[], decided: readonly DecidedTool[]): void {
  for (const name of names) {
    const kind = decided.find(({ tool }) => tool.name === name)?.decision.kind;
    if (kind === undefined) {
      throw new UsageError(`--tool ${name}: the server's tool catalog does not list it`);
    }
    if (kind === "candidate" || kind === "unselected") continue;
    throw new UsageError(`--tool ${name}: ${REFUSALS[kind]}`);
  }
}
