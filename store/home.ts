/** Where mcpeval keeps its own files (cli.md §3, capture.md §1). */

import { join, relative, sep } from "node:path";

/** The environment variables by which the home is found; a missing one is undefined. */
export type HomeVariables = (name: "MCPEVAL_HOME" | "HOME" | "USERPROFILE") => string | undefined;

/**
 * The home: `MCPEVAL_HOME`, else `.mcp-eval` in the user's own folder, else `.mcp-eval` in the
 * current one. An empty variable counts as unset.
 * @param os `Deno.build.os`: on Windows the user's own folder is `USERPROFILE` unless `HOME` is set
 */
export function homeFolder(variable: HomeVariables, os: string): string {
  const named = variable("MCPEVAL_HOME");
  if (named) return named;
  const own = variable("HOME") || (os === "windows" ? variable("USERPROFILE") : undefined);
  return own ? join(own, ".mcp-eval") : ".mcp-eval";
}

/** The only tree that may be shared; everything in it is free of content. */
export function storeFolder(home: string): string {
  return join(home, "store");
}

/** The journals, which get a file for each day. */
export type JournalName = "calls" | "annotations";

/**
 * The file of a journal that a record belongs to.
 * @param ts of the record, in UTC: its date names the file, `unknown` does when it has none
 */
export function journalFile(home: string, name: JournalName, ts: string): string {
  return join(storeFolder(home), `${name}-${ts.slice(0, 10)}.jsonl`);
}

/** The 32 random bytes that fingerprints are made with; never to be shared. */
export function saltFile(home: string): string {
  return join(home, ".salt");
}

/** The file of the readiness history (readiness.md §12). */
export function historyFile(home: string): string {
  return join(storeFolder(home), "probes", "history.jsonl");
}

/** The user's own corpus, which replaces the shipped one (readiness.md §13). */
export function corpusFile(home: string): string {
  return join(home, "corpus.json");
}

/** The index of what the journals hold; made of them, so it may be made again (capture.md §8). */
export function indexFile(home: string): string {
  return join(home, "index.db");
}

/** What was proven of findings; the index has a copy of it (capture.md §11). */
export function lifecycleFile(home: string): string {
  return join(home, "lifecycle.db");
}

/** The user's settings (capture.md §1). */
export function configFile(home: string): string {
  return join(home, "config.json");
}

/**
 * Names under the home of what mcpeval, or the user for it, keeps there: the store with all that is
 * in it, the salt and what it is made of, databases with the files that SQLite puts beside them, and
 * settings. Some file systems do not tell capitals apart.
 */
const KEPT = /^(?:store|\.salt.*|.+\.db(?:-journal|-wal|-shm)?|config\.json|corpus\.json)$/is;

/**
 * Whether something of the home would be lost if a file were written to a path. Other names directly
 * under the home are the user's.
 * @param path absolute like `home`, links resolved in both
 */
export function isKept(home: string, path: string): boolean {
  const [first = "", ...below] = relative(home, path).split(sep);
  return below.length === 0 ? KEPT.test(first) : first.toLowerCase() === "store";
}
