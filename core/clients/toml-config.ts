/** Configs in TOML, as Codex has them. */

import { parse, TomlError } from "smol-toml";
import { DocumentError } from "../errors.ts";
import type { ClientEntry, CommandPlace, Members, Parsed } from "./config.ts";
import { lineStart } from "./text.ts";
import { scanToml, type TomlMember } from "./toml-scan.ts";

const TABLE = "mcp_servers";

/** @throws {DocumentError} */
export function readTomlConfig(text: string, path: string): Parsed {
  const document = parseDocument(text, path);
  const table = document[TABLE];
  if (!isTable(table)) {
    throw new DocumentError(`the client config has no servers: expected ${TABLE} (${path})`);
  }
  const { members, scalars } = scanToml(text);
  const byPath = new Map(members.map((member) => [JSON.stringify(member.path), member]));
  const entries = Object.entries(table).map(([name, value]): ClientEntry => {
    const own = isTable(value) ? value : {};
    const placed = (key: string) => byPath.get(JSON.stringify([TABLE, name, key]));
    return {
      name,
      table: TABLE,
      project: null,
      members: own,
      owner: own,
      commandKey: "command",
      place: placeOf(own, placed("command"), placed("args"), text),
    };
  });
  return { document, entries, scalars };
}

function parseDocument(text: string, path: string): Members {
  try {
    return parse(text, { integersAsBigInt: "asNeeded" });
  } catch (error) {
    // The parser's message shows the line itself.
    const line = error instanceof TomlError ? `:${error.line}` : "";
    throw new DocumentError(`the client config is not valid TOML (${path}${line})`);
  }
}

function isTable(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    !(value instanceof Date);
}

function placeOf(
  { command: value, args: list }: Members,
  command: TomlMember | undefined,
  args: TomlMember | undefined,
  text: string,
): CommandPlace | null {
  if (typeof value !== "string" || command === undefined) return null;
  if (list !== undefined && (args === undefined || args.items === null)) return null;
  const { prefix, start, isInline } = command;
  return {
    command: command.value,
    args: args === undefined || args.items === null
      ? null
      : { span: args.value, items: args.items },
    joint: `${isInline ? ", " : lineStart(text, start) ?? lineBreak(text)}${prefix}args = `,
  };
}

function lineBreak(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
