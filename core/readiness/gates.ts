/** Readiness floors: `--min-readiness`, `--min-area`, `--exclude-latency` (readiness.md §14). */

import { UsageError } from "../errors.ts";
import type { AreaName, Readiness, ReadinessGate, Shortfall } from "../report/readiness.ts";
import { AREA_NAMES } from "./standard.ts";

/** What was typed. */
export interface FloorOptions {
  /** `--min-readiness`; null when it was not given. */
  minReadiness: string | null;
  /** Each `--min-area`, in order. */
  minAreas: readonly string[];
  /** `--exclude-latency`. */
  excludeLatency: boolean;
  /** An option by which readiness is not measured at all. */
  unmeasuredBy: "--gate-only" | "--probe" | null;
}

/** Declared floors, at least one. */
export interface Floors {
  minScore: number | null;
  /** In the order of declaration. */
  minAreas: Partial<Record<AreaName, number>>;
  excludeLatency: boolean;
}

/**
 * Reads the options; nothing is connected before that.
 * @returns null when no floor was declared
 * @throws {UsageError} for a bad score or area, an area given twice, and options that contradict
 * each other
 */
export function parseFloors(options: FloorOptions): Floors | null {
  const { minReadiness, excludeLatency, unmeasuredBy } = options;
  const minScore = minReadiness === null ? null : parseScore(minReadiness, "--min-readiness");
  const minAreas: Partial<Record<AreaName, number>> = {};
  for (const text of options.minAreas) {
    const { area, floor } = parseAreaFloor(text);
    if (minAreas[area] !== undefined) {
      throw new UsageError(`--min-area ${area} is given twice; keep one of the two`);
    }
    minAreas[area] = floor;
  }
  if (minScore === null && options.minAreas.length === 0) {
    if (!excludeLatency) return null;
    throw new UsageError("--exclude-latency needs a floor: add --min-readiness or --min-area");
  }
  if (unmeasuredBy !== null) {
    throw new UsageError(
      `a readiness floor cannot be checked with ${unmeasuredBy}, which does not measure readiness; ` +
        "remove one of them",
    );
  }
  return { minScore, minAreas, excludeLatency };
}

function parseAreaFloor(text: string): { area: AreaName; floor: number } {
  const split = text.indexOf("=");
  const area = AREA_NAMES.find((name) => name === text.slice(0, split));
  if (split < 0 || area === undefined) {
    throw new UsageError(`--min-area takes AREA=SCORE, with AREA one of ${AREA_NAMES.join(", ")}`);
  }
  return { area, floor: parseScore(text.slice(split + 1), `--min-area ${area}`) };
}

function parseScore(text: string, option: string): number {
  const score = /^[0-9]+$/.test(text) ? Number(text) : NaN;
  if (score <= 100) return score;
  throw new UsageError(`${option} takes a whole number from 0 to 100`);
}

/** The figures of a readiness that floors look at; older documents lack some. */
export type Measured =
  & Pick<Readiness, "score" | "areas">
  & Partial<Pick<Readiness, "score_without_latency">>;

/**
 * Compares a readiness with the floors; without one, or when a figure is missing, the gate stays
 * unevaluated.
 */
export function compareFloors(floors: Floors, readiness: Measured | null): ReadinessGate {
  const shortfalls = readiness === null ? null : findShortfalls(floors, readiness);
  return {
    min_score: floors.minScore,
    min_areas: { ...floors.minAreas },
    exclude_latency: floors.excludeLatency,
    passed: shortfalls && shortfalls.length === 0,
    shortfalls,
  };
}

/** The missed floors, the score's first; null when a figure is missing. */
function findShortfalls(floors: Floors, readiness: Measured): Shortfall[] | null {
  const shortfalls: Shortfall[] = [];
  for (const [subject, floor] of declaredFloors(floors)) {
    const observed = observedFor(subject, readiness, floors.excludeLatency);
    if (observed === undefined) return null;
    if (observed < floor) shortfalls.push({ subject, observed, floor });
  }
  return shortfalls;
}

function declaredFloors({ minScore, minAreas }: Floors): [Shortfall["subject"], number][] {
  const areas = Object.entries(minAreas) as [AreaName, number][];
  return minScore === null ? areas : [["score", minScore], ...areas];
}

function observedFor(
  subject: Shortfall["subject"],
  readiness: Measured,
  excludeLatency: boolean,
): number | undefined {
  if (subject === "score") {
    return excludeLatency ? readiness.score_without_latency : readiness.score;
  }
  const area = readiness.areas.find(({ name }) => name === subject);
  return excludeLatency && subject === "reliability"
    ? area?.measurements["score_without_latency"]
    : area?.score;
}
