/** The upload to code scanning (reports.md §10.6). */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { gunzipSync } from "node:zlib";
import { tempFolder } from "../cli/run.ts";
import { type Api, serveApi } from "./api.ts";
import { demoReport, failFirst, fakeMcpeval, MANIFEST } from "./fakes.ts";
import { actionTest, type Job, type Outcome, runAction } from "./runner.ts";

const STEP = "Upload SARIF";

/** Runs the action with SARIF; returns the file too. */
async function upload(
  api: Api,
  { inputs, ...more }: Partial<Job> = {},
): Promise<Outcome & { sarif: string }> {
  await using workspace = await tempFolder();
  await workspace.write("mcp-eval.manifest.json", MANIFEST);
  const outcome = await runAction({
    workspace,
    inputs: { server: "demo", command: "x", sarif: "true", ...inputs },
    programs: await fakeMcpeval(workspace, { report: await demoReport(failFirst), code: 1 }),
    env: api.env,
    ...more,
  });
  const file = workspace.file("mcpeval.report.sarif");
  return { ...outcome, sarif: await Deno.readTextFile(file).catch(() => "") };
}

actionTest("the file goes up whole, for the commit and ref of the run", async () => {
  await using api = serveApi();
  api.answers.set("POST code-scanning/sarifs", { status: 202 });
  const { codes, sarif, stdout } = await upload(api);
  assert.deepEqual([codes["Probe the server"], codes[STEP]], [1, 0]);
  assert.match(stdout, /uploaded mcpeval\.report\.sarif to code scanning\n$/);
  assert.equal(api.calls.length, 1);
  const [{ method, path, authorization, body } = {}] = api.calls;
  assert.deepEqual([method, path, authorization], [
    "POST",
    "code-scanning/sarifs",
    "Bearer ghs_token",
  ]);
  const sent = body as Record<string, string>;
  assert.deepEqual({ ...sent, sarif: undefined }, {
    commit_sha: "89abcdef0123456789abcdef0123456789abcdef",
    ref: "refs/pull/7/merge",
    sarif: undefined,
    tool_name: "mcpeval",
  });
  assert.match(sent.sarif ?? "", /^[A-Za-z0-9+/]+=*$/);
  assert.equal(gunzipSync(Buffer.from(sent.sarif ?? "", "base64")).toString(), sarif);
  assert.match(sarif, /"id": "mcpeval\/demo\/"/);
});

actionTest("an upload that was asked for and fails, fails the job", async () => {
  const rows: [status: number, reason: string][] = [
    [
      403,
      "HTTP status 403; does the job have security-events: write, is code scanning enabled?",
    ],
    [400, "HTTP status 400"],
    [503, "HTTP status 503"],
  ];
  for (const [status, reason] of rows) {
    await using api = serveApi();
    api.answers.set("POST code-scanning/sarifs", { status });
    const { codes, stderr } = await upload(api);
    assert.equal(codes[STEP], 1);
    assert.equal(
      stderr,
      `::error::mcpeval action: the SARIF file was not uploaded: ${reason}\n`,
    );
  }
});

actionTest("an API that is not there, a token that is none", async () => {
  await using api = serveApi();
  const nowhere = { ...api.env, GITHUB_API_URL: "http://127.0.0.1:1" };
  const rows: [job: Partial<Job>, reason: string][] = [
    [{ env: nowhere }, "no answer from the API"],
    [{ inputs: { "github-token": "" } }, "github-token is empty or malformed"],
  ];
  for (const [job, reason] of rows) {
    const { codes, stderr } = await upload(api, job);
    assert.equal(codes[STEP], 1);
    assert.match(stderr, new RegExp(`was not uploaded: ${reason}\n$`));
  }
  assert.deepEqual(api.calls, []);
});

actionTest("nothing goes up unless asked for", async () => {
  await using api = serveApi();
  const { codes, outputs } = await upload(api, { inputs: { sarif: "false" } });
  assert.deepEqual([codes[STEP], outputs.sarif], [undefined, undefined]);
  assert.deepEqual(api.calls, []);
});

actionTest("the other steps run after a failed upload", async () => {
  await using api = serveApi();
  api.answers.set("POST code-scanning/sarifs", { status: 403 });
  const { codes, uses } = await upload(api, {
    inputs: { comment: "true", artifact: "true" },
    github: { event_name: "pull_request", "event.pull_request.number": "7" },
  });
  assert.deepEqual(codes, {
    "Install mcpeval": 0,
    "Probe the server": 1,
    "Upload SARIF": 1,
    "Comment on the pull request": 0,
    "Name the artifact": 0,
  });
  assert.match(uses["Upload the artifact"]?.path ?? "", /^mcpeval\.report\.sarif$/m);
});
