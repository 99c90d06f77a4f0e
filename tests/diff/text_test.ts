import assert from "node:assert/strict";
import { diffReports } from "../../core/report/diff/diff.ts";
import { renderDiffText } from "../../core/report/diff/text.ts";
import { readReport } from "../../core/report/read.ts";
import type { ReportDocument } from "../../core/report/recorded.ts";
import { caseOf, documentOf, report } from "./documents.ts";
import { DIFF, EMPTY } from "./sample.ts";

Deno.test("the text has a line per case and change, then the totals", () => {
  assert.equal(
    renderDiffText(DIFF),
    `\
good                     unchanged
worse                    REGRESSED value-mismatch
better                   fixed
other                    CHANGED missing-field → value-mismatch
lost-connection          REGRESSED transport-closed
tokens                   REGRESSED token-budget-exceeded  566 tok → 6508 tok (+5942)
slower                   unchanged  404 ms → 428 ms (+24)
faster                   unchanged  15 ms → 0 ms (-15)
as-fast                  unchanged  3 ms unchanged
gone                     removed
kind-changed             removed
kind-changed             added
new                      added
a_tool_with_a_long_name  catalog BREAKING parameter-required ×2
old                      catalog BREAKING tool-removed
a_tool_with_a_long_name  catalog REVIEW parameter-changed
new                      catalog compatible tool-added
writer                   catalog compatible class-changed writer → read-only
readiness  91 → 84
readiness drop 7 exceeds 5
catalog  2 breaking, 1 to review, 2 compatible
3 regressed, 1 fixed, 1 changed, 4 unchanged, 2 removed, 2 added
`,
  );
});

Deno.test("two empty reports have the closing lines only", () => {
  assert.equal(
    renderDiffText(EMPTY),
    `\
readiness  not comparable (legacy → legacy)
catalog  not comparable (a report has no catalog)
0 regressed, 0 fixed, 0 changed, 0 unchanged, 0 removed, 0 added
`,
  );
});

Deno.test("the first column is as wide as `readiness`, or as the longest name in it", () => {
  const diff = diffReports(report({ cases: [caseOf("a")] }), report({ cases: [caseOf("a")] }));
  assert.match(renderDiffText(diff), /^a {8} {2}unchanged\n/);
  const wide = diffReports(
    report(),
    report({ cases: [caseOf("日本語日本語日本語日"), caseOf("a")] }),
  );
  assert.match(renderDiffText(wide), /^日本語日本語日本語日 {2}added\na {9} {2}added\n/);
});

/** A document whose one figure has more digits than a double. */
function withTokens(tokens: string): ReportDocument {
  const text = JSON.stringify(
    documentOf({ cases: [caseOf("t", null, { probe: "token-cost", measurements: {} })] }),
  ).replace('"measurements":{}', `"measurements":{"total_tokens":${tokens}}`);
  return readReport(new TextEncoder().encode(text), "report.json", "0.9.0");
}

Deno.test("figures beyond 2⁵³ move by their exact difference", () => {
  const there = diffReports(withTokens("0"), withTokens("18446744073709551615"));
  assert.match(
    renderDiffText(there),
    /0 tok → 18446744073709551615 tok \(\+18446744073709551615\)\n/,
  );
  const back = diffReports(withTokens("18446744073709551615"), withTokens("18446744073709551614"));
  assert.match(renderDiffText(back), /tok \(-1\)\n/);
  const same = diffReports(withTokens("18446744073709551615"), withTokens("18446744073709551615"));
  assert.match(renderDiffText(same), /unchanged {2}18446744073709551615 tok unchanged\n/);
});
