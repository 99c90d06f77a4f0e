/** The tables of lifecycle evidence, and their rows on the way to another database (capture.md §11.1). */

import type { DatabaseSync, SQLInputValue, SQLOutputValue } from "node:sqlite";

/** Column order counts: rows are copied by position, by other programs, too. */
const TABLES = {
  finding_lifecycle: `
    finding_id TEXT PRIMARY KEY,
    server TEXT NOT NULL,
    tool TEXT,
    err_code TEXT,
    err_template_id TEXT,
    probe_id TEXT,
    definition_id TEXT,
    state TEXT NOT NULL CHECK (state IN ('open', 'fix-claimed', 'verifying', 'closed')),
    consecutive_passes INTEGER NOT NULL DEFAULT 0,
    updated_at TEXT NOT NULL`,
  probe_history: `
    id INTEGER PRIMARY KEY,
    finding_id TEXT NOT NULL,
    probe_id TEXT NOT NULL,
    passed INTEGER NOT NULL CHECK (passed IN (0, 1)),
    definition_id TEXT,
    run_id TEXT,
    ts TEXT NOT NULL`,
} as const;

type TableName = keyof typeof TABLES;
const NAMES = Object.keys(TABLES) as TableName[];

/** The rows of one table. */
interface EvidenceTable {
  name: TableName;
  /** Empty when there is no such table. */
  columns: readonly string[];
  rows: readonly Record<string, SQLOutputValue>[];
}

/** The rows of both tables, of one database. */
export type Evidence = readonly EvidenceTable[];

/** Columns that evidence loses when it is taken from an index: they say how it was gained. */
const PROOF = new Set(["definition_id", "run_id"]);

const INDEXES = `
  CREATE INDEX IF NOT EXISTS probe_history_finding ON probe_history (finding_id, id);
  CREATE UNIQUE INDEX IF NOT EXISTS probe_history_run ON probe_history (run_id);`;

/** Makes both tables where they are missing. */
export function createTables(db: DatabaseSync): void {
  for (const name of NAMES) db.exec(`CREATE TABLE IF NOT EXISTS ${name} (${TABLES[name]})`);
  db.exec(INDEXES);
}

/** All rows of both tables. They are read before any is written, so that each error has its file. */
export function readEvidence(db: DatabaseSync): Evidence {
  return NAMES.map((name) => {
    const columns = columnsOf(db, name);
    if (columns.length === 0) return { name, columns, rows: [] };
    return { name, columns, rows: db.prepare(`SELECT ${columns.join(", ")} FROM ${name}`).all() };
  });
}

/** Replaces the tables of the index by those of the lifecycle database. */
export function replaceEvidence(index: DatabaseSync, evidence: Evidence): void {
  for (const name of NAMES) index.exec(`DROP TABLE IF EXISTS ${name}`);
  createTables(index);
  for (const table of evidence) insertRows(index, table);
}

/**
 * Takes over what an index holds of the time before there was a lifecycle database. It counts as a
 * state, but proves nothing: which definition was verified is not taken over.
 */
export function importEvidence(lifecycle: DatabaseSync, evidence: Evidence): void {
  for (const { columns, ...table } of evidence) {
    insertRows(lifecycle, { ...table, columns: columns.filter((name) => !PROOF.has(name)) });
  }
}

/** Empty when there is no such table. */
function columnsOf(db: DatabaseSync, name: TableName): string[] {
  const known = db.prepare("SELECT name FROM pragma_table_info(?)").all(name)
    .map((row) => String(row["name"]));
  return known.filter((column) => TABLES[name].includes(`\n    ${column} `));
}

function insertRows(db: DatabaseSync, { name, columns, rows }: EvidenceTable): void {
  if (columns.length === 0) return;
  const marks = columns.map(() => "?").join(", ");
  const insert = db.prepare(`INSERT INTO ${name} (${columns.join(", ")}) VALUES (${marks})`);
  for (const row of rows) {
    insert.run(...columns.map((column) => row[column] as SQLInputValue));
  }
}
