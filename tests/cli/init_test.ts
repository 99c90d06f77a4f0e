import assert from "node:assert/strict";
import { BINARY, DEMO, mcpeval, type Ran, run, tempFolder } from "./run.ts";

function init(output: string, ...more: string[]): Promise<Ran> {
  return mcpeval(["init", "--server", "demo", "--output", output, ...more]);
}
const demo = ["--", DEMO];

Deno.test("init writes 25 cases for the demo and says so", async () => {
  await using folder = await tempFolder();
  const output = folder.file("demo.manifest.json");
  const { code, stdout, stderr } = await init(output, "--confirm-read-only", ...demo);
  assert.deepEqual([code, stderr], [0, ""]);
  const [first, ...rest] = stdout.trimEnd().split("\n");
  assert.equal(
    first,
    `wrote ${output} (12 tools, 25 cases: discovery-cost 1, token-cost 1, pagination 1, ` +
      "protocol-negotiation 1, surface-listing 1, schema-guessability 6, degradation-over-n 6, " +
      "latency-budget 6, contention 1, payload-bounds 1) (2 tools skipped by annotations)",
  );
  assert.deepEqual(rest.slice(0, 6), [
    "  skipped flaky_read: the call with {} failed",
    "  skipped break_session: destructiveHint",
    "  skipped recover_session: readOnlyHint=false",
    "  skipped sampled_read: asks for sampling",
    "  skipped elicited_read: asks for elicitation",
    "  skipped publish_status: announces a changed resource",
  ]);
  assert.match(rest[6] ?? "", /^next: .*error-honesty.*completion.*mcpeval probe/);
  const manifest = JSON.parse(await Deno.readTextFile(output));
  assert.equal(manifest.probes.length, 25);
  assert.deepEqual(manifest.probes[0], {
    probe: "discovery-cost",
    id: "discovery-budget",
    access: "read_only",
    max_tools: 24,
    max_schema_bytes: 4524,
  });
});

Deno.test("a dry run calls nothing, writes nothing, ignores an existing file", async () => {
  await using folder = await tempFolder();
  const output = await folder.write("m.json", "mine");
  const { code, stdout } = await init(output, "--dry-run", "--tool", "report_weather", ...demo);
  assert.equal(code, 0);
  const lines = stdout.trimEnd().split("\n");
  assert.equal(lines[0], "describe_status  skipped: not in --tool");
  assert.equal(lines[8], "report_weather  candidate (readOnlyHint)");
  assert.match(lines[12] ?? "", /^dry run:/);
  assert.equal(lines.length, 13);
  assert.equal(await Deno.readTextFile(output), "mine");
});

Deno.test("an existing file is kept without --force and replaced with it", async () => {
  await using folder = await tempFolder();
  const output = await folder.write("m.json", "mine");
  const kept = await init(output, "--tool", "describe_status", ...demo);
  assert.deepEqual([kept.code, kept.stdout], [3, ""]);
  assert.match(kept.stderr, /^Error: .*m\.json exists; replace it with --force\n$/);
  assert.equal(await Deno.readTextFile(output), "mine");
  const replaced = await init(output, "--force", "--tool", "describe_status", ...demo);
  assert.equal(replaced.code, 0);
  assert.equal(JSON.parse(await Deno.readTextFile(output)).version, 1);
});

Deno.test("a link to the manifest stays a link", async () => {
  await using folder = await tempFolder();
  await folder.write("real.json", "mine");
  await Deno.symlink("real.json", folder.file("link.json"));
  const { code } = await init(
    folder.file("link.json"),
    ...["--force", "--tool", "describe_status", ...demo],
  );
  assert.equal(code, 0);
  assert.ok((await Deno.lstat(folder.file("link.json"))).isSymlink);
  assert.equal(JSON.parse(await Deno.readTextFile(folder.file("real.json"))).version, 1);
});

Deno.test("a failed write is exit 3, names the path and leaves no partial file", async () => {
  await using folder = await tempFolder();
  const nowhere = folder.file("none/m.json");
  const ran = await init(nowhere, "--tool", "describe_status", ...demo);
  assert.deepEqual([ran.code, ran.stdout], [3, ""]);
  assert.equal(ran.stderr, `Error: writing ${nowhere} failed: its folder does not exist\n`);
  assert.deepEqual([...Deno.readDirSync(folder.path)], []);
});

Deno.test("a disk that is full in mid-write leaves the old file and no partial one", async () => {
  await using folder = await tempFolder();
  const output = await folder.write("m.json", "mine");
  // A limit on the size of files stands for the full disk: the write after it fails.
  const limited = ["sh", "-c", 'trap "" XFSZ; ulimit -f 1; exec "$@"', "sh", ...BINARY];
  const ran = await run(limited, ["init", "--server=a", "--force", "--output", output, ...demo]);
  assert.equal(ran.code, 3);
  assert.match(ran.stderr, /^Error: writing .*m\.json failed: \w+\n$/);
  // What the server told is not lost.
  assert.equal(JSON.parse(ran.stdout).version, 1);
  assert.equal(await Deno.readTextFile(output), "mine");
  assert.deepEqual([...Deno.readDirSync(folder.path)].map(({ name }) => name), ["m.json"]);
});

/** Bad input: options, exit code, what the message has to say. */
const BAD: [options: string[], code: number, message: RegExp][] = [
  [["--server=bad label"], 3, /^Error: the server label is invalid/],
  [["--server=a"], 3, /^Error: name the server under test/],
  [["--server=a", "--tool=no such", ...demo], 2, /^Error: a --tool name is invalid/],
  [["--server=a", "--tool=nope", ...demo], 2, /^Error: --tool nope\b/],
  [["--server=a", "--tool=break_session", ...demo], 2, /--tool break_session.*destructiveHint/],
  [["--server=a", "--tool=recover_session", ...demo], 2, /recover_session.*readOnlyHint=false/],
  [["--server=a", "--arguments=none.json", ...demo], 2, /^Error: reading none\.json failed/],
  [["--server=a", "--arguments=bad.json", ...demo], 2, /bad\.json/],
  [["--server=a", "--arguments=unlisted.json", ...demo], 2, /other_tool/],
  [["--server=a", "--arguments=unfit.json", ...demo], 2, /report_weather/],
  [["--server=a", "--arguments=writer.json", ...demo], 2, /break_session/],
];

Deno.test("bad input ends with its exit code, names place and remedy, quotes no value", async () => {
  await using folder = await tempFolder();
  await folder.write("bad.json", '{"report_weather": "SECRET-1"');
  await folder.write("unlisted.json", '{"other_tool": {"a": "SECRET-1"}}');
  await folder.write("unfit.json", '{"report_weather": {"city": ["SECRET-1"]}}');
  await folder.write("writer.json", '{"break_session": {"a": "SECRET-1"}}');
  for (const [options, code, message] of BAD) {
    const ran = await mcpeval(["init", "--output=out.json", ...options], { cwd: folder.path });
    assert.deepEqual([options, ran.code, ran.stdout], [options, code, ""]);
    assert.match(ran.stderr, message);
    assert.ok(!ran.stderr.includes("SECRET-1"));
  }
  const files = [...Deno.readDirSync(folder.path)].map(({ name }) => name).sort();
  assert.deepEqual(files, ["bad.json", "unfit.json", "unlisted.json", "writer.json"]);
});

Deno.test("arguments from a file are used in the cases", async () => {
  await using folder = await tempFolder();
  const file = await folder.write("args.json", '{"report_weather": {"city": "Turku"}}');
  const output = folder.file("m.json");
  const { code } = await init(output, "--tool=report_weather", "--arguments", file, ...demo);
  assert.equal(code, 0);
  const { probes } = JSON.parse(await Deno.readTextFile(output));
  const repeat = probes.find(({ id }: { id: string }) => id === "report_weather-repeat");
  assert.deepEqual(repeat.arguments, { city: "Turku" });
});
