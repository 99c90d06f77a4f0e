import assert from "node:assert/strict";
import { diffReports } from "../../core/report/diff/diff.ts";
import { renderDiffHtml } from "../../core/report/diff/html.ts";
import { renderDiffMarkdown } from "../../core/report/diff/markdown.ts";
import { renderDiffText } from "../../core/report/diff/text.ts";
import { renderJson } from "../../core/report/json.ts";
import { caseOf, report, tool } from "./documents.ts";

const COUNT = 10_000;
/** Far beyond what linear work takes, far below what quadratic work would. */
const LIMIT_MS = 10_000;

Deno.test("10,000 cases and tools in opposite order are compared and printed", () => {
  const names = Array.from({ length: COUNT }, (_, index) => `case-${index}`);
  const baseline = report({
    cases: names.map((name) => caseOf(name)),
    catalog: { tools: names.map((name) => tool(name, { parameters: { 1: 1 } })) },
  });
  const current = report({
    cases: names.toReversed().map((name) => caseOf(name, "missing-field")),
    catalog: { tools: names.toReversed().map((name) => tool(name, { parameters: { 1: 2 } })) },
  });
  const start = performance.now();
  const diff = diffReports(baseline, current);
  assert.equal(diff.summary.regressed, COUNT);
  assert.equal(diff.catalog.changes.length, COUNT);
  assert.equal(renderDiffText(diff).split("\n").length, 2 * COUNT + 4);
  assert.ok(renderDiffMarkdown(diff).length > 2 * COUNT);
  assert.equal(JSON.parse(renderJson(diff)).cases.length, COUNT);
  assert.ok(
    renderDiffHtml(diff, { server: "demo", version: "0.9.0", fired: [] }).length > COUNT,
  );
  assert.ok(performance.now() - start < LIMIT_MS);
});

Deno.test("10,000 cases of one id and kind are compared", () => {
  const cases = Array.from({ length: COUNT }, () => caseOf("a"));
  const start = performance.now();
  assert.equal(diffReports(report({ cases }), report({ cases })).summary.unchanged, COUNT);
  assert.equal(diffReports(report({ cases }), report()).summary.removed, COUNT);
  assert.ok(performance.now() - start < LIMIT_MS);
});
