import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { readFindings } from "../../store/findings/read.ts";
import { entry } from "../probes/fake-session.ts";
import { serveBehaviors } from "../probes/http-server.ts";
import { change, index, promoted, rows } from "../store/findings/journal.ts";
import {
  BINARY,
  DEMO as COMPILED_DEMO,
  mcpeval,
  type Ran,
  run,
  type TempFolder,
  tempFolder,
  testServer,
} from "./run.ts";

const DEMO = testServer("demo/main.ts");
const READ = { access: "read_only", arguments: {} };
const once = (id: string, tool: string, expect: object = { outcome: "ok" }) => ({
  probe: "instruction-fidelity",
  id,
  tool,
  ...READ,
  expect,
});

const MANIFEST = {
  version: 1,
  sandboxes: { box: { description: "the demo server's process" } },
  probes: [
    {
      probe: "error-honesty",
      id: "honest",
      tool: "flaky_read",
      ...READ,
      max_attempts: 4,
      expect_retryable: true,
    },
    once("failing", "flaky_read", { outcome: "error" }),
    { ...once("mutating", "flaky_read"), access: "mutating", sandbox: "box" },
    once("weak", "describe_status"),
    once("oracle", "describe_status", { outcome: "ok", equals: { status: "ready" } }),
    once("other", "read_counter"),
    once("unlisted", "gone"),
    once("slow", "slow_read"),
    { probe: "pagination", id: "pages", access: "read_only", max_pages: 5 },
  ],
};

/** A folder that is the home of four findings, and has the manifest. */
async function prepared(): Promise<TempFolder> {
  const folder = await tempFolder();
  await folder.write("m.json", JSON.stringify(MANIFEST));
  const capture = [
    ...[{ tool: "flaky_read" }, { tool: "slow_read" }, { tool: "gone" }],
    { tool: "describe_status", outcome: "ok" as const, observed: ["false-success"] },
  ];
  await index(folder.path, [capture, capture]);
  await promoted(folder.path, 0);
  return folder;
}

/** The id of the finding about a tool. */
function findingOf(folder: TempFolder, tool: string): string {
  const findings = readFindings(folder.path);
  assert.ok(findings.ok);
  const id = findings.value.find((finding) => finding.tool === tool)?.finding_id;
  assert.ok(id !== undefined);
  return id;
}

interface Words {
  tool?: string;
  finding?: string;
  probe: string;
  more?: string[];
  server?: readonly string[];
  cwd?: string;
  env?: Record<string, string>;
}

/** Runs verify; ids of findings are shown as ID. */
async function verify(folder: TempFolder, words: Words): Promise<Ran> {
  const { tool = "flaky_read", probe, more = [], server = DEMO, env = {}, cwd } = words;
  const { finding = findingOf(folder, tool) } = words;
  const ran = await mcpeval([
    ...["verify", "--finding", finding, "--case", probe, "--manifest", folder.file("m.json")],
    ...more,
    ...(server.length === 0 ? [] : ["--", ...server]),
  ], { cwd: cwd ?? folder.path, env: { MCPEVAL_HOME: folder.path, ...env } });
  return { ...ran, stdout: ran.stdout.replaceAll(finding, "ID") };
}

/** The lifecycle of a tool's finding, with how many verifications it went through. */
function lifecycle(folder: TempFolder, tool = "flaky_read"): unknown[] {
  const path = folder.file("lifecycle.db");
  const [row] = rows(
    path,
    "SELECT state, consecutive_passes AS passes, probe_id, definition_id, " +
      "(SELECT count(*) FROM probe_history h WHERE h.finding_id = l.finding_id) AS runs " +
      "FROM finding_lifecycle l WHERE tool = ?",
    tool,
  );
  assert.ok(row);
  return [row["state"], row["passes"], row["probe_id"], row["runs"]];
}

Deno.test("three green runs close a finding; a red one opens it again", async () => {
  await using folder = await prepared();
  const broken = [...DEMO, "--broken", "unstable-errors"];
  const green = (state: string, passes: number): Ran => ({
    code: 0,
    stdout: `ID state=${state} probe=honest consecutive_passes=${passes}\n`,
    stderr: "",
  });
  const red = (state: string): Ran => ({
    code: 1,
    stdout: `ID state=${state} probe=honest consecutive_passes=0 reason=unstable-error-code\n` +
      "  hint: the same failing call returned different error codes; look for catch-all handlers " +
      "and timeouts that hide the cause, and give each cause one fixed code\n",
    stderr: "",
  });
  assert.deepEqual(await verify(folder, { probe: "honest", server: broken }), red("fix-claimed"));
  assert.deepEqual(await verify(folder, { probe: "honest" }), green("verifying", 1));
  assert.deepEqual(await verify(folder, { probe: "honest" }), green("verifying", 2));
  assert.deepEqual(await verify(folder, { probe: "honest" }), green("closed", 3));
  assert.deepEqual(lifecycle(folder), ["closed", 3, "honest", 4]);
  // Another case is another promise.
  const other = await verify(folder, { probe: "failing" });
  assert.deepEqual(
    [other.code, other.stdout],
    [0, "ID state=verifying probe=failing consecutive_passes=1\n"],
  );
  assert.deepEqual(await verify(folder, { probe: "honest", server: broken }), red("open"));
  const history = rows(folder.file("lifecycle.db"), "SELECT * FROM probe_history ORDER BY id");
  assert.deepEqual(history.map(({ passed }) => passed), [0, 1, 1, 1, 1, 0]);
  for (const { run_id: run, definition_id: definition, ts } of history) {
    assert.match(
      String(run),
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    assert.match(String(definition), /^[0-9a-f]{64}$/);
    assert.match(String(ts), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
  const definitions = history.map(({ definition_id: definition }) => definition);
  // Another server command, the same one thrice, another case, the first one again.
  assert.equal(new Set(definitions).size, 3);
  assert.equal(definitions[0], definitions[5]);
  assert.equal(new Set(definitions.slice(1, 4)).size, 1);
});

Deno.test("the compiled program verifies, too, and may do no more than its plan says", async () => {
  await using folder = await prepared();
  const finding = findingOf(folder, "flaky_read");
  const words = ["verify", "--finding", finding, "--case", "honest", "--manifest", "m.json"];
  const options = { cwd: folder.path, env: { MCPEVAL_HOME: folder.path } };
  assert.deepEqual(await run(BINARY, [...words, "--", COMPILED_DEMO], options), {
    code: 0,
    stdout: `${finding} state=verifying probe=honest consecutive_passes=1\n`,
    stderr: "",
  });
  const proof = ["--prove-permissions", ...words, "--", COMPILED_DEMO];
  assert.equal((await run(BINARY, proof, options)).code, 0);
});

Deno.test("the calls are recorded as synthetic, under the label of the finding, those of the case only", async () => {
  await using folder = await prepared();
  await Deno.remove(folder.file("store"), { recursive: true });
  assert.equal((await verify(folder, { probe: "honest" })).code, 0);
  const [file, ...more] = [...Deno.readDirSync(folder.file("store"))];
  assert.deepEqual(more, []);
  const lines = (await Deno.readTextFile(folder.file(`store/${file?.name}`))).split("\n");
  const records = lines.slice(0, -1).map((line) => JSON.parse(line));
  assert.deepEqual(
    records.map(({ seq, server, tool, outcome, kind }) => [seq, server, tool, outcome, kind]),
    [
      [1, "demo", "flaky_read", "error", "synthetic"],
      [2, "demo", "flaky_read", "error", "synthetic"],
      [3, "demo", "flaky_read", "ok", "synthetic"],
    ],
  );
});

Deno.test("everything is checked before the server is started, in the specified order", async () => {
  await using folder = await prepared();
  const mark = folder.file("started");
  const server = ["sh", "-c", `echo > '${mark}'; exec cat`];
  const NONE = { server: [] };
  const UNKNOWN = { finding: "finding-0000000000000000" };
  const nowhere = { server: [folder.file("no-such-program")] };
  const both = { more: ["--url", "http://127.0.0.1:9/mcp"] };
  const refusals: [Words, number, RegExp][] = [
    // Each row has the mistakes of all rows below it, as far as they go together.
    [{ ...UNKNOWN, ...NONE, probe: "absent" }, 2, /the case is not declared/],
    [{ ...UNKNOWN, ...NONE, probe: "pages" }, 2, /requires a tool probe/],
    [{ ...UNKNOWN, ...NONE, probe: "mutating" }, 3, /the finding is unavailable/],
    [{ ...NONE, probe: "other", tool: "describe_status" }, 3, /does not match/],
    [{ ...NONE, probe: "weak", tool: "describe_status" }, 2, /result assertion/],
    [{ ...NONE, probe: "oracle", tool: "describe_status" }, 2, /name the server under test/],
    [{ ...NONE, probe: "mutating" }, 2, /name the server under test/],
    [{ ...both, probe: "honest" }, 2, /name one server/],
    [{ ...nowhere, probe: "mutating" }, 3, /verification executable .* was not found/],
    [{ server: ["no-such-program"], probe: "honest" }, 3, /verification executable no-such-prog/],
    [{ probe: "mutating" }, 2, /give --allow-mutation/],
  ];
  for (const [words, code, message] of refusals) {
    const ran = await verify(folder, { server, ...words });
    assert.deepEqual([ran.code, ran.stdout], [code, ""], `${message}: ${ran.stderr}`);
    assert.match(ran.stderr, message);
  }
  await folder.write("m.json", '{"version": 2}');
  assert.equal((await verify(folder, { server, ...UNKNOWN, probe: "absent" })).code, 2);
  await Deno.remove(folder.file("m.json"));
  const missing = await verify(folder, { server, ...UNKNOWN, probe: "absent" });
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /write one with: mcpeval generate/);
  await assert.rejects(Deno.lstat(mark), Deno.errors.NotFound);
  assert.deepEqual(lifecycle(folder), ["open", 0, null, 0]);
});

Deno.test("without an index, and without a promotion, nothing can be verified; nothing is made", async () => {
  await using folder = await prepared();
  const finding = findingOf(folder, "flaky_read");
  const words = { finding, probe: "honest" };
  change(folder.file("index.db"), "DROP TABLE findings");
  const unpromoted = await verify(folder, words);
  assert.deepEqual([unpromoted.code, unpromoted.stdout], [3, ""]);
  assert.match(unpromoted.stderr, /mcpeval promote/);
  const home = folder.file("elsewhere");
  const empty = await verify(folder, { ...words, env: { MCPEVAL_HOME: home } });
  assert.deepEqual([empty.code, empty.stdout], [3, ""]);
  await assert.rejects(Deno.lstat(home), Deno.errors.NotFound);
});

Deno.test("databases that cannot take the result are named before the server is started", async () => {
  await using folder = await prepared();
  const finding = findingOf(folder, "flaky_read");
  const mark = folder.file("started");
  const words = { finding, probe: "honest", server: ["sh", "-c", `echo > '${mark}'; exec cat`] };
  const sound = await Deno.readFile(folder.file("lifecycle.db"));
  await Deno.writeFile(folder.file("lifecycle.db"), sound.slice(0, 5000));
  assert.deepEqual(await verify(folder, words), {
    code: 3,
    stdout: "",
    stderr: `Error: ${folder.file("lifecycle.db")}: it is damaged; restore a copy of it (without ` +
      "it, what was verified of findings is lost)\n",
  });
  await Deno.writeFile(folder.file("lifecycle.db"), sound);
  const other = new DatabaseSync(folder.file("index.db"));
  other.exec("BEGIN IMMEDIATE");
  try {
    assert.deepEqual(await verify(folder, words), {
      code: 3,
      stdout: "",
      stderr: `Error: ${folder.file("index.db")}: another process is using it; try again\n`,
    });
  } finally {
    other.close();
  }
  await assert.rejects(Deno.lstat(mark), Deno.errors.NotFound);
});

Deno.test("a mutating case runs when that is allowed; an unlisted tool is a mistake in the manifest", async () => {
  await using folder = await prepared();
  const allowed = await verify(folder, { probe: "mutating", more: ["--allow-mutation"] });
  assert.equal(allowed.code, 1);
  assert.match(
    allowed.stdout,
    /^ID state=fix-claimed probe=mutating .* reason=unexpected-outcome$/m,
  );
  const unlisted = await verify(folder, { probe: "unlisted", tool: "gone" });
  assert.deepEqual([unlisted.code, unlisted.stdout], [2, ""]);
  assert.deepEqual(lifecycle(folder, "gone"), ["open", 0, null, 0]);
});

Deno.test("a case that could not be judged leaves the finding as it was", async () => {
  await using folder = await prepared();
  const behavior = {
    tools: [entry("flaky_read")],
    on: { "tools/call": [{ exit: 1 }] },
  };
  const servers = serveBehaviors([behavior]);
  try {
    const words = { probe: "failing", more: ["--url", servers.url], server: [] };
    const ran = await verify(folder, words);
    assert.equal(ran.code, 3);
    assert.equal(ran.stdout, "ID not verified: probe=failing reason=transport-closed\n");
    assert.match(ran.stderr, /^failing transport-closed: /m);
  } finally {
    await servers.close();
  }
  assert.deepEqual(lifecycle(folder), ["open", 0, null, 0]);
  for (const server of [["sh", "-c", "exit 0"], ["false"]]) {
    const dead = await verify(folder, { probe: "failing", server });
    assert.deepEqual([dead.code, dead.stdout], [3, ""]);
    assert.match(dead.stderr, /^Error: initializing MCP server failed/m);
  }
  assert.deepEqual(lifecycle(folder), ["open", 0, null, 0]);
});

Deno.test("a run whose calls cannot be recorded verifies nothing", async () => {
  await using folder = await prepared();
  const day = new Date();
  for (const date of [day, new Date(day.getTime() + 86_400_000)]) {
    const name = `calls-${date.toISOString().slice(0, 10)}.jsonl`;
    await Deno.remove(folder.file(`store/${name}`)).catch(() => {});
    await Deno.mkdir(folder.file(`store/${name}`));
  }
  const ran = await verify(folder, { probe: "honest" });
  assert.deepEqual(
    [ran.code, ran.stdout],
    [3, "ID not verified: probe=honest reason=transport-error\n"],
  );
  assert.deepEqual(lifecycle(folder), ["open", 0, null, 0]);
});

Deno.test("over HTTP the endpoint is what is verified", async () => {
  await using folder = await prepared();
  const fails = { error: { code: -1, message: "still" } };
  const behavior = { tools: [entry("flaky_read")], on: { "tools/call": [fails] } };
  const [one, two] = [serveBehaviors([behavior]), serveBehaviors([behavior])];
  try {
    const states: string[] = [];
    for (const { url } of [one, one, two]) {
      const words = { probe: "failing", more: ["--url", url], server: [] };
      const { code, stdout } = await verify(folder, words);
      assert.equal(code, 0);
      states.push(stdout);
    }
    const line = "ID state=verifying probe=failing consecutive_passes=";
    assert.deepEqual(states, [`${line}1\n`, `${line}2\n`, `${line}1\n`]);
    const refused = await verify(folder, {
      probe: "failing",
      more: ["--url", "https://example.com/mcp"],
      server: [],
    });
    assert.deepEqual([refused.code, refused.stdout], [3, ""]);
    assert.match(refused.stderr, /--allow-remote-http/);
  } finally {
    await one.close();
    await two.close();
  }
});

Deno.test({
  name:
    "what is started counts: another content is another promise, one that changes meanwhile none",
  ignore: Deno.build.os === "windows",
  async fn() {
    await using folder = await prepared();
    const start = `exec ${DEMO.map((word) => `'${word}'`).join(" ")}\n`;
    await Deno.mkdir(folder.file("bin"));
    const program = folder.file("bin/server");
    const install = (text: string) =>
      Deno.writeTextFile(program, `#!/bin/sh\n${text}`, { mode: 0o755 });
    const passes = async (server: string[], cwd = folder.path) => {
      const env = { PATH: `${folder.file("bin")}:${Deno.env.get("PATH")}` };
      const { code, stdout, stderr } = await verify(folder, { probe: "honest", server, env, cwd });
      return [code, Number(/consecutive_passes=(\d+)/.exec(stdout)?.[1] ?? NaN), stderr];
    };
    await install(start);
    assert.deepEqual(await passes(["server"]), [0, 1, ""]);
    // The name is looked up, so the path is the same promise; so is a path from elsewhere.
    assert.deepEqual(await passes([program]), [0, 2, ""]);
    assert.deepEqual(await passes(["./server"], folder.file("bin")), [0, 3, ""]);
    await install(`# mended\n${start}`);
    assert.deepEqual(await passes(["server"]), [0, 1, ""]);

    const script = await folder.write("script.sh", start);
    assert.deepEqual(await passes(["sh", script]), [0, 1, ""]);
    assert.deepEqual(await passes(["sh", script]), [0, 2, ""]);
    await folder.write("script.sh", `: \n${start}`);
    assert.deepEqual(await passes(["sh", script]), [0, 1, ""]);

    const state = lifecycle(folder);
    await folder.write("script.sh", `echo '#' >> '${script}'\n${start}`);
    const [code, , stderr] = await passes(["sh", script]);
    assert.equal(code, 3);
    assert.match(String(stderr), /^Error: the server's program or a file of its command changed/m);
    await folder.write("script.sh", `rm '${script}'\n${start}`);
    assert.equal((await passes(["sh", script]))[0], 3);
    assert.deepEqual(lifecycle(folder), state);
  },
});

Deno.test("the plan has what is started for the engine, and the home for the keeper", async () => {
  await using folder = await tempFolder();
  const script = await folder.write("server.js", "");
  const words = ["verify", "--finding", "f", "--case", "c", "--", "sh", script, "no-file", "."];
  const options = {
    cwd: folder.path,
    env: { MCPEVAL_HOME: folder.file("h"), LD_LIBRARY_PATH: "" },
  };
  const { stdout, code } = await mcpeval(["--print-permissions", ...words], options);
  assert.equal(code, 0);
  const { engine, keeper } = JSON.parse(stdout);
  const [program, killer] = engine.run;
  assert.match(program, /^\/.*\/sh$/);
  assert.match(killer, /\/kill$/);
  const links = [program, Deno.realPathSync(program), script];
  assert.deepEqual(engine, {
    read: [...new Set(links)],
    write: [],
    net: [],
    run: [program, killer],
    env: [],
  });
  assert.deepEqual(keeper, {
    read: ["mcp-eval.manifest.json", Deno.execPath(), folder.file("h")],
    write: [folder.file("h")],
    net: [],
    run: [],
    env: [],
  });
});
