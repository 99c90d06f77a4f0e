/** A client's config as its servers, with the places of their commands in the text. */

import { DocumentError } from "../errors.ts";
import { utf8Text } from "../utf8.ts";
import { readJsonConfig } from "./json-config.ts";
import type { Span } from "./text.ts";
import { readTomlConfig } from "./toml-config.ts";

/** Where a command stands. */
export interface CommandPlace {
  /** The value of the command. */
  command: Span;
  /** The list of its arguments with its brackets, and each item; null when there is none. */
  args: { span: Span; items: Span[] } | null;
  /** What stands between the command and a list of arguments that is added after it. */
  joint: string;
}

/** The members of an entry; their values are whatever the file holds. */
export type Members = { [name: string]: unknown };

/** One server of a config. */
export interface ClientEntry {
  name: string;
  /** The member that holds it: `mcpServers`, `servers`, `context_servers`, `mcp_servers`. */
  table: string;
  /** The folder to which Claude Code binds it; null when it counts everywhere. */
  project: string | null;
  /** Its members; part of the document, so a change shows there. */
  members: Members;
  /** The object that holds command and arguments: the entry, in old files of Zed one in it. */
  owner: Members;
  /** The name of the command's member. */
  commandKey: "command" | "path";
  /** Null unless the command is a text and the arguments, if there are any, are a list. */
  place: CommandPlace | null;
}

/** A config. */
export interface ClientConfig {
  path: string;
  /** The whole text; a byte-order mark is part of it. */
  text: string;
  /** The parsed document. */
  document: unknown;
  entries: ClientEntry[];
  /** Every value that is neither a list nor an object. */
  scalars: Span[];
}

/** What a reader of one syntax finds. */
export type Parsed = Pick<ClientConfig, "document" | "entries" | "scalars">;

/**
 * Reads a config: TOML when the path ends in `.toml`, else JSON with comments and trailing commas.
 * @throws {DocumentError} naming path and line when it is malformed or has no place for servers
 */
export function readClientConfig(bytes: Uint8Array, path: string): ClientConfig {
  const text = utf8Text(bytes);
  if (text === null) throw new DocumentError(`the client config is not UTF-8 (${path})`);
  const read = path.toLowerCase().endsWith(".toml") ? readTomlConfig : readJsonConfig;
  try {
    return { path, text, ...read(text, path) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new DocumentError(`the client config is nested too deeply (${path})`);
  }
}

/** How messages name an entry, or one of its members. */
export function placeOf({ table, name }: ClientEntry, member?: string): string {
  return `${table}.${name}${member === undefined ? "" : `.${member}`}`;
}

/** The words of an entry's command; null unless all of them are texts. */
export function commandWords({ owner, commandKey, place }: ClientEntry): string[] | null {
  if (place === null) return null;
  const words = [owner[commandKey], ...(owner.args as unknown[] | undefined) ?? []];
  return words.every((word) => typeof word === "string") ? words : null;
}

/** The endpoint of an entry; null when it has none. */
export function endpointOf({ members: { url, serverUrl } }: ClientEntry): string | null {
  return typeof url === "string" ? url : typeof serverUrl === "string" ? serverUrl : null;
}
