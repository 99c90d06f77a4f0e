/**
 * The check of the index before anything is committed into it (capture.md §8.1). It reads the whole
 * file, which takes longer than to add what is new, so two isolates share it.
 */

import type { DatabaseSync } from "node:sqlite";
import { type Outcome, outcomeOf, RemoteError } from "../../core/errors.ts";
import { inOurWords, openUnread, requireSound } from "../sqlite.ts";

/** With its indexes it takes about two thirds of the check. */
const LARGEST = "calls";

/** Checks one table of the index in another isolate, once; it never rejects. */
export type CheckTable = (table: string) => Promise<Outcome<null>>;

/**
 * A check that needs no permission when it is done. The index is open for it until then, and closed
 * afterwards, because a write-ahead log cannot be ended while anyone has it open.
 * @returns null when there is nothing to check
 */
export function prepareCheck(path: string): CheckTable | null {
  const db = openUnread(path);
  if (db === null) return null;
  // deno-lint-ignore require-await
  const check = async (table: string) => {
    try {
      requireSound(db, path, table);
      return null;
    } catch (error) {
      throw inOurWords(path, error);
    } finally {
      db.close();
    }
  };
  return (table) => outcomeOf(() => check(table));
}

/**
 * Does work in a transaction on an index while it is checked. The work is not to be committed when
 * this throws.
 * @param elsewhere checks the largest table meanwhile. It sees what the transaction began with: the
 * work goes into the write-ahead log, and nobody else may write. Where there is no log the two could
 * wait for each other, so then all is checked here, before the work
 * @throws {IncompleteError | RemoteError} when the index is damaged, whatever the work threw: it may
 * have come across the damage
 */
export async function whileChecked<T>(
  db: DatabaseSync,
  path: string,
  elsewhere: CheckTable | null,
  work: () => Promise<T>,
): Promise<T> {
  if (elsewhere === null || !hasLog(db) || !tablesOf(db).includes(LARGEST)) {
    requireSound(db, path);
    return await work();
  }
  const verdict = elsewhere(LARGEST);
  const checkOthers = async () => {
    // The check of the schema is that of the free pages, too.
    for (const table of ["sqlite_schema", ...tablesOf(db)]) {
      if (table !== LARGEST) requireSound(db, path, table);
    }
    return await work();
  };
  const [, worked] = await Promise.allSettled([verdict, checkOthers()]);
  const outcome = await verdict;
  if (!outcome.ok) throw new RemoteError(outcome.failure);
  if (worked.status === "rejected") throw worked.reason;
  return worked.value;
}

function hasLog(db: DatabaseSync): boolean {
  return db.prepare("PRAGMA journal_mode").get()?.["journal_mode"] === "wal";
}

function tablesOf(db: DatabaseSync): string[] {
  return db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    .map(({ name }) => String(name));
}
