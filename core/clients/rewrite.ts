/** Wrapping the servers of a config in the shim, and unwrapping them. */

import { IncompleteError, UsageError } from "../errors.ts";
import { visible } from "../report/visible.ts";
import {
  type ClientConfig,
  type ClientEntry,
  commandWords,
  endpointOf,
  type Members,
  readClientConfig,
} from "./config.ts";
import { applyEdits, type Edit } from "./text.ts";
import {
  commandEdit,
  isBareName,
  labelFor,
  unwrapEdits,
  wrapEdits,
  wrappedFrom,
} from "./wrapping.ts";

/** What becomes of one entry. */
export interface EntryResult {
  entry: ClientEntry;
  /**
   * `done`: changed as asked for; `renewed`: wrapped already, but by another program; `left`: is as
   * asked for already; the others cannot be wrapped.
   */
  kind: "done" | "renewed" | "left" | "http" | "unusable";
}

/** A changed config. */
export interface Rewrite {
  /** The whole new text; equal to the old one when there is nothing to do. */
  text: string;
  edits: Edit[];
  /** One for each entry that was asked for, in the order of the file. */
  results: EntryResult[];
}

/**
 * Wraps servers. One that is wrapped by a program at another path gets this one: that of a version
 * which is gone, say. A bare name is found on PATH and stays.
 * @param names of the servers; null for all of them
 * @param program path of mcpeval
 * @throws {UsageError} for a name that is not in the config or cannot be wrapped
 * @throws {IncompleteError} when the text cannot be changed safely
 */
export function wrapServers(
  config: ClientConfig,
  names: readonly string[] | null,
  program: string,
): Rewrite {
  return rewrite(config, names, (words, { place, name }) => {
    if (place === null) return null;
    if (wrappedFrom(words) !== null) {
      const [wrapper = "", ...more] = words;
      if (wrapper === program || isBareName(wrapper)) return null;
      return { kind: "renewed", edits: [commandEdit(place, program)], words: [program, ...more] };
    }
    const label = labelFor(name);
    return {
      kind: "done",
      edits: wrapEdits(config.text, place, program, label),
      words: [program, "shim", "--server", label, "--", ...words],
    };
  });
}

/** Unwraps servers; see {@link wrapServers}. */
export function unwrapServers(config: ClientConfig, names: readonly string[] | null): Rewrite {
  return rewrite(config, names, (words, { place }) => {
    const from = wrappedFrom(words);
    if (place === null || from === null) return null;
    return { kind: "done", edits: unwrapEdits(config.text, place, from), words: words.slice(from) };
  });
}

/** The edits of an entry and the words that its command then has; null to leave it. */
type Change = (
  words: string[],
  entry: ClientEntry,
) => { kind: EntryResult["kind"]; edits: Edit[]; words: string[] } | null;

function rewrite(config: ClientConfig, names: readonly string[] | null, change: Change): Rewrite {
  const results: EntryResult[] = [];
  const edits: Edit[] = [];
  const expected = new Map<ClientEntry, string[]>();
  for (const entry of chosen(config.entries, names)) {
    const words = commandWords(entry);
    if (words === null || words[0] === "") {
      const kind = endpointOf(entry) === null ? "unusable" : "http";
      if (names !== null) throw new UsageError(`${visible(entry.name)} ${whyNot(kind)}`);
      results.push({ entry, kind });
      continue;
    }
    const changed = change(words, entry);
    results.push({ entry, kind: changed?.kind ?? "left" });
    if (changed === null) continue;
    edits.push(...changed.edits);
    expected.set(entry, changed.words);
  }
  const text = applyEdits(config.text, edits);
  if (edits.length > 0) check(config, text, expected);
  return { text, edits, results };
}

/** Why an entry cannot be wrapped, and what to do; goes on after its name. */
export function whyNot(kind: "http" | "unusable"): string {
  return kind === "http"
    ? "is an HTTP server; put mcpeval shim-http in front of it and its address into the config"
    : "has no command that could be wrapped";
}

function chosen(entries: readonly ClientEntry[], names: readonly string[] | null): ClientEntry[] {
  if (names === null) return [...entries];
  const isUnknown = (name: string) => entries.every((entry) => entry.name !== name);
  if (names.some(isUnknown)) throw unknownServer(entries);
  return entries.filter(({ name }) => names.includes(name));
}

/** The complaint about a name that is not in a config. */
export function unknownServer(entries: readonly ClientEntry[]): UsageError {
  const names = [...new Set(entries.map(({ name }) => visible(name)))].join(", ");
  return new UsageError(
    `the client config has no server of that name; it has ${names === "" ? "none" : names}`,
  );
}

/** Reads the new text: the commands are the expected ones, and all else is as before. */
function check(
  config: ClientConfig,
  text: string,
  expected: ReadonlyMap<ClientEntry, string[]>,
): void {
  const after = readClientConfig(new TextEncoder().encode(text), config.path);
  const before: ClientEntry[] = [];
  const changed: ClientEntry[] = [];
  let isExpected = true;
  for (const [index, entry] of config.entries.entries()) {
    const words = expected.get(entry);
    const now = after.entries[index];
    if (words === undefined || now === undefined) continue;
    before.push(entry);
    changed.push(now);
    isExpected &&= JSON.stringify(commandWords(now)) === JSON.stringify(words);
  }
  isExpected &&= before.length === expected.size &&
    withoutCommands(config.document, before) === withoutCommands(after.document, changed);
  if (isExpected) return;
  throw new IncompleteError("the form of the client config is not understood; nothing was changed");
}

function withoutCommands(document: unknown, entries: readonly ClientEntry[]): string {
  const keys = new Map(entries.map(({ owner, commandKey }) => [owner, commandKey]));
  return JSON.stringify(document, function (this: Members, key, value) {
    const commandKey = keys.get(this);
    if (commandKey !== undefined && (key === commandKey || key === "args")) return undefined;
    return typeof value === "bigint" ? `${value}` : value;
  });
}
