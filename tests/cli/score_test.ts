import assert from "node:assert/strict";
import { DEMO, mcpeval, type Ran, type RunOptions, tempFolder, testServer } from "./run.ts";

function score(args: string[], server: readonly string[], options?: RunOptions): Promise<Ran> {
  return mcpeval(["score", "--server", "demo", ...args, "--", ...server], options);
}

/** The readiness line of each personality; the exit code is 0. */
const LINES: [aspect: string, line: string][] = [
  ["", "91/100 protocol=100 catalog=63 context=100 error-honesty=100 reliability=91 coverage=100"],
  [
    "schema",
    "83/100 protocol=100 catalog=63 context=100 error-honesty=67 reliability=83 coverage=90",
  ],
  [
    "fidelity",
    "91/100 protocol=100 catalog=63 context=100 error-honesty=100 reliability=91 coverage=100",
  ],
  [
    "unstable-errors",
    "91/100 protocol=100 catalog=63 context=100 error-honesty=100 reliability=91 coverage=100",
  ],
  [
    "bloated",
    "84/100 protocol=100 catalog=66 context=69 error-honesty=100 reliability=84 coverage=91",
  ],
  [
    "duplicate-page",
    "88/100 protocol=83 catalog=63 context=100 error-honesty=100 reliability=91 coverage=100",
  ],
  [
    "slow",
    "91/100 protocol=100 catalog=63 context=100 error-honesty=100 reliability=90 coverage=100",
  ],
  [
    "cancellation",
    "91/100 protocol=100 catalog=63 context=100 error-honesty=100 reliability=91 coverage=100",
  ],
  [
    "negotiation",
    "88/100 protocol=83 catalog=63 context=100 error-honesty=100 reliability=91 coverage=100",
  ],
  [
    "sampling",
    "88/100 protocol=100 catalog=63 context=100 error-honesty=100 reliability=83 coverage=90",
  ],
  [
    "elicitation",
    "88/100 protocol=100 catalog=63 context=100 error-honesty=100 reliability=83 coverage=90",
  ],
  [
    "subscription",
    "91/100 protocol=100 catalog=63 context=100 error-honesty=100 reliability=91 coverage=100",
  ],
  [
    "completion",
    "91/100 protocol=100 catalog=63 context=100 error-honesty=100 reliability=91 coverage=100",
  ],
  [
    "surface",
    "88/100 protocol=83 catalog=63 context=100 error-honesty=100 reliability=91 coverage=100",
  ],
  [
    "output-schema",
    "91/100 protocol=100 catalog=65 context=100 error-honesty=100 reliability=88 coverage=100",
  ],
  [
    "flaky",
    "90/100 protocol=100 catalog=63 context=100 error-honesty=100 reliability=85 coverage=100",
  ],
  [
    "undescribed",
    "85/100 protocol=100 catalog=35 context=100 error-honesty=100 reliability=91 coverage=100",
  ],
  [
    "unknown-method",
    "88/100 protocol=83 catalog=63 context=100 error-honesty=100 reliability=91 coverage=100",
  ],
  [
    "lying-errors",
    "76/100 protocol=100 catalog=63 context=100 error-honesty=0 reliability=91 coverage=100",
  ],
];

Deno.test("score gives every personality of the demo its line", async () => {
  const waiting = [...LINES];
  // Nearly all of a run is waiting for slow_read, so two share the time.
  await Promise.all([1, 2].map(async () => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      const [aspect, line] = row;
      const broken = aspect === "" ? [] : ["--broken", aspect];
      const { code, stdout, stderr } = await score(["--brief"], [DEMO, ...broken]);
      const readiness = stdout.split("\n").filter((each) => each.startsWith("demo "));
      assert.deepEqual(readiness, [`demo readiness ${line} standard=mcpeval-standard/2`], aspect);
      assert.deepEqual([code, stderr], [0, ""], aspect);
    }
  }));
});

Deno.test("score reports a server whose readiness cannot be measured", async () => {
  const stalled = await score([], [DEMO, "--broken", "stalled-cursor"]);
  assert.equal(stalled.stdout, "demo readiness error reason=transport-error\n");
  assert.equal(
    stalled.stderr,
    "standard battery transport-error: listing the tools did not complete: " +
      "page 20 still has a cursor\n",
  );
  assert.equal(stalled.code, 3);

  const missing = await score(["--min-readiness", "1"], ["no-such-program"]);
  assert.equal(
    missing.stdout,
    "demo readiness error reason=transport-error\n" +
      "demo readiness floor not evaluated: readiness was not measured\n",
  );
  assert.match(missing.stderr, /^standard battery transport-error: spawning MCP server failed/);
  assert.equal(missing.code, 3);
});

Deno.test("score prints the whole document as JSON", async () => {
  const { code, stdout } = await score(["--format", "json", "--min-area", "catalog=60"], [DEMO]);
  assert.equal(code, 0);
  const report = JSON.parse(stdout);
  const { readiness, catalog, ...rest } = report;
  assert.deepEqual(rest, {
    cases: [],
    gate: null,
    generator: { name: "mcpeval", version: "0.9.0" },
    manifest_sha256: null,
    passed: true,
    readiness_error: null,
    readiness_gate: {
      exclude_latency: false,
      min_areas: { catalog: 60 },
      min_score: null,
      passed: true,
      shortfalls: [],
    },
    schema: "mcpeval.probe-report/v2",
    server: "demo",
  });
  assert.deepEqual([readiness.score, readiness.score_without_latency], [91, 91]);
  assert.equal(
    readiness.badge,
    "https://img.shields.io/badge/mcpeval-91%2F100-brightgreen",
  );
  assert.deepEqual(readiness.surface, { exercised: 10, read_only: 10, tools: 12, writers: 2 });
  assert.equal(readiness.areas[4].checks.length, 3);
  assert.deepEqual(readiness.areas[4].checks[0].observed, 1);
  assert.equal(readiness.areas[2].measurements.catalog_tokens, 566);
  assert.equal(catalog.tools.length, 12);
  assert.equal(readiness.measurement_profile.client_capabilities, "none");
  assert.deepEqual(readiness.measurement_profile.skip_tools, []);
});

Deno.test("score: floors decide between 0 and 1", async () => {
  const passed = await score(
    ["--min-readiness", "91", "--min-area", "catalog=63", "--brief"],
    [DEMO],
  );
  assert.match(passed.stdout, /^demo readiness floor passed: score >= 91, catalog >= 63$/m);
  assert.equal(passed.code, 0);

  const failed = await score(
    ["--min-readiness", "92", "--min-area", "reliability=92", "--min-area", "catalog=1", "--brief"],
    [DEMO],
  );
  assert.match(
    failed.stdout,
    /^demo readiness floor failed: score 91 < 92, reliability 91 < 92$/m,
  );
  assert.equal(failed.code, 1);

  const excluded = await score(
    ["--min-area", "reliability=93", "--exclude-latency", "--brief"],
    [DEMO],
  );
  assert.match(
    excluded.stdout,
    /^demo readiness floor passed: reliability >= 93 \(latency excluded\)$/m,
  );
  assert.equal(excluded.code, 0);
});

Deno.test("score: usage mistakes are found before anything is started", async () => {
  await using folder = await tempFolder();
  const home = { cwd: folder.path };
  await folder.write("array.json", "[]");
  await folder.write("broken.json", "{");
  await folder.write("bad-name.json", '{"a b": {}}');
  await folder.write("bad-entry.json", '{"a": 1}');
  const wrong: string[][] = [
    ["--min-readiness", "101"],
    ["--min-readiness", "9.5"],
    ["--min-area", "speed=1"],
    ["--min-area", "catalog"],
    ["--min-area", "catalog=101"],
    ["--min-area", "catalog=1", "--min-area", "catalog=2"],
    ["--exclude-latency"],
    ["--skip-tool", "a b"],
    ["--arguments", "nowhere.json"],
    ["--arguments", "array.json"],
    ["--arguments", "broken.json"],
    ["--arguments", "bad-name.json"],
    ["--arguments", "bad-entry.json"],
    ["--format", "sarif"],
    ["--server", "b"],
  ];
  for (const options of wrong) {
    const { code, stdout } = await score(options, ["touch", folder.file("started")], home);
    assert.deepEqual([code, stdout], [2, ""], options.join(" "));
  }
  const label = await mcpeval(["score", "--server", "a b", "--", "touch", folder.file("started")]);
  assert.deepEqual([label.code, label.stdout], [2, ""]);
  const targetless = await mcpeval(["score", "--server", "a"]);
  assert.deepEqual([targetless.code, targetless.stdout], [2, ""]);
  await assert.rejects(Deno.stat(folder.file("started")), Deno.errors.NotFound);
});

Deno.test("score: what is not in the catalog is a usage mistake without a report", async () => {
  await using folder = await tempFolder();
  const unlisted = await folder.write("unlisted.json", '{"nowhere": {}}');
  const writer = await folder.write("writer.json", '{"break_session": {}}');
  const unfit = await folder.write("unfit.json", '{"report_weather": {"city": 1}}');
  for (
    const options of [
      ["--skip-tool", "nowhere"],
      ["--arguments", unlisted],
      ["--arguments", writer],
      ["--arguments", unfit],
    ]
  ) {
    const { code, stdout, stderr } = await score(options, [DEMO]);
    assert.deepEqual([code, stdout], [2, ""], options.join(" "));
    assert.match(stderr, /^Error: --(skip-tool|arguments entry) /);
  }
});

Deno.test("score: the profile names what the user chose", async () => {
  await using folder = await tempFolder();
  const file = await folder.write("args.json", '{ "report_weather": { "city": "Oslo" } }');
  const { code, stdout } = await score(
    [
      ...["--format", "json", "--arguments", file, "--confirm-read-only"],
      ...["--skip-tool", "slow_read", "--skip-tool", "flaky_read", "--skip-tool", "slow_read"],
    ],
    [DEMO],
  );
  assert.equal(code, 0);
  const { readiness } = JSON.parse(stdout);
  assert.equal(readiness.attested_read_only, true);
  const { platform: _, architecture: __, ...profile } = readiness.measurement_profile;
  assert.deepEqual(profile, {
    arguments_sha256: "1208db6e0d887c518eafccd18d4a542a7d9e86ba0a5a6379bbd6ece12845d0bd",
    attested_read_only: true,
    call_timeout_ms: 15000,
    client_capabilities: "none",
    evaluator_version: "0.9.0",
    repeats: 3,
    schema: "mcpeval.measurement-profile/v1",
    skip_tools: ["flaky_read", "slow_read"],
  });
});

Deno.test("score: leaving a tool out never raises the score", async () => {
  const tools = [
    "describe_status",
    "flaky_read",
    "slow_read",
    "report_weather",
    "break_session",
  ];
  const scores: [string, number][] = [];
  for (const tool of tools) {
    const { stdout } = await score(["--format", "json", "--skip-tool", tool], [DEMO]);
    scores.push([tool, JSON.parse(stdout).readiness.score]);
  }
  assert.deepEqual(scores, [
    ["describe_status", 84],
    ["flaky_read", 86],
    ["slow_read", 85],
    ["report_weather", 77],
    // A writer is not called anyway.
    ["break_session", 91],
  ]);
});

Deno.test("score: markdown and JUnit", async () => {
  const markdown = await score(["--format", "markdown"], [DEMO]);
  assert.equal(markdown.code, 0);
  assert.match(markdown.stdout, /^\*\*Readiness: 91\/100\*\* /m);
  assert.match(markdown.stdout, /^\| error-honesty \| 15 \| 100 \|$/m);
  const junit = await score(["--format", "junit", "--min-readiness", "95"], [DEMO]);
  assert.equal(junit.code, 1);
  assert.match(junit.stdout, /<testcase classname="demo.readiness" name="readiness 91\/100"\/>/);
  assert.match(junit.stdout, /<failure type="readiness-floor" message="score 91 &lt; 95">/);
});

/** A corpus of version 2; one row was measured under the conditions of this test. */
function corpus(profile: unknown): string {
  return JSON.stringify({
    schema: "mcpeval.readiness-corpus/v2",
    source: "a test",
    standard: "mcpeval-standard/2",
    observations: [
      { server: "a", score: 90, catalog_tokens: 1000, measurement_profile: profile },
      { server: "b", score: 91, measurement_profile: profile },
      { server: "c", score: 92, catalog_tokens: 500, measurement_profile: profile },
      { server: "d", score: 10, catalog_tokens: 2000 },
    ],
  });
}

Deno.test("score: a corpus in the home replaces the shipped one", async () => {
  await using folder = await tempFolder();
  const options = { env: { MCPEVAL_HOME: folder.path } };
  const shipped = await score(["--brief"], [DEMO], options);
  assert.match(
    shipped.stdout,
    /^ {2}catalog: 566 tokens over 12 tools, lighter than 4 of 4 observed servers \(median \d+ tokens\)$/m,
  );

  const { stdout } = await score(["--format", "json"], [DEMO], options);
  assert.doesNotMatch(stdout, /observed servers/);
  const profile = JSON.parse(stdout).readiness.measurement_profile;
  await folder.write("corpus.json", corpus(profile));
  const own = await score(["--brief"], [DEMO], options);
  assert.deepEqual(own.stdout.trimEnd().split("\n").slice(-2), [
    "  standard corpus (mcpeval-standard/2): above 1, tied 1, below 1 of 3 observed servers",
    "  catalog: 566 tokens over 12 tools, lighter than 2 of 3 observed servers (median 1000 tokens)",
  ]);
  const markdown = await score(["--format", "markdown"], [DEMO], options);
  assert.match(
    markdown.stdout,
    /^\*Standard corpus \(mcpeval-standard\/2\): above 1, tied 1, below 1 of 3 observed servers\.\*$/m,
  );

  // No fallback: an unusable one is the user's wish to have none.
  await folder.write("corpus.json", "{}");
  const unusable = await score(["--brief"], [DEMO], options);
  assert.deepEqual([unusable.code, unusable.stderr], [0, ""]);
  assert.doesNotMatch(unusable.stdout, /observed servers/);
  await folder.write("corpus.json", new Uint8Array([0x7b, 0xff, 0x7d]));
  assert.doesNotMatch((await score(["--brief"], [DEMO], options)).stdout, /observed servers/);
});

Deno.test("score writes nothing, not even into the home", async () => {
  await using folder = await tempFolder();
  const home = folder.file("home");
  const { code } = await score([], [DEMO], { env: { MCPEVAL_HOME: home }, cwd: folder.path });
  assert.equal(code, 0);
  assert.deepEqual([...Deno.readDirSync(folder.path)], []);

  const printed = await mcpeval(
    ["--print-permissions", "score", "--server", "a", "--arguments", "args.json", "--", "x"],
    { env: { MCPEVAL_HOME: home } },
  );
  assert.deepEqual(JSON.parse(printed.stdout).keeper, {
    read: ["args.json", `${home}/corpus.json`],
    write: [],
    net: [],
    run: [],
    env: [],
  });
});

Deno.test("score shows nothing of what a server says", async () => {
  const server = (fault: string) => testServer("tests/cli/strange-server.ts", fault);
  for (const fault of ["none", "tool-error", "dies-in-call", "banner", "chatty"]) {
    for (const format of ["text", "json", "markdown", "junit"]) {
      const { stdout, stderr } = await score(["--format", format], server(fault));
      assert.doesNotMatch(stdout + stderr, /SECRET/, `${fault} ${format}`);
      assert.match(stdout, /readiness/i);
    }
  }
});
