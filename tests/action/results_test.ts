/** Outputs, files, summary and exit code of a run without a baseline (reports.md §10.2–5). */

import assert from "node:assert/strict";
import { tempFolder } from "../cli/run.ts";
import { demoReport, failFirst, type Fake, fakeMcpeval, MANIFEST } from "./fakes.ts";
import { actionTest, type Outcome, runAction } from "./runner.ts";

const INPUTS = { server: "demo", command: "mcpeval-demo" };
const STEP = "Probe the server";

/** Runs the action with what a probe left behind; returns the files of the workspace too. */
async function after(
  fake: Fake,
  inputs: Record<string, string> = {},
): Promise<Outcome & { files: Map<string, string>; environment: string }> {
  await using workspace = await tempFolder();
  await workspace.write("mcp-eval.manifest.json", MANIFEST);
  const outcome = await runAction({
    workspace,
    inputs: { ...INPUTS, ...inputs },
    programs: await fakeMcpeval(workspace, fake),
  });
  const files = new Map<string, string>();
  for (const { name } of Deno.readDirSync(workspace.path)) {
    files.set(name, await Deno.readTextFile(workspace.file(name)));
  }
  return { ...outcome, files, environment: files.get(".fake.env") ?? "" };
}

actionTest("a clean server: outputs in full, markdown in file and summary", async () => {
  await using workspace = await tempFolder();
  await workspace.write("mcp-eval.manifest.json", MANIFEST);
  const { codes, outputs, stdout, stderr, summary, uses } = await runAction({
    workspace,
    inputs: INPUTS,
  });
  assert.deepEqual(codes, { "Install mcpeval": 0, [STEP]: 0 });
  assert.deepEqual(outputs, {
    passed: "true",
    readiness: "91",
    report: "mcpeval.report.json",
    markdown: "mcpeval.report.md",
    "exit-code": "0",
  });
  assert.equal(stderr, "");
  assert.match(stdout, /^using preinstalled mcpeval 0\.9\.0\ncatalog-pagination pagination pass /);
  assert.match(stdout, /^demo gate 2\/2 passed\ndemo readiness 91\/100 /m);
  assert.match(summary, /^## mcp-eval report — demo\n/);
  assert.match(summary, /^\*\*Gate:\*\* 2\/2 cases passed$/m);
  assert.equal(summary, await Deno.readTextFile(workspace.file("mcpeval.report.md")));
  const report = JSON.parse(await Deno.readTextFile(workspace.file("mcpeval.report.json")));
  assert.equal(report.schema, "mcpeval.probe-report/v2");
  assert.deepEqual(uses, {});
});

actionTest("a broken server fails the step, and the report is rendered all the same", async () => {
  await using workspace = await tempFolder();
  await workspace.write("mcp-eval.manifest.json", MANIFEST);
  const { codes, outputs, summary } = await runAction({
    workspace,
    inputs: {
      ...INPUTS,
      command: `["mcpeval-demo", "--broken", "duplicate-page"]`,
      "min-area": "catalog=100",
    },
  });
  assert.equal(codes[STEP], 1);
  assert.deepEqual([outputs.passed, outputs["exit-code"]], ["false", "1"]);
  assert.match(summary, /^\*\*Gate:\*\* 1\/2 cases passed$/m);
  assert.match(summary, /^\*\*Floor:\*\* readiness floor failed: catalog 63 < 100$/m);
  assert.match(
    summary,
    /^\| catalog-pagination \| pagination \| fail \| 2 \| 2 \| `?pagination-dup/m,
  );
});

actionTest("a server that cannot be started gives no report", async () => {
  await using workspace = await tempFolder();
  await workspace.write("mcp-eval.manifest.json", MANIFEST);
  const { codes, outputs, summary, stderr } = await runAction({
    workspace,
    inputs: { server: "demo", command: "mcpeval-no-such-server" },
  });
  assert.equal(codes[STEP], 3);
  assert.deepEqual(outputs, { passed: "false", report: "mcpeval.report.json", "exit-code": "3" });
  assert.equal(summary, "");
  assert.match(stderr, /^Error: /);
  assert.match(
    stderr,
    /^::error::mcpeval action: mcpeval ended with exit code 3 and without a report$/m,
  );
});

actionTest("a mistake in the inputs that mcpeval finds has outputs", async () => {
  const mistakes = [{ server: "two words" }, { "min-readiness": "101" }, { "min-area": "x=1" }];
  for (const mistake of mistakes) {
    await using workspace = await tempFolder();
    const { codes, outputs } = await runAction({ workspace, inputs: { ...INPUTS, ...mistake } });
    assert.equal(codes[STEP], 2);
    assert.deepEqual(outputs, { passed: "false", report: "mcpeval.report.json", "exit-code": "2" });
    assert.equal(await Deno.readTextFile(workspace.file("mcpeval.report.json")), "");
  }
});

actionTest("a missing manifest is a usage error of mcpeval, named in the log", async () => {
  await using workspace = await tempFolder();
  const { codes, outputs, stderr } = await runAction({ workspace, inputs: INPUTS });
  assert.equal(codes[STEP], 2);
  assert.deepEqual(outputs, { passed: "false", report: "mcpeval.report.json", "exit-code": "2" });
  assert.match(stderr, /mcpeval init/);
});

actionTest("the exit code of the probe passes through", async () => {
  for (const code of [0, 1, 3, 130]) {
    const { codes, outputs } = await after({ report: await demoReport(), code });
    assert.deepEqual([codes[STEP], outputs["exit-code"]], [code, `${code}`]);
  }
});

actionTest("a report that was not completed is rendered like any other", async () => {
  const errored = await demoReport((report) => {
    failFirst(report, "transport-closed");
    Object.assign(report, { readiness: null, readiness_error: "transport-closed" });
  });
  const { codes, outputs, summary } = await after({ report: errored, code: 3 }, { sarif: "true" });
  assert.equal(codes[STEP], 3);
  assert.deepEqual(outputs, {
    passed: "false",
    readiness: "null",
    report: "mcpeval.report.json",
    markdown: "mcpeval.report.md",
    "exit-code": "3",
    sarif: "mcpeval.report.sarif",
  });
  assert.match(summary, /^\*\*Readiness: not measured\*\* \(`transport-closed`\)$/m);
});

actionTest("passed needs the report's verdict and the floors", async () => {
  const gate = { exclude_latency: false, min_areas: {}, min_score: 95 };
  const shortfall = { subject: "score", observed: 91, floor: 95 };
  const failed = { ...gate, passed: false, shortfalls: [shortfall] };
  const passing = { ...gate, min_score: 1, passed: true, shortfalls: [] };
  const unmeasured = { ...gate, passed: null, shortfalls: null };
  const rows: [passed: string, change: Parameters<typeof demoReport>[0]][] = [
    ["true", () => {}],
    ["false", failFirst],
    ["false", (report) => Object.assign(report, { readiness_gate: failed })],
    ["true", (report) => Object.assign(report, { readiness_gate: passing })],
    ["true", (report) => Object.assign(report, { readiness_gate: unmeasured })],
  ];
  for (const [passed, change] of rows) {
    const { outputs } = await after({ report: await demoReport(change) });
    assert.equal(outputs.passed, passed);
  }
});

actionTest("readiness is the score, 0 too, or null", async () => {
  const set = (readiness: unknown) =>
    demoReport((report) => {
      report.readiness = readiness === null ? null : { ...report.readiness, score: readiness };
    });
  for (const [score, output] of [[64, "64"], [0, "0"], [null, "null"]] as const) {
    const { outputs } = await after({ report: await set(score) });
    assert.equal(outputs.readiness, output);
  }
});

actionTest("an empty report: three outputs, no files beside it, never exit code 0", async () => {
  for (const [code, exit] of [[3, 3], [2, 2], [0, 3]] as const) {
    const { codes, outputs, files, summary, uses } = await after({ report: "", code }, {
      sarif: "true",
      artifact: "true",
    });
    assert.deepEqual(codes, { "Install mcpeval": 0, [STEP]: exit });
    assert.deepEqual(outputs, {
      passed: "false",
      report: "mcpeval.report.json",
      "exit-code": `${code}`,
    });
    assert.deepEqual([files.has("mcpeval.report.md"), summary, uses], [false, "", {}]);
  }
});

actionTest("a report that is cut off does not pass", async () => {
  const report = (await demoReport()).slice(0, 1000);
  const { codes, outputs } = await after({ report, code: 0 }, { sarif: "true" });
  assert.equal(codes[STEP], 3);
  assert.deepEqual(outputs, {
    passed: "false",
    readiness: "null",
    report: "mcpeval.report.json",
    "exit-code": "0",
  });
});

actionTest("a report of an earlier run is never taken for this one", async () => {
  await using workspace = await tempFolder();
  await workspace.write("mcpeval.report.json", await demoReport());
  const programs = await fakeMcpeval(workspace, { report: "", code: 3 });
  const { outputs } = await runAction({ workspace, inputs: INPUTS, programs });
  assert.equal(outputs.passed, "false");
  assert.equal(await Deno.readTextFile(workspace.file("mcpeval.report.json")), "");
});

actionTest("SARIF points into the manifest", async () => {
  const fake = { report: await demoReport(failFirst), code: 1 };
  const { outputs, files } = await after(fake, { sarif: "true", "report-path": "out.json" });
  assert.equal(outputs.sarif, "out.sarif");
  const { runs } = JSON.parse(files.get("out.sarif") ?? "");
  assert.equal(runs[0].automationDetails.id, "mcpeval/demo/");
  assert.deepEqual(runs[0].results[0].locations[0].physicalLocation, {
    artifactLocation: { uri: "mcp-eval.manifest.json" },
    region: { startLine: 4 },
  });
});

actionTest("a path that does not end in .json gets the endings appended", async () => {
  const fake = { report: await demoReport() };
  const { outputs } = await after(fake, { sarif: "true", "report-path": "report" });
  const { report, markdown, sarif } = outputs;
  assert.deepEqual([report, markdown, sarif], ["report", "report.md", "report.sarif"]);
});

actionTest("the artifact holds the files, under a name that an artifact may have", async () => {
  const fake = { report: await demoReport(failFirst), code: 1 };
  const all = await after(fake, { artifact: "true" });
  assert.deepEqual(all.uses, {
    "Upload the artifact": {
      name: "mcpeval-demo",
      path: "mcpeval.report.json\nmcpeval.report.md\n\n",
      "include-hidden-files": "true",
    },
  });
  const colons = await after(fake, { artifact: "true", server: "team:demo.v2" });
  assert.equal(colons.uses["Upload the artifact"]?.name, "mcpeval-team-demo.v2");
});

actionTest("a cancelled workflow runs no step", async () => {
  await using workspace = await tempFolder();
  const { codes, uses } = await runAction({
    workspace,
    inputs: { ...INPUTS, artifact: "true", comment: "true" },
    cancelled: true,
  });
  assert.deepEqual([codes, uses], [{}, {}]);
});

actionTest("the server under test does not see the token", async () => {
  const { environment } = await after({ report: await demoReport() }, { comment: "true" });
  assert.match(environment, /^INPUT_SERVER=demo$/m);
  assert.doesNotMatch(environment, /ghs_token|TOKEN/);
});

actionTest("a missing jq is named, exit code 3", async () => {
  await using workspace = await tempFolder();
  const tools = ["bash", "dirname", "rm", "mkdir", "sed", "cat", "env", "tr", "tee"];
  const noJq = await runAction({
    workspace,
    inputs: INPUTS,
    programs: await fakeMcpeval(workspace, { report: "" }),
    tools,
  });
  assert.equal(noJq.stderr, "::error::mcpeval action: jq is needed and is not on PATH\n");
  assert.deepEqual([noJq.codes[STEP], noJq.outputs], [3, {}]);
});
