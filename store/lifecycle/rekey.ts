/** Lifecycle rows of earlier ids (capture.md §9.5): older programs had the code in the id. */

import type { DatabaseSync } from "node:sqlite";
import { falseSuccessFindingId } from "../findings/id.ts";

/** The calls of a tool that fail with one message. */
export interface RekeyedIssue {
  findingId: string;
  server: string;
  tool: string | null;
  template: string | null;
}

/**
 * Gives an issue all the evidence that was gathered under other ids: the row that was updated last
 * keeps its state, the others go, their histories are joined.
 */
export function rekey(db: DatabaseSync, { findingId, server, tool, template }: RekeyedIssue): void {
  const rows = db.prepare(
    "SELECT finding_id FROM finding_lifecycle " +
      "WHERE server = ? AND tool IS ? AND err_template_id IS ? AND finding_id <> ? " +
      "ORDER BY updated_at DESC, finding_id",
  ).all(server, tool, template, falseSuccessFindingId(server, tool));
  const [kept, ...others] = rows.map((row) => String(row["finding_id"]));
  if (kept === undefined) return;
  const move = db.prepare("UPDATE probe_history SET finding_id = ? WHERE finding_id = ?");
  for (const id of [kept, ...others]) if (id !== findingId) move.run(findingId, id);
  const drop = db.prepare("DELETE FROM finding_lifecycle WHERE finding_id = ?");
  for (const id of others) drop.run(id);
  if (kept === findingId) return;
  db.prepare("UPDATE finding_lifecycle SET finding_id = ? WHERE finding_id = ?")
    .run(findingId, kept);
}

/** Inserts what is known of a new finding; an existing row stays as it is. */
export function openFinding(
  db: DatabaseSync,
  issue: RekeyedIssue & { code: string | null },
  now: Date,
): void {
  db.prepare(
    "INSERT INTO finding_lifecycle " +
      "(finding_id, server, tool, err_code, err_template_id, state, consecutive_passes, updated_at) " +
      "VALUES (?, ?, ?, ?, ?, 'open', 0, ?) ON CONFLICT (finding_id) DO NOTHING",
  ).run(
    ...[issue.findingId, issue.server, issue.tool, issue.code, issue.template, now.toISOString()],
  );
}

/** Whether some case was bound to the finding. */
export function hasProbe(db: DatabaseSync, findingId: string): boolean {
  const row = db.prepare("SELECT probe_id FROM finding_lifecycle WHERE finding_id = ?")
    .get(findingId);
  return typeof row?.["probe_id"] === "string";
}
