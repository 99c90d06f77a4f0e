/** The tables `issues` and `findings` of the index (capture.md §8.1). */

import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { formatInstant } from "./instant.ts";
import { classOf } from "./judge.ts";
import type { Score } from "./score.ts";
import type { Severity } from "../../core/findings/finding.ts";
import type { IssueGroup } from "./groups.ts";

/** An issue with all that was found out about it. */
export interface ScoredIssue extends Score {
  group: IssueGroup;
  threshold: number;
  severity: Severity;
}

const TABLES = `
  DROP TABLE IF EXISTS findings;
  DROP TABLE IF EXISTS issues;
  CREATE TABLE issues (
    id INTEGER PRIMARY KEY,
    finding_id TEXT NOT NULL UNIQUE,
    server TEXT NOT NULL,
    tool TEXT,
    err_code TEXT,
    err_codes TEXT NOT NULL,
    err_template_id TEXT,
    class TEXT NOT NULL,
    failures INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    sessions INTEGER NOT NULL,
    last_seen TEXT NOT NULL,
    cost REAL NOT NULL,
    blast INTEGER NOT NULL,
    rate REAL NOT NULL,
    confidence REAL NOT NULL,
    recency REAL NOT NULL,
    score REAL NOT NULL,
    threshold REAL NOT NULL,
    severity TEXT NOT NULL,
    args TEXT,
    retryable INTEGER
  );
  CREATE INDEX issues_score ON issues (score DESC);
  CREATE TABLE findings (
    issue_id INTEGER PRIMARY KEY REFERENCES issues (id),
    finding_id TEXT NOT NULL UNIQUE
  );`;

/** Makes both tables, empty. */
export function createIssueTables(index: DatabaseSync): void {
  index.exec(TABLES);
}

/** Inserts an issue, which may be a finding. */
export function insertIssue(index: DatabaseSync, issue: ScoredIssue, isFinding: boolean): void {
  const { group, rate, confidence, recency, score, threshold, severity } = issue;
  const columns: Record<string, SQLInputValue> = {
    finding_id: group.findingId,
    server: group.server,
    tool: group.tool,
    err_code: group.code,
    err_codes: `[${group.codes.join(",")}]`,
    err_template_id: group.template,
    class: classOf(group),
    failures: group.failures,
    calls: group.calls,
    sessions: group.sessions,
    last_seen: formatInstant(group.lastSeen),
    cost: group.cost,
    blast: group.blast,
    rate,
    confidence,
    recency,
    score,
    threshold,
    severity,
    args: group.args,
    retryable: group.retryable === null ? null : Number(group.retryable),
  };
  const names = Object.keys(columns);
  const marks = names.map(() => "?").join(", ");
  const insert = index.prepare(`INSERT INTO issues (${names.join(", ")}) VALUES (${marks})`);
  const { lastInsertRowid: id } = insert.run(...Object.values(columns));
  if (!isFinding) return;
  index.prepare("INSERT INTO findings (issue_id, finding_id) VALUES (?, ?)")
    .run(id, group.findingId);
}
