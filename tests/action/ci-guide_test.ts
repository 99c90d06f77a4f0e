/** The recipes of docs/ci.md, run as they stand on the demo server. */

import assert from "node:assert/strict";
import { delimiter } from "node:path";
import { type TempFolder, tempFolder } from "../cli/run.ts";
import { serveApi } from "./api.ts";
import { MANIFEST } from "./fakes.ts";
import { codeBlocks } from "./markdown.ts";
import { parseYaml } from "./packages.ts";
import { actionTest, INSTALLED, readAction, runAction } from "./runner.ts";

/** The server of the guide is the demo here. */
const withDemo = (text: string) => text.replaceAll("node server.js", "mcpeval-demo");

/** The parts of a recipe that are read here. */
interface Workflow {
  jobs: { mcpeval: { steps: { uses?: string; run?: string; with?: Record<string, unknown> }[] } };
  mcpeval: { script: string[]; after_script: string[]; artifacts: Record<string, unknown> };
}

/** The YAML block under a heading, for the demo server. */
async function workflow(heading: string): Promise<Workflow> {
  const block = (await codeBlocks("ci.md", "yaml")).find((block) => block.heading === heading);
  assert.ok(block !== undefined, heading);
  return parseYaml(withDemo(block.text));
}

/** A workspace with a manifest and the compiled programs, and with a baseline on request. */
async function workspace(baseline: boolean): Promise<TempFolder> {
  const folder = await tempFolder();
  await folder.write("mcp-eval.manifest.json", MANIFEST);
  await Deno.mkdir(folder.file("bin"));
  for (const [name, program] of Object.entries(INSTALLED)) {
    if ("link" in program) await Deno.symlink(program.link, folder.file(`bin/${name}`));
  }
  if (baseline) {
    const block = (await codeBlocks("ci.md", "sh")).find(({ heading }) =>
      heading === "The baseline"
    );
    assert.equal((await shell(folder, withDemo(block?.text ?? ""))).code, 0);
  }
  return folder;
}

/** Runs a script in a workspace, as CI does. */
async function shell(folder: TempFolder, script: string): Promise<{ code: number; out: string }> {
  const { code, stdout } = await new Deno.Command("bash", {
    args: ["-e", "-c", script],
    cwd: folder.path,
    env: {
      PATH: [folder.file("bin"), Deno.env.get("PATH")].join(delimiter),
      MCPEVAL_HOME: folder.file("home"),
      GITHUB_STEP_SUMMARY: folder.file("summary"),
    },
    stdin: "null",
  }).output();
  return { code, out: new TextDecoder().decode(stdout) };
}

/** Asserts that a run left its report in every form. */
async function rendered(folder: TempFolder): Promise<void> {
  assert.equal(
    JSON.parse(await Deno.readTextFile(folder.file("mcpeval.report.json"))).passed,
    true,
  );
  const sarif = JSON.parse(await Deno.readTextFile(folder.file("mcpeval.sarif")));
  assert.equal(sarif.version, "2.1.0");
  assert.match(
    await Deno.readTextFile(folder.file("mcpeval.junit.xml")),
    /<testsuites .* failures="0"/,
  );
}

actionTest("the action's recipe passes on the demo server", async () => {
  const { jobs } = await workflow("GitHub: the action");
  const step = jobs.mcpeval.steps.find(({ uses }) => uses === "OWNER/mcpeval@COMMIT");
  const inputs = Object.entries(step?.with ?? {}).map(([name, value]) => [name, String(value)]);
  const { inputs: known } = await readAction();
  for (const [name = ""] of inputs) assert.ok(name in known, name);
  await using folder = await workspace(true);
  await using api = serveApi();
  const { codes, outputs } = await runAction({
    workspace: folder,
    inputs: Object.fromEntries(inputs),
    env: api.env,
    github: { event_name: "pull_request", "event.pull_request.number": "7" },
  });
  assert.deepEqual(Object.values(codes), [0, 0, 0, 0, 0]);
  assert.deepEqual([outputs.passed, outputs["diff-exit-code"]], ["true", "0"]);
});

actionTest("the plain steps pass on the demo server", async () => {
  const { jobs } = await workflow("GitHub: plain steps");
  await using folder = await workspace(true);
  const scripts = jobs.mcpeval.steps.flatMap(({ run }) => run === undefined ? [] : [run]);
  assert.equal(scripts.length, 3);
  for (const script of scripts) assert.equal((await shell(folder, script)).code, 0);
  await rendered(folder);
  assert.match(await Deno.readTextFile(folder.file("summary")), /^## mcp-eval report — mine\n/);
});

actionTest("the job for GitLab passes on the demo server", async () => {
  const { mcpeval } = await workflow("GitLab");
  await using folder = await workspace(true);
  assert.equal((await shell(folder, mcpeval.script.join("\n"))).code, 0);
  assert.equal((await shell(folder, mcpeval.after_script.join("\n"))).code, 0);
  await rendered(folder);
  assert.deepEqual(mcpeval.artifacts.reports, { junit: "mcpeval.junit.xml" });
});

actionTest("the plain shell passes on the demo server, and fails on a broken one", async () => {
  const blocks = await codeBlocks("ci.md", "sh");
  const text = withDemo(blocks.find(({ heading }) => heading === "Any other place")?.text ?? "");
  await using folder = await workspace(true);
  assert.equal((await shell(folder, text)).code, 0);
  await rendered(folder);
  const broken = text.replace("mcpeval-demo", "mcpeval-demo --broken duplicate-page");
  assert.equal((await shell(folder, broken)).code, 1);
  const gone = text.replace("mcpeval-demo", "mcpeval-no-such-server");
  assert.equal((await shell(folder, gone)).code, 3);
});

actionTest("the badge is a line of markdown", async () => {
  await using folder = await workspace(true);
  await Deno.rename(folder.file("mcpeval.baseline.json"), folder.file("mcpeval.report.json"));
  const block = (await codeBlocks("ci.md", "sh")).find(({ heading }) => heading === "Badges");
  const { code, out } = await shell(folder, block?.text ?? "");
  assert.deepEqual([code, out], [
    0,
    "![mcpeval](https://img.shields.io/badge/mcpeval-91%2F100-brightgreen)\n",
  ]);
});

actionTest("every block of the guide is covered here", async () => {
  const headings = async (language: string) =>
    (await codeBlocks("ci.md", language)).map(({ heading }) => heading);
  assert.deepEqual(await headings("yaml"), [
    "GitHub: the action",
    // The second builds mcpeval in the job, which these tests have behind them.
    "GitHub: the action",
    "GitHub: plain steps",
    "GitLab",
  ]);
  assert.deepEqual(await headings("sh"), ["The baseline", "Any other place", "Badges"]);
});
