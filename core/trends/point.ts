/** One point of the readiness history as a file holds it (reports.md §9 “Reading”). */

import { visit } from "jsonc-parser";
import { IncompleteError } from "../errors.ts";
import { isObject, type Json, JsonError, type JsonObject, parseJson } from "../mcp/json.ts";
import type { HistoryRecord } from "../readiness/history.ts";
import { equalProfiles, readProfile } from "../readiness/profile.ts";
import { isCount } from "../readiness/value-checks.ts";
import { signedDifference } from "../report/diff/count.ts";
import type { MeasurementProfile } from "../report/readiness.ts";
import type { Count } from "../report/recorded.ts";

/** Counts of a point. */
type Counted = "cases_total" | "cases_passed" | "score";

/** A point of any writer; its texts are not judged. */
export type TrendPoint = Omit<HistoryRecord, Counted> & Record<Counted, Count>;

/** Members that may occur once only. */
const MEMBERS: ReadonlySet<string> = new Set(
  [
    "ts",
    "server",
    "passed",
    "cases_total",
    "cases_passed",
    "score",
    "manifest_sha256",
    "standard",
    "measurement_profile",
  ] satisfies (keyof TrendPoint)[],
);

/**
 * Reads one line of the history. Unknown members are ignored; a null optional member is absent.
 * @throws {IncompleteError} that says what is wrong with the line and quotes nothing of it
 */
export function readPoint(line: string): TrendPoint {
  const members = parse(line);
  if (hasRepeatedMember(line)) throw new IncompleteError("a member occurs twice");
  const { passed } = members;
  if (typeof passed !== "boolean") throw wrong("passed", "must be true or false");
  const point: TrendPoint = {
    ts: textAt(members, "ts"),
    server: textAt(members, "server"),
    passed,
    cases_total: countAt(members, "cases_total"),
    cases_passed: countAt(members, "cases_passed"),
    score: countAt(members, "score"),
  };
  if (isPresent(members.manifest_sha256)) {
    point.manifest_sha256 = textAt(members, "manifest_sha256");
  }
  if (isPresent(members.standard)) point.standard = textAt(members, "standard");
  if (!isPresent(members.measurement_profile)) return point;
  const profile = readProfile(members.measurement_profile);
  if (profile === null) throw wrong("measurement_profile", "must be a valid measurement profile");
  return { ...point, measurement_profile: profile };
}

function parse(line: string): JsonObject {
  let value: Json;
  try {
    value = parseJson(line);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new IncompleteError(error.message);
  }
  if (!isObject(value)) throw new IncompleteError("it is no JSON object");
  return value;
}

/** Whether a known member of the point, or any member of its profile, is there twice. */
function hasRepeatedMember(line: string): boolean {
  const seen = new Set<string>();
  let depth = 0;
  let member = "";
  let repeated = false;
  const open = () => {
    depth += 1;
  };
  const close = () => {
    depth -= 1;
  };
  visit(line, {
    onObjectBegin: open,
    onArrayBegin: open,
    onObjectEnd: close,
    onArrayEnd: close,
    onObjectProperty: (name) => {
      if (depth === 1) member = name;
      const counts = depth === 1 ? MEMBERS.has(name) : isProfileMember(depth, member);
      if (!counts) return;
      const place = `${depth} ${name}`;
      repeated ||= seen.has(place);
      seen.add(place);
    },
  });
  return repeated;
}

function isProfileMember(depth: number, member: string): boolean {
  return depth === 2 && member === "measurement_profile";
}

function isPresent(value: Json | undefined): boolean {
  return value !== undefined && value !== null;
}

function textAt(members: JsonObject, name: keyof TrendPoint): string {
  const value = members[name];
  if (typeof value === "string") return value;
  throw wrong(name, "must be a string");
}

function countAt(members: JsonObject, name: keyof TrendPoint): Count {
  const value = members[name];
  if (isCount(value)) return value;
  throw wrong(name, "must be a whole number from 0 on");
}

function wrong(name: keyof TrendPoint, rule: string): IncompleteError {
  return new IncompleteError(`${name} ${rule}`);
}

/**
 * How the score moved between two points of one server, or why that cannot be said: the first rule
 * that applies (reports.md §9 “Text”). An absent standard, profile or manifest is a value like any.
 */
export function pointDelta(previous: TrendPoint, current: TrendPoint): string {
  const { standard, measurement_profile: after, manifest_sha256 } = current;
  const before = previous.measurement_profile;
  if (previous.standard !== standard) return "standard changed";
  if (standard !== undefined && (before === undefined || after === undefined)) {
    return "measurement profile unavailable";
  }
  if (!sameProfile(before, after)) return "measurement profile changed";
  if (standard !== undefined || previous.manifest_sha256 === manifest_sha256) {
    return signedDifference(previous.score, current.score);
  }
  return "manifest changed";
}

function sameProfile(
  before: MeasurementProfile | undefined,
  after: MeasurementProfile | undefined,
): boolean {
  if (before === undefined || after === undefined) return before === after;
  return equalProfiles(before, after);
}
