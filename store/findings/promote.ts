/** `mcpeval promote`: from the index to issues and findings (capture.md §9). */

import type { DatabaseSync } from "node:sqlite";
import { IncompleteError, type Outcome, outcomeOf } from "../../core/errors.ts";
import { exists } from "../exists.ts";
import { indexFile } from "../home.ts";
import { withLifecycle } from "../lifecycle/database.ts";
import { hasProbe, openFinding, rekey } from "../lifecycle/rekey.ts";
import { readEvidence, replaceEvidence } from "../lifecycle/tables.ts";
import { blaming, inTransaction, withDatabase } from "../sqlite.ts";
import { type IssueGroup, readGroups } from "./groups.ts";
import { ageInMs } from "./instant.ts";
import { createIssueTables, insertIssue, type ScoredIssue } from "./issues.ts";
import { severityOf } from "./judge.ts";
import { scoreOf } from "./score.ts";
import { configuredThreshold } from "./threshold.ts";

/** What to promote. */
export interface PromoteJob {
  /** Finite and not negative; null for that of the home. */
  threshold: number | null;
  /** Ages are counted until then. */
  now: Date;
}

/** What was promoted. */
export interface Promotion {
  findings: number;
  issues: number;
  /** Issues that only one session met. */
  oneSession: number;
  /** Other issues with too low a score. */
  below: number;
  threshold: number;
}

/** Sessions that have to meet an issue before it is a finding. */
const FEWEST_SESSIONS = 2;

/**
 * Makes issues of the failures in the index, and findings of those that matter. Ends with a failure
 * of exit 3, and leaves the previous findings, when there is no index or a database cannot be used.
 */
export function promote(home: string, { threshold, now }: PromoteJob): Promise<Outcome<Promotion>> {
  return outcomeOf(async () => {
    const path = indexFile(home);
    if (!exists(path)) throw new IncompleteError(`${path} does not exist; run mcpeval index first`);
    const from = threshold ?? await configuredThreshold(home);
    return withDatabase(path, { mode: "write" }, (index) =>
      inTransaction(index, () => {
        requireCalls(index, path);
        return promoteGroups(home, index, from, now);
      }));
  });
}

function requireCalls(index: DatabaseSync, path: string): void {
  const table = index.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  if (table.get("calls") !== undefined) return;
  throw new IncompleteError(`${path} holds no calls; run mcpeval index first`);
}

function promoteGroups(
  home: string,
  index: DatabaseSync,
  threshold: number,
  now: Date,
): Promotion {
  const groups = readGroups(index);
  createIssueTables(index);
  const promotion: Promotion = {
    findings: 0,
    issues: groups.length,
    oneSession: 0,
    below: 0,
    threshold,
  };
  const path = indexFile(home);
  withLifecycle(home, index, (lifecycle) => {
    for (const group of groups) {
      if (group.kind === "error") rekey(lifecycle, group);
      const issue = scoreGroup(group, threshold, now, hasProbe(lifecycle, group.findingId));
      const isOften = group.sessions >= FEWEST_SESSIONS;
      const isFinding = isOften && issue.score >= threshold;
      blaming(path, () => insertIssue(index, issue, isFinding));
      if (isFinding) {
        promotion.findings++;
        openFinding(lifecycle, group, now);
      } else if (isOften) promotion.below++;
      else promotion.oneSession++;
    }
    const evidence = readEvidence(lifecycle);
    blaming(path, () => replaceEvidence(index, evidence));
  });
  return promotion;
}

function scoreGroup(
  group: IssueGroup,
  threshold: number,
  now: Date,
  probed: boolean,
): ScoredIssue {
  const score = scoreOf({ ...group, ageMs: ageInMs(group.lastSeen, now) });
  const observed = group.falseSuccess || group.blocked;
  const severity = severityOf({ score: score.score, threshold, observed, probed });
  return { group, ...score, threshold, severity };
}
