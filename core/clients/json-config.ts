/** Configs in JSON, as most clients have them; comments and trailing commas are allowed. */

import { getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser";
import { DocumentError } from "../errors.ts";
import type { ClientEntry, CommandPlace, Members, Parsed } from "./config.ts";
import { lineStart, type Span } from "./text.ts";

/** Where servers are; the first of them that has any counts. */
const TABLES = [["mcpServers"], ["context_servers"], ["servers"], ["mcp", "servers"]] as const;

/** @throws {DocumentError} */
export function readJsonConfig(text: string, path: string): Parsed {
  // The parser does not know the mark; a space has the same length.
  const body = text.replace(/^\ufeff/, " ");
  const errors: ParseError[] = [];
  const root = parseTree(body, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined || root === undefined) {
    const line = body.slice(0, error?.offset ?? 0).split("\n").length;
    throw new DocumentError(`the client config is not valid JSON (${path}:${line})`);
  }
  const tables = serverTables(root);
  if (tables.length === 0) {
    throw new DocumentError(
      `the client config has no servers: expected mcpServers, servers or context_servers (${path})`,
    );
  }
  const document = getNodeValue(root);
  return {
    document,
    entries: tables.flatMap((table) => readTable(table, document, body)),
    scalars: scalarsIn(root),
  };
}

interface Table {
  node: Node;
  /** The members that lead to it. */
  keys: readonly string[];
  project: string | null;
}

function serverTables(root: Node): Table[] {
  const tables = TABLES.flatMap((keys): Table[] => {
    const node = descend(root, keys);
    return node?.type === "object" ? [{ node, keys, project: null }] : [];
  });
  const found = [tables.find(({ node }) => membersOf(node).size > 0) ?? tables[0] ?? []].flat();
  const projects = descend(root, ["projects"]);
  for (const [project, value] of membersOf(projects)) {
    const node = descend(value, ["mcpServers"]);
    const keys = ["projects", project, "mcpServers"];
    if (node?.type === "object") found.push({ node, keys, project });
  }
  return found;
}

function readTable({ node, keys, project }: Table, document: unknown, text: string): ClientEntry[] {
  return [...membersOf(node)].map(([name, entry]) => {
    const members = objectAt(document, [...keys, name]);
    const old = descend(entry, ["command"]);
    const isOld = old?.type === "object";
    const commandKey = isOld ? "path" : "command";
    return {
      name,
      table: keys.at(-1) ?? "",
      project,
      members,
      owner: isOld ? objectAt(members, ["command"]) : members,
      commandKey,
      place: placeIn(isOld ? old : entry, commandKey, text),
    };
  });
}

function placeIn(owner: Node, commandKey: string, text: string): CommandPlace | null {
  const command = descend(owner, [commandKey]);
  const args = descend(owner, ["args"]);
  if (command?.type !== "string" || (args !== undefined && args.type !== "array")) return null;
  const indent = lineStart(text, command.parent?.offset ?? 0);
  return {
    command: spanOf(command),
    args: args === undefined
      ? null
      : { span: spanOf(args), items: (args.children ?? []).map(spanOf) },
    joint: `,${indent ?? " "}"args": `,
  };
}

/** The members of an object; of a repeated key the last one, as in every parser that reads values. */
function membersOf(node: Node | undefined): Map<string, Node> {
  const members = new Map<string, Node>();
  if (node?.type !== "object") return members;
  for (const { children: [key, value] = [] } of node.children ?? []) {
    if (key !== undefined && value !== undefined) members.set(String(key.value), value);
  }
  return members;
}

function descend(node: Node | undefined, keys: readonly string[]): Node | undefined {
  return keys.reduce((inner, key) => membersOf(inner).get(key), node);
}

function objectAt(value: unknown, keys: readonly string[]): Members {
  const inner = keys.reduce((each, key) => (each as Members)[key], value);
  return typeof inner === "object" && inner !== null && !Array.isArray(inner)
    ? inner as Members
    : {};
}

function spanOf({ offset, length }: Node): Span {
  return { start: offset, end: offset + length };
}

function scalarsIn(node: Node): Span[] {
  if (node.type === "property") return node.children?.[1] ? scalarsIn(node.children[1]) : [];
  if (node.type === "object" || node.type === "array") {
    return (node.children ?? []).flatMap(scalarsIn);
  }
  return [spanOf(node)];
}
