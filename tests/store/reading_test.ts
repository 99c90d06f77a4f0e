import assert from "node:assert/strict";
import { kindOf } from "../../store/failure.ts";
import { documentOf, readDocument, readStart, startOf } from "../../store/reading.ts";
import { tempFolder } from "../cli/run.ts";

/** What never ends, in pieces of odd sizes. */
const ENDLESS = {
  read: 0,
  readSync(into: Uint8Array): number {
    const bytes = Math.min(into.length, 1 + this.read % 65_536);
    into.fill(0x20, 0, bytes);
    this.read += bytes;
    return bytes;
  },
};

function problem(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return kindOf(error);
  }
  throw new Error("nothing failed");
}

Deno.test("a file is read whole, or as far as is asked for", async () => {
  await using folder = await tempFolder();
  const bytes = new Uint8Array(200_001).map((_, index) => index % 251);
  const path = await folder.write("file", bytes);
  assert.deepEqual(readDocument(path), bytes);
  assert.deepEqual(readStart(path, 65_537), bytes.subarray(0, 65_537));
  assert.deepEqual(readStart(path, 200_002), bytes);
  assert.deepEqual(readStart(path, 0), new Uint8Array());
  assert.deepEqual(readDocument(await folder.write("empty", "")), new Uint8Array());
});

Deno.test("what never ends is left after the limit", () => {
  const source = Object.assign(Object.create(ENDLESS), { read: 0 }) as typeof ENDLESS;
  assert.equal(startOf(source, 70_000).length, 70_000);
  assert.equal(source.read, 70_000);
  source.read = 0;
  assert.equal(problem(() => documentOf(source)), "it is larger than 256 MiB");
  assert.equal(source.read, 268_435_457);
});

Deno.test({
  name: "a device and a folder are no documents, a pipe is one",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await using folder = await tempFolder();
    for (const device of ["/dev/zero", "/dev/null", "/dev/random"]) {
      assert.equal(problem(() => readStart(device, 10)), "it is not a regular file");
    }
    assert.equal(problem(() => readDocument(folder.path)), "it is a folder");
    assert.equal(problem(() => readDocument(folder.file("no"))), "no such file or folder");
    const pipe = folder.file("pipe");
    assert.ok((await new Deno.Command("mkfifo", { args: [pipe] }).output()).success);
    for (
      const [script, read, text] of [
        ["printf done", readDocument, "done"],
        ["yes", (path: string) => readStart(path, 5), "y\ny\ny"],
      ] as const
    ) {
      const args = ["-c", `${script} > "$0"`, pipe];
      const writer = new Deno.Command("sh", { args, stderr: "null" }).spawn();
      assert.equal(new TextDecoder().decode(read(pipe)), text);
      await writer.status; // whose reader has gone
    }
  },
});
