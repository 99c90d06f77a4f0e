import assert from "node:assert/strict";
import { type CallOptions, index, promoted } from "../store/findings/journal.ts";
import { BINARY, mcpeval, type Ran, run, SOURCE, type TempFolder, tempFolder } from "./run.ts";

const ID = "finding-c51a0331c38ffd99";

const unix = { ignore: Deno.build.os === "windows" };

async function homeWithFinding(call: CallOptions = {}): Promise<TempFolder> {
  const folder = await tempFolder();
  await index(folder.path, [[call], [call]]);
  await promoted(folder.path);
  return folder;
}

/** Runs generate in a folder, which is also the home. */
function generate(folder: TempFolder, ...args: string[]): Promise<Ran> {
  return mcpeval(["generate", "--finding", ID, "--output", "made.json", ...args], {
    cwd: folder.path,
    env: { MCPEVAL_HOME: folder.path },
  });
}

Deno.test("a generated manifest is loaded by mcpeval, and its placeholders are named", async () => {
  await using folder = await homeWithFinding({
    args: { b: { array: 1, items: "uuid" }, a: "uuid" },
  });
  assert.deepEqual(await generate(folder, "--confirm-read-only"), {
    code: 0,
    stdout: `${ID}\n` +
      "probe=degradation-over-n max_attempts=3\n" +
      "fill: a (uuid)\n" +
      'fill: b ({"array":1,"items":"uuid"})\n' +
      "fill the placeholders in made.json before mcpeval verify\n",
    stderr: "",
  });
  const [probe] = JSON.parse(await Deno.readTextFile(folder.file("made.json"))).probes;
  assert.deepEqual(probe.arguments, { a: "00000000-0000-0000-0000-000000000000", b: [] });
  assert.deepEqual([probe.id, probe.access, probe.tool], [ID, "read_only", "save"]);
});

Deno.test("an expectation makes another case, and neither its path nor its values are shown", async () => {
  await using folder = await homeWithFinding();
  const expect = ["--expect", "SECRET.json"];
  await folder.write("SECRET.json", '{"outcome":"ok","equals":{"done":true}}');
  assert.deepEqual(await generate(folder, "--confirm-read-only", ...expect), {
    code: 0,
    stdout: `${ID}\nprobe=instruction-fidelity\n`,
    stderr: "",
  });
  const made = await Deno.readTextFile(folder.file("made.json"));
  assert.deepEqual(JSON.parse(made).probes[0].expect.equals, { done: true });

  for (const text of ['{"outcome":"SECRET"}', "SECRET", '{"outcome":"ok","SECRET field":1}']) {
    await folder.write("SECRET.json", text);
    const ran = await generate(folder, "--confirm-read-only", "--force", ...expect);
    assert.deepEqual([ran.code, ran.stdout], [3, ""], text);
    assert.doesNotMatch(ran.stderr, /SECRET/, text);
  }
  await Deno.remove(folder.file("SECRET.json"));
  assert.deepEqual(await generate(folder, "--confirm-read-only", "--force", ...expect), {
    code: 3,
    stdout: "",
    stderr: "Error: reading the file after --expect failed: no such file or folder\n",
  });
  assert.equal(await Deno.readTextFile(folder.file("made.json")), made);
});

Deno.test("an existing file is replaced with --force only", async () => {
  await using folder = await homeWithFinding();
  await folder.write("made.json", "mine");
  assert.deepEqual(await generate(folder, "--confirm-read-only"), {
    code: 3,
    stdout: "",
    stderr: "Error: made.json exists; replace it with --force\n",
  });
  assert.equal(await Deno.readTextFile(folder.file("made.json")), "mine");
  assert.equal((await generate(folder, "--confirm-read-only", "--force")).code, 0);
  assert.match(await Deno.readTextFile(folder.file("made.json")), /^\{\n {2}"version": 1,\n/);
});

Deno.test("a manifest on standard output stands there alone", async () => {
  await using folder = await homeWithFinding({ args: { a: "uuid" } });
  const options = { cwd: folder.path, env: { MCPEVAL_HOME: folder.path } };
  const args = ["generate", "--finding", ID, "--output", "-", "--confirm-read-only"];
  const { code, stdout, stderr } = await mcpeval(args, options);
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).probes[0].id, ID);
  assert.equal(
    stderr,
    `${ID}\nprobe=degradation-over-n max_attempts=3\nfill: a (uuid)\n` +
      "fill the placeholders in the manifest before mcpeval verify\n",
  );
  await assert.rejects(Deno.stat(folder.file("-")), Deno.errors.NotFound);
});

Deno.test("a device or a pipe holds nothing that --force would replace", unix, async () => {
  await using folder = await homeWithFinding({ args: { a: "uuid" } });
  const options = { cwd: folder.path, env: { MCPEVAL_HOME: folder.path } };
  const args = ["generate", "--finding", ID, "--confirm-read-only", "--output"];
  const said = `${ID}\nprobe=degradation-over-n max_attempts=3\nfill: a (uuid)\n` +
    "fill the placeholders in the manifest before mcpeval verify\n";
  assert.deepEqual(await mcpeval([...args, "/dev/null"], options), {
    code: 0,
    stdout: said,
    stderr: "",
  });
  const errors = await mcpeval([...args, "/dev/stderr"], options);
  assert.deepEqual([errors.code, errors.stdout], [0, said]);
  assert.equal(JSON.parse(errors.stderr).probes[0].id, ID);
  for (const program of [SOURCE, BINARY]) {
    const words = ["sh", "-c", '{ "$@" /dev/fd/3 | cat >&2; } 3>&1', "sh", ...program];
    const piped = await run(words, args, options);
    assert.deepEqual([piped.code, piped.stderr], [0, said]);
    assert.equal(JSON.parse(piped.stdout).probes[0].id, ID);
  }
});

Deno.test("a manifest that cannot be written is not printed: stdout has another form", async () => {
  await using folder = await homeWithFinding();
  const env = { MCPEVAL_HOME: folder.path };
  const output = folder.file("no/such.json");
  const args = ["generate", "--finding", ID, "--output", output, "--confirm-read-only"];
  assert.deepEqual(await mcpeval(args, { env }), {
    code: 3,
    stdout: "",
    stderr: `Error: writing ${output} failed: its folder does not exist\n`,
  });
});

Deno.test("the attestation is mandatory, an unknown finding and an unusable one are exit 3", async () => {
  await using folder = await homeWithFinding({ code: undefined, observed: ["false-success"] });
  const without = await generate(folder);
  assert.equal(without.code, 2);
  assert.match(without.stderr, /^error: required option '--confirm-read-only' not specified/);
  assert.deepEqual(await generate(folder, "--confirm-read-only"), {
    code: 3,
    stdout: "",
    stderr: "Error: what a right answer is was not recorded for false-success; say it with " +
      "--expect\n",
  });
  const options = { cwd: folder.path, env: { MCPEVAL_HOME: folder.path } };
  const unknown = ["--finding", "SECRET", "--output", "made.json", "--confirm-read-only"];
  assert.deepEqual(await mcpeval(["generate", ...unknown], options), {
    code: 3,
    stdout: "",
    stderr: "Error: there is no such finding; mcpeval findings lists the current ones\n",
  });
  assert.deepEqual(
    [...Deno.readDirSync(folder.path)].map(({ name }) => name).sort(),
    ["index.db", "lifecycle.db", "store"],
  );
});

Deno.test("generate reads the index and the expectation, and writes its output only", async () => {
  await using folder = await tempFolder();
  const options = { cwd: folder.path, env: { MCPEVAL_HOME: folder.file("home") } };
  const args = [
    ...["generate", "--finding", ID, "--output", "made.json", "--confirm-read-only"],
    ...["--expect", "expect.json"],
  ];
  const printed = await mcpeval(["--print-permissions", ...args], options);
  const database = folder.file("home/index.db");
  assert.deepEqual(JSON.parse(printed.stdout), {
    engine: null,
    keeper: {
      read: [
        ...["", "-journal", "-wal", "-shm"].map((ending) => `${database}${ending}`),
        ...["expect.json", "made.json", "made.json.partial"],
      ],
      write: ["made.json", "made.json.partial"],
      net: [],
      run: [],
      env: [],
    },
  });
  assert.equal((await mcpeval(["--prove-permissions", ...args], options)).code, 0);
  assert.deepEqual([...Deno.readDirSync(folder.path)], []);
});
