/**
 * The report as one HTML file: no script, nothing from elsewhere, readable in light and dark, on a
 * phone and on paper. It is a form of our own (decisions D20); its look may change at any time.
 */

import { createHash } from "node:crypto";
import type { Placement } from "./corpus-lines.ts";
import { isErrored } from "./document.ts";
import { exitCode } from "./exit.ts";
import { failuresSection, gateSection, latencySection, tokensSection } from "./html-cases.ts";
import {
  code,
  counted,
  lines,
  listed,
  type Markup,
  markup,
  type Part,
  preformatted,
  section,
} from "./html-markup.ts";
import { conditionsSection, lostSection, readinessSection } from "./html-readiness.ts";
import { STYLE } from "./html-style.ts";
import type { ReportDocument } from "./recorded.ts";
import { renderText } from "./text.ts";

/** What the page says beside the report. */
export interface HtmlOptions {
  /** Where the corpus places the run; null or absent for no such lines. */
  placement?: Placement | null;
  /** US dollars per million tokens; null or absent for no cost. */
  price?: number | null;
}

const STYLE_SHEET: Markup = { markup: `<style>${STYLE}</style>` };

/** Nothing may be loaded or run; the one style sheet is known by its digest. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** The whole page. */
export function renderHtml(report: ReportDocument, options: HtmlOptions = {}): string {
  const { placement = null, price = null } = options;
  const sections = [
    failuresSection(report),
    readinessSection(report, placement),
    lostSection(report),
    gateSection(report),
    tokensSection(report, price),
    latencySection(report),
    conditionsSection(report),
    { id: "text", heading: "As text", content: textPart(report, options) },
  ].filter((each) => each !== null);
  const links = sections.map(({ id, heading }) => markup`<li><a href="#${id}">${heading}</a></li>`);
  const page = markup`
    <!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="${POLICY}">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="referrer" content="no-referrer">
        <meta name="generator" content="mcpeval ${report.generator.version}">
        <title>${report.server} – mcpeval report</title>
        ${STYLE_SHEET}
      </head>
      <body>
        ${header(report)}
        <nav aria-label="On this page">
          <ul>
            ${lines(links)}
          </ul>
        </nav>
        <main>
          ${lines(sections.map(section))}
        </main>
        ${footer(report)}
      </body>
    </html>
  `;
  return page.markup;
}

function header(report: ReportDocument): Markup {
  const figures = summary(report).map(([name, figure, note]) =>
    markup`<div><dt>${name}</dt><dd><strong>${figure}</strong> ${note}</dd></div>`
  );
  return markup`
    <header>
      <p class="kicker">mcpeval report</p>
      <h1>${code(report.server)}</h1>
      ${verdict(report)}
      ${figures.length === 0 ? null : markup`<dl class="summary">${lines(figures)}</dl>`}
    </header>
  `;
}

function verdict(report: ReportDocument): Markup {
  const [state, word] = verdictOf(report);
  const causes = verdictCauses(report);
  return markup`<p class="verdict ${state}">${word}${
    causes.length === 0 ? null : [": ", listed(causes)]
  }</p>`;
}

/** The class of the verdict's color, and its word. */
function verdictOf(report: ReportDocument): [state: string, word: string] {
  switch (exitCode(report)) {
    case 0:
      return report.cases.length === 0 && report.readiness === null
        ? ["error", "Nothing was judged"]
        : ["pass", "Passed"];
    case 1:
      return ["fail", "Failed"];
    case 3:
      return ["error", "Incomplete"];
  }
}

/** What keeps a report from passing. */
function verdictCauses({ cases, readiness_error, readiness_gate }: ReportDocument): Part[] {
  const errored = cases.filter(isErrored).length;
  const failed = cases.filter(({ reason }) => reason !== null).length - errored;
  const missed = readiness_gate?.shortfalls?.length ?? 0;
  const causes: Part[] = [];
  if (errored > 0) causes.push([counted(errored, "case"), " not judged"]);
  if (readiness_error !== null) causes.push("readiness not measured");
  if (failed > 0) causes.push([counted(failed, "case"), " failed"]);
  if (missed > 0) causes.push([counted(missed, "readiness floor"), " missed"]);
  return causes;
}

/** The figures that a reader looks for first: name, figure, what it is of. */
function summary(report: ReportDocument): [string, Part, Part][] {
  const { gate, readiness, readiness_gate } = report;
  const figures: [string, Part, Part][] = [];
  if (gate !== null) figures.push(["Gate", [gate.passed, "/", gate.total], "cases passed"]);
  if (readiness !== null) {
    const { tools, exercised } = readiness.surface;
    figures.push(["Readiness", [readiness.score, "/100"], readiness.standard]);
    figures.push(["Surface", counted(tools, "tool"), [exercised, " exercised"]]);
  }
  if (readiness_gate !== null && readiness_gate.shortfalls !== null) {
    const { min_areas, min_score, shortfalls } = readiness_gate;
    const declared = Object.keys(min_areas).length + (min_score === null ? 0 : 1);
    figures.push(["Floors", [Math.max(0, declared - shortfalls.length), "/", declared], "held"]);
  }
  return figures;
}

function textPart(report: ReportDocument, { placement, price }: HtmlOptions): Markup {
  const text = renderText(report, {
    brief: true,
    placement: placement ?? null,
    price: price ?? null,
  });
  return markup`
    <details>
      <summary>The same facts, line by line</summary>
      <pre tabindex="0">${preformatted(text.trimEnd())}</pre>
    </details>
  `;
}

function footer({ generator, manifest_sha256 }: ReportDocument): Markup {
  const manifest = manifest_sha256 === null
    ? null
    : markup`<p>Manifest: SHA-256 ${code(manifest_sha256)}</p>`;
  return markup`
    <footer>
      <p>Made by mcpeval ${generator.version} from a deterministic run.
      Arguments, responses and error prose are not recorded.</p>
      ${manifest}
    </footer>
  `;
}
