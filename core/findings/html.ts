/**
 * Findings as one HTML file in the look of the report's (decisions D20). Its look may change at any
 * time.
 */

import {
  code,
  counted,
  lines,
  type Markup,
  markup,
  type Part,
  preformatted,
  prose,
  type Section,
  sentence,
  table,
} from "../report/html-markup.ts";
import { renderPage } from "../report/html-page.ts";
import { encodeJson } from "../mcp/json.ts";
import { ratio, reproText, severalCodes, toolOf, turns } from "./figures.ts";
import type { Finding, Severity } from "./finding.ts";

/** Classes of the page's colors. */
const COLORS: Readonly<Partial<Record<Severity, string>>> = { high: "fail", medium: "error" };

/** The whole page. @param version of mcpeval */
export function renderFindingsHtml(findings: readonly Finding[], version: string): string {
  const open = findings.filter(({ state }) => state !== "closed");
  const page = renderPage({
    title: "Findings – mcpeval",
    kicker: "mcpeval findings",
    heading: "What keeps failing for agents",
    verdict: null,
    figures: [
      ["Findings", findings.length, "promoted"],
      ["Not closed", open.length, "to be mended or verified"],
      ["Severe", open.filter(({ severity }) => severity === "high").length, "of them"],
    ],
    sections: findings.length === 0
      ? [emptySection()]
      : [overviewSection(findings), detailSection(findings)],
    footer: markup`
      <p>Made by mcpeval ${version} from captured calls. Arguments are shapes, errors are
      fingerprints: no content was recorded.</p>
    `,
    version,
  });
  return `${page}\n`;
}

function emptySection(): Section {
  return {
    id: "empty",
    heading: "No findings",
    content: markup`
      <p>No issue was promoted. ${code("mcpeval promote --threshold 0")} shows every issue that two
      sessions have met.</p>
    `,
  };
}

function overviewSection(findings: readonly Finding[]): Section {
  const content = table({
    caption: "Findings, highest score first",
    columns: [
      { heading: "Finding", kind: "text" },
      { heading: "Class", kind: "text" },
      { heading: "Severity", kind: "text" },
      { heading: "State", kind: "text" },
      { heading: "Score", kind: "number" },
    ],
    rows: findings.map((finding): Part[] => [
      [
        markup`<a href="#${finding.finding_id}">${nameOf(finding)}</a>`,
        markup`<small>${finding.finding_id}</small>`,
      ],
      finding.class,
      severityPart(finding),
      statePart(finding),
      ratio(finding.score),
    ]),
  });
  return { id: "overview", heading: "Overview", content };
}

function detailSection(findings: readonly Finding[]): Section {
  return { id: "details", heading: "Details", content: lines(findings.map(articleOf)) };
}

function articleOf(finding: Finding): Markup {
  const repro = reproText(finding);
  const facts = factsOf(finding).map(([name, value]) =>
    markup`<div><dt>${name}</dt><dd>${value}</dd></div>`
  );
  return markup`
    <article id="${finding.finding_id}">
      <h3>${code(nameOf(finding))} ${finding.class}</h3>
      <p>${prose(sentence(finding.hint))}</p>
      <dl class="facts">
        ${lines(facts)}
      </dl>
      ${repro && markup`<pre aria-label="Shape of the arguments">${preformatted(repro)}</pre>`}
    </article>
  `;
}

function factsOf(finding: Finding): [name: string, value: Part][] {
  const { failures, calls, sessions, blast } = finding;
  const several = severalCodes(finding);
  return [
    ["Finding", code(finding.finding_id)],
    ["State", statePart(finding)],
    ["Probe", finding.probe_id === null ? "none" : code(finding.probe_id)],
    ["Severity", severityPart(finding)],
    ["Score", `${ratio(finding.score)}, promoted from ${ratio(finding.threshold)}`],
    ["Evidence", [failures, " of ", counted(calls, "call"), " in ", counted(sessions, "session")]],
    ["Agent cost", [`${turns(finding)} turns, `, counted(blast, "tool")]],
    ["Last seen", finding.last_seen],
    several === null
      ? ["Error code", code(encodeJson(finding.err_code))]
      : ["Error codes", code(several)],
    ["Message", finding.err_template_id === null ? "none" : code(finding.err_template_id)],
    ["Confidence", ratio(finding.confidence)],
    ["Recency", ratio(finding.recency)],
  ];
}

function nameOf(finding: Finding): string {
  return `${finding.server}/${toolOf(finding)}`;
}

function severityPart({ severity }: Finding): Part {
  const color = COLORS[severity];
  return color === undefined ? severity : markup`<span class="${color}">${severity}</span>`;
}

function statePart({ state, consecutive_passes: passes }: Finding): Part {
  if (state === "closed") return markup`<span class="pass">closed</span>`;
  return state === "verifying" ? [state, ", ", counted(passes, "green run")] : state;
}
