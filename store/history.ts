/**
 * The readiness history, `store/probes/history.jsonl`: one line per measured run (readiness.md §12,
 * capture.md §§2, 3.5).
 */

import { dirname } from "node:path";
import { IncompleteError, type Outcome, outcomeOf } from "../core/errors.ts";
import { asServerLabel } from "../core/labels.ts";
import type { Json } from "../core/mcp/json.ts";
import type { HistoryRecord } from "../core/readiness/history.ts";
import { readProfile } from "../core/readiness/profile.ts";
import { STANDARD } from "../core/readiness/standard.ts";
import { isCount, isDigest, isMatch, isScore } from "../core/readiness/value-checks.ts";
import { appendLines } from "./journal.ts";
import { encodeRecord } from "./record-line.ts";

const TIMESTAMP = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/;

/**
 * Appends one point, whole or not at all. The record is checked against the grammar before the file
 * is opened.
 * @param path of the file; its folders are made, and when that fails, opening it says so
 * @param record as it came from the front; of unknown make until it is checked
 * @returns a failure of exit 3 that names the path and the kind of error
 */
export function appendHistory(path: string, record: unknown): Promise<Outcome<null>> {
  return outcomeOf(async () => {
    const point = checkRecord(record);
    if (point === null) {
      throw new IncompleteError(`appending to ${path} failed: the record breaks its grammar`);
    }
    await Deno.mkdir(dirname(path), { recursive: true }).catch(() => {});
    await appendLines(path, [encodeRecord(point)]);
    return null;
  });
}

/** The record with its members in the order of the file; null when one breaks the grammar. */
function checkRecord(value: unknown): HistoryRecord | null {
  const given = value as { [Name in keyof HistoryRecord]?: Json };
  const { ts, passed, cases_total, cases_passed, score, manifest_sha256, standard } = given;
  const server = asServerLabel(given.server);
  const measurement_profile = readProfile(given.measurement_profile);
  if (
    !isMatch(ts, TIMESTAMP) || server === null || typeof passed !== "boolean" ||
    !isCount(cases_total) || !isCount(cases_passed) || !isScore(score) ||
    !isDigest(manifest_sha256) || standard !== STANDARD || measurement_profile === null
  ) {
    return null;
  }
  return {
    ts,
    server,
    passed,
    cases_total: Number(cases_total),
    cases_passed: Number(cases_passed),
    score,
    manifest_sha256,
    standard,
    measurement_profile,
  };
}
