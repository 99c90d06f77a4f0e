/** The lifecycle database, which alone says what was proven of findings (capture.md §11.1). */

import type { DatabaseSync } from "node:sqlite";
import { IncompleteError } from "../../core/errors.ts";
import { exists } from "../exists.ts";
import { lifecycleFile } from "../home.ts";
import { inTransaction, migrate, requireSound, tryInTransaction, withDatabase } from "../sqlite.ts";
import { createTables, importTables } from "./tables.ts";

/** Each makes the next version of the schema; `user_version` counts them. */
const STEPS = [
  (db: DatabaseSync) => {
    createTables(db);
    db.exec(
      "CREATE TABLE IF NOT EXISTS evidence_metadata (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
    );
  },
];

const IMPORTED = "legacy-imported";

/**
 * Does work on the lifecycle database of a home, made when it is missing, in one transaction that
 * is on the disk when this returns. When it is opened for the first time, it takes over what the
 * index holds of older times; never again, so nothing is believed of an index that was tampered
 * with.
 * @throws {IncompleteError} when it is damaged, locked or of a newer version; it is unchanged then
 */
export function withLifecycle<T>(
  home: string,
  index: DatabaseSync,
  work: (db: DatabaseSync) => T,
): T {
  const path = lifecycleFile(home);
  if (exists(path)) requireKnownVersion(path);
  return withDatabase(path, { mode: "write" }, (db) => {
    db.exec("PRAGMA synchronous = FULL");
    return inTransaction(db, () => {
      migrate(db, path, STEPS);
      requireSound(db, path);
      importOnce(index, db);
      return work(db);
    });
  });
}

/**
 * Makes sure that evidence can be written later; one that is missing is made then.
 * @throws {IncompleteError} as {@link withLifecycle}
 */
export function requireUsableLifecycle(home: string): void {
  const path = lifecycleFile(home);
  if (!exists(path)) return;
  requireKnownVersion(path);
  withDatabase(path, { mode: "mend" }, (db) => {
    tryInTransaction(db, () => requireSound(db, path));
  });
}

/** Opening it for writing would already change the file. */
function requireKnownVersion(path: string): void {
  withDatabase(path, { mode: "mend" }, (db) => {
    const version = Number(db.prepare("PRAGMA user_version").get()?.["user_version"]);
    if (version <= STEPS.length) return;
    throw new IncompleteError(`${path} was written by a newer version of mcpeval; use that one`);
  });
}

function importOnce(index: DatabaseSync, db: DatabaseSync): void {
  const done = db.prepare("SELECT 1 FROM evidence_metadata WHERE key = ?").get(IMPORTED);
  if (done !== undefined) return;
  importTables(index, db);
  db.prepare("INSERT INTO evidence_metadata (key, value) VALUES (?, '1')").run(IMPORTED);
}
