import assert from "node:assert/strict";
import { renderFindingsForAgent } from "../../core/findings/agent.ts";
import { FINDING_CLASSES } from "../../core/findings/finding.ts";
import { classHint } from "../../core/findings/hints.ts";
import { renderIssue } from "../../core/findings/issue.ts";
import { renderFindingsJson } from "../../core/findings/json.ts";
import { renderFindingsMarkdown } from "../../core/findings/markdown.ts";
import { BARE, FULL } from "./samples.ts";

Deno.test("an agent gets three lines per finding, and a fourth with a shape", () => {
  assert.equal(renderFindingsForAgent([]), "");
  assert.equal(
    renderFindingsForAgent([FULL, BARE]),
    "finding finding-c51a0331c38ffd99 demo/save state=verifying probe=case-1 " +
      "consecutive_passes=2 severity=high score=1.830651 threshold=0.324251 rate=0.666667 " +
      "confidence=0.299993 recency=1.000000 failures=4/6 sessions=2 cost=6.0 blast=3 " +
      "class=recurring-error\n" +
      '  cause code="E1" codes=["E1",-32001,1.0,null] template_id=aaaaaaaaaaaaaaaa ' +
      "last_seen=2026-11-30T12:00:00Z\n" +
      "  hint: mend it with `care`\n" +
      '  repro={"a":{"array":2,"items":"str<8"},"q":"url:example.com"}\n' +
      "finding finding-63bd04d8314e48af demo/unlisted state=closed probe=none " +
      "consecutive_passes=0 severity=low score=1.830651 threshold=0.324251 rate=0.666667 " +
      "confidence=0.299993 recency=1.000000 failures=4/6 sessions=2 cost=6.0 blast=3 " +
      "class=false-success\n" +
      "  cause code=null template_id=none last_seen=2026-11-30T12:00:00Z\n" +
      "  hint: mend it with `care`\n",
  );
});

Deno.test("Markdown has a section per finding, and the title alone without any", () => {
  assert.equal(renderFindingsMarkdown([]), "# MCP Evaluation Findings\n\n");
  assert.equal(
    renderFindingsMarkdown([FULL, BARE]),
    `# MCP Evaluation Findings

## demo / save

- Finding ID: finding-c51a0331c38ffd99
- State: verifying
- Probe: case-1
- Consecutive passes: 2
- Severity: high
- Score: 1.830651 (threshold 0.324251)
- Rate: 0.666667
- Confidence: 0.299993
- Recency: 1.000000
- Error code: "E1"
- Template ID: aaaaaaaaaaaaaaaa
- Evidence: 4 failures / 6 calls across 2 sessions
- Agent cost: median 6.0 turns; blast radius 3 tools
- Last seen: 2026-11-30T12:00:00Z
- Error codes: ["E1",-32001,1.0,null]
- Class: recurring-error
- Hint: mend it with \`care\`
- Shape-level repro: \`{"a":{"array":2,"items":"str<8"},"q":"url:example.com"}\`

## demo / unlisted

- Finding ID: finding-63bd04d8314e48af
- State: closed
- Probe: none
- Consecutive passes: 0
- Severity: low
- Score: 1.830651 (threshold 0.324251)
- Rate: 0.666667
- Confidence: 0.299993
- Recency: 1.000000
- Error code: null
- Template ID: none
- Evidence: 4 failures / 6 calls across 2 sessions
- Agent cost: median 6.0 turns; blast radius 3 tools
- Last seen: 2026-11-30T12:00:00Z
- Class: false-success
- Hint: mend it with \`care\`

`,
  );
});

Deno.test("JSON keeps the order of the members, its nulls and the kinds of its numbers", () => {
  assert.equal(renderFindingsJson([]), "[]\n");
  assert.equal(
    renderFindingsJson([FULL]),
    `[
  {
    "finding_id": "finding-c51a0331c38ffd99",
    "state": "verifying",
    "probe_id": "case-1",
    "consecutive_passes": 2,
    "server": "demo",
    "tool": "save",
    "err_code": "E1",
    "err_codes": [
      "E1",
      -32001,
      1.0,
      null
    ],
    "err_template_id": "aaaaaaaaaaaaaaaa",
    "failures": 4,
    "calls": 6,
    "sessions": 2,
    "last_seen": "2026-11-30T12:00:00Z",
    "cost": 6.0,
    "blast": 3,
    "rate": 0.6666666666666666,
    "confidence": 0.2999929,
    "recency": 1.0,
    "score": 1.830651,
    "threshold": 0.324250563780762,
    "severity": "high",
    "class": "recurring-error",
    "retryable": true,
    "hint": "mend it with \`care\`",
    "repro": {
      "a": {
        "array": 2,
        "items": "str<8"
      },
      "q": "url:example.com"
    }
  }
]
`,
  );
  assert.deepEqual(JSON.parse(renderFindingsJson([BARE])), [BARE]);
});

Deno.test("an issue says what to do, with commands that can be copied", () => {
  const issue = renderIssue(FULL);
  assert.match(issue, /^# finding-c51a0331c38ffd99: demo\/save keeps failing\n/);
  for (
    const line of [
      "**Suggested labels:** `mcpeval`, `high`",
      "- State: verifying",
      "- Severity: high",
      "- Probe coverage: case-1",
      "- Evidence: 4 failures / 6 calls across 2 sessions",
      "- Agent cost: median 6.0 turns; blast radius 3 tools",
      "- Observed failure rate: 0.666667 (score 1.830651, threshold 0.324251)",
      "- Last seen: 2026-11-30T12:00:00Z",
      '- Shape-level repro: `{"a":{"array":2,"items":"str<8"},"q":"url:example.com"}`',
      "## Diagnosis",
      "- Class: `recurring-error`",
      "- Hint: mend it with `care`",
      "   mcpeval generate --finding finding-c51a0331c38ffd99 --confirm-read-only --output " +
      "generated.manifest.json",
      "   mcpeval verify --finding finding-c51a0331c38ffd99 --case <case-id> --manifest " +
      "mcp-eval.manifest.json -- <server command>",
    ]
  ) {
    assert.ok(issue.split("\n").includes(line), line);
  }
  assert.match(issue, /three green runs/);
  const bare = renderIssue(BARE);
  assert.match(bare, /^# finding-63bd04d8314e48af: demo\/unlisted keeps failing\n/);
  assert.match(bare, /^- Probe coverage: none yet; `mcpeval generate` makes one$/m);
  assert.doesNotMatch(bare, /repro|shape/);
});

Deno.test("every class has a hint of one line", () => {
  for (const name of FINDING_CLASSES) {
    assert.match(classHint(name), /^[a-z][^\n]{60,240}[^.\n]$/, name);
  }
});
