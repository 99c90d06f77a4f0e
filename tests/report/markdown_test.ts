import assert from "node:assert/strict";
import { renderMarkdown } from "../../core/report/markdown.ts";
import { code, plain } from "../../core/report/markdown-text.ts";
import {
  COMPLETE,
  ERRORED,
  FAILURES,
  LEGACY,
  PASSES,
  PLACEMENT,
  READINESS,
  reportOf,
} from "./samples.ts";

Deno.test("the whole page, byte for byte", () => {
  assert.equal(
    renderMarkdown(COMPLETE, { price: 3, placement: PLACEMENT }),
    `## mcp-eval report — demo

**Readiness: 84/100** ![mcpeval](https://img.shields.io/badge/mcpeval-84%2F100-brightgreen) \`mcpeval-standard/2\`

| Area | Weight | Score |
| --- | --- | --- |
| protocol | 15 | 100 |
| catalog | 20 | 66 |
| context | 15 | 69 |
| error-honesty | 15 | 100 |
| reliability | 20 | 84 |
| coverage | 15 | 91 |

*Surface: 13 tools, 11 read-only, 2 writers, 10 exercised.*

*Assessment: structure and behavior of read-only calls; whether the answers are right needs an oracle that a person has reviewed.*

### Lost points

- **\`catalog.description\`** \`describe_status\` scored 0 (\`catalog-short-description\`): say more
- **\`catalog.description\`** \`break_session\` scored 0 (\`catalog-short-description\`)
- **\`context.catalog\`** scored 61 (\`context-catalog-heavy\`): list less
- **\`reliability.latency\`** \`slow_read\` scored 50 (\`reliability-slow\`): be quick

**Gate:** 1/4 cases passed

**Floor:** readiness floor failed: score 84 < 85 (latency excluded)

*Standard corpus (mcpeval-standard/2): above 3, tied 1, below 9 of 13 observed servers.*

*Catalog: 6508 tokens over 13 tools — lighter than 2 of 13 observed servers (median 2536 tokens).*

| Case | Probe | Result | Attempts | First failure | Reason | Bound |
| --- | --- | --- | --- | --- | --- | --- |
| few-tools | discovery-cost | pass | 1 | — | — | — |
| too-dear | token-cost | fail | 1 | 1 | token-budget-exceeded | max_total_tokens 1666 > 1200 |
| journey | workflow | fail | 3 | 3 | missing-field | — |
| gone | contention | error | 0 | — | transport-closed | — |

### Remediation

- **\`too-dear\` (\`token-budget-exceeded\`):** the tool definitions cost more tokens than the case allows; begin with the heaviest tools: cut descriptions and rare parameters, and move long explanations into a resource or into results
  - heaviest: report_weather 548, shared_read 548, elicited_read 541
- **\`journey\` (\`missing-field\`):** Workflow call 3: the result lacks a field or path that the case requires; see what the handler puts into the \`tools/call\` result (paths start there, as in \`/structuredContent/status\`) and return the field on every success. Count through the steps in order, repetition after repetition, to find call number first_failure, and replay it in a fresh session. If it works there, an earlier step left state behind. Confirm the fix by running the whole workflow.
- **\`gone\` (\`transport-closed\`):** the connection or the process ended, so the case was not judged; find the crash in the server's stderr, catch errors per request, and keep running until the client closes the input


- \`too-dear\` catalog cost estimate: 1666 tokens across 4 tools
- **Session cost:** every session spends 1666 tokens on the tool catalog before its first call — $0.0050 per session at $3.00/Mtok ($5.00 per 1,000 sessions)

*Deterministic battery (\`mcpeval probe\`): no arguments, responses or error prose are recorded.*
`,
  );
});

const FOOTER =
  "\n*Deterministic battery (`mcpeval probe`): no arguments, responses or error prose are recorded.*\n";

Deno.test("a report without anything is a heading and a note", () => {
  assert.equal(renderMarkdown(reportOf([])), `## mcp-eval report — demo\n\n${FOOTER}`);
});

Deno.test("an unfinished battery and a pass rate of version 1", () => {
  assert.equal(
    renderMarkdown({ ...reportOf([]), readiness_error: "transport-closed" }),
    `## mcp-eval report — demo\n\n**Readiness: not measured** (\`transport-closed\`)\n\n${FOOTER}`,
  );
  assert.equal(
    renderMarkdown(LEGACY),
    "## mcp-eval report — demo\n\n**Manifest pass rate: 55/100** " +
      `(legacy v1 score, a pass rate and no readiness score)\n\n${FOOTER}`,
  );
  assert.equal(
    renderMarkdown({ ...LEGACY, legacy_score: null }),
    `## mcp-eval report — demo\n\n${FOOTER}`,
  );
});

Deno.test("readiness without lost points has no such section", () => {
  const areas = READINESS.areas.map((area) => ({ ...area, checks: [] }));
  const page = renderMarkdown({ ...reportOf([]), readiness: { ...READINESS, areas } });
  assert.ok(page.endsWith(`that a person has reviewed.*\n\n${FOOTER}`));
  assert.ok(!page.includes("### Lost points"));
});

Deno.test("passing cases need no remediation; tokens cost nothing without a price", () => {
  const page = renderMarkdown(reportOf(PASSES));
  assert.ok(!page.includes("### Remediation"));
  assert.ok(page.endsWith(
    "| nothing-to-do | completion | pass | 0 | — | — | — |\n" +
      "\n- `few-tokens` catalog cost estimate: 90 tokens across 2 tools\n" + FOOTER,
  ));
});

Deno.test("readiness alone gives no session cost", () => {
  assert.ok(
    !renderMarkdown({ ...reportOf([]), readiness: READINESS }, { price: 3 }).includes("cost"),
  );
});

Deno.test("each bound in its cell", () => {
  const page = renderMarkdown(reportOf(FAILURES));
  for (
    const bound of [
      "max_tools 13 > 12",
      "max_schema_bytes 26028 > 4524",
      "max_total_tokens 1666 > 1200",
      "max_tool_tokens 548 > 200",
      "max_latency_ms 2017 > 1700",
      "max_pages 6 > 5",
    ]
  ) assert.ok(page.includes(` | ${bound} |\n`), bound);
});

Deno.test("a foreign document may lack first_failure: the cell stays empty", () => {
  const report = reportOf(FAILURES.filter(({ id }) => id === "uncancelled"));
  const cases = report.cases.map((entry) => ({ ...entry, first_failure: null }));
  assert.match(
    renderMarkdown({ ...report, cases }),
    /^\| uncancelled \| cancellation \| fail \| 2 \| {2}\| cancellation-ignored \| — \|$/m,
  );
});

Deno.test("each part of the corpus lines stands alone", () => {
  const { score, catalog } = PLACEMENT;
  const page = (placement: typeof PLACEMENT) => renderMarkdown(reportOf([]), { placement });
  assert.ok(!page({ score, catalog: null }).includes("*Catalog:"));
  assert.ok(!page({ score: null, catalog }).includes("*Standard corpus"));
  assert.equal(page({ score: null, catalog: null }), renderMarkdown(reportOf([])));
});

Deno.test("ordinary names stay as they are, others become code", () => {
  for (const name of ["demo", "a.b:c_d-e", "0", "", "mcpeval-standard/2-draft"]) {
    assert.equal(plain(name), name);
  }
  assert.equal(plain("<b>"), "`<b>`");
  assert.equal(plain("a b"), "`a b`");
  assert.equal(plain("a|b`c"), "`a\\u{7c}b\\u{60}c`");
  assert.equal(code("a\nb\u202e"), "`a\\u{a}b\\u{202e}`");
  assert.equal(code("ordinary"), "`ordinary`");
});

Deno.test("errored cases have neither attempts nor a first failure", () => {
  assert.match(
    renderMarkdown(reportOf(ERRORED)),
    /^\| gone \| contention \| error \| 0 \| — \| transport-closed \| — \|$/m,
  );
});
