import assert from "node:assert/strict";
import { replaceConfig } from "../../store/client-config.ts";
import { tempFolder } from "../cli/run.ts";

Deno.test("a config that has changed since it was read is left alone", async () => {
  await using folder = await tempFolder();
  const path = await folder.write("mcp.json", "newer");
  const backup = folder.file("copy");
  assert.deepEqual(await replaceConfig({ path, before: "older", after: "x", backup }), {
    ok: false,
    failure: {
      exit: 3,
      message: `${path} was changed by another program meanwhile; run this again`,
      causes: [],
    },
  });
  assert.equal(await Deno.readTextFile(path), "newer");
  assert.deepEqual([...Deno.readDirSync(folder.path)].map(({ name }) => name), ["mcp.json"]);
});

Deno.test("a copy is never written over anything, and nothing is changed without it", async () => {
  await using folder = await tempFolder();
  const path = await folder.write("mcp.json", "old");
  await Deno.symlink("elsewhere", folder.file("copy"));
  const backup = folder.file("copy");
  assert.deepEqual(await replaceConfig({ path, before: "old", after: "new", backup }), {
    ok: false,
    failure: {
      exit: 3,
      message: `writing ${backup} failed: it exists; run this again`,
      causes: [],
    },
  });
  assert.equal(await Deno.readTextFile(path), "old");
});

Deno.test("a config becomes the new text whole, its copy holds the old bytes", async () => {
  await using folder = await tempFolder();
  const old = "\ufeff{}\r\n";
  const path = await folder.write("mcp.json", old);
  // One that the mask of new files would change.
  await Deno.chmod(path, 0o662);
  const backup = folder.file("copy");
  assert.deepEqual(await replaceConfig({ path, before: old, after: "\ufeffnew", backup }), {
    ok: true,
    value: null,
  });
  const bytes = (text: string) => new TextEncoder().encode(text);
  assert.deepEqual(await Deno.readFile(path), bytes("\ufeffnew"));
  assert.deepEqual(await Deno.readFile(backup), bytes(old));
  for (const each of [path, backup]) assert.equal((Deno.statSync(each).mode ?? 0) & 0o777, 0o662);
});

Deno.test("a config that is gone is said so", async () => {
  await using folder = await tempFolder();
  const path = folder.file("mcp.json");
  assert.deepEqual(await replaceConfig({ path, before: "", after: "x", backup: null }), {
    ok: false,
    failure: { exit: 3, message: `reading ${path} failed: no such file or folder`, causes: [] },
  });
});
