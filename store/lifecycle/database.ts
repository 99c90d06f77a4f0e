/** The lifecycle database, which alone says what was proven of findings (capture.md §11.1). */

import type { DatabaseSync } from "node:sqlite";
import { exists } from "../exists.ts";
import { indexFile, lifecycleFile } from "../home.ts";
import { blaming, inTransaction, migrate, requireSound, tryInTransaction } from "../sqlite.ts";
import { requireKnownVersion, withDatabase } from "../sqlite.ts";
import { createTables, importEvidence, readEvidence } from "./tables.ts";

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
 * @param index an error of it, here or in the work, has to name its own file, see {@link blaming}
 * @throws {IncompleteError} when it is damaged, locked or of a newer version; not a byte of it
 * changes then
 */
export function withLifecycle<T>(
  home: string,
  index: DatabaseSync,
  work: (db: DatabaseSync) => T,
): T {
  const path = lifecycleFile(home);
  requireUsableLifecycle(home);
  return withDatabase(path, { mode: "write" }, (db) => {
    db.exec("PRAGMA synchronous = FULL");
    return inTransaction(db, () => {
      migrate(db, path, STEPS);
      importOnce(db, index, indexFile(home));
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
  // Opening it for writing would already change the file.
  withDatabase(path, { mode: "mend" }, (db) => {
    requireKnownVersion(db, path, STEPS.length);
    tryInTransaction(db, () => requireSound(db, path));
  });
}

function importOnce(db: DatabaseSync, index: DatabaseSync, indexPath: string): void {
  const done = db.prepare("SELECT 1 FROM evidence_metadata WHERE key = ?").get(IMPORTED);
  if (done !== undefined) return;
  // Rows that are refused are the fault of the index: the tables were just made.
  blaming(indexPath, () => importEvidence(db, readEvidence(index)));
  db.prepare("INSERT INTO evidence_metadata (key, value) VALUES (?, '1')").run(IMPORTED);
}
