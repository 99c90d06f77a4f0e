/**
 * Draws the curves of the readiness standard for `docs/readiness.md`, from the functions and numbers
 * that score servers: `deno run -A scripts/plot-curves.ts [--check]`. With `--check` nothing is
 * written, and the status is 1 when a committed picture is out of date.
 *
 * @module
 */
import type { ToolName } from "../core/labels.ts";
import { CATALOG_TOKENS, TOOL_TOKENS } from "../core/readiness/areas/context.ts";
import { reliabilityArea } from "../core/readiness/areas/reliability.ts";
import { LATENCY_BANDS, latencyScore, logCurve } from "../core/readiness/curves.ts";
import { type CompletedCall, REPEATS } from "../core/readiness/observations.ts";
import { writeOrCheck } from "./generated-files.ts";
import { runScript } from "./script-error.ts";

/** A horizontal axis. */
interface Axis {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly scale: "logarithmic" | "linear";
  /** Where it is labeled. */
  readonly ticks: readonly number[];
}

/** One picture. */
export interface Plot {
  /** File name without extension. */
  readonly name: string;
  readonly title: string;
  readonly x: Axis;
  /** A line through the values at many places, or a dot at each tick. */
  readonly mark: "line" | "dots";
  /** What is drawn, 0–100. */
  readonly score: (x: number) => number;
}

/** Score of the reliability area for one quick tool of which so many calls succeed. */
function entryScore(successes: number): number {
  const calls = Array.from({ length: REPEATS }, (_, n): CompletedCall => ({
    outcome: n < successes ? "success" : "tool-error",
    ms: 1,
  }));
  const exercise = { kind: "called", calls, end: "completed", conforms: null } as const;
  const tool = { name: "tool" as ToolName, exercise, honesty: null };
  return reliabilityArea([tool], { contention: "no-candidate", payload: "no-candidate" }).score;
}

/** All pictures, in the order of the page. */
export const PLOTS: readonly Plot[] = [
  {
    name: "context-catalog",
    title: "Score of the whole catalog by its tokens",
    x: {
      label: "tokens of all tool definitions",
      from: 500,
      to: 80_000,
      scale: "logarithmic",
      ticks: [500, 1000, CATALOG_TOKENS[0], 5000, 10_000, 20_000, CATALOG_TOKENS[1], 80_000],
    },
    mark: "line",
    score: (tokens) => logCurve(tokens, ...CATALOG_TOKENS),
  },
  {
    name: "context-heaviest-tool",
    title: "Score of the heaviest tool by its tokens",
    x: {
      label: "tokens of the largest tool definition",
      from: 100,
      to: 10_000,
      scale: "logarithmic",
      ticks: [100, 200, TOOL_TOKENS[0], 1000, 2000, TOOL_TOKENS[1], 10_000],
    },
    mark: "line",
    score: (tokens) => logCurve(tokens, ...TOOL_TOKENS),
  },
  {
    name: "reliability-latency",
    title: "Latency part of a tool's reliability by the median of three calls",
    x: {
      label: "median latency in ms",
      from: 10,
      to: 10_000,
      scale: "logarithmic",
      ticks: [10, 30, ...LATENCY_BANDS.map(({ upTo }) => upTo), 10_000],
    },
    mark: "line",
    score: latencyScore,
  },
  {
    name: "reliability-success",
    title: "Reliability of a quick tool by its successful calls",
    x: {
      label: `successful calls of ${REPEATS}`,
      from: 0,
      to: REPEATS,
      scale: "linear",
      ticks: Array.from({ length: REPEATS + 1 }, (_, n) => n),
    },
    mark: "dots",
    score: entryScore,
  },
];

const WIDTH = 640;
const HEIGHT = 300;
/** The drawing area. */
const AREA = { left: 56, right: 616, top: 44, bottom: 240 };
const SCORES = [0, 20, 40, 60, 80, 100];
/** Places at which a line is sampled; a step is then as steep as it is drawn. */
const SAMPLES = AREA.right - AREA.left;

const STYLE = "text{font:12px system-ui,sans-serif;fill:#57606a}.title{font-size:14px}" +
  ".grid{stroke:#57606a;stroke-opacity:.25}.curve{fill:none;stroke:#0969da;stroke-width:2.5}" +
  ".dot{fill:#0969da}.value{fill:#0969da}" +
  "@media(prefers-color-scheme:dark){text{fill:#9198a1}.curve{stroke:#4493f8}" +
  ".dot,.value{fill:#4493f8}}";

/** The whole SVG document. */
export function drawPlot(plot: Plot): string {
  const { title, x, mark, score } = plot;
  const lines = [
    `<!-- deno-fmt-ignore-file -->`,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">`,
    `<!-- Drawn by scripts/plot-curves.ts; do not edit. -->`,
    `<title>${title}</title>`,
    `<style>${STYLE}</style>`,
    text(WIDTH / 2, 24, title, "title", "middle"),
    ...SCORES.flatMap((value) => [
      rule(AREA.left, yOf(value), AREA.right, yOf(value)),
      text(AREA.left - 8, yOf(value) + 4, String(value), "", "end"),
    ]),
    ...x.ticks.flatMap((value) => [
      rule(xOf(value, x), AREA.top, xOf(value, x), AREA.bottom),
      text(xOf(value, x), AREA.bottom + 18, value.toLocaleString("en-US"), "", "middle"),
    ]),
    text((AREA.left + AREA.right) / 2, HEIGHT - 14, x.label, "", "middle"),
    ...(mark === "line" ? [drawLine(x, score)] : x.ticks.map((at) => drawDot(at, x, score(at)))),
    `</svg>`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function drawLine(x: Axis, score: (x: number) => number): string {
  const points = Array.from({ length: SAMPLES + 1 }, (_, n) => {
    const pixel = AREA.left + n;
    return { pixel, y: yOf(score(valueAt(pixel, x))) };
  });
  // Points in the middle of a straight piece are left out.
  const kept = points.filter(({ y }, n) => {
    const before = points[n - 1]?.y;
    const after = points[n + 1]?.y;
    return before === undefined || after === undefined || Math.abs(after - 2 * y + before) > 1e-6;
  });
  const path = kept.map(({ pixel, y }) => `${pixel},${y.toFixed(1)}`).join(" ");
  return `<polyline class="curve" points="${path}"/>`;
}

function drawDot(at: number, x: Axis, score: number): string {
  const [cx, cy] = [xOf(at, x), yOf(score)];
  const label = text(
    cx + (at === x.to ? -10 : 10),
    cy - 8,
    String(score),
    "value",
    at === x.to ? "end" : "start",
  );
  return `<circle class="dot" cx="${cx.toFixed(1)}" cy="${cy.toFixed(1)}" r="5"/>${label}`;
}

function yOf(score: number): number {
  return AREA.bottom - score / 100 * (AREA.bottom - AREA.top);
}

/** A value's place on the axis, in pixels. */
function xOf(value: number, { from, to, scale }: Axis): number {
  const share = scale === "linear"
    ? (value - from) / (to - from)
    : Math.log(value / from) / Math.log(to / from);
  return AREA.left + share * (AREA.right - AREA.left);
}

/** The value at a place, in pixels. */
function valueAt(pixel: number, { from, to, scale }: Axis): number {
  const share = (pixel - AREA.left) / (AREA.right - AREA.left);
  return scale === "linear" ? from + share * (to - from) : from * (to / from) ** share;
}

function rule(x1: number, y1: number, x2: number, y2: number): string {
  const [a, b, c, d] = [x1, y1, x2, y2].map((value) => value.toFixed(1));
  return `<line class="grid" x1="${a}" y1="${b}" x2="${c}" y2="${d}"/>`;
}

function text(x: number, y: number, content: string, kind: string, anchor: string): string {
  const named = kind === "" ? "" : ` class="${kind}"`;
  const at = `x="${x.toFixed(1)}" y="${y.toFixed(1)}"`;
  return `<text${named} ${at} text-anchor="${anchor}">${content}</text>`;
}

if (import.meta.main) {
  const files = PLOTS.map((plot) => [`docs/img/${plot.name}.svg`, drawPlot(plot)]);
  await runScript(() => writeOrCheck(Object.fromEntries(files), "plot-curves.ts"));
}
