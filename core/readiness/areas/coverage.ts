/** `coverage`: how much of the surface could be exercised (readiness.md §4.6). */

import { percentage, toScore } from "../curves.ts";
import { isExercised, shortcoming, type ToolObservation } from "../observations.ts";
import { lost } from "../standard.ts";
import type { AreaResult } from "./area.ts";

/** The share of the non-writers with at least one success. */
export function coverageArea(tools: readonly ToolObservation[]): AreaResult {
  const checks = tools.flatMap((tool) =>
    tool.exercise.kind === "writer" || isExercised(tool)
      ? []
      : [lost("coverage.exercised", 0, shortcoming(tool.exercise), { tool: tool.name })]
  );
  const exercised = tools.filter(isExercised).length;
  const surface = exercised + checks.length;
  if (surface === 0) checks.push(lost("coverage.exercised", 0, "no-read-only-tools"));
  return { score: toScore(percentage(exercised, surface)), checks, measurements: {} };
}
