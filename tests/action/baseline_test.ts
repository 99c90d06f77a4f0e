/** The comparison with a baseline (reports.md §10.4). */

import assert from "node:assert/strict";
import { tempFolder } from "../cli/run.ts";
import { demoReport, failFirst, fakeMcpeval, MANIFEST, type Report } from "./fakes.ts";
import { actionTest, type Outcome, runAction } from "./runner.ts";

const STEP = "Probe the server";

/** What is compared. */
interface Sides {
  baseline?: (report: Report) => void;
  current?: (report: Report) => void;
  /** Exit code of the probe; default: 0. */
  code?: number;
}

/** Runs the action with a baseline; returns the markdown file too. */
async function compared(
  { baseline, current, code = 0 }: Sides,
  inputs: Record<string, string> = {},
): Promise<Outcome & { markdown: string }> {
  await using workspace = await tempFolder();
  await workspace.write("mcp-eval.manifest.json", MANIFEST);
  await workspace.write("the baseline.json", await demoReport(baseline));
  const programs = await fakeMcpeval(workspace, { report: await demoReport(current), code });
  const outcome = await runAction({
    workspace,
    inputs: { server: "demo", command: "x", baseline: "the baseline.json", ...inputs },
    programs,
  });
  return { ...outcome, markdown: await Deno.readTextFile(workspace.file("mcpeval.report.md")) };
}

/** The exit codes of the step, of the probe and of the comparison. */
function codesOf({ codes, outputs }: Outcome): [number | undefined, ...(string | undefined)[]] {
  return [codes[STEP], outputs["exit-code"], outputs["diff-exit-code"]];
}

const score = (value: number, withoutLatency = value) => (report: Report) => {
  Object.assign(report.readiness ?? {}, { score: value, score_without_latency: withoutLatency });
};
const otherReason = (report: Report) => failFirst(report, "pagination-invalid-entry");
const withoutTool = (report: Report) => void report.catalog.tools.pop();

actionTest("equal reports: the comparison is appended to file and summary", async () => {
  const outcome = await compared({});
  assert.deepEqual(codesOf(outcome), [0, "0", "0"]);
  assert.equal(outcome.summary, outcome.markdown);
  assert.match(
    outcome.markdown,
    /^## mcp-eval report — demo\n[^]*\n\n## mcp-eval baseline diff\n\nReadiness: 91 → 91\n\n/,
  );
});

actionTest("a regression fails a run whose own gate passes", async () => {
  const outcome = await compared({ current: failFirst, code: 0 });
  assert.deepEqual(codesOf(outcome), [1, "0", "1"]);
  assert.match(outcome.markdown, /^\| catalog-pagination \| \*\*regressed\*\* \(`pagination-dup/m);
});

actionTest("the comparison runs after a failed probe, whose code stays the last word", async () => {
  const failing = await compared({ baseline: failFirst, current: failFirst, code: 1 });
  assert.deepEqual(codesOf(failing), [1, "1", "0"]);
  assert.match(failing.markdown, /^## mcp-eval baseline diff$/m);
  const incomplete = await compared({ current: failFirst, code: 3 });
  assert.deepEqual(codesOf(incomplete), [3, "3", "1"]);
});

actionTest("each gate acts only when it is asked for", async () => {
  const changed = { baseline: failFirst, current: otherReason };
  const breaking = { current: withoutTool };
  const slower = { baseline: score(91), current: score(85, 90) };
  const rows: [sides: Sides, inputs: Record<string, string>, code: number][] = [
    [changed, {}, 0],
    [changed, { "fail-on-change": "true" }, 1],
    [breaking, {}, 0],
    [breaking, { "fail-on-breaking": "true" }, 1],
    [slower, {}, 0],
    [slower, { "max-readiness-drop": "5" }, 1],
    [slower, { "max-readiness-drop": "6" }, 0],
    [slower, { "max-readiness-drop": "1", "exclude-latency": "true" }, 0],
    [slower, { "max-readiness-drop": "0", "exclude-latency": "true" }, 1],
  ];
  for (const [sides, inputs, code] of rows) {
    const outcome = await compared(sides, inputs);
    assert.deepEqual([inputs, ...codesOf(outcome)], [inputs, code, "0", `${code}`]);
  }
});

actionTest("a baseline that cannot be used ends with 2, and the report is there", async () => {
  for (
    const [baseline, message] of [
      ["nowhere.json", /nowhere\.json/],
      ["mcp-eval.manifest.json", /mcpeval\.probe-report/],
      ["--help", /\.\/--help/],
    ] as const
  ) {
    const outcome = await compared({}, { baseline });
    assert.deepEqual(codesOf(outcome), [2, "0", "2"]);
    assert.match(outcome.stderr, message);
    assert.match(outcome.summary, /^## mcp-eval report — demo\n/);
    assert.doesNotMatch(outcome.markdown, /baseline diff/);
  }
});

actionTest("a baseline of another server is refused", async () => {
  const outcome = await compared({ baseline: (report) => void (report.server = "other") });
  assert.deepEqual(codesOf(outcome), [2, "0", "2"]);
});

actionTest("without a report nothing is compared", async () => {
  await using workspace = await tempFolder();
  await workspace.write("b.json", await demoReport());
  const { outputs, codes } = await runAction({
    workspace,
    inputs: { server: "demo", command: "x", baseline: "b.json" },
    programs: await fakeMcpeval(workspace, { report: "", code: 3 }),
  });
  assert.deepEqual([codes[STEP], outputs["diff-exit-code"]], [3, undefined]);
});

actionTest("a report that becomes the next baseline is compared with itself", async () => {
  await using workspace = await tempFolder();
  await workspace.write("mcp-eval.manifest.json", MANIFEST);
  const inputs = { server: "demo", command: "mcpeval-demo", "report-path": "baseline.json" };
  const first = await runAction({ workspace, inputs });
  assert.deepEqual(codesOf(first), [0, "0", undefined]);
  const second = await runAction({
    workspace,
    inputs: {
      ...inputs,
      command: "mcpeval-demo --broken duplicate-page",
      "report-path": "now.json",
      baseline: "baseline.json",
      "fail-on-breaking": "true",
      "max-readiness-drop": "100",
    },
  });
  assert.deepEqual(codesOf(second), [1, "1", "1"]);
});
