/** The sections of the HTML page that speak of the manifest's cases. */

import { catalogTokens, costText } from "./cost.ts";
import { isErrored } from "./document.ts";
import {
  article,
  bar,
  code,
  counted,
  type Finding,
  groupBy,
  groupedText,
  lines,
  type Markup,
  markup,
  type Part,
  type Section,
  sentence,
  table,
} from "./html-markup.ts";
import type { Count, RecordedCase, ReportDocument } from "./recorded.ts";

/** The cases that failed or could not be judged, grouped by what to do about them. */
export function failuresSection({ cases }: ReportDocument): Section | null {
  const red = cases.filter(({ reason }) => reason !== null);
  if (red.length === 0) return null;
  const found = groupBy(red, ({ reason, hint }) => `${reason} ${hint}`).map((cases): Finding => ({
    reason: cases[0].reason ?? "",
    hint: cases[0].hint ?? "",
    places: cases.map(({ id, tool, detail }) => [
      code(id),
      tool === null ? null : [" on ", code(tool)],
      detail === null ? null : [": ", exceeded(detail)],
    ]),
  }));
  return { id: "failures", heading: "What to fix", content: lines(found.map(article)) };
}

function exceeded({ bound, observed, limit }: NonNullable<RecordedCase["detail"]>): Part[] {
  return [code(bound), " ", observed, "\u00a0>\u00a0", limit];
}

/** All cases in the order of the manifest. */
export function gateSection({ gate, cases }: ReportDocument): Section | null {
  if (gate === null) return null;
  const summary = markup`<p><strong>${gate.passed}/${gate.total}</strong> cases passed.</p>`;
  const all = table({
    caption: "Cases of the manifest",
    columns: [
      { heading: "Case", kind: "text" },
      { heading: "Result", kind: "text" },
      { heading: "Calls", kind: "number" },
      { heading: "Measured", kind: "text" },
    ],
    rows: cases.map((entry) => [
      [code(entry.id), markup`<small>${entry.probe}</small>`],
      resultOf(entry),
      isErrored(entry) ? "—" : entry.attempts,
      measuredBy(entry),
    ]),
  });
  return { id: "gate", heading: "Gate", content: cases.length === 0 ? summary : [summary, all] };
}

function resultOf(entry: RecordedCase): Markup {
  const { reason, first_failure } = entry;
  if (reason === null) return markup`<span class="pass">pass</span>`;
  if (isErrored(entry)) return markup`<span class="error">error</span><small>${reason}</small>`;
  const call = first_failure === null ? null : [", call ", first_failure];
  return markup`<span class="fail">fail</span><small>${reason}${call}</small>`;
}

/** The exceeded bound and the figures, one per line. */
function measuredBy({ probe, measurements, detail }: RecordedCase): Part {
  const { tool_count, schema_bytes, total_tokens, latency_ms, pages } = measurements;
  const { cancellation_outcome: outcome } = measurements;
  const figures: Part[] = [];
  if (detail !== null) figures.push(exceeded(detail));
  // What a surface listing counts is the listings that the server declares.
  const counts = probe === "surface-listing" ? "listing" : "tool";
  if (tool_count !== undefined) figures.push(counted(tool_count, counts));
  if (schema_bytes !== undefined) figures.push(counted(schema_bytes, "byte"));
  if (total_tokens !== undefined) figures.push(counted(total_tokens, "token"));
  if (latency_ms !== undefined) figures.push([latency_ms, " ms"]);
  if (pages !== undefined) figures.push(counted(pages, "page"));
  if (outcome !== undefined) figures.push(`cancelled: ${outcome}`);
  return figures.map((figure, index) => index === 0 ? figure : markup`<br>${figure}`);
}

/** What each tool weighs in the catalog, and what that costs. */
export function tokensSection(report: ReportDocument, price: number | null): Section | null {
  const tokens = catalogTokens(report);
  const weights = heaviestListing(report.cases);
  if (tokens === null && weights.length === 0) return null;
  const total = tokens === null
    ? null
    : markup`<p><strong>${counted(tokens, "token")}</strong> in all.</p>`;
  const cost = tokens === null || price === null
    ? null
    : markup`<p>${groupedText(sentence(costText(tokens, price)))}</p>`;
  const most = weights.reduce<Count>((most, { tokens }) => tokens > most ? tokens : most, 0);
  const byTool = weights.length === 0 ? null : table({
    caption: "Tokens of each tool's definition",
    columns: [
      { heading: "Tool", kind: "text" },
      { heading: "Tokens", kind: "number" },
      { heading: "", kind: "bar" },
    ],
    rows: weights.map(({ tool, tokens }) => [code(tool), tokens, bar(tokens, most, "neutral")]),
  });
  return { id: "tokens", heading: "Catalog weight", content: lines([total, cost, byTool]) };
}

/** The tools of the case that counted the most tokens. */
function heaviestListing(cases: readonly RecordedCase[]): { tool: string; tokens: Count }[] {
  let most: RecordedCase["measurements"] = {};
  for (const { measurements } of cases) {
    if ((measurements.total_tokens ?? -1) > (most.total_tokens ?? -1)) most = measurements;
  }
  return most.per_tool ?? [];
}

/** How long each timed case took. */
export function latencySection({ cases }: ReportDocument): Section | null {
  const timed = cases.flatMap(({ id, tool, measurements: { latency_ms } }) =>
    latency_ms === undefined ? [] : [{ id, tool, latency: latency_ms }]
  );
  if (timed.length === 0) return null;
  const most = timed.reduce<Count>((most, { latency }) => latency > most ? latency : most, 0);
  const content = table({
    caption: "Slowest call of each timed case",
    columns: [
      { heading: "Case", kind: "text" },
      { heading: "Milliseconds", kind: "number" },
      { heading: "", kind: "bar" },
    ],
    rows: timed.map(({ id, tool, latency }) => [
      [code(id), tool === null ? null : markup`<small>${code(tool)}</small>`],
      latency,
      bar(latency, most, "neutral"),
    ]),
  });
  return { id: "latency", heading: "Latency", content };
}
