/** Where a finding stands, and how verifications move it (capture.md §11.2). */

import type { DatabaseSync } from "node:sqlite";
import { LIFECYCLE_STATES, type LifecycleState } from "../../core/findings/finding.ts";
import { IncompleteError, type Outcome, outcomeNow } from "../../core/errors.ts";
import { exists } from "../exists.ts";
import { indexFile } from "../home.ts";
import { blaming, inTransaction, withDatabase } from "../sqlite.ts";
import { withLifecycle } from "./database.ts";
import { readEvidence, replaceEvidence } from "./tables.ts";

/** Where a finding stands. */
export interface Lifecycle {
  state: LifecycleState;
  /** Green verifications in a row under one binding. */
  consecutive_passes: number;
}

/** A verification that was judged. */
export interface Verification {
  findingId: string;
  /** The case of the manifest. */
  probeId: string;
  /** What exactly was run, as 64 hex digits. */
  definitionId: string;
  passed: boolean;
  /** A fresh UUID in lower case; the same one again is the same run. */
  runId: string;
  /** UTC, in ms. */
  ts: string;
}

/** Green runs in a row that close a finding. */
const PASSES_TO_CLOSE = 3;

/**
 * Where a verification leads.
 * @param sameBinding whether the case and its definition are those of the runs before
 */
export function nextLifecycle(
  { state, consecutive_passes: passes }: Lifecycle,
  passed: boolean,
  sameBinding: boolean,
): Lifecycle {
  if (!passed) {
    const reopened = state === "verifying" || state === "closed";
    return { state: reopened ? "open" : "fix-claimed", consecutive_passes: 0 };
  }
  const streak = sameBinding ? passes + 1 : 1;
  return { state: streak >= PASSES_TO_CLOSE ? "closed" : "verifying", consecutive_passes: streak };
}

/**
 * Records a verification and refreshes the index's copy. A run that is recorded already changes
 * nothing.
 * @returns a failure of exit 3 for an unknown finding, for a run that was recorded with other data,
 * and for databases that cannot be used
 */
export function recordVerification(home: string, run: Verification): Outcome<Lifecycle> {
  return outcomeNow(() => record(home, run));
}

function record(home: string, run: Verification): Lifecycle {
  const path = indexFile(home);
  if (!exists(path)) throw new IncompleteError(`${path} does not exist; run mcpeval index`);
  return withDatabase(
    path,
    { mode: "write" },
    (index) =>
      inTransaction(index, () =>
        withLifecycle(home, index, (db) => {
          const lifecycle = isRecorded(db, run) ? stateOf(db, run).lifecycle : advance(db, run);
          const evidence = readEvidence(db);
          blaming(path, () => replaceEvidence(index, evidence));
          return lifecycle;
        })),
  );
}

function isRecorded(db: DatabaseSync, run: Verification): boolean {
  const known = db.prepare(
    "SELECT finding_id, probe_id, passed, definition_id, ts FROM probe_history WHERE run_id = ?",
  ).get(run.runId);
  if (known === undefined) return false;
  const same = known["finding_id"] === run.findingId && known["probe_id"] === run.probeId &&
    known["passed"] === Number(run.passed) && known["definition_id"] === run.definitionId &&
    known["ts"] === run.ts;
  if (same) return true;
  throw new IncompleteError("this verification was recorded already, with another result");
}

function stateOf(
  db: DatabaseSync,
  { findingId, probeId, definitionId }: Verification,
): { lifecycle: Lifecycle; sameBinding: boolean } {
  const row = db.prepare(
    "SELECT state, consecutive_passes, probe_id, definition_id FROM finding_lifecycle " +
      "WHERE finding_id = ?",
  ).get(findingId);
  const state = LIFECYCLE_STATES.find((each) => each === row?.["state"]);
  if (row === undefined || state === undefined) {
    throw new IncompleteError("the finding is not known; run mcpeval promote");
  }
  return {
    lifecycle: { state, consecutive_passes: Number(row["consecutive_passes"]) },
    sameBinding: row["probe_id"] === probeId && row["definition_id"] === definitionId,
  };
}

function advance(db: DatabaseSync, run: Verification): Lifecycle {
  const { lifecycle, sameBinding } = stateOf(db, run);
  const next = nextLifecycle(lifecycle, run.passed, sameBinding);
  db.prepare(
    "UPDATE finding_lifecycle SET probe_id = ?, definition_id = ?, state = ?, " +
      "consecutive_passes = ?, updated_at = ? WHERE finding_id = ?",
  ).run(
    ...[run.probeId, run.definitionId, next.state, next.consecutive_passes, run.ts, run.findingId],
  );
  db.prepare(
    "INSERT INTO probe_history (finding_id, probe_id, passed, definition_id, run_id, ts) " +
      "VALUES (?, ?, ?, ?, ?, ?)",
  ).run(
    ...[run.findingId, run.probeId, Number(run.passed), run.definitionId, run.runId, run.ts],
  );
  return next;
}
