/** Whether a verification could be recorded, asked before a server is started for it. */

import { type Outcome, outcomeNow } from "../../core/errors.ts";
import { exists } from "../exists.ts";
import { indexFile } from "../home.ts";
import { requireSound, tryInTransaction, withDatabase } from "../sqlite.ts";
import { requireUsableLifecycle } from "./database.ts";

/** What is read of the index, or replaced in it. The check of the schema is that of free pages, too. */
const USED = ["sqlite_schema", "findings", "issues", "finding_lifecycle", "probe_history"];

/**
 * Tries both databases of a home, and leaves them as they are; only what an interrupted writer left
 * half-written is undone. Without an index there is nothing to try.
 * @returns a failure of exit 3 when one of them is damaged, locked, read-only or of a newer version
 */
export function checkReady(home: string): Outcome<null> {
  return outcomeNow(() => {
    const path = indexFile(home);
    if (exists(path)) requireUsableIndex(path, () => requireUsableLifecycle(home));
    return null;
  });
}

function requireUsableIndex(path: string, also: () => void): void {
  withDatabase(path, { mode: "mend" }, (db) => {
    const known = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
    tryInTransaction(db, () => {
      for (const table of USED) {
        if (table === "sqlite_schema" || known.get(table) !== undefined) {
          requireSound(db, path, table);
        }
      }
      also();
    });
  });
}
