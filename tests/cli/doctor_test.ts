import assert from "node:assert/strict";
import { BINARY, mcpeval, type Ran, run, tempFolder } from "./run.ts";

function doctor(home: string, ...args: string[]): Promise<Ran> {
  return mcpeval(["doctor", ...args], { env: { MCPEVAL_HOME: home } });
}

Deno.test("doctor counts files, lists flagged lines, counts notes, names the salt", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(folder.file("store/sub"), { recursive: true });
  const calls = await folder.write("store/calls-1.jsonl", '{}\n{"a":"q@w"}\n\n{"password":1}');
  const sub = await folder.write("store/sub/x.jsonl", '{"p":"/home/x"}\n');
  await folder.write("store/annotations-1.jsonl", '{"note":"me@here"}\n{"note":""}\n');
  const expected = {
    code: 1,
    stdout: `scanned 3 files\n${calls}:2\n${calls}:4\n${sub}:1\n` +
      "1 annotation notes contain agent prose; review before sharing\n" +
      `do not share: ${folder.path}/.salt (fingerprint salt)\n`,
    stderr: "",
  };
  assert.deepEqual(await doctor(folder.path), expected);
  assert.deepEqual(await doctor(folder.path, "--check-redaction"), expected);
});

Deno.test("a clean store is exit 0, and an empty one is made", async () => {
  await using folder = await tempFolder();
  assert.deepEqual(await doctor(folder.file("home")), {
    code: 0,
    stdout: `scanned 0 files\ndo not share: ${folder.path}/home/.salt (fingerprint salt)\n`,
    stderr: "",
  });
  assert.deepEqual([...Deno.readDirSync(folder.file("home"))].map(({ name }) => name), ["store"]);
});

Deno.test("a relative home is shown as it was named", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(folder.file("home/store"), { recursive: true });
  await folder.write("home/store/a.jsonl", "a@b\n");
  const options = { cwd: folder.path, env: { MCPEVAL_HOME: "home" } };
  assert.deepEqual(await mcpeval(["doctor"], options), {
    code: 1,
    stdout: "scanned 1 files\nhome/store/a.jsonl:1\ndo not share: home/.salt (fingerprint salt)\n",
    stderr: "",
  });
});

Deno.test("what cannot be swept is exit 3, with its place and without its content", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(folder.file("store"));
  const path = await folder.write("store/a.jsonl", Uint8Array.of(0x53, 0xff, 0x0a));
  assert.deepEqual(await doctor(folder.path), {
    code: 3,
    stdout: "",
    stderr: `Error: ${path} line 1 is not UTF-8\n`,
  });
  await Deno.remove(path);
  await Deno.symlink("/etc/passwd", path);
  assert.deepEqual(await doctor(folder.path), {
    code: 3,
    stdout: "",
    stderr: `Error: ${path} is a symbolic link; the store must not hold any\n`,
  });
});

Deno.test("the sweep may touch the store only, and cannot leave it", async () => {
  await using folder = await tempFolder();
  const store = folder.file("store");
  const options = { env: { MCPEVAL_HOME: folder.path } };
  const printed = await mcpeval(["--print-permissions", "doctor"], options);
  assert.deepEqual(JSON.parse(printed.stdout), {
    engine: null,
    keeper: { read: [store], write: [store], net: [], run: [], env: [] },
  });
  assert.equal((await mcpeval(["--prove-permissions", "doctor"], options)).code, 0);
});

Deno.test("the compiled program sweeps, too", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(folder.file("store"));
  const path = await folder.write("store/a.jsonl", "{}\na@b\n");
  assert.deepEqual(await run(BINARY, ["doctor"], { env: { MCPEVAL_HOME: folder.path } }), {
    code: 1,
    stdout: `scanned 1 files\n${path}:2\ndo not share: ${folder.path}/.salt (fingerprint salt)\n`,
    stderr: "",
  });
});
