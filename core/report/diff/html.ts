/**
 * A comparison as one HTML file in the look of the report's (decisions D20). It is a form of our
 * own; its look may change at any time.
 */

import {
  code,
  counted,
  groupedText,
  lines,
  listed,
  type Markup,
  markup,
  type Part,
  preformatted,
  type Section,
  sentence,
  table,
} from "../html-markup.ts";
import { type Page, renderPage } from "../html-page.ts";
import { changeLabel, countBySeverity } from "./catalog.ts";
import { signedDifference } from "./count.ts";
import type { CaseMovement, ProbeDiff, Severity } from "./document.ts";
import { dropText, readinessText } from "./readiness.ts";
import { movementText, NO_CATALOG, renderDiffText } from "./text.ts";

/** What the page says beside the comparison. */
export interface DiffPage {
  /** Label of the server. */
  server: string;
  /** Version of mcpeval. */
  version: string;
  /** The declared gates that fired, each in words (`firedGates`). */
  fired: readonly string[];
}

/** The whole page. */
export function renderDiffHtml(diff: ProbeDiff, { server, version, fired }: DiffPage): string {
  const sections = [
    movedSection(diff),
    catalogSection(diff),
    readinessSection(diff),
    casesSection(diff),
    textSection(diff),
  ].filter((each) => each !== null);
  const page = renderPage({
    title: `${server} – mcpeval diff`,
    kicker: "mcpeval diff: baseline to current",
    heading: code(server),
    verdict: verdictOf(diff, fired),
    figures: figuresOf(diff),
    sections,
    footer: markup`
      <p>Made by mcpeval ${version} from two reports, which hold no payloads and no error prose.</p>
    `,
    version,
  });
  return `${page}\n`;
}

function verdictOf({ summary, catalog }: ProbeDiff, fired: readonly string[]): Page["verdict"] {
  const [first, ...more] = fired;
  if (first !== undefined) {
    return { state: "fail", text: [sentence([first, ...more].join("; "))] };
  }
  const worse: Part[] = [];
  const { breaking } = countBySeverity(catalog.changes);
  if (summary.regressed > 0) worse.push([counted(summary.regressed, "case"), " regressed"]);
  if (summary.changed > 0) {
    worse.push([counted(summary.changed, "case"), " with another reason"]);
  }
  if (breaking > 0) worse.push(counted(breaking, "breaking change"));
  if (worse.length > 0) return { state: "error", text: listed(worse) };
  return { state: "pass", text: "Nothing got worse" };
}

function figuresOf({ summary, readiness, catalog }: ProbeDiff): Page["figures"] {
  const figures: [string, Part, Part][] = [
    ["Regressed", summary.regressed, summary.regressed === 1 ? "case" : "cases"],
    ["Fixed", summary.fixed, summary.fixed === 1 ? "case" : "cases"],
  ];
  const { baseline, current, comparable } = readiness;
  if (comparable && baseline !== null && current !== null) {
    const moved = signedDifference(baseline, current);
    figures.push(["Readiness", moved, [baseline, " → ", current]]);
  }
  if (catalog.comparable) {
    const { breaking, review } = countBySeverity(catalog.changes);
    figures.push(["Catalog", breaking, ["breaking, ", review, " to review"]]);
  }
  return figures;
}

/** The cases whose verdict moved, that are gone or that are new. */
function movedSection({ cases, removed, added }: ProbeDiff): Section | null {
  const rows: Part[][] = [
    ...cases.filter(({ verdict }) => verdict !== "unchanged").map((movement) => [
      [code(movement.id), markup`<small>${movement.probe}</small>`],
      verdictPart(movement),
      sidePart(movement.baseline_reason),
      sidePart(movement.current_reason),
    ]),
    ...removed.map((id) => [code(id), "removed", "was there", "—"]),
    ...added.map((id) => [code(id), "added", "—", "is there"]),
  ];
  if (rows.length === 0) return null;
  const content = table({
    caption: "Cases that moved, are gone or are new",
    columns: [
      { heading: "Case", kind: "text" },
      { heading: "Verdict", kind: "text" },
      { heading: "Baseline", kind: "text" },
      { heading: "Current", kind: "text" },
    ],
    rows,
  });
  return { id: "moved", heading: "What moved", content };
}

const VERDICT_CLASSES = { regressed: "fail", changed: "error", fixed: "pass" } as const;

function verdictPart({ verdict }: CaseMovement): Part {
  if (verdict === "unchanged") return verdict;
  return markup`<span class="${VERDICT_CLASSES[verdict]}">${verdict}</span>`;
}

function sidePart(reason: string | null): Part {
  return reason === null ? "pass" : ["fail", markup`<small>${reason}</small>`];
}

const SEVERITY_CLASSES: Readonly<Record<Severity, string>> = {
  breaking: "fail",
  review: "error",
  compatible: "pass",
};

function catalogSection({ catalog: { comparable, changes } }: ProbeDiff): Section {
  const rows = changes.map((change) => [
    code(change.tool),
    changeLabel(change),
    markup`<span class="${SEVERITY_CLASSES[change.severity]}">${change.severity}</span>`,
  ]);
  const content = !comparable
    ? markup`<p>Not comparable: ${NO_CATALOG}.</p>`
    : rows.length === 0
    ? markup`<p>Unchanged.</p>`
    : table({
      caption: "Changes of the catalog, breaking ones first",
      columns: [
        { heading: "Tool", kind: "text" },
        { heading: "Change", kind: "text" },
        { heading: "Severity", kind: "text" },
      ],
      rows,
    });
  return { id: "catalog", heading: "Catalog contract", content };
}

function readinessSection({ readiness, readiness_gate }: ProbeDiff): Section {
  const moved = markup`<p>${sentence(readinessText(readiness))}</p>`;
  if (readiness_gate === null) return { id: "readiness", heading: "Readiness", content: moved };
  const state = readiness_gate.passed ? "pass" : "fail";
  const gate = markup`<p class="${state}">${sentence(dropText(readiness_gate))}</p>`;
  return { id: "readiness", heading: "Readiness", content: lines([moved, gate]) };
}

/** All cases of both reports with the figures that are followed. */
function casesSection({ cases }: ProbeDiff): Section | null {
  if (cases.length === 0) return null;
  const content = table({
    caption: "Cases of both reports",
    columns: [
      { heading: "Case", kind: "text" },
      { heading: "Verdict", kind: "text" },
      { heading: "Measured", kind: "text" },
    ],
    rows: cases.map((movement) => [
      [code(movement.id), markup`<small>${movement.probe}</small>`],
      verdictPart(movement),
      groupedText(movementText(movement.measurements) ?? "—"),
    ]),
  });
  return { id: "cases", heading: "All cases", content };
}

function textSection(diff: ProbeDiff): Section {
  const content: Markup = markup`
    <details>
      <summary>The same facts, line by line</summary>
      <pre tabindex="0">${preformatted(renderDiffText(diff).trimEnd())}</pre>
    </details>
  `;
  return { id: "text", heading: "As text", content };
}
