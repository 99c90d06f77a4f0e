import assert from "node:assert/strict";
import { mcpeval } from "./run.ts";

const COMMANDS = [
  "init",
  "probe",
  "score",
  "guidance",
  "compare",
  "explain",
  "schema",
  "report",
  "diff",
  "trends",
  "completions",
  "annotate",
  "doctor",
  "share",
];

Deno.test("--version and -V print the name and the version", async () => {
  for (const flag of ["--version", "-V"]) {
    assert.deepEqual(await mcpeval([flag]), { code: 0, stdout: "mcpeval 0.9.0\n", stderr: "" });
  }
});

Deno.test("without any word the help goes to stderr and the exit code is 2", async () => {
  const { code, stdout, stderr } = await mcpeval([]);
  assert.equal(code, 2);
  assert.equal(stdout, "");
  for (const command of COMMANDS) assert.match(stderr, new RegExp(`^  ${command}\\b`, "m"));
});

Deno.test("help goes to stdout, for the program and for each command, with examples", async () => {
  const { code, stdout } = await mcpeval(["--help"]);
  assert.equal(code, 0);
  for (const command of COMMANDS) {
    assert.match(stdout, new RegExp(`^  ${command}\\b`, "m"));
    const asFlag = await mcpeval([command, "--help"]);
    assert.equal(asFlag.code, 0);
    assert.match(asFlag.stdout, /^Usage: mcpeval /);
    assert.match(asFlag.stdout, new RegExp(`Examples:\n  mcpeval ${command}\\b`));
    assert.deepEqual(await mcpeval(["help", command]), asFlag);
  }
});

/** Words and what their parse error says. */
const ERRORS: [words: string[], message: RegExp][] = [
  [["prob"], /^error: unknown command 'prob'\n\(Did you mean probe\?\)/],
  [["probe", "--servr", "x"], /^error: unknown option '--servr'\n\(Did you mean --server\?\)/],
  [["probe"], /^error: required option '--server <label>' not specified/],
  [["probe", "--server", "a", "--server", "b"], /^error: option '--server' may be given only once/],
  [["probe", "--server", "a", "--brief", "--brief"], /^error: option '--brief' may be given only/],
  [["probe", "--server", "--brief"], /^error: option '--server' needs a value .*--server=<value>/],
  [["probe", "--server", "-1"], /^error: option '--server' needs a value/],
  [["probe", "--server"], /^error: option '--server' needs a value/],
  [["probe", "--server", "a", "stray"], /^error: too many arguments for 'probe'/],
  [["probe", "--server", "a", "--format", "xml"], /^error: option '--format <format>' .* invalid/],
  [["probe", "--server", "a", "--probe", "latency"], /^error: option '--probe <kind>' .* invalid/],
  [["schema", "grammar"], /^error: command-argument value .* is invalid for argument 'document'/],
  [["explain", "a", "b"], /^error: too many arguments for 'explain'/],
  [["explain", "--", "x"], /^error: 'explain' takes no server command after --/],
  [["--nothing"], /^error: unknown option '--nothing'/],
];

Deno.test("parse errors say what is wrong, show the usage and exit with 2", async () => {
  for (const [words, message] of ERRORS) {
    const { code, stdout, stderr } = await mcpeval(words);
    assert.deepEqual([words, code, stdout], [words, 2, ""]);
    assert.match(stderr, message);
  }
});

Deno.test("a value that starts with a dash can be given with =", async () => {
  const { code, stderr } = await mcpeval([
    "probe",
    "--server=-1",
    "--manifest=nowhere.json",
    "--",
    "true",
  ]);
  assert.equal(code, 2);
  assert.match(stderr, /^Error: reading nowhere\.json failed: no such file/);
});

Deno.test("words after -- are the server's, whatever they look like", async () => {
  const { code, stdout } = await mcpeval([
    ...["--print-permissions", "probe", "--server", "a"],
    ...["--", "serve", "--server", "b", "--", "-x"],
  ]);
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).engine.run[0], "serve");
});

Deno.test("explain lists 48 labels, explains one, suggests for a wrong one", async () => {
  const all = await mcpeval(["explain"]);
  assert.equal(all.code, 0);
  const [heading, ...labels] = all.stdout.trimEnd().split("\n");
  assert.ok(heading !== undefined && !heading.startsWith(" "));
  assert.equal(labels.length, 48);
  assert.deepEqual([labels[0], labels[47]], [
    "  unexpected-outcome",
    "  evaluation-budget-exceeded",
  ]);

  const one = await mcpeval(["explain", "  Pagination-Stalled-Cursor "]);
  assert.equal(one.code, 0);
  assert.match(one.stdout, /^\S.*\n$/);

  const wrong = await mcpeval(["explain", "pagination-loop"]);
  assert.deepEqual([wrong.code, wrong.stdout], [2, ""]);
  assert.equal(
    wrong.stderr,
    "unknown reason pagination-loop; did you mean: pagination-invalid-entry, " +
      "pagination-duplicate-tool, pagination-stalled-cursor\n",
  );
});

Deno.test("schema prints the published files byte for byte", async () => {
  for (
    const [words, file] of [[[], "manifest"], [["manifest"], "manifest"], [
      ["report"],
      "probe-report",
    ]] as const
  ) {
    const { code, stdout } = await mcpeval(["schema", ...words]);
    assert.equal(code, 0);
    assert.equal(stdout, await Deno.readTextFile(`data/${file}.schema.json`));
  }
});
