/** What becomes of the inputs: arguments, mistakes, hostile values (reports.md §10.2). */

import assert from "node:assert/strict";
import { tempFolder } from "../cli/run.ts";
import { demoReport, fakeMcpeval, MANIFEST, probeArguments } from "./fakes.ts";
import { actionTest, type Outcome, runAction } from "./runner.ts";

/** Runs the action with a stand-in for mcpeval; returns the arguments of `probe` too. */
async function called(
  inputs: Record<string, string>,
  { without = [], files = {} }: { without?: string[]; files?: Record<string, string> } = {},
): Promise<Outcome & { args: string[] | undefined; left: string[] }> {
  await using workspace = await tempFolder();
  await workspace.write("mcp-eval.manifest.json", MANIFEST);
  for (const [name, text] of Object.entries(files)) await workspace.write(name, text);
  const programs = await fakeMcpeval(workspace, { report: await demoReport(), without });
  const outcome = await runAction({ workspace, inputs, programs });
  const left = [...Deno.readDirSync(workspace.path)].map(({ name }) => name);
  return {
    ...outcome,
    args: await probeArguments(workspace),
    left: left.filter((name) => !name.startsWith(".fake.")).sort(),
  };
}

const FIRST = ["probe", "--server", "demo", "--manifest", "mcp-eval.manifest.json"];
const JSON_FORMAT = ["--format", "json"];

actionTest("the defaults", async () => {
  const { args, codes, left } = await called({ server: "demo", command: "node server.js" });
  assert.deepEqual(args, [...FIRST, ...JSON_FORMAT, "--", "node", "server.js"]);
  assert.equal(codes["Probe the server"], 0);
  assert.deepEqual(left, ["mcp-eval.manifest.json", "mcpeval.report.json", "mcpeval.report.md"]);
});

actionTest("every input of the probe, for a command", async () => {
  const { args, outputs } = await called({
    server: "demo",
    manifest: "cases/my manifest.json",
    command: "node server.js",
    "allow-mutation": "true",
    "allow-remote-http": "true",
    "min-readiness": "80",
    "min-area": "protocol=100\n  catalog=60\t",
    "exclude-latency": "true",
    "report-path": "out/deep/the report.json",
  });
  assert.deepEqual(args, [
    ...["probe", "--server", "demo", "--manifest", "cases/my manifest.json", ...JSON_FORMAT],
    ...["--allow-mutation", "--min-readiness", "80"],
    ...["--min-area", "protocol=100", "--min-area", "catalog=60", "--exclude-latency"],
    ...["--", "node", "server.js"],
  ]);
  assert.equal(outputs.report, "out/deep/the report.json");
  assert.equal(outputs.markdown, "out/deep/the report.md");
});

actionTest("a url, on loopback and not", async () => {
  const url = "https://example.com/mcp";
  const local = await called({ server: "demo", url });
  assert.deepEqual(local.args, [...FIRST, ...JSON_FORMAT, "--url", url]);
  const remote = await called({ server: "demo", url, "allow-remote-http": "true" });
  assert.deepEqual(remote.args, [...FIRST, ...JSON_FORMAT, "--url", url, "--allow-remote-http"]);
});

/** Commands, and the words that they become. */
const COMMANDS: [command: string, words: string[]][] = [
  ["node server.js", ["node", "server.js"]],
  ["  node\n\tserver.js\r\n  --port  80 \n", ["node", "server.js", "--port", "80"]],
  [`node "a b" 'c'`, ["node", '"a', `b"`, "'c'"]],
  ["node * ~ ? [a]", ["node", "*", "~", "?", "[a]"]],
  ["node $(touch owned) `touch owned` ${HOME} ; touch owned", [
    ...["node", "$(touch", "owned)", "`touch", "owned`", "${HOME}", ";", "touch", "owned"],
  ]],
  ["node \\n a\\ b", ["node", "\\n", "a\\", "b"]],
  ["--help", ["--help"]],
  [`["node", "a b", "", "c\\nd", "\\"'$(touch owned)\`", "--", "ü€😀", "*"]`, [
    ...["node", "a b", "", "c\nd", "\"'$(touch owned)`", "--", "ü€😀", "*"],
  ]],
  [` \n ["node"]\n`, ["node"]],
];

actionTest("a command is words or a JSON array, and never shell", async () => {
  for (const [command, words] of COMMANDS) {
    const { args, left, codes } = await called({ server: "demo", command });
    assert.deepEqual(args?.slice(FIRST.length + JSON_FORMAT.length), ["--", ...words]);
    assert.equal(codes["Probe the server"], 0);
    assert.ok(!left.includes("owned"));
  }
});

const COMMAND = { server: "demo", command: "node server.js" };

/** Inputs beside a command (absent where the row has its own), and the reason of the refusal. */
const MISTAKES: [inputs: Record<string, string>, reason: string][] = [
  [{ command: "" }, "one of command and url is needed"],
  [{ command: " \n ", url: "  " }, "one of command and url is needed"],
  [{ url: "http://127.0.0.1/mcp" }, "command and url exclude each other"],
  [{ command: "[]" }, "command is no JSON array of one or more strings"],
  [{ command: "[1]" }, "command is no JSON array of one or more strings"],
  [{ command: `["node", null]` }, "command is no JSON array of one or more strings"],
  [{ command: `["node"` }, "command is no JSON array of one or more strings"],
  [{ command: `["node"] ["node"]` }, "command is no JSON array of one or more strings"],
  [{ command: `["no\\u0000de"]` }, "command is no JSON array of one or more strings"],
  [
    { "exclude-latency": "true" },
    "exclude-latency needs min-readiness, min-area or max-readiness-drop",
  ],
  [
    { "exclude-latency": "true", "min-area": " " },
    "exclude-latency needs min-readiness, min-area or max-readiness-drop",
  ],
  [{ "max-readiness-drop": "5" }, "max-readiness-drop needs baseline"],
  [{ "fail-on-breaking": "true" }, "fail-on-breaking needs baseline"],
  [{ "allow-mutation": "yes" }, "allow-mutation must be true or false"],
  [{ "allow-remote-http": "1" }, "allow-remote-http must be true or false"],
  [{ "fail-on-change": "TRUE" }, "fail-on-change must be true or false"],
  [{ "fail-on-breaking": "$(true)" }, "fail-on-breaking must be true or false"],
  [{ "exclude-latency": "true " }, "exclude-latency must be true or false"],
  [{ sarif: "on" }, "sarif must be true or false"],
  [{ comment: "on" }, "comment must be true or false"],
  [{ artifact: "on" }, "artifact must be true or false"],
  [{ "report-path": "a\npassed=true" }, "report-path has a control character"],
  [{ manifest: "a\tb" }, "manifest has a control character"],
  [{ baseline: "a\rb" }, "baseline has a control character"],
  [{ "report-path": "mcp-eval.manifest.json/x" }, "report-path cannot be written"],
  [
    { baseline: "mcpeval.report.json", "report-path": "./mcpeval.report.json" },
    "baseline and report-path name the same file",
  ],
  [{ "report-path": "mcp-eval.manifest.json" }, "manifest and report-path name the same file"],
];

actionTest("a mistake ends with 2 before anything runs, without outputs", async () => {
  const files = { "mcpeval.report.json": "the baseline" };
  for (const [inputs, reason] of MISTAKES) {
    const outcome = await called({ ...COMMAND, ...inputs }, { files });
    assert.deepEqual(
      [outcome.stderr, outcome.codes["Probe the server"], outcome.outputs, outcome.args],
      [`::error::mcpeval action: ${reason}\n`, 2, {}, undefined],
    );
    assert.deepEqual(outcome.left, ["mcp-eval.manifest.json", "mcpeval.report.json"]);
    assert.equal(outcome.summary, "");
  }
});

/** Inputs, and the option that an old mcpeval lacks for them. */
const OLD: [inputs: Record<string, string>, option: string, reason: string][] = [
  [{}, "--format", "the job summary needs 'mcpeval report --format'"],
  [{ "allow-mutation": "true" }, "--allow-mutation", "needs 'mcpeval probe --allow-mutation'"],
  [{ "min-readiness": "80" }, "--min-readiness", "min-readiness needs 'mcpeval probe"],
  [{ "min-area": "catalog=1" }, "--min-area", "min-area needs 'mcpeval probe --min-area'"],
  [
    { "min-readiness": "80", "exclude-latency": "true" },
    "--exclude-latency",
    "exclude-latency needs 'mcpeval probe --exclude-latency'",
  ],
  [{ baseline: "b.json" }, "--fail-on-regression", "baseline needs 'mcpeval diff"],
  [
    { baseline: "b.json", "fail-on-change": "true" },
    "--fail-on-change",
    "fail-on-change needs 'mcpeval diff --fail-on-change'",
  ],
  [
    { baseline: "b.json", "fail-on-breaking": "true" },
    "--fail-on-breaking",
    "fail-on-breaking needs 'mcpeval diff --fail-on-breaking'",
  ],
  [
    { baseline: "b.json", "max-readiness-drop": "5" },
    "--max-readiness-drop",
    "max-readiness-drop needs 'mcpeval diff --max-readiness-drop'",
  ],
  [
    { baseline: "b.json", "max-readiness-drop": "5", "exclude-latency": "true" },
    "--exclude-latency",
    "exclude-latency needs 'mcpeval diff --exclude-latency'",
  ],
  [{ sarif: "true" }, "--manifest", "sarif needs 'mcpeval report --manifest'"],
  [{ command: "", url: "http://127.0.0.1/mcp" }, "--url", "url needs 'mcpeval probe --url'"],
];

actionTest("an mcpeval that lacks what an input needs is refused", async () => {
  for (const [inputs, option, reason] of OLD) {
    const outcome = await called({ ...COMMAND, ...inputs }, { without: [option] });
    const { stderr, codes, outputs, args } = outcome;
    assert.ok(stderr.startsWith("::error::mcpeval action: ") && stderr.includes(reason), stderr);
    assert.match(stderr, /which this mcpeval lacks: use a newer version\n$/);
    assert.deepEqual([codes["Probe the server"], outputs, args], [2, {}, undefined]);
  }
});

actionTest("an mcpeval that lacks what no input needs will do", async () => {
  const without = ["--min-area", "--fail-on-breaking", "--exclude-latency", "--url", "--manifest"];
  const { codes } = await called(COMMAND, { without });
  assert.equal(codes["Probe the server"], 0);
});

actionTest("values that look like options or shell stay values", async () => {
  const { args, outputs, left } = await called({
    ...COMMAND,
    server: "$(touch owned)",
    manifest: "-m.json",
    "min-readiness": "`touch owned`",
    "report-path": "--out'$(touch owned)\".txt",
  });
  assert.deepEqual(args?.slice(0, 9), [
    ...["probe", "--server", "$(touch owned)", "--manifest", "./-m.json", "--format", "json"],
    ...["--min-readiness", "`touch owned`"],
  ]);
  assert.equal(outputs.report, "./--out'$(touch owned)\".txt");
  assert.equal(outputs.markdown, "./--out'$(touch owned)\".txt.md");
  assert.ok(!left.includes("owned"));
});

actionTest("fail-on-change without a baseline is said and has no effect", async () => {
  const { stderr, codes } = await called({ ...COMMAND, "fail-on-change": "true" });
  assert.equal(
    stderr,
    "::warning::mcpeval action: fail-on-change does nothing without baseline\n",
  );
  assert.equal(codes["Probe the server"], 0);
});
