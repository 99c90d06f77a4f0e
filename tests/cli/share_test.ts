import assert from "node:assert/strict";
import { dirname } from "node:path";
import { BINARY, mcpeval, type Ran, run, SOURCE, type TempFolder, tempFolder } from "./run.ts";

/** A folder with a store in `home`. */
async function withStore(files: Record<string, string>): Promise<TempFolder> {
  const folder = await tempFolder();
  for (const [name, content] of Object.entries(files)) {
    await Deno.mkdir(dirname(folder.file(`home/store/${name}`)), { recursive: true });
    await folder.write(`home/store/${name}`, content);
  }
  return folder;
}

function share(folder: TempFolder, ...args: string[]): Promise<Ran> {
  const options = { cwd: folder.path, env: { MCPEVAL_HOME: folder.file("home") } };
  return mcpeval(["share", ...args], options);
}

const STORE = {
  "calls-1.jsonl": '{"b":1,"a":2}\n',
  "annotations-1.jsonl": '{"note":"it said a@b"}\n{"note":""}\n',
  "probes/history.jsonl": "{}\n",
};

Deno.test("share packs an envelope and says where", async () => {
  await using folder = await withStore(STORE);
  assert.deepEqual(await share(folder, "--dir", "out"), {
    code: 0,
    stdout: "share envelope: out (2 record files)\n",
    stderr: "",
  });
  const read = (name: string) => Deno.readTextFile(folder.file(name));
  assert.equal(await read("out/store/calls-1.jsonl"), '{"a":2,"b":1}\n');
  assert.equal(await read("out/store/annotations-1.jsonl"), '{"note":""}\n{"note":""}\n');
  assert.match(await read("out/SHARE.md"), /lifecycle\.db/);
});

Deno.test("notes and history are included on request", async () => {
  await using folder = await withStore(STORE);
  const more = ["--include-annotation-notes", "--include-probe-history", "--dir", "a/b/out"];
  assert.deepEqual(await share(folder, ...more), {
    code: 0,
    stdout: "share envelope: a/b/out (3 record files)\n" +
      "review before sharing: 1 annotation note(s) contain prose\n",
    stderr: "",
  });
  assert.equal(await Deno.readTextFile(folder.file("a/b/out/store/probes/history.jsonl")), "{}\n");
});

Deno.test("flagged lines are exit 1, listed on stderr, and nothing is published", async () => {
  await using folder = await withStore({
    ...STORE,
    "calls-2.jsonl": '{}\n\n{"x":"SECRET@w"}\n',
    "calls-3.jsonl": '{"/home/":1}\n',
  });
  const ran = await share(folder, "--dir", "made/out");
  assert.deepEqual([ran.code, ran.stdout], [1, ""]);
  const store = folder.file("home/store");
  const [first, second, last, ...more] = ran.stderr.split("\n");
  assert.deepEqual([first, second], [`${store}/calls-2.jsonl:2`, `${store}/calls-3.jsonl:1`]);
  assert.match(last ?? "", /^redaction sweep flagged 2 file\(s\): nothing was shared/);
  assert.deepEqual(more, [""]);
  assert.deepEqual([...Deno.readDirSync(folder.path)].map(({ name }) => name), ["home"]);
});

Deno.test("a folder with something in it is replaced only by force", async () => {
  await using folder = await withStore(STORE);
  await Deno.mkdir(folder.file("out"));
  await folder.write("out/mine", "");
  const kept = await share(folder, "--dir", "out");
  assert.deepEqual([kept.code, kept.stdout], [3, ""]);
  assert.match(kept.stderr, /^Error: .*\/out is not empty; replace it with --force\n$/);
  assert.equal((await share(folder, "--dir", "out", "--force")).code, 0);
  const names = [...Deno.readDirSync(folder.file("out"))].map(({ name }) => name).sort();
  assert.deepEqual(names, ["SHARE.md", "store"]);
});

Deno.test("places that overlap the store, links and files are exit 3, forced or not", async () => {
  await using folder = await withStore(STORE);
  await Deno.symlink("elsewhere", folder.file("link"));
  await folder.write("file", "");
  const refused: [out: string, message: RegExp][] = [
    ["home/store/out", /overlaps the capture store/],
    ["home", /overlaps the capture store/],
    [".", /overlaps the capture store/],
    ["link", /is a symbolic link/],
    ["file", /is not a folder/],
  ];
  for (const [out, message] of refused) {
    const { code, stdout, stderr } = await share(folder, "--force", "--dir", out);
    assert.deepEqual([out, code, stdout], [out, 3, ""]);
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /\n./, "the command line is in order");
  }
  assert.equal((await share(folder, "--dir", "home/out")).code, 0);
});

Deno.test("without a store there is nothing to share, and no home is made", async () => {
  await using folder = await tempFolder();
  const ran = await share(folder, "--dir", "out");
  assert.equal(ran.code, 3);
  assert.match(ran.stderr, /^Error: .*\/home\/store does not exist: nothing was captured yet\n$/);
  assert.deepEqual([...Deno.readDirSync(folder.path)], []);
  const missing = await share(folder);
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /^error: required option '--dir <folder>' not specified/);
});

Deno.test("the plan is the store for reading and the folder of the envelope", async () => {
  await using folder = await withStore(STORE);
  const options = { env: { MCPEVAL_HOME: folder.file("home") } };
  const plan = async (out: string) => {
    const words = ["--print-permissions", "share", "--dir", folder.file(out)];
    return JSON.parse((await mcpeval(words, options)).stdout).keeper;
  };
  const root = await Deno.realPath(folder.path);
  const lists = { net: [], run: [], env: [] };
  const store = folder.file("home/store");
  assert.deepEqual(await plan("out"), { read: [store, root], write: [root], ...lists });
  const made = `${root}/a`;
  assert.deepEqual(await plan("a/b/out"), { read: [store, made], write: [made], ...lists });
  assert.deepEqual([...Deno.readDirSync(folder.path)].map(({ name }) => name), ["home"]);
});

Deno.test("the compiled program packs, too", async () => {
  await using folder = await withStore(STORE);
  const options = { cwd: folder.path, env: { MCPEVAL_HOME: "home" } };
  assert.deepEqual(await run(BINARY, ["share", "--dir", "new/out"], options), {
    code: 0,
    stdout: "share envelope: new/out (2 record files)\n",
    stderr: "",
  });
});

const unix = { ignore: Deno.build.os === "windows" };
// Enough to be at it for seconds.
const LARGE = `${JSON.stringify({ a: Array.from({ length: 500 }, (_, at) => at) })}\n`.repeat(
  30_000,
);
const names = (path: string) => [...Deno.readDirSync(path)].map(({ name }) => name);

/** Sends a signal to a share in the middle of its work. */
async function interrupt(folder: TempFolder, signal: Deno.Signal): Promise<Deno.CommandOutput> {
  const [program = "", ...args] = SOURCE;
  const child = new Deno.Command(program, {
    args: [...args, "share", "--dir", folder.file("a/out")],
    env: { MCPEVAL_HOME: folder.file("home") },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const isStaging = () => names(folder.path).includes("a") && names(folder.file("a")).length > 0;
  while (!isStaging()) await new Promise((resolve) => setTimeout(resolve, 1));
  child.kill(signal);
  return await child.output();
}

for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143]] as const) {
  Deno.test(`${signal} in the middle of share leaves nothing behind`, unix, async () => {
    await using folder = await withStore({ "calls-1.jsonl": LARGE });
    const { code: exit, stdout, stderr } = await interrupt(folder, signal);
    assert.deepEqual([exit, stdout.length, stderr.length], [code, 0, 0]);
    assert.deepEqual(names(folder.path), ["home"]);
  });
}

Deno.test("what a killed share leaves is as the guide says, and stays", unix, async () => {
  await using folder = await withStore({ "calls-1.jsonl": LARGE });
  await interrupt(folder, "SIGKILL");
  const [left = "", ...more] = names(folder.file("a"));
  assert.match(left, /^\.mcpeval-share-[0-9a-f-]{36}$/);
  assert.deepEqual(more, []);
  assert.equal(((await Deno.stat(folder.file(`a/${left}`))).mode ?? 0) & 0o777, 0o700);
  await folder.write("home/store/calls-1.jsonl", "{}\n");
  assert.equal((await share(folder, "--dir", "a/out")).code, 0);
  assert.deepEqual(names(folder.file("a")).sort(), [left, "out"]);
});
