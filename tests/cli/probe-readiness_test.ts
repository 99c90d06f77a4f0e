import assert from "node:assert/strict";
import { DEMO, mcpeval, type Ran, type TempFolder, tempFolder, testServer } from "./run.ts";

/** Three cases that do not take long; `status` fails when it is asked for too much. */
function manifest(maxTools = 24): string {
  return JSON.stringify({
    version: 1,
    probes: [
      {
        probe: "discovery-cost",
        id: "few-tools",
        access: "read_only",
        max_tools: maxTools,
        max_schema_bytes: 4524,
      },
      { probe: "pagination", id: "pages", access: "read_only", max_pages: 5 },
      {
        probe: "degradation-over-n",
        id: "status",
        access: "read_only",
        tool: "describe_status",
        arguments: {},
        max_attempts: 2,
      },
    ],
  });
}

/** Runs the command in a folder of its own, with a home in it. */
async function probe(
  folder: TempFolder,
  args: string[] = [],
  server: readonly string[] = [DEMO],
): Promise<Ran> {
  return await mcpeval([
    "probe",
    "--server",
    "demo",
    "--manifest",
    "m.json",
    ...args,
    "--",
    ...server,
  ], {
    cwd: folder.path,
    env: { MCPEVAL_HOME: folder.file("home") },
  });
}

const history = (folder: TempFolder) => folder.file("home/store/probes/history.jsonl");

/** What is in the home beside the salt and the journal of calls, as paths. */
function homeOf(folder: TempFolder): string[] {
  return filesIn(folder, "home").filter((path) => !/\/(\.salt|calls-[^/]*)$/.test(path));
}

function filesIn(folder: TempFolder, at: string): string[] {
  try {
    return [...Deno.readDirSync(folder.file(at))].flatMap(({ name, isDirectory }) =>
      isDirectory ? filesIn(folder, `${at}/${name}`) : [`${at}/${name}`]
    );
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

Deno.test("probe: the gate's lines, then the battery's, and a point of the history", async () => {
  await using folder = await tempFolder();
  await folder.write("m.json", manifest());
  const before = Date.now();
  const { code, stdout, stderr } = await probe(folder);
  assert.deepEqual([code, stderr], [0, ""]);
  const lines = stdout.trimEnd().split("\n");
  assert.deepEqual(lines.slice(0, 6), [
    "few-tools discovery-cost pass attempts=1 tools=12 schema_bytes=2262",
    "pages pagination pass attempts=1 tools=12 pages=1",
    "status degradation-over-n pass attempts=2",
    "demo gate 3/3 passed",
    "demo readiness 91/100 protocol=100 catalog=63 context=100 error-honesty=100 reliability=91 " +
    "coverage=100 standard=mcpeval-standard/2",
    "  surface: 12 tools, 10 read-only, 2 writers, 10 exercised",
  ]);
  assert.match(lines.at(-1) ?? "", /^ {2}catalog: 566 tokens over 12 tools, lighter than /);

  await probe(folder, ["--skip-tool", "slow_read"]);
  const points = (await Deno.readTextFile(history(folder))).trimEnd().split("\n");
  assert.equal(points.length, 2);
  const [first, second] = points.map((line) => JSON.parse(line));
  const { ts, manifest_sha256, measurement_profile, ...rest } = first;
  assert.deepEqual(rest, {
    server: "demo",
    passed: true,
    cases_total: 3,
    cases_passed: 3,
    score: 91,
    standard: "mcpeval-standard/2",
  });
  assert.match(ts, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.ok(Date.parse(ts) >= before);
  assert.match(manifest_sha256, /^[0-9a-f]{64}$/);
  assert.deepEqual(measurement_profile.skip_tools, []);
  assert.deepEqual(
    [second.score, second.measurement_profile.skip_tools],
    [85, ["slow_read"]],
  );
  assert.deepEqual(homeOf(folder), ["home/store/probes/history.jsonl"]);
});

Deno.test("probe: the report holds both parts, with one catalog", async () => {
  await using folder = await tempFolder();
  await folder.write("m.json", manifest(11));
  const { code, stdout } = await probe(folder, ["--format", "json"]);
  assert.equal(code, 1);
  const report = JSON.parse(stdout);
  assert.deepEqual(report.gate, { passed: 2, total: 3 });
  assert.equal(report.passed, false);
  assert.equal(report.readiness.score, 91);
  assert.deepEqual([report.readiness_error, report.readiness_gate], [null, null]);
  assert.equal(report.catalog.tools.length, 12);
  // A failed case is a point; its score is the server's all the same.
  const point = JSON.parse(await Deno.readTextFile(history(folder)));
  assert.deepEqual([point.passed, point.cases_passed, point.score], [false, 2, 91]);
});

Deno.test("probe: floors decide beside the cases", async () => {
  await using folder = await tempFolder();
  await folder.write("m.json", manifest());
  const { code, stdout } = await probe(folder, ["--min-area", "catalog=64", "--brief"]);
  assert.match(stdout, /^demo gate 3\/3 passed$/m);
  assert.match(stdout, /^demo readiness floor failed: catalog 63 < 64$/m);
  assert.equal(code, 1);
});

Deno.test("probe: a floor without a battery is a mistake", async () => {
  await using folder = await tempFolder();
  await folder.write("m.json", manifest());
  for (const how of [["--gate-only"], ["--probe", "pagination"]]) {
    for (const floor of [["--min-readiness", "1"], ["--min-area", "catalog=1"]]) {
      const { code, stdout, stderr } = await probe(folder, [...how, ...floor], [
        "touch",
        "started",
      ]);
      assert.deepEqual([code, stdout], [2, ""]);
      assert.match(stderr, new RegExp(`^Error: .*${how[0]}`));
    }
  }
  await assert.rejects(Deno.stat(folder.file("started")), Deno.errors.NotFound);
});

Deno.test("probe without a battery leaves no point", async () => {
  await using folder = await tempFolder();
  await folder.write("m.json", manifest());
  for (const how of [["--gate-only"], ["--probe", "pagination"]]) {
    // What only the battery looks at goes unnoticed.
    const { code, stdout } = await probe(folder, [...how, "--skip-tool", "nowhere"]);
    assert.equal(code, 0);
    assert.match(stdout, /^demo readiness not measured$/m);
  }
  assert.deepEqual(homeOf(folder), []);
  await assert.rejects(Deno.lstat(folder.file("home/store/probes")), Deno.errors.NotFound);
});

Deno.test("probe: what the battery finds missing ends it without a report", async () => {
  await using folder = await tempFolder();
  await folder.write("m.json", manifest());
  await folder.write("args.json", '{"break_session": {}}');
  for (const options of [["--skip-tool", "nowhere"], ["--arguments", "args.json"]]) {
    const { code, stdout, stderr } = await probe(folder, options);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, /^Error: --/);
  }
  assert.deepEqual(homeOf(folder), []);
});

Deno.test("probe: an unmeasured battery or an errored case leaves no point", async () => {
  await using folder = await tempFolder();
  await folder.write("m.json", manifest());
  const stalled = await probe(folder, [], [DEMO, "--broken", "stalled-cursor"]);
  assert.equal(stalled.code, 3);
  assert.match(stalled.stdout, /^demo gate 0\/3 passed$/m);
  assert.match(stalled.stdout, /^demo readiness error reason=transport-error$/m);
  assert.match(stalled.stderr, /^standard battery transport-error: /m);

  // The case's call kills the server; the battery measures all the same.
  const call = { tool: "look", arguments: {}, max_attempts: 2 };
  const dying = { probe: "degradation-over-n", id: "dies", access: "read_only", ...call };
  await folder.write("m.json", JSON.stringify({ version: 1, probes: [dying] }));
  const server = testServer("tests/cli/strange-server.ts", "dies-in-call");
  const errored = await probe(folder, ["--brief"], server);
  assert.equal(errored.code, 3);
  assert.match(errored.stdout, /^dies degradation-over-n error reason=transport-closed$/m);
  assert.match(errored.stdout, /^demo readiness \d+\/100 /m);
  assert.deepEqual(homeOf(folder), []);
});

Deno.test("probe: a history that cannot be written is one line, and changes nothing", async () => {
  await using folder = await tempFolder();
  await folder.write("m.json", manifest());
  await Deno.mkdir(folder.file("home/store"), { recursive: true });
  await folder.write("home/store/probes", "a file");
  const { code, stdout, stderr } = await probe(folder, ["--brief"]);
  assert.equal(code, 0);
  assert.match(stdout, /^demo readiness 91\/100 /m);
  assert.match(stderr, /^trend recording failed: appending to [^\n]*history\.jsonl failed: .*\n$/);
});

Deno.test("probe: the keeper may write the home", async () => {
  const home = "/home-of-mcpeval";
  const plan = async (...args: string[]) => {
    const { stdout } = await mcpeval(
      ["--print-permissions", "probe", "--server", "a", ...args, "--", "x"],
      { env: { MCPEVAL_HOME: home } },
    );
    const { read, write, net, run, env } = JSON.parse(stdout).keeper;
    assert.deepEqual([net, run, env], [[], [], []]);
    return { read, write };
  };
  const manifest = "mcp-eval.manifest.json";
  assert.deepEqual(await plan(), { read: [manifest, home], write: [home] });
  assert.deepEqual(await plan("--arguments", "a.json", "--format", "json"), {
    read: [manifest, "a.json", home],
    write: [home],
  });
  assert.deepEqual(await plan("--gate-only"), { read: [manifest, home], write: [home] });
});

Deno.test("probe: cases and battery share one budget", async () => {
  await using folder = await tempFolder();
  const probes = Array.from({ length: 51 }, (_, n) => ({
    probe: "degradation-over-n",
    id: `many-${n}`,
    access: "read_only",
    tool: "describe_status",
    arguments: {},
    max_attempts: 80,
  }));
  await folder.write("m.json", JSON.stringify({ version: 1, probes }));
  // 4080 calls leave too few of 4096 requests for the battery.
  const { code, stdout, stderr } = await probe(folder, ["--brief"]);
  assert.match(stdout, /^demo gate 51\/51 passed$/m);
  assert.match(stdout, /^demo readiness error reason=evaluation-budget-exceeded$/m);
  assert.match(stderr, /^standard battery evaluation-budget-exceeded: /);
  assert.equal(code, 3);
});

Deno.test("probe: the gate's server has gone when the battery's starts", async () => {
  await using folder = await tempFolder();
  const few = { max_tools: 10, max_schema_bytes: 1000 };
  const costs = { probe: "discovery-cost", id: "costs", access: "read_only", ...few };
  await folder.write("m.json", JSON.stringify({ version: 1, probes: [costs] }));
  const flags = ["run", "--quiet", "--no-config", "--no-lock", "--allow-read", "--allow-write"];
  const script = new URL("exclusive-server.ts", import.meta.url).pathname;
  const server = [Deno.execPath(), ...flags, script, folder.file("held")];
  const { code, stdout } = await probe(folder, ["--format", "json"], server);
  assert.equal(code, 0);
  const { readiness } = JSON.parse(stdout);
  assert.deepEqual(readiness.areas[4].checks.map(({ id }: { id: string }) => id), [
    "reliability.contention",
  ]);
  assert.equal(readiness.areas[5].score, 100);
});
