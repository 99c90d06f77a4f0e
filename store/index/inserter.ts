/** Rows inserted several at a time: most of the time of one is the way into SQLite and back. */

import type { DatabaseSync, SQLInputValue } from "node:sqlite";

/** Takes rows; the last ones are only there after `flush`. */
export interface Inserter {
  add(...row: SQLInputValue[]): void;
  flush(): void;
}

/**
 * An inserter for a table.
 * @param columns how many the table has; a row has a value for each
 * @param batch rows that are inserted at once
 */
export function makeInserter(
  db: DatabaseSync,
  table: string,
  columns: number,
  batch: number,
): Inserter {
  const row = `(${Array(columns).fill("?").join(", ")})`;
  const insert = (rows: number) =>
    db.prepare(`INSERT INTO ${table} VALUES ${Array(rows).fill(row).join(", ")}`);
  const insertBatch = insert(batch);
  const insertRow = insert(1);
  let values: SQLInputValue[] = [];
  return {
    add(...row) {
      values.push(...row);
      if (values.length < batch * columns) return;
      insertBatch.run(...values);
      values = [];
    },
    flush() {
      for (let at = 0; at < values.length; at += columns) {
        insertRow.run(...values.slice(at, at + columns));
      }
      values = [];
    },
  };
}
