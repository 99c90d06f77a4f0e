/** The readiness history as lines of text (reports.md §9 “Text”). */

import { joinLines, visible } from "../report/visible.ts";
import type { ServerTrend, ShownPoint } from "./history.ts";

/** What is said when no run was recorded yet. */
export const NO_HISTORY = "no trend history yet: a full run of mcpeval probe records one point";

/** A line per server and per point; every line ends with a line feed. */
export function renderTrendsText(trends: readonly ServerTrend[]): string {
  return joinLines(trends.flatMap(({ server, points }) => [
    visible(server),
    ...points.map((shown) => `  ${pointText(shown)}`),
  ]));
}

/** One point on one line. */
export function pointText({ point, delta }: ShownPoint): string {
  const { ts, score, cases_passed, cases_total, passed, manifest_sha256 } = point;
  const failing = passed ? "" : " FAILING";
  const moved = delta === null ? "" : ` ${delta}`;
  const manifest = manifest_sha256 === undefined
    ? ""
    : ` manifest=${visible([...manifest_sha256].slice(0, 8).join(""))}`;
  return `${visible(ts)} score=${score}/100 cases=${cases_passed}/${cases_total}` +
    `${failing}${moved}${manifest}`;
}
