import assert from "node:assert/strict";
import type { ToolName } from "../../core/labels.ts";
import type { Manifest, ProbeKind } from "../../core/manifest/types.ts";
import type { DecisionRow } from "../../core/scaffold/scaffold.ts";
import type { SkipCause } from "../../core/scaffold/smoke.ts";
import { renderDryRun, renderSummary } from "../../core/scaffold/summary.ts";
import { caseOf } from "../probes/cases.ts";

function summary(kinds: ProbeKind[], skipped: [tool: string, cause: SkipCause][]): string[] {
  const manifest: Manifest = {
    version: 1,
    timeout_ms: null,
    sandboxes: {},
    probes: kinds.map((kind) => caseOf(kind)),
  };
  const causes = skipped.map(([tool, cause]) => ({ tool: tool as ToolName, cause }));
  return renderSummary("out/m.json", { kind: "manifest", manifest, tools: 7, skipped: causes })
    .split("\n");
}

Deno.test("init summary: kinds are counted in the order of their first case", () => {
  const lines = summary(["token-cost", "latency-budget", "contention", "latency-budget"], []);
  assert.equal(
    lines[0],
    "wrote out/m.json (7 tools, 4 cases: token-cost 1, latency-budget 2, contention 1)",
  );
  assert.equal(lines.length, 3, "the first line, the next steps, a final line feed");
  assert.equal(lines[2], "");
});

Deno.test("init summary: the next steps name what init cannot write, in order", () => {
  const [, next = ""] = summary(["pagination"], []);
  assert.match(
    next,
    /^next: .*error-honesty.*state-recovery.*instruction-fidelity.*cancellation.*sampling.*elicitation.*resource-subscription.*completion.*mcpeval probe$/,
  );
});

Deno.test("init summary: tools skipped by annotations are counted, in the right number", () => {
  const [none] = summary(["pagination"], [["a", "unattested"], ["b", "empty-call-failed"]]);
  assert.equal(none, "wrote out/m.json (7 tools, 1 cases: pagination 1)");
  const [one] = summary(["pagination"], [["a", "destructive"], ["b", "unattested"]]);
  assert.equal(
    one,
    "wrote out/m.json (7 tools, 1 cases: pagination 1) (1 tool skipped by annotations)",
  );
  const [two] = summary(["pagination"], [["a", "destructive"], ["b", "writer"]]);
  assert.equal(
    two,
    "wrote out/m.json (7 tools, 1 cases: pagination 1) (2 tools skipped by annotations)",
  );
});

const WHY: [cause: SkipCause, line: RegExp][] = [
  ["destructive", /^ {2}skipped t: destructiveHint$/],
  ["writer", /^ {2}skipped t: readOnlyHint=false$/],
  ["unattested", /^ {2}skipped t: no readOnlyHint.*--confirm-read-only/],
  ["unbuildable", /^ {2}skipped t: required arguments.*--arguments/],
  ["empty-call-failed", /^ {2}skipped t: the call with \{\} failed$/],
  ["file-call-failed", /^ {2}skipped t: the call with its --arguments failed$/],
  ["schema-call-failed", /^ {2}skipped t: .*arguments built from its schema failed.*--arguments/],
  ["beyond-limit", /^ {2}skipped t: .*at most 20 tools.*--tool/],
  ["asks-for-sampling", /^ {2}skipped t: asks for sampling$/],
  ["asks-for-elicitation", /^ {2}skipped t: asks for elicitation$/],
  ["announces-resource", /^ {2}skipped t: announces a changed resource$/],
];

for (const [cause, line] of WHY) {
  Deno.test(`init summary: skipped because ${cause}`, () => {
    assert.match(summary(["pagination"], [["t", cause]])[1] ?? "", line);
  });
}

Deno.test("init dry run: a tool's name is no command of a CI runner", () => {
  const rows: DecisionRow[] = [{ tool: "::add-mask::x" as ToolName, decision: "writer" }];
  assert.match(renderDryRun({ kind: "dry-run", rows }), /^\\u\{3a\}:add-mask::x {2}skipped: /);
});

Deno.test("init dry run: one line for each tool, then that nothing was done", () => {
  const rows: DecisionRow[] = [
    { tool: "a" as ToolName, decision: "unselected" },
    { tool: "b" as ToolName, decision: "destructive" },
    { tool: "c" as ToolName, decision: "writer" },
    { tool: "d" as ToolName, decision: "unbuildable" },
    { tool: "e" as ToolName, decision: "by-readOnlyHint" },
    { tool: "f" as ToolName, decision: "by-attestation" },
    { tool: "g" as ToolName, decision: "unattested" },
  ];
  const lines = renderDryRun({ kind: "dry-run", rows }).split("\n");
  assert.deepEqual(lines.slice(0, 7), [
    "a  skipped: not in --tool",
    "b  skipped: destructiveHint",
    "c  skipped: readOnlyHint=false",
    "d  skipped: required arguments",
    "e  candidate (readOnlyHint)",
    "f  candidate (attested)",
    "g  needs --confirm-read-only",
  ]);
  assert.match(lines[7] ?? "", /^dry run:/);
  assert.deepEqual(lines.slice(8), [""]);
});
