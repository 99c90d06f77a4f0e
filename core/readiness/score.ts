/** From what the battery saw to the readiness of the report (readiness.md §§1, 11). */

import type { Catalog } from "../mcp/catalog.ts";
import {
  type Area,
  AREA_WEIGHTS,
  type AreaName,
  type MeasurementProfile,
  type Readiness,
} from "../report/readiness.ts";
import type { AreaResult } from "./areas/area.ts";
import { catalogArea } from "./areas/catalog.ts";
import { contextArea } from "./areas/context.ts";
import { coverageArea } from "./areas/coverage.ts";
import { errorHonestyArea } from "./areas/error-honesty.ts";
import { protocolArea } from "./areas/protocol.ts";
import { reliabilityArea } from "./areas/reliability.ts";
import { badgeUrl, toScore } from "./curves.ts";
import {
  isExercised,
  type LoadObservation,
  onSurface,
  type ProtocolCheck,
  type ToolObservation,
} from "./observations.ts";
import { AREA_NAMES, STANDARD } from "./standard.ts";

/** Everything that a score depends on. */
export interface Observations {
  catalog: Catalog;
  /** One per tool of the catalog, in its order. */
  tools: readonly ToolObservation[];
  load: LoadObservation;
  protocol: readonly ProtocolCheck[];
}

/** Scores the six areas and weighs them. */
export function scoreReadiness(
  { catalog, tools, load, protocol }: Observations,
  profile: MeasurementProfile,
): Readiness {
  const results: Record<AreaName, AreaResult> = {
    "protocol": protocolArea(protocol),
    "catalog": catalogArea(catalog.tools),
    "context": contextArea(catalog),
    "error-honesty": errorHonestyArea(tools),
    "reliability": reliabilityArea(tools, load),
    "coverage": coverageArea(tools),
  };
  const scoreOf = (name: AreaName) => results[name].score;
  const withoutLatency = results.reliability.measurements["score_without_latency"] ?? 0;
  const score = overall(scoreOf);
  const surface = {
    tools: tools.length,
    read_only: tools.filter(onSurface).length,
    writers: tools.filter((tool) => !onSurface(tool)).length,
    exercised: tools.filter(isExercised).length,
  };
  return {
    standard: STANDARD,
    score,
    score_without_latency: overall((name) =>
      name === "reliability" ? withoutLatency : scoreOf(name)
    ),
    badge: badgeUrl(score),
    attested_read_only: profile.attested_read_only,
    surface,
    areas: AREA_NAMES.map((name): Area => ({
      name,
      weight: AREA_WEIGHTS[name],
      ...results[name],
    })),
    measurement_profile: profile,
    assessment: {
      scope: "read-only-structural",
      semantic_correctness: "requires-reviewed-oracle",
      tools_exercised: surface.exercised,
      read_only_tools: surface.read_only,
      writer_tools_excluded: surface.writers,
    },
  };
}

function overall(scoreOf: (name: AreaName) => number): number {
  return toScore(
    AREA_NAMES.reduce((sum, name) => sum + AREA_WEIGHTS[name] * scoreOf(name), 0) / 100,
  );
}
