/** `error-honesty`: are invalid arguments refused in a way that helps (readiness.md §4.4). */

import { percentage, toScore } from "../curves.ts";
import { onSurface, type ToolObservation } from "../observations.ts";
import { lost } from "../standard.ts";
import type { AreaResult } from "./area.ts";

/** The share of the judged tools that were honest. */
export function errorHonestyArea(tools: readonly ToolObservation[]): AreaResult {
  const judged = tools.filter(({ honesty }) => honesty !== null);
  if (judged.length === 0) {
    const reason = tools.some(onSurface) ? "honesty-untestable" : "no-read-only-tools";
    return { score: 0, checks: [lost("error-honesty.untestable", 0, reason)], measurements: {} };
  }
  const checks = judged.flatMap(({ name: tool, honesty }) =>
    honesty === null || honesty === "honest"
      ? []
      : [lost("error-honesty.invalid-arguments", 0, honesty, { tool })]
  );
  return {
    score: toScore(percentage(judged.length - checks.length, judged.length)),
    checks,
    measurements: {},
  };
}
