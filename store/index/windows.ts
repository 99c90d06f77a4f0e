/** Failure windows: the calls around each failure (capture.md §8.4). */

import type { DatabaseSync } from "node:sqlite";

/** The calls of one capture; their numbers differ. */
const OF_CAPTURE = "capture_id = ?";
/** The calls without a capture that one session made of one server. */
const OF_PAIR = "capture_id IS NULL AND session = ? AND server = ?";

/** So far a window reaches before its failure and after it, in calls. */
const BEFORE = 5;
const AFTER = 3;
const DISTANCES = "(-5), (-4), (-3), (-2), (-1), (1), (2), (3)";

/**
 * Makes the windows anew that calls behind `before` reach. Nothing crosses captures, or for legacy
 * records pairs of session and server. A pair in which a number repeats has no windows, because the
 * order of its calls is not known; so those of a pair are made anew as a whole.
 * @param before id of the last call that was there when windows were made before; 0 for none
 */
export function renewWindows(db: DatabaseSync, before: number): void {
  renewOfCaptures(db, before);
  renewOfPairs(db, before);
}

function renewOfCaptures(db: DatabaseSync, before: number): void {
  // By the ids when few are new: the index of captures would be read from end to end.
  const captures = db.prepare(
    `SELECT capture_id, min(seq) AS seq FROM calls ${before === 0 ? "" : "NOT INDEXED"}
    WHERE capture_id IS NOT NULL AND id > ? GROUP BY capture_id`,
  );
  const earlier = db.prepare(
    `SELECT seq FROM calls WHERE ${OF_CAPTURE} AND seq < ? ORDER BY seq DESC LIMIT 1 OFFSET ?`,
  );
  const { remove, add } = makeStatements(db, OF_CAPTURE);
  for (const { capture_id, seq } of captures.all(before)) {
    const capture = String(capture_id);
    const first = Number(seq);
    /** The number of the call that is so many places before the first new one. */
    const numberBefore = (places: number) =>
      Number(earlier.get(capture, first, places - 1)?.["seq"] ?? 0);
    const from = numberBefore(AFTER);
    if (before > 0) remove.run(capture, from);
    add.run(capture, numberBefore(AFTER + BEFORE), from);
  }
}

function renewOfPairs(db: DatabaseSync, before: number): void {
  const pairs = db.prepare(
    "SELECT DISTINCT session, server FROM calls WHERE capture_id IS NULL AND id > ?",
  );
  const repeats = db.prepare(
    `SELECT count(*) > count(DISTINCT seq) AS repeats FROM calls WHERE ${OF_PAIR}`,
  );
  const { remove, add } = makeStatements(db, OF_PAIR);
  for (const { session, server } of pairs.all(before)) {
    const pair = [String(session), String(server)] as const;
    if (before > 0) remove.run(...pair, 0);
    if (repeats.get(...pair)?.["repeats"] === 0) add.run(...pair, 0, 0);
  }
}

/**
 * Statements on the windows of one group. Their parameters are those of the condition; then, to add,
 * the number of the first call that may be a neighbor; then that of the first failure.
 */
function makeStatements(db: DatabaseSync, condition: string) {
  return {
    remove: db.prepare(`
      DELETE FROM windows WHERE failure_id IN (
        SELECT id FROM calls WHERE ${condition} AND seq >= ? AND outcome = 'error'
      )
    `),
    // The ranks are joined for equality, one by one, because only that is done with an index; SQLite
    // makes one only where it expects many calls, which a mere lower bound would keep it from.
    add: db.prepare(`
      WITH
        ranked AS MATERIALIZED (
          SELECT id, seq, outcome, row_number() OVER (ORDER BY seq, id) AS rank
          FROM calls WHERE ${condition} AND likelihood(seq >= ?, 1.0)
        ),
        distances (distance) AS (VALUES ${DISTANCES})
      INSERT INTO windows
      SELECT failure.id, neighbour.id, distance
      FROM ranked AS failure
        CROSS JOIN distances
        CROSS JOIN ranked AS neighbour ON neighbour.rank = failure.rank + distance
      WHERE failure.outcome = 'error' AND failure.seq >= ?
    `),
  };
}
