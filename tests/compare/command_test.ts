/** `mcpeval compare` as a whole program. */

import assert from "node:assert/strict";
import { mcpeval, tempFolder, testServer } from "../cli/run.ts";
import { type Handlers, json, result, serve } from "../mcp/http-server.ts";

const ACCESS = { access: "read_only" };
const MANIFEST = JSON.stringify({
  version: 1,
  sandboxes: {},
  probes: [
    { probe: "pagination", id: "pages", ...ACCESS, max_pages: 5 },
    { probe: "discovery-cost", id: "small", ...ACCESS, max_tools: 1, max_schema_bytes: 10_000 },
  ],
});

/** A case about a tool that only the demo server has. */
const NAMES_A_TOOL = JSON.stringify({
  version: 1,
  sandboxes: {},
  probes: [{
    probe: "schema-guessability",
    id: "guess",
    tool: "describe_status",
    ...ACCESS,
    arguments: {},
  }],
});

const DEMO = testServer("demo/main.ts");

/** Answers `tools/list` with these tools. */
function listing(...names: string[]): Handlers {
  const tools = names.map((name) => ({ name, inputSchema: { type: "object" } }));
  return { "tools/list": (seen) => json(result(seen, { tools })) };
}

/** Lists first, then is gone. */
function vanishing(): Handlers {
  let listings = 0;
  return {
    "tools/list": (seen) =>
      ++listings === 1
        ? json(result(seen, { tools: [{ name: "ok", inputSchema: {} }] }))
        : new Response(null, { status: 500 }),
  };
}

/** Runs a comparison in a folder with a manifest. */
async function compare(args: readonly string[], manifest: string | null = MANIFEST) {
  await using folder = await tempFolder();
  if (manifest !== null) await folder.write("mcp-eval.manifest.json", manifest);
  return await mcpeval(["compare", "--server", "demo", ...args], { cwd: folder.path });
}

Deno.test("two endpoints and a command are compared in the order of declaration", async () => {
  await using one = serve(listing("a"));
  await using two = serve(listing("a", "b"));
  const endpoints = ["--endpoint", `one=${one.url}`, "--endpoint", `two=${two.url}`];
  const ran = await compare(["--gate-only", ...endpoints, "--", ...DEMO]);
  assert.equal(ran.stderr, "");
  assert.deepEqual(ran, {
    code: 0,
    stdout: `\
case       one  two  stdio
pages      pass  pass  pass
small      pass  fail(discovery-limit-exceeded)  fail(discovery-limit-exceeded)
readiness  —  —  —
`,
    stderr: "",
  });
});

Deno.test("a comparison runs its servers one after another, unless more jobs are asked for", async () => {
  for (const [jobs, overlaps] of [["1", false], ["2", true]] as const) {
    const gate = Promise.withResolvers<void>();
    const later = setTimeout(gate.resolve, 20_000);
    let running = 0;
    let most = 0;
    const handlers: Handlers = {
      "tools/list": async (seen) => {
        running += 1;
        most = Math.max(most, running);
        // With two jobs each server waits for the other one; alone, nobody comes.
        if (most === 2 || !overlaps) gate.resolve();
        await gate.promise;
        running -= 1;
        return json(result(seen, { tools: [{ name: "a", inputSchema: { type: "object" } }] }));
      },
    };
    await using one = serve(handlers);
    await using two = serve(handlers);
    const ran = await compare([
      ...["--gate-only", "--jobs", jobs],
      ...["--endpoint", `one=${one.url}`, "--endpoint", `two=${two.url}`],
    ]);
    clearTimeout(later);
    assert.equal(ran.code, 0);
    assert.match(ran.stdout, /^case {7}one {2}two\npages {6}pass {2}pass\n/);
    assert.equal(most, overlaps ? 2 : 1);
  }
});

Deno.test("a case that could not be judged is printed, and makes exit 3", async () => {
  await using good = serve(listing("a"));
  await using bad = serve(vanishing());
  const endpoints = ["--endpoint", `good=${good.url}`, "--endpoint", `bad=${bad.url}`];
  const ran = await compare(["--gate-only", "--format", "markdown", ...endpoints]);
  assert.equal(ran.code, 3);
  assert.match(ran.stdout, /\| pages \| pagination \| pass \| fail \(`transport-[a-z]+`\) \|/);
  assert.match(ran.stderr, /^bad: pages transport-/m);
});

Deno.test("a server that cannot be reached ends everything, its label first", async () => {
  await using good = serve(listing("a"));
  const gone = serve();
  const { url } = gone;
  await gone[Symbol.asyncDispose]();
  for (const jobs of ["1", "2"]) {
    const endpoints = ["--endpoint", `good=${good.url}`, "--endpoint", `gone=${url}`];
    const ran = await compare(["--gate-only", "--jobs", jobs, ...endpoints]);
    assert.deepEqual([ran.code, ran.stdout], [3, ""]);
    assert.match(ran.stderr, /^Error: endpoint gone\n\nCaused by:\n/m);
  }
});

Deno.test("so does a command that cannot be started", async () => {
  await using good = serve(listing("a"));
  const endpoint = ["--endpoint", `good=${good.url}`];
  const ran = await compare(["--gate-only", ...endpoint, "--", "mcpeval-no-such-program"]);
  assert.deepEqual([ran.code, ran.stdout], [3, ""]);
  assert.match(ran.stderr, /^Error: endpoint stdio\n\nCaused by:\n/);
});

Deno.test("a refused URL ends everything before a server is contacted", async () => {
  await using good = serve(listing("a"));
  const endpoints = ["--endpoint", `good=${good.url}`, "--endpoint", "far=http://example.com/"];
  const ran = await compare(["--gate-only", ...endpoints]);
  assert.deepEqual([ran.code, ran.stdout], [3, ""]);
  assert.match(
    ran.stderr,
    /^Error: endpoint far\n\nCaused by:\n {4}the endpoint is not a loopback/,
  );
  assert.deepEqual(good.seen, []);
});

Deno.test("a tool that a server does not list is a mistake in the manifest", async () => {
  await using other = serve(listing("a"));
  const endpoint = ["--endpoint", `other=${other.url}`];
  const ran = await compare(["--gate-only", ...endpoint, "--", ...DEMO], NAMES_A_TOOL);
  assert.deepEqual([ran.code, ran.stdout], [2, ""]);
  assert.match(
    ran.stderr,
    /^Error: endpoint other\n\nCaused by:\n {4}probe case [\w-]+: [\w-]+ tool: the server does not list \w+ \(.*:\d+\)\n$/,
  );
});

const MISTAKES: [string, string[], RegExp][] = [
  ["one server only", ["--endpoint", "a=http://127.0.0.1:1/"], /needs two servers/],
  ["no =", ["--endpoint", "a", "--", "x"], /--endpoint takes LABEL=URL/],
  [
    "one label twice",
    ["--endpoint", "a=http://127.0.0.1:1/", "--endpoint", "a=http://127.0.0.1:2/"],
    /two --endpoint options have one label/,
  ],
  ["no jobs", ["--jobs", "0", "--endpoint", "a=http://127.0.0.1:1/", "--", "x"], /--jobs takes/],
];

for (const [name, args, message] of MISTAKES) {
  Deno.test(`${name}: exit 2, and nothing printed`, async () => {
    const ran = await compare(args);
    assert.deepEqual([ran.code, ran.stdout], [2, ""]);
    assert.match(ran.stderr, message);
  });
}

Deno.test("a missing manifest outranks a refused URL, and a bad label everything", async () => {
  const args = ["--endpoint", "far=http://example.com/", "--", "x"];
  const missing = await compare(args, null);
  assert.deepEqual([missing.code, missing.stdout], [2, ""]);
  assert.match(missing.stderr, /^Error: reading mcp-eval\.manifest\.json failed: no such file/);
  const label = await mcpeval(["compare", "--server", "a b", ...args]);
  assert.deepEqual([label.code, label.stdout], [2, ""]);
  assert.match(label.stderr, /^Error: the server label is invalid/);
});

Deno.test("the plan names every host and program, and no more", async () => {
  const endpoints = ["--endpoint", "a=http://127.0.0.1:8080/mcp", "--endpoint", "b=http://[::1]/"];
  const args = ["compare", "--server", "demo", ...endpoints, "--", "some-server", "--flag"];
  const env = { MCPEVAL_HOME: "/home/someone/eval" };
  const { stdout, code } = await mcpeval(["--print-permissions", ...args], { env });
  assert.equal(code, 0);
  const { engine, keeper } = JSON.parse(stdout);
  assert.deepEqual(engine.net, ["127.0.0.1:8080", "[::1]:80"]);
  assert.ok(engine.run.includes("some-server") || engine.run.includes("*"));
  assert.deepEqual([engine.read, engine.write, engine.env], [[], [], []]);
  assert.deepEqual(keeper, {
    read: ["mcp-eval.manifest.json", "/home/someone/eval"],
    write: ["/home/someone/eval"],
    net: [],
    run: [],
    env: [],
  });
});

Deno.test("readiness is measured of each server, and the JSON holds whole reports", async () => {
  await using one = serve(listing("a"));
  const ran = await compare(["--format", "json", "--endpoint", `one=${one.url}`, "--", ...DEMO]);
  assert.equal(ran.code, 0, ran.stderr);
  const [first, second] = JSON.parse(ran.stdout);
  assert.deepEqual([first.endpoint, second.endpoint], ["one", "stdio"]);
  assert.deepEqual([first.report.server, second.report.server], ["demo", "demo"]);
  assert.equal(first.report.manifest_sha256, second.report.manifest_sha256);
  assert.deepEqual(first.report.gate, { passed: 2, total: 2 });
  assert.deepEqual(second.report.gate, { passed: 1, total: 2 });
  assert.equal(first.report.readiness.surface.tools, 1);
  assert.equal(second.report.readiness.surface.tools, 12);
});
