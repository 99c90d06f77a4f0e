/** Failure windows: the calls around each failure (capture.md §8.4). */

import type { DatabaseSync } from "node:sqlite";

/** The calls of one capture; their numbers differ. */
const OF_CAPTURE = "capture_id = ?";
/** The calls without a capture that one session made of one server. */
const OF_PAIR = "capture_id IS NULL AND session = ? AND server = ?";

/**
 * Makes the windows anew of every capture, and of every pair of session and server of legacy
 * records, that has calls behind `before`. Nothing crosses these groups. A pair in which a number
 * repeats has no windows, because the order of its calls is not known.
 * @param before id of the last call that was there when windows were made before; 0 for none
 */
export function renewWindows(db: DatabaseSync, before: number): void {
  const captures = db.prepare(
    before === 0
      ? "SELECT DISTINCT capture_id FROM calls WHERE capture_id IS NOT NULL"
      // By the ids: the index of captures would be read from end to end.
      : `SELECT DISTINCT capture_id FROM calls NOT INDEXED
        WHERE capture_id IS NOT NULL AND id > ${before}`,
  );
  const ofCapture = makeStatements(db, OF_CAPTURE);
  for (const { capture_id } of captures.all()) {
    const capture = String(capture_id);
    if (before > 0) ofCapture.remove.run(capture);
    ofCapture.add.run(capture);
  }
  const pairs = db.prepare(
    "SELECT DISTINCT session, server FROM calls WHERE capture_id IS NULL AND id > ?",
  );
  const repeats = db.prepare(
    `SELECT count(*) > count(DISTINCT seq) AS repeats FROM calls WHERE ${OF_PAIR}`,
  );
  const ofPair = makeStatements(db, OF_PAIR);
  for (const { session, server } of pairs.all(before)) {
    const pair = [String(session), String(server)] as const;
    if (before > 0) ofPair.remove.run(...pair);
    if (repeats.get(...pair)?.["repeats"] === 0) ofPair.add.run(...pair);
  }
}

/** Statements on the windows of one group, whose parameters are those of the condition. */
function makeStatements(db: DatabaseSync, condition: string) {
  return {
    remove: db.prepare(
      `DELETE FROM windows WHERE failure_id IN (SELECT id FROM calls WHERE ${condition})`,
    ),
    // The ranks are joined for equality, one by one, because only that is done with an index.
    add: db.prepare(`
      WITH
        ranked AS MATERIALIZED (
          SELECT id, outcome, row_number() OVER (ORDER BY seq, id) AS rank
          FROM calls WHERE ${condition}
        ),
        distances (distance) AS (VALUES (-5), (-4), (-3), (-2), (-1), (1), (2), (3))
      INSERT INTO windows
      SELECT failure.id, neighbour.id, distance
      FROM ranked AS failure
        CROSS JOIN distances
        CROSS JOIN ranked AS neighbour ON neighbour.rank = failure.rank + distance
      WHERE failure.outcome = 'error'
    `),
  };
}
