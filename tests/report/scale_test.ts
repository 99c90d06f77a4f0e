/** A report of ten thousand cases, in every format: linear work, far below the bound. */

import assert from "node:assert/strict";
import { renderHtml } from "../../core/report/html.ts";
import { renderJson } from "../../core/report/json.ts";
import { renderJunit } from "../../core/report/junit.ts";
import { caseLines } from "../../core/report/manifest-place.ts";
import { renderMarkdown } from "../../core/report/markdown.ts";
import { readReport } from "../../core/report/read.ts";
import { renderSarif } from "../../core/report/sarif.ts";
import { renderText } from "../../core/report/text.ts";
import { ERRORED, FAILURES, PASSES, READINESS, reportOf } from "./samples.ts";

const CASES = 10_000;
const BOUND_MS = 2000;

const kinds = [...PASSES, ...FAILURES, ...ERRORED];
const cases = kinds.flatMap((entry, kind) =>
  Array.from({ length: CASES / kinds.length + 1 }, (_, index) => ({
    ...entry,
    id: `case-${kind}-${index}`,
  }))
).slice(0, CASES);
const report = { ...reportOf(cases), readiness: READINESS };

function timed<T>(work: () => T): T {
  const start = performance.now();
  const result = work();
  assert.ok(performance.now() - start < BOUND_MS);
  return result;
}

Deno.test("ten thousand cases are read and rendered in every format", () => {
  const json = timed(() => renderJson(report));
  const read = timed(() => readReport(new TextEncoder().encode(json), "report.json", "0.9.0"));
  assert.equal(read.cases.length, CASES);
  const rows = (text: string, pattern: RegExp) => text.match(pattern)?.length;
  const text = timed(() => renderText(read, { brief: false }));
  assert.equal(rows(text, /^case-/gm), CASES);
  assert.equal(rows(timed(() => renderMarkdown(read, { price: 3 })), /^\| case-/gm), CASES);
  assert.equal(rows(timed(() => renderJunit(read)), /<testcase .*name="case-/g), CASES);
  // Two of the kinds are timed and stand in the table of latencies, too.
  assert.equal(
    rows(timed(() => renderHtml(read)), /<tr><th scope="row"><code>case-/g),
    CASES + 2 * 556,
  );
  const manifest = new TextEncoder().encode(
    JSON.stringify({ probes: cases.map(({ id }) => ({ id, arguments: { id: "x" } })) }, null, 2),
  );
  const lines = timed(() => caseLines(manifest));
  const sarif = timed(() => renderSarif(read, { uri: "m.json", lines }));
  const red = read.cases.filter(({ reason }) => reason !== null).length;
  assert.equal(rows(sarif, /"mcpevalCaseId"/g), red);
  // Those, and each lost check.
  assert.equal(rows(sarif, /"startLine"/g), red + 4);
});
