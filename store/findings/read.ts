/** The promoted findings, read from the index (capture.md §10). */

import type { DatabaseSync } from "node:sqlite";
import type { Finding } from "../../core/findings/finding.ts";
import { IncompleteError, type Outcome, outcomeNow } from "../../core/errors.ts";
import type { Json } from "../../core/mcp/json.ts";
import { exists } from "../exists.ts";
import { indexFile } from "../home.ts";
import { closeDatabase, inOurWords, isOutOfRange, openDatabase } from "../sqlite.ts";
import { readFinding } from "./row.ts";

/** What a home knows of findings. */
export type FindingsState =
  /** Nothing was indexed, or nothing promoted since. */
  | { kind: "missing" }
  /** The index cannot be used. */
  | { kind: "unusable"; reason: string }
  | { kind: "findings"; findings: Finding[] };

/** An index that is open for reading. */
export interface OpenIndex {
  path: string;
  db: DatabaseSync;
}

const FINDINGS = `
  SELECT i.*, l.state, l.probe_id, l.consecutive_passes
  FROM findings f
  JOIN issues i ON i.id = f.issue_id
  LEFT JOIN finding_lifecycle l ON l.finding_id = i.finding_id
  ORDER BY i.score DESC, i.server, i.tool, i.err_code, i.err_template_id`;

const PROMOTED = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'findings'";

/**
 * Opens the index of a home; afterwards no permission is needed to read it.
 * @throws {IncompleteError} when it cannot be opened
 */
export function openIndex(home: string): OpenIndex | null {
  const path = indexFile(home);
  return exists(path) ? { path, db: openDatabase(path, { mode: "read" }) } : null;
}

/** What an open index holds; it is closed. */
export function findingsOf(index: OpenIndex | null): FindingsState {
  if (index === null) return { kind: "missing" };
  const { path, db } = index;
  try {
    if (db.prepare(PROMOTED).get() === undefined) return { kind: "missing" };
    const rows = db.prepare(FINDINGS).all();
    return { kind: "findings", findings: rows.map((row) => readRow(row as Json, path)) };
  } catch (error) {
    return unusable(isOutOfRange(error) ? malformed(path) : inOurWords(path, error));
  } finally {
    closeDatabase(db);
  }
}

/** What a home knows of findings, highest score first. */
export function loadFindings(home: string): FindingsState {
  try {
    return findingsOf(openIndex(home));
  } catch (error) {
    return unusable(error);
  }
}

/** The findings of a home; a failure of exit 3 when nothing was promoted. */
export function readFindings(home: string): Outcome<Finding[]> {
  return outcomeNow(() => requireFindings(loadFindings(home)));
}

/**
 * The findings, where there is no use without any.
 * @throws {IncompleteError} that says what to run
 */
export function requireFindings(state: FindingsState): Finding[] {
  switch (state.kind) {
    case "findings":
      return state.findings;
    case "missing":
      throw new IncompleteError("nothing was promoted yet; run mcpeval index and mcpeval promote");
    case "unusable":
      throw new IncompleteError(state.reason);
  }
}

/** @throws what is no error of ours */
function unusable(error: unknown): FindingsState {
  if (error instanceof IncompleteError) return { kind: "unusable", reason: error.message };
  throw error;
}

/** Whatever wrote the index: nothing leaves it that breaks its grammar. */
function readRow(row: Json, path: string): Finding {
  const finding = readFinding(row);
  if (finding !== null) return finding;
  throw malformed(path);
}

function malformed(path: string): IncompleteError {
  return new IncompleteError(
    `${path} holds a finding that breaks its grammar; run mcpeval index and mcpeval promote again`,
  );
}
