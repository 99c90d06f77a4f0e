/**
 * The readiness history as one HTML file in the look of the report's (decisions D20): a line per
 * server, and the same as a table. Its look may change at any time.
 */

import {
  code,
  counted,
  lines,
  markup,
  named,
  type Part,
  type Section,
  share,
  table,
} from "../report/html-markup.ts";
import { renderPage } from "../report/html-page.ts";
import { chart, CHART_STYLE, isMovement } from "./chart.ts";
import type { ServerTrend, ShownPoint } from "./history.ts";
import { NO_HISTORY } from "./text.ts";

/** The whole page. @param version of mcpeval */
export function renderTrendsHtml(trends: readonly ServerTrend[], version: string): string {
  const [only, ...more] = trends;
  const runs = trends.reduce((sum, { points }) => sum + points.length, 0);
  const page = renderPage({
    title: "Readiness trends – mcpeval",
    kicker: "mcpeval trends",
    heading: only !== undefined && more.length === 0
      ? ["Readiness of ", code(only.server)]
      : "Readiness over time",
    verdict: null,
    figures: [
      ["Servers", trends.length, "in the history"],
      ["Runs", runs, "shown"],
    ],
    sections: only === undefined ? [emptySection()] : trends.map(serverSection),
    footer: markup`
      <p>Made by mcpeval ${version} from its own history of full probe runs. Scores are joined by a
      line only where they were measured by one standard under equal conditions.</p>
    `,
    style: CHART_STYLE,
    version,
  });
  return `${page}\n`;
}

function emptySection(): Section {
  return { id: "empty", heading: "No runs", content: markup`<p>${NO_HISTORY}.</p>` };
}

function serverSection(trend: ServerTrend, index: number): Section {
  const { server, points } = trend;
  const id = `server-${index + 1}`;
  const content = lines([
    markup`
      <figure>
        ${chart(trend, id)}
        <figcaption>${caption(points)}</figcaption>
      </figure>
    `,
    table({
      caption: `Runs of ${server}, oldest first`,
      columns: [
        { heading: "Run (UTC)", kind: "text" },
        { heading: "Score", kind: "number" },
        { heading: "Movement", kind: "text" },
        { heading: "Cases", kind: "number" },
      ],
      rows: points.map(row),
    }),
  ]);
  return { id, heading: named(server), content };
}

function caption(points: readonly ShownPoint[]): Part {
  const failing = points.filter(({ point }) => !point.passed).length;
  const runs = [counted(points.length, "run"), ", oldest on the left"];
  return failing === 0 ? runs : [runs, "; a hollow square is a run with failing cases"];
}

function row({ point, delta }: ShownPoint): Part[] {
  const { ts, score, standard, passed, cases_passed, cases_total } = point;
  const measuredBy = standard === undefined ? "no standard" : code(standard);
  const cases = share(cases_passed, cases_total);
  return [
    [timePart(ts), markup`<small>${measuredBy}</small>`],
    [score, "/100"],
    movementPart(delta),
    passed ? cases : markup`<span class="fail">${cases}</span>`,
  ];
}

/** A time in the form in which we write it as date and time of day, any other text as it is. */
function timePart(ts: string): Part {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\.\d{3}Z$/.exec(ts) ?? [];
  if (date === undefined || time === undefined) return code(ts);
  return markup`<span class="whole">${date}</span> <span class="whole">${time}</span>`;
}

function movementPart(delta: string | null): Part {
  if (delta === null) return "—";
  if (!isMovement(delta) || delta === "+0") return delta;
  const state = delta.startsWith("-") ? "fail" : "pass";
  return markup`<span class="${state}">${delta}</span>`;
}
