/**
 * The front's check of what the battery hands over from the engine: an allow-list, as for the gate
 * (`check.ts`). Fixed texts have to be our own, down to the letter.
 */

import { FAULT_LABELS } from "../mcp/faults.ts";
import type { Json } from "../mcp/json.ts";
import type { BatteryResult } from "../readiness/battery.ts";
import { badgeUrl } from "../readiness/curves.ts";
import { REPEATS } from "../readiness/observations.ts";
import { CALL_TIMEOUT_MS, readProfile } from "../readiness/profile.ts";
import { AREA_NAMES, CHECK_HINTS, CHECKS, STANDARD } from "../readiness/standard.ts";
import { checkCatalog } from "./check.ts";
import { count, isRecord, list, members, oneOf, refuse, toolName } from "./check-parts.ts";
import {
  type Area,
  AREA_WEIGHTS,
  type AreaName,
  CHECK_IDS,
  type CheckReason,
  type LostCheck,
  type MeasurementProfile,
  MEASUREMENTS,
  type Readiness,
} from "./readiness.ts";

const SURFACE = ["tools", "read_only", "writers", "exercised"] as const;

/**
 * A result of the battery that holds nothing but validated labels, counts, digests and our texts.
 * @throws {IncompleteError} for anything else
 */
export function checkBatteryResult(value: unknown): BatteryResult {
  const kind = isRecord(value) ? value.kind : undefined;
  if (kind === "measured") {
    const { readiness, catalog } = members(value, ["kind", "readiness", "catalog"], "battery");
    return {
      kind,
      readiness: checkReadiness(readiness, "readiness"),
      catalog: checkCatalog(catalog, "battery.catalog"),
    };
  }
  if (kind !== "unmeasured") refuse("battery.kind");
  const { reason, catalog } = members(value, ["kind", "reason", "catalog"], "battery");
  return {
    kind,
    reason: oneOf(FAULT_LABELS, reason, "battery.reason"),
    catalog: catalog === null ? null : checkCatalog(catalog, "battery.catalog"),
  };
}

function checkReadiness(value: unknown, at: string): Readiness {
  const given = members(value, [
    "standard",
    "score",
    "score_without_latency",
    "badge",
    "attested_read_only",
    "surface",
    "areas",
    "measurement_profile",
    "assessment",
  ], at);
  const score = checkScore(given.score, `${at}.score`);
  const surface = checkSurface(given.surface, `${at}.surface`);
  const profile = checkProfile(given.measurement_profile, `${at}.measurement_profile`);
  const attested = given.attested_read_only;
  if (attested !== profile.attested_read_only) refuse(`${at}.attested_read_only`);
  return {
    standard: oneOf([STANDARD], given.standard, `${at}.standard`),
    score,
    score_without_latency: checkScore(given.score_without_latency, `${at}.score_without_latency`),
    badge: oneOf([badgeUrl(score)], given.badge, `${at}.badge`),
    attested_read_only: profile.attested_read_only,
    surface,
    areas: checkAreas(given.areas, `${at}.areas`),
    measurement_profile: profile,
    assessment: checkAssessment(given.assessment, `${at}.assessment`, surface),
  };
}

function checkScore(value: unknown, at: string): number {
  const score = count(value, at);
  return score <= 100 ? score : refuse(at);
}

function checkSurface(value: unknown, at: string): Readiness["surface"] {
  const given = members(value, SURFACE, at);
  return {
    tools: count(given.tools, `${at}.tools`),
    read_only: count(given.read_only, `${at}.read_only`),
    writers: count(given.writers, `${at}.writers`),
    exercised: count(given.exercised, `${at}.exercised`),
  };
}

function checkProfile(value: unknown, at: string): MeasurementProfile {
  const profile = isRecord(value) ? readProfile(value as Json) : null;
  const ours = profile?.call_timeout_ms === CALL_TIMEOUT_MS && profile.repeats === REPEATS;
  return ours ? profile : refuse(at);
}

function checkAssessment(
  value: unknown,
  at: string,
  { exercised, read_only, writers }: Readiness["surface"],
): Readiness["assessment"] {
  const expected: Readiness["assessment"] = {
    scope: "read-only-structural",
    semantic_correctness: "requires-reviewed-oracle",
    tools_exercised: exercised,
    read_only_tools: read_only,
    writer_tools_excluded: writers,
  };
  const known = Object.keys(expected) as (keyof typeof expected)[];
  const given = members(value, known, at);
  return known.every((name) => given[name] === expected[name]) ? expected : refuse(at);
}

/** All six, in the order of the standard. */
function checkAreas(value: unknown, at: string): Area[] {
  const areas = list(value, at);
  if (areas.length !== AREA_NAMES.length) refuse(at);
  return AREA_NAMES.map((name, index) => checkArea(areas[index], `${at}[${index}]`, name));
}

function checkArea(value: unknown, at: string, name: AreaName): Area {
  const given = members(value, ["name", "weight", "score", "measurements", "checks"], at);
  if (given.name !== name) refuse(`${at}.name`);
  if (given.weight !== AREA_WEIGHTS[name]) refuse(`${at}.weight`);
  return {
    name,
    weight: AREA_WEIGHTS[name],
    score: checkScore(given.score, `${at}.score`),
    measurements: checkMeasurements(given.measurements, `${at}.measurements`, name),
    checks: list(given.checks, `${at}.checks`)
      .map((check, index) => checkLost(check, `${at}.checks[${index}]`, name)),
  };
}

function checkMeasurements(value: unknown, at: string, area: AreaName): Area["measurements"] {
  const names = MEASUREMENTS[area] ?? [];
  const given = members(value, names, at);
  return Object.fromEntries(names.map((name) => [name, count(given[name], `${at}.${name}`)]));
}

function checkLost(value: unknown, at: string, area: AreaName): LostCheck {
  const given = members(value, ["id", "tool", "score", "observed", "reason", "hint"], at);
  const id = oneOf(CHECK_IDS, given.id, `${at}.id`);
  if (!id.startsWith(`${area}.`)) refuse(`${at}.id`);
  const score = count(given.score, `${at}.score`);
  const reasons: readonly CheckReason[] = CHECKS[id];
  const reason = oneOf(reasons, given.reason, `${at}.reason`);
  return {
    id,
    tool: given.tool === null ? null : toolName(given.tool, `${at}.tool`),
    score: score < 100 ? score : refuse(`${at}.score`),
    observed: given.observed === null ? null : count(given.observed, `${at}.observed`),
    reason,
    hint: oneOf([CHECK_HINTS[reason]], given.hint, `${at}.hint`),
  };
}
