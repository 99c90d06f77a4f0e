import assert from "node:assert/strict";
import { IncompleteError } from "../../core/errors.ts";
import { openStore } from "../../store/calls.ts";
import { loadSalt } from "../../store/salt.ts";
import { tempFolder } from "../cli/run.ts";
import { exitOf, startWriter } from "./writers.ts";

const windows = Deno.build.os === "windows";

Deno.test("a salt is made once: 32 bytes, for its owner only, with nothing left beside it", async () => {
  await using folder = await tempFolder();
  const salt = await loadSalt(folder.path);
  assert.equal(salt.length, 32);
  assert.deepEqual(await loadSalt(folder.path), salt);
  assert.deepEqual([...Deno.readDirSync(folder.path)].map(({ name }) => name), [".salt"]);
  const { mode } = await Deno.stat(folder.file(".salt"));
  if (!windows) assert.equal((mode ?? 0) & 0o777, 0o600);
});

Deno.test("what a killed process left of a salt is removed once it is old, and nothing else", async () => {
  await using folder = await tempFolder();
  const names = [".salt.tmp-old", ".salt.tmp-new", ".salt.old", "salt.tmp-old"];
  for (const name of names) {
    const path = await folder.write(name, new Uint8Array(32));
    const old = new Date(Date.now() - 3_600_000);
    if (!name.endsWith("new")) await Deno.utime(path, old, old);
  }
  await Deno.mkdir(folder.file(".salt.tmp-folder"));
  const left = () => [...Deno.readDirSync(folder.path)].map(({ name }) => name).sort();
  const kept = [".salt", ".salt.old", ".salt.tmp-folder", ".salt.tmp-new", "salt.tmp-old"];
  await loadSalt(folder.path);
  assert.deepEqual(left(), kept);
  const path = await folder.write(".salt.tmp-old", "");
  await Deno.utime(path, 0, 0);
  await loadSalt(folder.path);
  assert.deepEqual(left(), kept);
});

Deno.test("two homes have two salts", async () => {
  await using one = await tempFolder();
  await using two = await tempFolder();
  assert.notDeepEqual(await loadSalt(one.path), await loadSalt(two.path));
});

Deno.test("a salt of another length is an error and stays", async () => {
  for (const length of [0, 31, 33]) {
    await using folder = await tempFolder();
    const path = await folder.write(".salt", new Uint8Array(length));
    await assert.rejects(
      loadSalt(folder.path),
      new IncompleteError(
        `${path} does not hold 32 bytes; restore it, or remove it and lose the match with ` +
          "earlier fingerprints",
      ),
    );
    assert.equal((await Deno.stat(path)).size, length);
  }
});

Deno.test("a folder in the place of the salt is an error", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(folder.file(".salt"));
  await assert.rejects(loadSalt(folder.path), /\.salt does not hold 32 bytes/);
});

Deno.test("a salt in a folder that does not exist is an error", async () => {
  await using folder = await tempFolder();
  await assert.rejects(
    loadSalt(folder.file("none")),
    new IncompleteError(`writing ${folder.file("none/.salt")} failed: no such file or folder`),
  );
});

Deno.test("many that make it at once agree", async () => {
  await using folder = await tempFolder();
  const salts = await Promise.all(Array.from({ length: 20 }, () => loadSalt(folder.path)));
  for (const salt of salts) assert.deepEqual(salt, salts[0]);
  assert.deepEqual([...Deno.readDirSync(folder.path)].map(({ name }) => name), [".salt"]);
});

Deno.test("processes that open one new home at the same time agree", async () => {
  await using folder = await tempFolder();
  const home = folder.file("deep/home");
  const writers = Array.from({ length: 4 }, () => startWriter("salt", home));
  const printed = await Promise.all(writers.map(async (writer) => {
    const text = await new Response(writer.stdout).text();
    assert.equal(await exitOf(writer), 0);
    return text;
  }));
  const salt = await Deno.readFile(`${home}/.salt`);
  for (const text of printed) assert.equal(text, `${salt.toHex()}\n`);
});

Deno.test("opening a store makes home and store with their parents", async () => {
  await using folder = await tempFolder();
  const opened = await openStore(folder.file("a/b"));
  assert.ok(opened.ok);
  assert.equal(opened.value.length, 32);
  assert.ok((await Deno.stat(folder.file("a/b/store"))).isDirectory);
});

Deno.test("a file where the home should be is a failure of exit 3", async () => {
  await using folder = await tempFolder();
  const home = await folder.write("home", "");
  const opened = await openStore(home);
  assert.ok(!opened.ok);
  assert.equal(opened.failure.exit, 3);
  assert.ok(opened.failure.message.startsWith(`creating ${home}/store failed: `));
});
