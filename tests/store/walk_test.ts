import assert from "node:assert/strict";
import { findRecordFiles, withRecordFile } from "../../store/walk.ts";
import { tempFolder } from "../cli/run.ts";

Deno.test("a file that is swapped after it was found is not read", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(folder.file("store"));
  await folder.write("store/a.jsonl", "{}\n");
  await folder.write("secret", "a secret\n");
  const swaps: [what: string, swap: (path: string) => Promise<void>][] = [
    ["a link", (path) => Deno.symlink(folder.file("secret"), path)],
    ["another file", (path) => Deno.rename(folder.file("secret"), path)],
  ];
  for (const [what, swap] of swaps) {
    const [found] = await findRecordFiles(folder.file("store"), () => false);
    assert.ok(found !== undefined);
    await Deno.rename(found.path, folder.file("moved"));
    await swap(found.path);
    let read = false;
    await assert.rejects(
      withRecordFile(found, () => read = true),
      /a\.jsonl was replaced while it was read; try again$/,
    );
    assert.ok(!read, what);
    await Deno.remove(found.path);
    await Deno.rename(folder.file("moved"), found.path);
  }
});

Deno.test("a file that is gone is an error, a file that grew is read", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(folder.file("store"));
  const path = await folder.write("store/a.jsonl", "{}\n");
  const [found] = await findRecordFiles(folder.file("store"), () => false);
  assert.ok(found !== undefined);
  await Deno.writeTextFile(path, "{}\n", { append: true });
  assert.equal(await withRecordFile(found, (file) => file.statSync().size), 6);
  await Deno.remove(path);
  await assert.rejects(
    withRecordFile(found, () => null),
    new RegExp("^IncompleteError: reading .*a\\.jsonl failed: no such file or folder$"),
  );
});

Deno.test("reading waits for a writer", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(folder.file("store"));
  const path = await folder.write("store/a.jsonl", "");
  const [found] = await findRecordFiles(folder.file("store"), () => false);
  assert.ok(found !== undefined);
  const writer = await Deno.open(path, { append: true });
  await writer.lock(true);
  const size = withRecordFile(found, (file) => file.statSync().size);
  await writer.write(new TextEncoder().encode("{}\n"));
  writer.close();
  assert.equal(await size, 3);
});

Deno.test("skipped folders are not looked into, but must not be links", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(folder.file("store/probes"), { recursive: true });
  await Deno.mkdir(folder.file("store/sub/probes"), { recursive: true });
  await Deno.symlink("/etc/passwd", folder.file("store/probes/link"));
  await folder.write("store/sub/probes/a.jsonl", "");
  const skip = (parts: readonly string[]) => parts.join("/") === "probes";
  const found = await findRecordFiles(folder.file("store"), skip);
  assert.deepEqual(found.map(({ parts }) => parts), [["sub", "probes", "a.jsonl"]]);
  await Deno.remove(folder.file("store/probes"), { recursive: true });
  await Deno.symlink("sub", folder.file("store/probes"));
  await assert.rejects(findRecordFiles(folder.file("store"), skip), /probes is a symbolic link/);
});
