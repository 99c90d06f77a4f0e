/** Reading the parts of a report document that speak of readiness (reports.md §1.7). */

import { isObject, type Json, type JsonObject } from "../mcp/json.ts";
import { badgeUrl } from "../readiness/curves.ts";
import { readProfile } from "../readiness/profile.ts";
import { AREA_NAMES, CHECK_HINTS } from "../readiness/standard.ts";
import { isCount, isScore } from "../readiness/value-checks.ts";
import {
  AREA_WEIGHTS,
  CHECK_IDS,
  CHECK_REASONS,
  type MeasurementProfile,
  MEASUREMENTS,
  type ReadinessGate,
  type Shortfall,
} from "./readiness.ts";
import type { Count, RecordedArea, RecordedCheck, RecordedReadiness } from "./recorded.ts";
import { itemsOf, membersOf, oneOf, unusable } from "./unusable.ts";

/**
 * A measured readiness; scores are not checked against their range.
 * @throws {UsageError}
 */
export function readReadiness(value: Json): RecordedReadiness {
  const members = membersOf(value, "readiness");
  const { standard, score_without_latency, measurement_profile } = members;
  if (typeof standard !== "string") unusable("readiness.standard", "must be a string");
  const score = countAt(members.score, "readiness.score");
  const surface = readSurface(members.surface);
  const attested = members.attested_read_only === true;
  return {
    standard,
    score,
    ...(score_without_latency !== undefined && {
      score_without_latency: scoreAt(score_without_latency, "readiness.score_without_latency"),
    }),
    badge: badgeOf(score),
    attested_read_only: attested,
    surface,
    areas: itemsOf(members.areas, "readiness.areas")
      .map((area, index) => readArea(area, `readiness.areas[${index}]`)),
    ...(measurement_profile !== undefined && {
      measurement_profile: readMeasurementProfile(measurement_profile, attested),
    }),
    assessment: {
      scope: "read-only-structural",
      semantic_correctness: "requires-reviewed-oracle",
      tools_exercised: surface.exercised,
      read_only_tools: surface.read_only,
      writer_tools_excluded: surface.writers,
    },
  };
}

/** A score beyond the scale, which only a foreign document can have, is no good one. */
function badgeOf(score: Count): string {
  return score <= 100
    ? badgeUrl(Number(score))
    : `https://img.shields.io/badge/mcpeval-${score}%2F100-red`;
}

function readSurface(value: Json | undefined): RecordedReadiness["surface"] {
  const { tools, read_only, writers, exercised } = membersOf(value, "readiness.surface");
  return {
    tools: countAt(tools, "readiness.surface.tools"),
    read_only: countAt(read_only, "readiness.surface.read_only"),
    writers: countAt(writers, "readiness.surface.writers"),
    exercised: countAt(exercised, "readiness.surface.exercised"),
  };
}

function readMeasurementProfile(value: Json, attested: boolean): MeasurementProfile {
  const place = "readiness.measurement_profile";
  const profile = readProfile(value) ?? unusable(place, "must be a valid measurement profile");
  if (profile.attested_read_only === attested) return profile;
  unusable(`${place}.attested_read_only`, "must equal readiness.attested_read_only");
}

function readArea(value: Json, place: string): RecordedArea {
  const members = membersOf(value, place);
  const name = oneOf(AREA_NAMES, members.name, `${place}.name`, "area");
  return {
    name,
    weight: AREA_WEIGHTS[name],
    score: countAt(members.score, `${place}.score`),
    measurements: isObject(members.measurements) ? readMeasurements(members.measurements) : {},
    checks: itemsOf(members.checks, `${place}.checks`)
      .map((check, index) => readCheck(check, `${place}.checks[${index}]`)),
  };
}

function readMeasurements(members: JsonObject): RecordedArea["measurements"] {
  const measurements: RecordedArea["measurements"] = {};
  for (const name of Object.values(MEASUREMENTS).flat().sort()) {
    const value = members[name];
    if (isCount(value)) measurements[name] = value;
  }
  return measurements;
}

function readCheck(value: Json, place: string): RecordedCheck {
  const members = membersOf(value, place);
  const { tool, observed } = members;
  const reason = oneOf(CHECK_REASONS, members.reason, `${place}.reason`, "check reason");
  return {
    id: oneOf(CHECK_IDS, members.id, `${place}.id`, "check"),
    tool: typeof tool === "string" ? tool : null,
    score: countAt(members.score, `${place}.score`),
    observed: isCount(observed) ? observed : null,
    reason,
    hint: CHECK_HINTS[reason],
  };
}

/**
 * The declared floors; areas come in alphabetical order.
 * @throws {UsageError}
 */
export function readGate(value: Json): ReadinessGate {
  const members = membersOf(value, "readiness_gate");
  const { min_score, shortfalls, exclude_latency } = members;
  const minAreas = readMinAreas(members.min_areas);
  const missed = shortfalls === undefined || shortfalls === null
    ? null
    : readShortfalls(shortfalls);
  return {
    min_score: min_score === undefined || min_score === null
      ? null
      : scoreAt(min_score, "readiness_gate.min_score"),
    min_areas: minAreas,
    exclude_latency: exclude_latency === true,
    passed: missed && missed.length === 0,
    shortfalls: missed,
  };
}

function readMinAreas(value: Json | undefined): ReadinessGate["min_areas"] {
  const place = "readiness_gate.min_areas";
  const floors = Object.entries(membersOf(value, place)).map(([name, floor]) => {
    const area = AREA_NAMES.find((known) => known === name) ??
      unusable(place, "must name known areas only");
    return [area, scoreAt(floor, `${place}.${area}`)] as const;
  });
  return Object.fromEntries(floors.sort(([a], [b]) => a < b ? -1 : 1));
}

function readShortfalls(value: Json): Shortfall[] {
  return itemsOf(value, "readiness_gate.shortfalls").map((entry, index) => {
    const place = `readiness_gate.shortfalls[${index}]`;
    const { subject, observed, floor } = membersOf(entry, place);
    return {
      subject: oneOf(["score", ...AREA_NAMES], subject, `${place}.subject`, "area, or score"),
      observed: scoreAt(observed, `${place}.observed`),
      floor: scoreAt(floor, `${place}.floor`),
    };
  });
}

function countAt(value: Json | undefined, place: string): Count {
  return isCount(value) ? value : unusable(place, "must be a whole number from 0 on");
}

function scoreAt(value: Json | undefined, place: string): number {
  return isScore(value) ? value : unusable(place, "must be a whole number from 0 to 100");
}
