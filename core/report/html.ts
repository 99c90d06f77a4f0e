/**
 * The report as one HTML file: no script, nothing from elsewhere, readable in light and dark, on a
 * phone and on paper. It is a form of our own (decisions D20); its look may change at any time.
 */

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
} from "./html-markup.ts";
import { type Page, renderPage } from "./html-page.ts";
import { conditionsSection, lostSection, readinessSection } from "./html-readiness.ts";
import type { ReportDocument } from "./recorded.ts";
import { renderText } from "./text.ts";

/** What the page says beside the report. */
export interface HtmlOptions {
  /** Where the corpus places the run; null or absent for no such lines. */
  placement?: Placement | null;
  /** US dollars per million tokens; null or absent for no cost. */
  price?: number | null;
}

/** The whole page. */
export function renderHtml(report: ReportDocument, options: HtmlOptions = {}): string {
  const { placement = null, price = null } = options;
  const [state, word] = verdictOf(report);
  const causes = verdictCauses(report);
  const page = renderPage({
    title: `${report.server} – mcpeval report`,
    kicker: "mcpeval report",
    heading: code(report.server),
    verdict: { state, text: causes.length === 0 ? word : [word, ": ", listed(causes)] },
    figures: figuresOf(report),
    sections: [
      failuresSection(report),
      readinessSection(report, placement),
      lostSection(report),
      gateSection(report),
      tokensSection(report, price),
      latencySection(report),
      conditionsSection(report),
      { id: "text", heading: "As text", content: textPart(report, options) },
    ].filter((each) => each !== null),
    footer: footer(report),
    version: report.generator.version,
  });
  return `${page}\n`;
}

/** The class of the verdict's color, and its word. */
function verdictOf(report: ReportDocument): [state: "pass" | "fail" | "error", word: string] {
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
function figuresOf(report: ReportDocument): Page["figures"] {
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
  const origin = markup`
    <p>Made by mcpeval ${generator.version} from a deterministic run.
    Arguments, responses and error prose are not recorded.</p>
  `;
  if (manifest_sha256 === null) return origin;
  return lines([origin, markup`<p>Manifest: SHA-256 ${code(manifest_sha256)}</p>`]);
}
