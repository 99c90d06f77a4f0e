/** A line of scores as inline SVG, without any script. */

import { lines, type Markup, markup } from "../report/html-markup.ts";
import type { ServerTrend, ShownPoint } from "./history.ts";

/** Rules for {@link chart}, beside the page's own. */
export const CHART_STYLE = `
figure { margin: 0 0 1.25rem; }
figcaption { color: var(--muted); font-size: 0.9rem; }
svg.chart { display: block; width: 100%; height: auto; }
svg.chart .grid { stroke: var(--line); stroke-width: 1; }
svg.chart text { fill: var(--muted); font: 12px var(--sans); }
svg.chart polyline { fill: none; stroke: var(--link); stroke-width: 2; stroke-linejoin: round; }
svg.chart .dot { fill: var(--link); }
svg.chart .failing { fill: var(--page); stroke: var(--poor); stroke-width: 2; }
@media (max-width: 40rem) {
  /* The drawing shrinks with the page; what is in it has to stay legible. */
  svg.chart text { font-size: 24px; }
  svg.chart .grid { stroke-width: 2; }
  svg.chart polyline { stroke-width: 4; }
  svg.chart .dot, svg.chart .failing {
    transform-box: fill-box;
    transform-origin: center;
    transform: scale(1.8);
  }
}
`;

const WIDTH = 720;
const HEIGHT = 220;
const VIEW_BOX = `0 0 ${WIDTH} ${HEIGHT}`;
/** Space for the scale on the left, and around the line. */
const LEFT = 56;
const RIGHT = 14;
const TOP = 16;
const BOTTOM = 16;
const LEVELS = [0, 50, 100];

/**
 * The scores of one server from left to right, one step per run. Neighbors are joined only where
 * their scores compare. A run with a failing case has a hollow square instead of a dot.
 * @param id prefix for the ids of the chart, unique on the page
 */
export function chart({ server, points }: ServerTrend, id: string): Markup {
  const spots = points.map((shown, index) => ({
    shown,
    x: xOf(index, points.length),
    y: yOf(shown),
  }));
  const stretches = stretchesOf(spots).filter((stretch) => stretch.length > 1);
  const drawn = stretches.map((stretch) => {
    const path = stretch.map(({ x, y }) => `${x},${y}`).join(" ");
    return markup`<polyline points="${path}" />`;
  });
  return markup`
    <svg class="chart" viewBox="${VIEW_BOX}" role="img" aria-labelledby="${id}-title ${id}-desc">
      <title id="${id}-title">Readiness of ${server}</title>
      <desc id="${id}-desc">${described(points)}</desc>
      ${lines(LEVELS.map(level))}
      ${lines(drawn)}
      ${lines(spots.map(dot))}
    </svg>
  `;
}

/** A point with its place in the drawing. */
interface Spot {
  shown: ShownPoint;
  x: number;
  y: number;
}

function xOf(index: number, count: number): number {
  const width = WIDTH - LEFT - RIGHT;
  return round(count < 2 ? LEFT + width / 2 : LEFT + width * index / (count - 1));
}

function yOf({ point: { score } }: ShownPoint): number {
  return heightOf(score > 100 ? 100 : Number(score));
}

function heightOf(score: number): number {
  return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - score / 100));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Runs of spots whose scores compare with each other. */
function stretchesOf(spots: readonly Spot[]): Spot[][] {
  const stretches: Spot[][] = [];
  for (const spot of spots) {
    const last = stretches.at(-1);
    const { delta } = spot.shown;
    if (last === undefined || delta === null || !isMovement(delta)) stretches.push([spot]);
    else last.push(spot);
  }
  return stretches;
}

/** Whether a delta is a difference of scores; else it says why there is none. */
export function isMovement(delta: string): boolean {
  return /^[+-]/.test(delta);
}

function level(score: number): Markup {
  const y = heightOf(score);
  // Texts, because a number of the template has its thousands set apart.
  const [start, end, height] = [`${LEFT}`, `${WIDTH - RIGHT}`, `${y}`];
  return markup`
    <line class="grid" x1="${start}" x2="${end}" y1="${height}" y2="${height}" />
    <text x="${`${LEFT - 8}`}" y="${`${y}`}" dy="0.35em" text-anchor="end">${score}</text>
  `;
}

function dot({ shown: { point }, x, y }: Spot): Markup {
  const name = markup`<title>${point.ts}: ${point.score}/100</title>`;
  if (point.passed) {
    return markup`<circle class="dot" cx="${`${x}`}" cy="${`${y}`}" r="4">${name}</circle>`;
  }
  const [left, top] = [`${round(x - 4)}`, `${round(y - 4)}`];
  return markup`
    <rect class="failing" x="${left}" y="${top}" width="8" height="8">${name}</rect>
  `;
}

/** The line in words, for who does not see it. */
function described(points: readonly ShownPoint[]): string {
  const first = points[0]?.point;
  const last = points.at(-1)?.point;
  if (first === undefined || last === undefined) return "No runs.";
  const runs = points.length === 1 ? "1 run" : `${points.length} runs`;
  return `${runs} from ${first.ts} to ${last.ts}; score ${first.score} at first, ${last.score} at last.`;
}
