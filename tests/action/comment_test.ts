/** The comment on the pull request (reports.md §10.6). */

import assert from "node:assert/strict";
import { tempFolder } from "../cli/run.ts";
import { type Api, serveApi } from "./api.ts";
import { demoReport, failFirst, fakeMcpeval } from "./fakes.ts";
import { actionTest, type Job, type Outcome, runAction } from "./runner.ts";

const STEP = "Comment on the pull request";
const PULL_REQUEST = { event_name: "pull_request", "event.pull_request.number": "7" };
const LIST = "issues/7/comments?per_page=100&page=1";

/** Runs the action on a pull request; returns the markdown file too. */
async function comment(
  api: Api,
  { inputs, report, ...more }: Partial<Job> & { report?: string } = {},
): Promise<Outcome & { markdown: string }> {
  await using workspace = await tempFolder();
  const fake = { report: report ?? await demoReport(failFirst), code: 1 };
  const outcome = await runAction({
    workspace,
    inputs: { server: "demo", command: "x", comment: "true", ...inputs },
    programs: await fakeMcpeval(workspace, fake),
    env: api.env,
    github: PULL_REQUEST,
    ...more,
  });
  const file = workspace.file("mcpeval.report.md");
  return { ...outcome, markdown: await Deno.readTextFile(file).catch(() => "") };
}

/** The text of the comment that was written. */
function written({ calls }: Api): string {
  const body = calls.at(-1)?.body;
  assert.ok(typeof body === "object" && body !== null && "body" in body);
  assert.deepEqual(Object.keys(body), ["body"]);
  return String(body.body);
}

actionTest("the first run creates the comment, the job's own failure apart", async () => {
  await using api = serveApi();
  const { codes, markdown, stdout } = await comment(api);
  assert.deepEqual([codes["Probe the server"], codes[STEP]], [1, 0]);
  assert.deepEqual(
    api.calls.map(({ method, path, authorization }) => [method, path, authorization]),
    [
      ["GET", LIST, "Bearer ghs_token"],
      ["POST", "issues/7/comments", "Bearer ghs_token"],
    ],
  );
  assert.equal(written(api), `<!-- mcpeval:demo -->\n${markdown}`);
  assert.match(markdown, /— demo/);
  assert.match(stdout, /commented on the pull request\n$/);
});

actionTest("a later run edits the first comment with the server's mark", async () => {
  await using api = serveApi();
  api.comments.push(
    { id: 1, body: "see <!-- mcpeval:demo --> here" },
    { id: 2, body: "<!-- mcpeval:demo2 -->\nanother server" },
    { id: 3, body: null },
    { id: 4, body: "<!-- mcpeval:demo -->\nolder" },
    { id: 5, body: "<!-- mcpeval:demo -->\nold" },
  );
  const { codes, markdown } = await comment(api);
  assert.equal(codes[STEP], 0);
  assert.deepEqual(api.calls.map(({ method, path }) => [method, path]), [
    ["GET", LIST],
    ["PATCH", "issues/comments/4"],
  ]);
  assert.equal(written(api), `<!-- mcpeval:demo -->\n${markdown}`);
});

actionTest("all pages of comments are looked through", async () => {
  await using api = serveApi();
  for (let id = 1; id <= 200; id++) api.comments.push({ id, body: "talk" });
  await comment(api);
  assert.deepEqual(api.calls.map(({ method, path }) => [method, path]), [
    ["GET", LIST],
    ["GET", "issues/7/comments?per_page=100&page=2"],
    ["GET", "issues/7/comments?per_page=100&page=3"],
    ["POST", "issues/7/comments"],
  ]);
  api.calls.length = 0;
  api.comments.push({ id: 201, body: "<!-- mcpeval:demo -->" });
  await comment(api);
  assert.deepEqual(api.calls.at(-1)?.path, "issues/comments/201");
});

const NOTE = "\n*The report is longer than a comment may be. The job summary has the rest.*\n";
const bytes = (text: string) => new TextEncoder().encode(text).length;

/** Makes a report whose markdown is long: its case ids fill the table. */
const manyCases = (count: number) =>
  demoReport((report) => {
    const id = (index: number) => `case-${index}-${"x".repeat(50)}`;
    report.cases = Array.from({ length: count }, (_, index) => ({
      ...report.cases[0],
      id: id(index),
    }));
  });

actionTest("a report of more than 60,000 bytes is cut between lines, with a note", async () => {
  await using api = serveApi();
  const { markdown, summary } = await comment(api, { report: await manyCases(800) });
  assert.ok(bytes(markdown) > 70_000);
  const text = written(api);
  assert.ok(text.startsWith("<!-- mcpeval:demo -->\n") && text.endsWith(NOTE));
  const kept = text.slice("<!-- mcpeval:demo -->\n".length, -NOTE.length);
  assert.ok(markdown.startsWith(kept) && kept.endsWith(" |\n"));
  const next = markdown.slice(kept.length).split("\n")[0] ?? "";
  assert.ok(bytes(kept) <= 60_000 && bytes(kept) + bytes(next) + 1 > 60_000);
  assert.equal(summary, markdown);
});

actionTest("a report of 60,000 bytes is posted whole", async () => {
  await using api = serveApi();
  await using workspace = await tempFolder();
  // The renderer's place is taken, so that the size can be chosen; the dashes have 3 bytes each.
  const line = "— ".repeat(24) + "abc\n";
  for (const [extra, isCut] of [["", false], ["a", true]] as const) {
    const text = line.repeat(60_000 / bytes(line) - 1) + line.slice(0, -1) + extra + "\n";
    assert.equal(bytes(text), 60_000 + extra.length);
    const file = await workspace.write("text.md", text);
    const { mcpeval } = await fakeMcpeval(workspace, { report: await demoReport() });
    assert.ok(mcpeval !== undefined && "script" in mcpeval);
    const rendered = `if [[ $* == *markdown* ]]; then exec cat '${file}'; fi\nif [[ $1 != probe`;
    await runAction({
      workspace,
      inputs: { server: "demo", command: "x", comment: "true" },
      programs: { mcpeval: { script: mcpeval.script.replace("if [[ $1 != probe", rendered) } },
      env: api.env,
      github: PULL_REQUEST,
    });
    const whole = `<!-- mcpeval:demo -->\n${text}`;
    if (!isCut) assert.equal(written(api), whole);
    else assert.equal(written(api), whole.slice(0, -(line.length + 1)) + NOTE);
  }
});

actionTest("without a report the comment says so, instead of standing still", async () => {
  await using api = serveApi();
  api.comments.push({ id: 9, body: "<!-- mcpeval:demo -->\n**Gate:** 2/2 cases passed" });
  await comment(api, { report: "" });
  assert.equal(
    written(api),
    "<!-- mcpeval:demo -->\n" +
      "There is no report: mcpeval ended with exit code 1. The log of the job says why.\n",
  );
  await comment(api, { inputs: { command: "" } });
  assert.equal(
    written(api),
    "<!-- mcpeval:demo -->\n" +
      "There is no report: mcpeval was not run. The log of the job says why.\n",
  );
  assert.equal(api.calls.at(-1)?.path, "issues/comments/9");
});

actionTest("an API that fails is a warning and no more", async () => {
  const rows: [call: string, answer: { status: number; body?: string }, reason: string][] = [
    ["GET issues/7/comments", { status: 404 }, "HTTP status 404"],
    ["GET issues/7/comments", { status: 200, body: "{}" }, "the list of comments is malformed"],
    ["GET issues/7/comments", { status: 200, body: "<html>" }, "the list of comments is malformed"],
    [
      "POST issues/7/comments",
      { status: 403 },
      "HTTP status 403; does the job have pull-requests: write?",
    ],
    ["POST issues/7/comments", { status: 500 }, "HTTP status 500"],
  ];
  for (const [call, answer, reason] of rows) {
    await using api = serveApi();
    api.answers.set(call, answer);
    const { codes, stderr } = await comment(api);
    assert.equal(codes[STEP], 0);
    assert.equal(stderr, `::warning::mcpeval action: no comment was written: ${reason}\n`);
    if (call.startsWith("GET")) assert.ok(api.calls.every(({ method }) => method === "GET"));
  }
});

actionTest("an API that is not there, a token that is none", async () => {
  await using api = serveApi();
  const nowhere = { ...api.env, GITHUB_API_URL: "http://127.0.0.1:1" };
  const rows: [job: Partial<Job>, reason: string][] = [
    [{ env: nowhere }, "no answer from the API"],
    [{ inputs: { "github-token": "" } }, "github-token is empty or malformed"],
    [
      { inputs: { "github-token": 'x"\nurl = "http://127.0.0.1:1/' } },
      "github-token is empty or malformed",
    ],
    [{ inputs: { server: "demo -->\n# x" } }, "the server label is malformed"],
    [{ github: { event_name: "pull_request" } }, "the event has no pull request"],
  ];
  for (const [job, reason] of rows) {
    const { codes, stderr } = await comment(api, job);
    assert.equal(codes[STEP], 0);
    assert.equal(stderr, `::warning::mcpeval action: no comment was written: ${reason}\n`);
  }
  assert.deepEqual(api.calls, []);
});

actionTest("no comment unless asked for, and on pull requests only", async () => {
  await using api = serveApi();
  for (const job of [{ inputs: { comment: "false" } }, { github: { event_name: "push" } }]) {
    const { codes } = await comment(api, job);
    assert.equal(codes[STEP], undefined);
  }
  assert.deepEqual(api.calls, []);
});

actionTest("the token is in no argument of a process", async () => {
  await using api = serveApi();
  await using temp = await tempFolder();
  const seen = await temp.write("seen", "");
  const script = `#!/bin/bash\nprintf '%s\\n' "$@" >>'${seen}'\nprintf 200\nexit 0\n`;
  await using workspace = await tempFolder();
  const { mcpeval } = await fakeMcpeval(workspace, { report: await demoReport() });
  assert.ok(mcpeval !== undefined);
  await runAction({
    workspace,
    inputs: { server: "demo", command: "x", comment: "true" },
    programs: { mcpeval, curl: { script } },
    env: api.env,
    github: PULL_REQUEST,
  });
  const args = await Deno.readTextFile(seen);
  assert.match(args, /^--config\n-$/m);
  assert.doesNotMatch(args, /ghs_token/);
});
