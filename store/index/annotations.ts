/** The annotations of the index, and the calls that they mean (capture.md §8.5). */

import type { DatabaseSync } from "node:sqlite";
import { type Annotation, projectAnnotation } from "../annotations.ts";
import { isBlank } from "../lines.ts";
import { readJson, Rejected, type TakeLine } from "./lines.ts";

/** Writes annotations behind those that the index holds already, not yet linked to calls. */
export function makeAnnotationWriter(db: DatabaseSync): TakeLine {
  const insert = db.prepare("INSERT INTO annotations VALUES (NULL, ?, ?, ?, ?, ?, ?)");
  return (text, start, end) => {
    const line = text.slice(start, end);
    if (isBlank(line)) return;
    const annotation = projectAnnotation(readJson(line));
    if (annotation === null) throw new Rejected("is no annotation");
    const { ts, kind, note } = annotation;
    insert.run(...referenceColumns(annotation), ts, kind, note);
  };
}

function referenceColumns(
  annotation: Annotation,
): [event: string | null, session: string | null, seq: number | bigint | null] {
  if ("event_id" in annotation) return [annotation.event_id, null, null];
  const { session, seq } = annotation;
  // SQLite's integers are signed; no call has a number as large as those that change.
  return [null, session, typeof seq === "bigint" ? BigInt.asIntN(64, seq) : seq];
}

/**
 * Links every annotation to its call: the event that it names, or the only call of its session with
 * its number; to none where there is none, or where several calls have that number.
 */
export function linkAnnotations(db: DatabaseSync): void {
  db.prepare(`
    UPDATE annotations SET call_id = meant.id FROM (
      SELECT
        annotations.rowid AS annotation,
        CASE WHEN event_id IS NOT NULL
          THEN (SELECT id FROM calls WHERE calls.event_id = annotations.event_id)
          ELSE (
            SELECT CASE count(*) WHEN 1 THEN min(id) END FROM calls
            WHERE calls.session = annotations.session AND calls.seq = annotations.seq
          )
        END AS id
      FROM annotations
    ) AS meant
    WHERE annotations.rowid = meant.annotation AND annotations.call_id IS NOT meant.id
  `).run();
}
