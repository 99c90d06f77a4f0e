import assert from "node:assert/strict";
import { diffReports } from "../../core/report/diff/diff.ts";
import { renderDiffMarkdown } from "../../core/report/diff/markdown.ts";
import { readiness, report } from "./documents.ts";
import { DIFF, EMPTY, SAME } from "./sample.ts";

Deno.test("the page has the cases, the catalog's changes and the totals", () => {
  assert.equal(
    renderDiffMarkdown(DIFF),
    `\
## mcp-eval baseline diff

Readiness: 91 → 84

**readiness drop 7 exceeds 5**

| Case | Verdict | Baseline | Current |
| --- | --- | --- | --- |
| good | unchanged | pass | pass |
| worse | **regressed** (\`value-mismatch\`) | pass | fail (\`value-mismatch\`) |
| better | fixed | fail (\`missing-field\`) | pass |
| other | **changed** | fail (\`missing-field\`) | fail (\`value-mismatch\`) |
| lost-connection | **regressed** (\`transport-closed\`) | pass | fail (\`transport-closed\`) |
| tokens | **regressed** (\`token-budget-exceeded\`) | pass | fail (\`token-budget-exceeded\`) |
| slower | unchanged | pass | pass |
| faster | unchanged | pass | pass |
| as-fast | unchanged | pass | pass |
| gone | removed | pass | — |
| kind-changed | removed | pass | — |
| kind-changed | added | — | pass |
| new | added | — | pass |

### Catalog contract

| Tool | Change | Severity |
| --- | --- | --- |
| a_tool_with_a_long_name | \`parameter-required ×2\` | **breaking** |
| old | \`tool-removed\` | **breaking** |
| a_tool_with_a_long_name | \`parameter-changed\` | review |
| new | \`tool-added\` | compatible |
| writer | \`class-changed writer → read-only\` | compatible |

3 regressed, 1 fixed, 1 changed, 2 removed, 2 added. *Compared from two reports, which hold no payloads and no error prose.*
`,
  );
});

Deno.test("an empty comparison keeps the table's head and says why the catalog is not compared", () => {
  assert.equal(
    renderDiffMarkdown(EMPTY),
    `\
## mcp-eval baseline diff

Readiness: not comparable (legacy → legacy)

| Case | Verdict | Baseline | Current |
| --- | --- | --- | --- |

Catalog contract: not comparable (a report has no catalog).

0 regressed, 0 fixed, 0 changed, 0 removed, 0 added. *Compared from two reports, which hold no payloads and no error prose.*
`,
  );
});

Deno.test("a catalog without a change is said to be unchanged", () => {
  assert.match(renderDiffMarkdown(SAME), /\n\nCatalog contract: unchanged\.\n\n0 regressed, /);
});

Deno.test("a drop within its limit is no alarm", () => {
  const side = report({ readiness: readiness(91) });
  const gates = { dropLimit: { maxDrop: 5, excludeLatency: false } };
  assert.match(
    renderDiffMarkdown(diffReports(side, side, gates)),
    /\n\nReadiness: 91 → 91\n\nreadiness drop 0 within 5\n\n\|/,
  );
});
