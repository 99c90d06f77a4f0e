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
  [
    ["probe", "--server", "a", "--format", "SECRET-1"],
    /^error: --format <format> takes one of text, json, markdown, sarif, junit, html\n/,
  ],
  [["probe", "--server", "a", "--probe", "SECRET-1"], /^error: --probe <kind> takes one of conte/],
  [["probe", "--servr=SECRET-1"], /^error: unknown option '--servr'\n\(Did you mean --server\?\)/],
  [["probe", "--brief=SECRET-1"], /^error: option '--brief' takes no value\n/],
  [["--nothing=SECRET-1", "probe"], /^error: unknown option '--nothing'\n/],
  [["schema", "SECRET-1"], /^error: document takes one of manifest, report, diff, guidance\b/],
  [["completions", "SECRET-1"], /^error: shell takes one of bash, zsh, fish\n/],
  [["help", "prob"], /^error: unknown command 'prob'\n\(Did you mean probe\?\)/],
  [["prbe"], /^error: unknown command 'prbe'\n\(Did you mean probe\?\)/],
  [
    ["probe", "--manifst", "x"],
    /^error: unknown option '--manifst'\n\(Did you mean --manifest\?\)/,
  ],
  [["help", "nope"], /^error: unknown command 'nope'\n\(Commands: init, probe, .*, serve\)\n\n/],
  [["nope"], /^error: unknown command 'nope'\n\(Commands: init, probe, .*, serve\)\n\n/],
  [["help", "probe", "init"], /^error: 'help' takes the name of one command\n/],
  [["prob", "--help"], /^error: unknown command 'prob'\n\(Did you mean probe\?\)/],
  [["--print-permissions", "prob"], /^error: unknown command 'prob'\n\(Did you mean probe\?\)/],
  [["explain", "a", "b"], /^error: too many arguments for 'explain'/],
  [["explain", "--", "x"], /^error: 'explain' takes no server command after --/],
  [["--nothing"], /^error: unknown option '--nothing'/],
];

Deno.test("parse errors say what is wrong, show the usage and exit with 2", async () => {
  for (const [words, message] of ERRORS) {
    const { code, stdout, stderr } = await mcpeval(words);
    assert.deepEqual([words, code, stdout], [words, 2, ""]);
    assert.match(stderr, message);
    assert.match(stderr, /\n\nUsage: mcpeval .*\nMore: mcpeval (help \w+|--help)\n$/);
    assert.ok(!stderr.includes("SECRET-1"));
  }
});

/** What a command finds wrong with its words: command, exit code, message. */
const MISTAKES: [words: string[], code: number, message: string][] = [
  [
    ["probe", "--server=a", "--min-readiness=SECRET-1", "--", "x"],
    2,
    "--min-readiness takes a whole number from 0 to 100",
  ],
  [
    ["probe", "--server=a", "--min-readiness=101", "--", "x"],
    2,
    "--min-readiness takes a whole number from 0 to 100",
  ],
  [
    ["score", "--server=a", "--skip-tool=SECRET 1", "--", "x"],
    2,
    "a --skip-tool name is invalid; tool names are 1 to 128 of A-Za-z0-9_.:-",
  ],
  [
    ["compare", "--server=a", "--jobs=SECRET-1", "--endpoint=a=http://127.0.0.1:1/", "--", "x"],
    2,
    "--jobs takes a whole number from 1 on",
  ],
  [
    ["guidance", "--server=a", "--settle-ms=SECRET-1", "--", "x"],
    2,
    "--settle-ms takes a whole number from 0 to 5000",
  ],
  [["trends", "--last=SECRET-1"], 2, "--last takes a whole number from 0 on"],
  [
    ["diff", "a", "b", "--max-readiness-drop=SECRET-1"],
    2,
    "--max-readiness-drop takes a whole number of points from 0 to 100",
  ],
  [
    ["report", "a", "--price-per-mtok=SECRET-1"],
    2,
    "--price-per-mtok takes a number: US dollars per million tokens",
  ],
  [["probe", "--server=a"], 2, "name the server under test: --url, or its command after --"],
  [["init", "--server=a"], 3, "name the server under test: --url, or its command after --"],
  [
    ["init", "--server=SECRET 1", "--", "x"],
    3,
    "the server label is invalid; use 1 to 128 of A-Za-z0-9_.:-",
  ],
  [
    ["shim", "--server=SECRET 1", "--", "x"],
    3,
    "the server label is invalid; use 1 to 128 of A-Za-z0-9_.:-",
  ],
  [["promote", "--threshold=-1"], 3, "--threshold must be a finite number from 0 on"],
  [
    ["serve", "--listen=SECRET-1"],
    3,
    "the listen address is invalid; --listen takes an IP address and a port, such as 127.0.0.1:8091",
  ],
  [
    ["shim-http", "--server=a", "--listen=SECRET-1", "--upstream=http://127.0.0.1:1/"],
    3,
    "--listen takes a literal loopback address and a port, such as 127.0.0.1:8080",
  ],
  [
    ["shim-http", "--server=a", "--listen=127.0.0.1:1", "--upstream=SECRET-1"],
    3,
    "the endpoint is not a valid URL",
  ],
];

Deno.test("a mistake that a command finds shows the usage, too", async () => {
  for (const [words, code, message] of MISTAKES) {
    const ran = await mcpeval(words);
    assert.deepEqual([words, ran.code, ran.stdout], [words, code, ""]);
    const [first, empty, usage, more, ...rest] = ran.stderr.split("\n");
    assert.deepEqual([first, empty, more, rest], [
      `Error: ${message}`,
      "",
      `More: mcpeval help ${words[0]}`,
      [""],
    ]);
    assert.ok(usage?.startsWith(`Usage: mcpeval ${words[0]} [options]`), ran.stderr);
    assert.ok(!/SECRET.1/.test(ran.stderr));
  }
});

Deno.test("what goes wrong later shows no usage", async () => {
  const { code, stderr } = await mcpeval(["report", "nowhere.json"]);
  assert.equal(code, 2);
  assert.match(stderr, /^Error: reading nowhere\.json failed: no such file; [^\n]*\n$/);
});

Deno.test("help of help is the program's", async () => {
  const program = await mcpeval(["--help"]);
  for (const words of [["help"], ["help", "help"], ["help", "--help"]]) {
    assert.deepEqual(await mcpeval(words), program);
  }
});

Deno.test("the usage of compare says that endpoints and a command can be named", async () => {
  const { stdout } = await mcpeval(["help", "compare"]);
  assert.equal(
    stdout.split("\n", 1)[0],
    "Usage: mcpeval compare [options] " +
      "([--endpoint <label=url>]… [-- <server command…>] | --client-config <file>)",
  );
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
