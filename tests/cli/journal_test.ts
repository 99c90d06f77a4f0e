/**
 * The calls of `probe` and `compare` in the journal. MCPEVAL_REFERENCE names another implementation
 * to compare with; without it that comparison is skipped and says so.
 */

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { serveBehaviors } from "../probes/http-server.ts";
import { REFERENCE } from "../report/reference.ts";
import {
  ALL_KINDS,
  folderWith,
  lineOf,
  ODD_CASES,
  ODD_SERVER,
  type ReadRecord,
  readRecords,
} from "./journals.ts";
import { type Ran, run, SOURCE, type TempFolder, testServer } from "./run.ts";

if (REFERENCE === undefined) {
  console.error("comparison with the reference skipped: MCPEVAL_REFERENCE is unset");
}

const DEMO = testServer("demo/main.ts");
const FAKE = fileURLToPath(new URL("../probes/fake-server.ts", import.meta.url));
const gateOnly = (...words: string[]) => [
  ...["probe", "--server", "demo", "--gate-only", "--allow-mutation"],
  ...words,
];

/** Probes in a folder of {@link folderWith}. */
function probe(
  folder: TempFolder,
  words: string[],
  { home = folder.file("home"), program = SOURCE as readonly string[] } = {},
): Promise<Ran> {
  const env = { MCPEVAL_HOME: home, MCPEVAL_SESSION: "sess-1" };
  return run(program, words, { cwd: folder.path, env });
}

/** The command of the server that fails in many ways. */
async function oddServer(folder: TempFolder): Promise<string[]> {
  await Deno.mkdir(folder.file("started"));
  const behaviors = { processes: [ODD_SERVER], folder: folder.file("started") };
  const file = await folder.write("behaviors.json", JSON.stringify(behaviors));
  return [Deno.execPath(), "run", "-A", "--quiet", "--no-config", "--no-lock", FAKE, file];
}

const FLAKY = '"retryable":true,"template":"{message}"';

Deno.test("every call of every kind of case is recorded, in order, and nothing else", async () => {
  await using folder = await folderWith(ALL_KINDS);
  const { code, stdout } = await probe(folder, gateOnly("--", ...DEMO));
  assert.equal(code, 0, stdout);
  const records = readRecords(folder.file("home"));
  const lines = records.map(lineOf).map((line) => line.replace(/,"template_id":"\w{16}"/, ""));
  assert.deepEqual(lines, [
    "1 read_counter {} ok",
    "2 read_counter {} ok",
    `3 flaky_read {} error {"code":-32001,${FLAKY}}`,
    `4 flaky_read {} error {"code":-32001,${FLAKY}}`,
    "5 flaky_read {} ok",
    '6 break_session {} error {"code":-32002,"retryable":false,"template":"{message}"}',
    '7 recover_session {"float":"num:1.5","int":"num:18446744073709"} ok',
    '8 session_status {"enum":"enum:member","url":"str<32","uuid":"str<128"} ok',
    "9 describe_status {} ok",
    "10 read_counter {} ok",
    "11 read_counter {} ok",
    '12 describe_status {"array":3,"empty":{"array":0,"items":"empty"},' +
    '"list":{"array":2,"items":{"a":"bool:true","b":"null"}}} ok',
    '13 report_weather {"city":"num:7"} error ' +
    '{"code":-32602,"retryable":false,"template":"{message}"}',
    "14 read_counter {} ok",
    "15 read_counter {} ok",
    '16 report_weather {"city":"str>4096","unit":"str<8"} ok',
    "17 slow_read {} ok",
    "18 slow_read {} ok",
    "19 sampled_read {} ok",
    "20 elicited_read {} ok",
    "21 publish_status {} ok",
    "22 describe_status {} ok",
    "23 read_counter {} ok",
    "24 describe_status {} ok",
    "25 read_counter {} ok",
  ]);
  const latencies = records.map((record) => Number(record["latency_ms"]));
  assert.ok(latencies.every((ms) => Number.isInteger(ms) && ms >= 0 && ms < 60_000));
  // The demo server takes 400 ms; what asks the client has no latency of its own.
  assert.deepEqual([16, 17].map((n) => (latencies[n] ?? 0) >= 400), [true, true]);
  assert.deepEqual([18, 19].map((n) => latencies[n]), [0, 0]);
  assert.equal(new Set(records.map(captureOf)).size, 1);
  assert.equal(new Set(records.map(({ session }) => session)).size, 1);
  assert.doesNotMatch(String(records[0]?.["session"]), /abe633f3/, "MCPEVAL_SESSION is for shims");
});

function captureOf({ identity }: ReadRecord): unknown {
  return (identity as { capture_id: unknown }).capture_id;
}

const ODD_LINES = [
  "1 plain {} ok",
  '2 coded {} error {"code":-32000,"retryable":false,"template":"{message}",' +
  '"template_id":"e6fddbf31ceca3a7"}',
  '3 talkative {} error {"code":16,"layer":"str<8","kind":"str<128","template":"{message}",' +
  '"template_id":"9954f161dcbbb504"}',
  '4 wordless {} error {"code":1}',
  '5 failing {} error {"code":"tool-error","template":"{message}",' +
  '"template_id":"21a22d4c6ad6fb7d"}',
  '6 silent {} error {"code":"tool-error","template":"{message}",' +
  '"template_id":"d2ee5af577e69136"}',
];

Deno.test("errors of every make are recorded alike over stdio and over HTTP", async () => {
  await using folder = await folderWith(ODD_CASES);
  const { code, stdout } = await probe(folder, gateOnly("--", ...await oddServer(folder)));
  assert.equal(code, 3, stdout);
  assert.deepEqual(readRecords(folder.file("home")).map(lineOf), ODD_LINES);

  await using other = await folderWith(ODD_CASES);
  const servers = serveBehaviors([ODD_SERVER]);
  try {
    const { code } = await probe(other, gateOnly("--url", servers.url));
    assert.equal(code, 3);
    assert.deepEqual(readRecords(other.file("home")).map(lineOf), ODD_LINES);
  } finally {
    await servers.close();
  }
});

Deno.test("each server of a comparison is a capture and a session of its own", async () => {
  await using folder = await folderWith(ODD_CASES);
  const servers = serveBehaviors([ODD_SERVER]);
  try {
    const endpoints = ["a", "b"].flatMap((label) => ["--endpoint", `${label}=${servers.url}`]);
    const words = ["compare", "--server", "demo", "--gate-only", "--jobs", "2", ...endpoints];
    const { code, stdout } = await probe(folder, words);
    assert.equal(code, 3, stdout);
  } finally {
    await servers.close();
  }
  const captures = Map.groupBy(readRecords(folder.file("home")), captureOf);
  assert.equal(captures.size, 2);
  const sessions = [...captures.values()].map((records) => {
    assert.deepEqual(records.map(lineOf), ODD_LINES);
    return new Set(records.map(({ session }) => session));
  });
  assert.deepEqual(sessions.map(({ size }) => size), [1, 1]);
  assert.notDeepEqual(sessions[0], sessions[1]);
});

Deno.test("the battery, score, init and a case that calls nothing leave no record", async () => {
  const pages = { probe: "pagination", id: "pages", access: "read_only", max_pages: 5 };
  await using folder = await folderWith({ version: 1, sandboxes: {}, probes: [pages] });
  const measured = await probe(folder, ["probe", "--server", "demo", "--", ...DEMO]);
  assert.deepEqual([measured.code, readRecords(folder.file("home"))], [0, []]);

  const home = folder.file("elsewhere");
  for (const words of [["score"], ["init", "--output", "new.json"]]) {
    const ran = await probe(folder, [...words, "--server", "demo", "--", ...DEMO], { home });
    assert.equal(ran.code, 0, ran.stderr);
  }
  await assert.rejects(Deno.lstat(home), Deno.errors.NotFound);
});

Deno.test("a home that cannot be made ends the run before a tool is called", async () => {
  await using folder = await folderWith(ODD_CASES);
  await folder.write("file", "");
  const server = await oddServer(folder);
  const { code, stdout, stderr } = await probe(folder, gateOnly("--", ...server), {
    home: folder.file("file"),
  });
  assert.deepEqual([code, stdout], [3, ""]);
  assert.match(stderr, /^Error: creating .*\/file\/store failed: /m);
  const started = [...Deno.readDirSync(folder.file("started"))];
  const received = started.map(({ name }) => Deno.readTextFileSync(folder.file(`started/${name}`)));
  assert.doesNotMatch(received.join(""), /tools\/call/);
});

Deno.test("a case whose calls cannot be recorded is not judged; the others are", async () => {
  const pages = { probe: "pagination", id: "pages", access: "read_only", max_pages: 5 };
  const [plain] = ODD_CASES.probes;
  await using folder = await folderWith({ version: 1, sandboxes: {}, probes: [plain, pages] });
  const day = new Date();
  for (const date of [day, new Date(day.getTime() + 86_400_000)]) {
    const name = `calls-${date.toISOString().slice(0, 10)}.jsonl`;
    await Deno.mkdir(folder.file(`home/store/${name}`), { recursive: true });
  }
  const ran = await probe(folder, gateOnly("--", ...await oddServer(folder)));
  assert.equal(ran.code, 3);
  assert.match(ran.stdout, /^plain instruction-fidelity error reason=transport-error$/m);
  assert.match(ran.stdout, /^pages pagination pass /m);
  assert.match(ran.stderr, /^plain transport-error: recording a call failed: .*calls-/m);
});

Deno.test({
  name: "an interrupt leaves whole records of what was called",
  ignore: Deno.build.os === "windows",
  async fn() {
    const many = { probe: "degradation-over-n", id: "many", max_attempts: 100 };
    const repeat = { ...many, tool: "slow_read", access: "read_only", arguments: {} };
    await using folder = await folderWith({ version: 1, sandboxes: {}, probes: [repeat] });
    const [program = "", ...args] = SOURCE;
    const child = new Deno.Command(program, {
      args: [...args, ...gateOnly("--", ...DEMO)],
      cwd: folder.path,
      env: { MCPEVAL_HOME: folder.file("home") },
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    const status = child.status;
    await Deno.mkdir(folder.file("home/store"));
    for await (const { paths } of Deno.watchFs(folder.file("home/store"))) {
      if (paths.some((path) => path.includes("calls-")) && recordsSoFar(folder) >= 2) break;
    }
    child.kill("SIGINT");
    assert.equal((await status).code, 130);
    const records = readRecords(folder.file("home"));
    assert.deepEqual(records.map(({ seq }) => seq), records.map((_, index) => index + 1));
    assert.ok(records.length >= 2 && records.length < 100);
  },
});

function recordsSoFar(folder: TempFolder): number {
  const files = [...Deno.readDirSync(folder.file("home/store"))];
  return files.map(({ name }) => Deno.readTextFileSync(folder.file(`home/store/${name}`)))
    .join("").split("\n").length - 1;
}

const ASPECTS = [null, "unstable-errors", "sampling", "elicitation", "cancellation", "flaky"];

for (const aspect of ASPECTS) {
  Deno.test({
    name: `the reference records the same of the demo server${aspect ? `, ${aspect}` : ""}`,
    ignore: REFERENCE === undefined,
    fn: async () => {
      await using folder = await folderWith(ALL_KINDS);
      const broken = aspect === null ? [] : ["--broken", aspect];
      await compareWithReference(folder, ["--", ...DEMO, ...broken]);
    },
  });
}

Deno.test({
  name: "the reference records the same of errors of every make, over stdio and over HTTP",
  ignore: REFERENCE === undefined,
  fn: async () => {
    await using folder = await folderWith(ODD_CASES);
    await compareWithReference(folder, ["--", ...await oddServer(folder)]);
    await Deno.remove(folder.file("theirs"), { recursive: true });
    await Deno.remove(folder.file("home/store"), { recursive: true });
    const servers = serveBehaviors([ODD_SERVER]);
    try {
      await compareWithReference(folder, ["--url", servers.url]);
    } finally {
      await servers.close();
    }
  },
});

/** Both programs have the same salt, so fingerprints compare, too. */
async function compareWithReference(folder: TempFolder, server: string[]): Promise<void> {
  const theirs = folder.file("theirs");
  await Deno.mkdir(theirs);
  await Deno.copyFile(folder.file("home/.salt"), `${theirs}/.salt`);
  const words = gateOnly(...server);
  const one = await probe(folder, words, { home: theirs, program: [REFERENCE ?? ""] });
  const two = await probe(folder, words);
  assert.equal(two.code, one.code);
  const [expected, records] = [readRecords(theirs), readRecords(folder.file("home"))];
  assert.deepEqual(records.map(lineOf), expected.map(lineOf));
  assert.deepEqual(records.map(Object.keys), expected.map(Object.keys));
}
