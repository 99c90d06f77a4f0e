/** The tables of index.db that are made of the journals (capture.md §8.1). */

import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";

/** Version of the checkpoint; it has not changed since there is one. */
const VERSION = 1;

/** Tables whose rows refer to others come first, which is the order in which they can be dropped. */
const TABLES: Readonly<Record<string, string>> = {
  windows: `CREATE TABLE windows (
  failure_id INTEGER NOT NULL REFERENCES calls(id),
  neighbour_id INTEGER NOT NULL REFERENCES calls(id),
  "offset" INTEGER NOT NULL,
  PRIMARY KEY (failure_id, neighbour_id)
) WITHOUT ROWID`,
  annotations: `CREATE TABLE annotations (
  call_id INTEGER REFERENCES calls(id),
  event_id TEXT,
  session TEXT,
  seq INTEGER,
  ts TEXT NOT NULL,
  kind TEXT NOT NULL,
  note TEXT NOT NULL
)`,
  calls: `CREATE TABLE calls (
  id INTEGER PRIMARY KEY,
  capture_id TEXT,
  event_id TEXT,
  ts TEXT NOT NULL,
  session TEXT NOT NULL,
  seq INTEGER NOT NULL,
  server TEXT NOT NULL,
  method TEXT NOT NULL,
  tool TEXT,
  latency_ms INTEGER,
  outcome TEXT NOT NULL,
  err_code TEXT,
  err_template TEXT,
  err_template_id TEXT,
  err_retryable INTEGER,
  args TEXT,
  kind TEXT NOT NULL
)`,
  index_sources: `CREATE TABLE index_sources (
  path TEXT PRIMARY KEY,
  "offset" INTEGER NOT NULL,
  digest TEXT NOT NULL
)`,
  // An event is unique because that of its call is: a key of its own would be a second index of the
  // same texts, which every refresh had to write and to check.
  index_events: `CREATE TABLE index_events (
  call_id INTEGER PRIMARY KEY,
  event TEXT NOT NULL,
  digest TEXT NOT NULL
)`,
  // Beyond capture.md: by its mark a journal is known without being read again. It refers to
  // index_sources, but by no constraint, which would keep another program from dropping that.
  index_files: `CREATE TABLE index_files (
  path TEXT PRIMARY KEY,
  mark TEXT
)`,
  index_captures: `CREATE TABLE index_captures (
  capture TEXT PRIMARY KEY,
  session TEXT NOT NULL,
  server TEXT NOT NULL
)`,
  index_checkpoint: `CREATE TABLE index_checkpoint (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  version INTEGER NOT NULL,
  schema_digest TEXT NOT NULL,
  replayed_events INTEGER NOT NULL
)`,
};

/**
 * What is unique is an index of its own, not a constraint of the table: only so can it be made after
 * the rows where there are many of them, which takes half the time and a fraction of the memory.
 */
const INDEXES: Readonly<Record<string, string>> = {
  calls_event: "CREATE UNIQUE INDEX calls_event ON calls (event_id)",
  calls_capture_sequence: "CREATE UNIQUE INDEX calls_capture_sequence ON calls (capture_id, seq) " +
    "WHERE capture_id IS NOT NULL",
  calls_coordinates: "CREATE INDEX calls_coordinates ON calls (session, seq)",
  calls_issue: "CREATE INDEX calls_issue ON calls (server, tool, err_code, err_template_id)",
  annotations_call: "CREATE INDEX annotations_call ON annotations (call_id)",
  // Beyond capture.md: failures are counted with every refresh.
  calls_failures: "CREATE INDEX calls_failures ON calls (id) WHERE outcome = 'error'",
};

const SCHEMA = { ...TABLES, ...INDEXES };
const SCHEMA_DIGEST = createHash("sha256")
  .update(JSON.stringify(["mcpeval on Deno", SCHEMA])).digest("hex");

/** Drops every table that is made of the journals and makes it again, empty and without indexes. */
export function makeTables(db: DatabaseSync): void {
  dropFindings(db);
  for (const name of Object.keys(TABLES)) db.exec(`DROP TABLE IF EXISTS ${name}`);
  for (const statement of Object.values(TABLES)) db.exec(statement);
}

/** Makes the indexes of tables that have none; fails when what must be unique repeats. */
export function makeIndexes(db: DatabaseSync): void {
  for (const statement of Object.values(INDEXES)) db.prepare(statement).run();
}

/** Drops what promotion made; it has to follow every refresh of the index. */
export function dropFindings(db: DatabaseSync): void {
  db.exec("DROP TABLE IF EXISTS findings; DROP TABLE IF EXISTS issues");
}

/**
 * The replays that were counted so far, when the index was made by this program with this very
 * schema; null when it has to be made anew: it is missing, from another program or version, or its
 * tables were changed.
 */
export function readCheckpoint(db: DatabaseSync): { replays: number } | null {
  const names = JSON.stringify(Object.keys(SCHEMA));
  const found = db.prepare(
    "SELECT name, sql FROM sqlite_schema WHERE name IN (SELECT value FROM json_each(?))",
  ).all(names);
  const statements = new Map(found.map(({ name, sql }) => [name, sql]));
  const isOurs = Object.entries(SCHEMA).every(([name, sql]) => statements.get(name) === sql);
  if (!isOurs) return null;
  const row = db.prepare("SELECT version, schema_digest, replayed_events FROM index_checkpoint")
    .get();
  if (row?.["version"] !== VERSION || row["schema_digest"] !== SCHEMA_DIGEST) return null;
  return { replays: Number(row["replayed_events"]) };
}

/** Notes by what the index was made, so that the next refresh may continue it. */
export function writeCheckpoint(db: DatabaseSync, { replays }: { replays: number }): void {
  db.prepare("INSERT OR REPLACE INTO index_checkpoint VALUES (1, ?, ?, ?)")
    .run(VERSION, SCHEMA_DIGEST, replays);
}
