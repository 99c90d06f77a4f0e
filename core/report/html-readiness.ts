/** The sections of the HTML page that speak of readiness. */

import { catalogPlacementText, type Placement, scorePlacementText } from "./corpus-lines.ts";
import {
  article,
  bar,
  code,
  counted,
  type Finding,
  groupBy,
  groupedText,
  levelOf,
  lines,
  listed,
  type Markup,
  markup,
  type Part,
  type Section,
  sentence,
  table,
} from "./html-markup.ts";
import type { MeasurementProfile, ReadinessGate } from "./readiness.ts";
import {
  isLegacy,
  type RecordedCheck,
  type RecordedReadiness,
  type ReportDocument,
} from "./recorded.ts";
import { ASSESSMENT, floorText, LEGACY_NOTE } from "./text.ts";

/** Readiness with its floors and the place in the corpus; null when there is nothing to say. */
export function readinessSection(
  report: ReportDocument,
  placement: Placement | null,
): Section | null {
  const { readiness, readiness_error, readiness_gate } = report;
  const content: Part[] = [];
  if (readiness !== null) content.push(measured(readiness));
  else if (readiness_error !== null) {
    content.push(markup`<p>Readiness could not be measured: ${code(readiness_error)}.</p>`);
  } else if (isLegacy(report) && report.legacy_score !== null) {
    content.push(markup`<p>Manifest pass rate ${report.legacy_score}/100 ${LEGACY_NOTE}.</p>`);
  }
  if (readiness_gate !== null) content.push(floors(readiness_gate));
  if (placement !== null) content.push(...placementParagraphs(placement));
  if (content.length === 0) return null;
  return { id: "readiness", heading: "Readiness", content: lines(content) };
}

function measured({ score, standard, areas, surface }: RecordedReadiness): Markup {
  const { tools, read_only, writers, exercised } = surface;
  const byArea = table({
    caption: "Score of each area",
    columns: [
      { heading: "Area", kind: "text" },
      { heading: "Weight", kind: "number" },
      { heading: "Score", kind: "number" },
      { heading: "", kind: "bar" },
    ],
    rows: areas.map(({ name, weight, score }) => [
      name,
      weight,
      score,
      bar(score, 100, levelOf(score)),
    ]),
  });
  return lines([
    markup`<p><strong>${score}/100</strong> by ${code(standard)}, which covers ${ASSESSMENT}.</p>`,
    byArea,
    markup`<p>${counted(tools, "tool")}: ${read_only} read-only, ${counted(writers, "writer")};
      ${exercised} exercised.</p>`,
  ]);
}

function floors(gate: ReadinessGate): Markup {
  const state = gate.shortfalls === null ? "error" : gate.shortfalls.length > 0 ? "fail" : "pass";
  return markup`<p class="${state}">${sentence(floorText(gate))}</p>`;
}

function placementParagraphs({ score, catalog }: Placement): Part[] {
  const paragraphs: Part[] = [];
  if (score !== null) {
    const text = scorePlacementText(score);
    paragraphs.push(markup`<p>Among measured servers (${code(score.standard)}): ${text}.</p>`);
  }
  if (catalog !== null) {
    const size = [counted(catalog.tokens, "token"), " over ", counted(catalog.tools, "tool")];
    const text = groupedText(catalogPlacementText(catalog));
    paragraphs.push(markup`<p>Catalog of ${size}: ${text}.</p>`);
  }
  return paragraphs;
}

/** The checks that lost points, grouped by what to do about them. */
export function lostSection({ readiness }: ReportDocument): Section | null {
  const lost = readiness?.areas.flatMap(({ checks }) => checks) ?? [];
  if (lost.length === 0) return null;
  // A reason's hint is fixed, so it is said once.
  const found = groupBy(lost, ({ reason }) => reason).map((checks): Finding => ({
    reason: checks[0].reason,
    hint: checks[0].hint,
    places: groupBy(checks, ({ id, score, observed }) => `${id} ${score} ${observed}`).map(place),
  }));
  return { id: "lost", heading: "Lost points", content: lines(found.map(article)) };
}

/** Where one check came to the same result. */
function place(checks: readonly [RecordedCheck, ...RecordedCheck[]]): Part[] {
  const [{ id, score, observed }] = checks;
  const tools = checks.flatMap(({ tool }) => tool === null ? [] : [code(tool)]);
  return [
    code(id),
    " scored ",
    score,
    observed === null ? null : [", observed ", observed],
    tools.length === 0 ? null : [": ", listed(tools)],
  ];
}

/** Under which conditions readiness was measured; null when the document does not say. */
export function conditionsSection({ readiness }: ReportDocument): Section | null {
  const profile = readiness?.measurement_profile;
  if (profile === undefined) return null;
  const facts = conditions(profile).map(([name, value]) =>
    markup`<div><dt>${name}</dt><dd>${value}</dd></div>`
  );
  const content = markup`<dl class="facts">${facts}</dl>`;
  return { id: "conditions", heading: "Conditions", content };
}

function conditions(profile: MeasurementProfile): [string, Part][] {
  const { skip_tools, arguments_sha256 } = profile;
  return [
    ["Evaluator", `mcpeval ${profile.evaluator_version}`],
    ["System", `${profile.platform} ${profile.architecture}`],
    ["Repeats per tool", profile.repeats],
    ["Wait for each reply", [profile.call_timeout_ms, " ms"]],
    ["Read-only by attestation", profile.attested_read_only ? "yes" : "no"],
    ["Skipped tools", skip_tools.length === 0 ? "none" : listed(skip_tools.map(code))],
    ["Arguments file", arguments_sha256 === undefined ? "none" : code(arguments_sha256)],
  ];
}
