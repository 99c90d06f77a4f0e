import assert from "node:assert/strict";
import {
  compareExitCode,
  type Comparison,
  renderCompareJson,
  renderCompareMarkdown,
  renderCompareText,
} from "../../core/report/compare.ts";
import { renderJson } from "../../core/report/json.ts";
import type { ReportDocument } from "../../core/report/recorded.ts";
import { caseOf, readiness, report } from "../diff/documents.ts";
import { COMMAND, TRICKS } from "../report/hostile.ts";

const IDS = ["a", "a-long-case-id", "c"];

function reportOf(reasons: (string | null)[], score: number | null): ReportDocument {
  return report({
    cases: IDS.map((id, index) => caseOf(id, reasons[index])),
    readiness: score === null ? null : readiness(score),
  });
}

const GOOD = reportOf([null, null, null], 91);
const FAILING = reportOf([null, "missing-field", "value-mismatch"], 84);
const ERRORED = reportOf(["transport-closed", null, "transport-timeout"], null);

const COMPARISON: Comparison = {
  server: "demo",
  servers: [
    { endpoint: "old", report: GOOD },
    { endpoint: "new", report: FAILING },
    { endpoint: "stdio", report: ERRORED },
  ],
};

Deno.test("the text has a column per server, in the order of declaration", () => {
  assert.equal(
    renderCompareText(COMPARISON),
    `\
case       old  new  stdio
a          pass  pass  error(transport-closed)
a-long-case-id  pass  fail(missing-field)  pass
c          pass  fail(value-mismatch)  error(transport-timeout)
readiness  91/100  84/100  —
`,
  );
});

Deno.test("the first column is as wide as the longest label, counted in characters", () => {
  const servers = [
    { endpoint: "日本語日本語日本語日本語", report: GOOD },
    { endpoint: "b", report: GOOD },
  ];
  const [header, , , , last] = renderCompareText({ server: "demo", servers }).split("\n");
  assert.equal(header, `case${" ".repeat(8)}  日本語日本語日本語日本語  b`);
  assert.equal(last, "readiness     91/100  91/100");
});

Deno.test("the Markdown table does not tell errors from failures", () => {
  assert.equal(
    renderCompareMarkdown(COMPARISON),
    `\
# mcp-eval comparison — demo

| Case | Probe | old | new | stdio |
| --- | --- | --- | --- | --- |
| a | contention | pass | pass | fail (\`transport-closed\`) |
| a-long-case-id | contention | pass | fail (\`missing-field\`) | pass |
| c | contention | pass | fail (\`value-mismatch\`) | fail (\`transport-timeout\`) |
| **Readiness** | | 91/100 | 84/100 | — |

*The same cases against each server; no payloads and no error prose are recorded.*
`,
  );
});

Deno.test("the JSON is an array of labels and whole reports", () => {
  const text = renderCompareJson(COMPARISON);
  const [old, , stdio] = JSON.parse(text);
  assert.deepEqual(Object.keys(old), ["endpoint", "report"]);
  assert.equal(old.endpoint, "old");
  assert.equal(renderJson(old.report), renderJson(GOOD));
  assert.equal(stdio.report.readiness, null);
  assert.match(text, /^\[\n {2}\{\n {4}"endpoint": "old",\n {4}"report": \{\n {6}"cases": \[\n/);
});

Deno.test("only what could not be judged makes exit 3, whatever fails", () => {
  const exit = (...reports: ReportDocument[]) =>
    compareExitCode({
      server: "demo",
      servers: reports.map((report, index) => ({ endpoint: `${index}`, report })),
    });
  assert.equal(exit(GOOD, GOOD), 0);
  assert.equal(exit(FAILING, FAILING), 0);
  assert.equal(exit(FAILING, ERRORED), 3);
  assert.equal(exit(GOOD, report({ readiness_error: "transport-timeout" })), 3);
});

Deno.test("a hostile label stays in its line and in its cell", () => {
  const servers = TRICKS.map((endpoint) => ({ endpoint, report: GOOD }));
  const comparison = { server: "::error::x", servers };
  const text = renderCompareText(comparison);
  assert.equal(text.trimEnd().split("\n").length, 5);
  assert.doesNotMatch(text.replaceAll("\n", ""), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
  assert.doesNotMatch(text, COMMAND);
  const page = renderCompareMarkdown(comparison);
  assert.doesNotMatch(page, COMMAND);
  const [, , header = "", , row = ""] = page.split("\n");
  assert.equal(header.split("|").length, TRICKS.length + 4);
  assert.equal(row.split("|").length, TRICKS.length + 4);
  assert.ok(header.startsWith("| Case | Probe | `<script>alert(1)</script>` | "));
});
