/**
 * SQLite files of the home: opened, migrated and closed in one place, and their errors put into our
 * words. The runtime checks the permission of the file itself only and lets SQLite make the files
 * beside it, so a plan names all of {@link databasePaths}. `ATTACH` is not available.
 */

import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { IncompleteError } from "../core/errors.ts";
import { namedInHome } from "./failure.ts";
import { lifecycleFile } from "./home.ts";

/** How long to wait for another process that writes, in ms. */
const BUSY_MS = 5_000;
/** How long to wait for a reader before the write-ahead log is done without, in ms. */
const SWITCH_MS = 500;

/**
 * What a database is opened for. Only `write` creates it, its folder exists. `mend` reads, too, but
 * may undo what an interrupted writer left half-written, and changes nothing else.
 */
export interface OpenOptions {
  mode: "read" | "mend" | "write";
}

/** The database and the files that SQLite keeps beside it while it is written. */
export function databasePaths(path: string): string[] {
  return [path, `${path}-journal`, `${path}-wal`, `${path}-shm`];
}

/**
 * Does work on an open database and closes it.
 * @param work what it throws comes through; an error of SQLite becomes an {@link IncompleteError}
 * @throws {IncompleteError} that names the file and the kind of the failure
 */
export function withDatabase<T>(
  path: string,
  options: OpenOptions,
  work: (db: DatabaseSync) => T,
): T {
  return blaming(path, () => {
    const db = openDatabase(path, options);
    try {
      return work(db);
    } finally {
      closeDatabase(db);
    }
  });
}

/**
 * Opens a database. One that is written keeps a write-ahead log meanwhile where the file system
 * allows, so that readers never wait (a new one has none); {@link closeDatabase} ends that, because
 * a log makes even readers write files beside the database, which no plan of theirs names.
 * @throws {IncompleteError}
 */
export function openDatabase(path: string, { mode }: OpenOptions): DatabaseSync {
  return blaming(path, () => {
    const isThere = requireRegular(path, mode);
    const db = new DatabaseSync(path, { readOnly: mode === "read" });
    try {
      if (mode === "write" && isThere) tryJournalMode(db, "WAL", SWITCH_MS);
      db.exec(`PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA foreign_keys = ON`);
      placeTemporaries(db, mode, path);
      // Nothing was read so far, so a file that is no database shows here.
      db.prepare("PRAGMA schema_version").get();
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

/**
 * Opens a database to read it later, when there is no permission any more. Nothing is read yet, so
 * nothing is locked, and what is wrong with it does not show. @returns null when it cannot be opened
 */
export function openUnread(path: string): DatabaseSync | null {
  try {
    // To open a pipe would wait for its other end.
    requireRegular(path, "read");
    return new DatabaseSync(path, { readOnly: true });
  } catch (error) {
    if (error instanceof IncompleteError || isSqliteError(error)) return null;
    throw error;
  }
}

/** Closes a database; one that was written is a single file again when nobody else has it open. */
export function closeDatabase(db: DatabaseSync): void {
  tryJournalMode(db, "DELETE", 0);
  db.close();
}

/**
 * Keeps what SQLite sorts out of the system's folders: when it is much, it is put into a file beside
 * a database that is written (without a name, where the system has such), else it stays in memory.
 */
function placeTemporaries(db: DatabaseSync, mode: OpenOptions["mode"], path: string): void {
  if (mode === "write") {
    const folder = dirname(path).replaceAll("'", "''");
    if (attempt(() => db.exec(`PRAGMA temp_store_directory = '${folder}'`))) return;
  }
  db.exec("PRAGMA temp_store = MEMORY");
}

/** A file system without shared memory, another process or a read-only file may prevent it. */
function tryJournalMode(db: DatabaseSync, mode: "WAL" | "DELETE", patienceMs: number): void {
  db.exec(`PRAGMA busy_timeout = ${patienceMs}`);
  attempt(() => db.prepare(`PRAGMA journal_mode = ${mode}`).get());
}

/** Whether SQLite does something. */
function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (isSqliteError(error)) return false;
    throw error;
  }
}

/** A link could lead out of the home. @returns whether there is a file */
function requireRegular(path: string, mode: OpenOptions["mode"]): boolean {
  try {
    if (Deno.lstatSync(path).isFile) return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      if (mode === "write") return false;
      throw new IncompleteError(`${path} does not exist`);
    }
    throw namedInHome("opening", path, error);
  }
  throw new IncompleteError(`${path} is not a regular file; ${MOVE_AWAY}`);
}

/** Does work in one transaction that takes the right to write at once; an error undoes all of it. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  beginWriting(db);
  try {
    const value = work();
    commit(db);
    return value;
  } catch (error) {
    rollBack(db);
    throw error;
  }
}

/** Does work as {@link inTransaction} does, and undoes it: whether it could be done is the question. */
export function tryInTransaction<T>(db: DatabaseSync, work: () => T): T {
  beginWriting(db);
  try {
    // A file that may only be read lets the transaction begin, and a folder shows with the journal.
    const version = db.prepare("PRAGMA user_version").get()?.["user_version"];
    db.prepare(`PRAGMA user_version = ${version}`).run();
    return work();
  } finally {
    rollBack(db);
  }
}

/** Begins a transaction that may write; for work that awaits, else {@link inTransaction}. */
export function beginWriting(db: DatabaseSync): void {
  db.prepare("BEGIN IMMEDIATE").run();
}

/** Makes a transaction last. */
export function commit(db: DatabaseSync): void {
  db.prepare("COMMIT").run();
}

/** Undoes a transaction; after some errors, a full disk among them, SQLite has undone it already. */
export function rollBack(db: DatabaseSync): void {
  if (db.isTransaction) db.prepare("ROLLBACK").run();
}

/**
 * Brings a database to the newest version of its schema, step by step; `user_version` counts the
 * steps that were done. To be called within a transaction.
 * @param steps each makes the next version of the one before it; never changed once released
 * @throws {IncompleteError} for a version that is newer than the last step; nothing is changed then
 */
export function migrate(
  db: DatabaseSync,
  path: string,
  steps: readonly ((db: DatabaseSync) => void)[],
): void {
  const version = requireKnownVersion(db, path, steps.length);
  for (const step of steps.slice(version)) step(db);
  db.exec(`PRAGMA user_version = ${steps.length}`);
}

/**
 * The version of a database's schema.
 * @throws {IncompleteError} for one that is newer than the newest that is known
 */
export function requireKnownVersion(db: DatabaseSync, path: string, newest: number): number {
  const version = Number(db.prepare("PRAGMA user_version").get()?.["user_version"]);
  if (version <= newest) return version;
  throw new IncompleteError(`${path} was written by a newer version of mcpeval; use that one`);
}

/**
 * Checks the structure of the whole file, or of one table with its indexes.
 * @throws {IncompleteError} when it is damaged
 */
export function requireSound(db: DatabaseSync, path: string, table?: string): void {
  const rows = table === undefined
    ? db.prepare("PRAGMA quick_check(2)").all()
    : db.prepare("SELECT quick_check FROM pragma_quick_check(?)").all(table);
  if (rows.length === 1 && rows[0]?.["quick_check"] === "ok") return;
  throw new IncompleteError(`${path}: ${remedied(path, DAMAGED)}`);
}

/**
 * Does work on one database; what SQLite throws becomes an {@link IncompleteError} that names its
 * file. {@link withDatabase} does so on its own: this is for work on one while another is open.
 */
export function blaming<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw inOurWords(path, error);
  }
}

/**
 * An error of SQLite as an {@link IncompleteError}, any other as it is. For whoever keeps a database
 * open longer than {@link withDatabase} does.
 */
export function inOurWords(path: string, error: unknown): unknown {
  return isSqliteError(error)
    ? new IncompleteError(`${path}: ${remedied(path, problemOf(error))}`)
    : error;
}

/** What to do with a file that is of no use any more, unless it alone holds something. */
const MOVE_AWAY = "move it away";
const DAMAGED = `it is damaged; ${MOVE_AWAY}`;

/** The index is made of the journals, what was verified is nowhere else. */
function remedied(path: string, problem: string): string {
  if (path !== lifecycleFile(dirname(path))) return problem;
  return problem.replace(
    MOVE_AWAY,
    "restore a copy of it (without it, what was verified of findings is lost)",
  );
}

/** Whether a row was refused because it repeats what must be unique. */
export function isRepetition(error: unknown): boolean {
  // SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY
  return isSqliteError(error) && (error.errcode === 2067 || error.errcode === 1555);
}

interface SqliteError extends Error {
  /** SQLite's extended result code; the runtime gives it for prepared statements only. */
  errcode?: number;
}

function isSqliteError(error: unknown): error is SqliteError {
  return isOutOfRange(error) || (hasCode(error, "ERR_SQLITE_ERROR") &&
    !(error instanceof Deno.errors.NotCapable));
}

/** Whether a row was not read because a number of it is beyond 2^53: we write none like that. */
export function isOutOfRange(error: unknown): error is SqliteError {
  return hasCode(error, "ERR_OUT_OF_RANGE");
}

function hasCode(error: unknown, code: string): error is Error {
  return error instanceof Error && (error as { code?: unknown }).code === code;
}

/** By SQLite's primary result code and the message that goes with it. */
const PROBLEMS: readonly (readonly [code: number, message: string, problem: string])[] = [
  [5, "database is locked", "another process is using it; try again"],
  [6, "database table is locked", "another process is using it; try again"],
  [8, "attempt to write a readonly database", "it cannot be written; check its permissions"],
  [10, "disk I/O error", "reading or writing it failed; check the disk"],
  [11, "database disk image is malformed", DAMAGED],
  [13, "database or disk is full", "the disk is full"],
  [14, "unable to open database file", "it cannot be opened; check its permissions and its folder"],
  [26, "file is not a database", `it is not a database; ${MOVE_AWAY}`],
];

/** SQLite's own message is not used: it may quote. */
function problemOf(error: SqliteError): string {
  // SQLITE_READONLY_ROLLBACK: only who may write can undo what was left half-written.
  if (error.errcode === 776) {
    return "its writer was interrupted; run mcpeval index and mcpeval promote, which mend it";
  }
  const code = (error.errcode ?? 0) & 0xff;
  const known = PROBLEMS.find(([each, message]) =>
    code === 0 ? error.message.startsWith(message) : each === code
  );
  return known?.[2] ?? `it does not hold what mcpeval keeps there; ${MOVE_AWAY}`;
}
