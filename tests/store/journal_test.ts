import assert from "node:assert/strict";
import { IncompleteError } from "../../core/errors.ts";
import { appendCalls } from "../../store/calls.ts";
import { appendLines } from "../../store/journal.ts";
import { tempFolder } from "../cli/run.ts";
import { SAMPLE_JOURNAL, sampleCall } from "./samples.ts";
import { exitOf, start, startWriter, writerCommand } from "./writers.ts";

const line = (text: string) => new TextEncoder().encode(`${text}\n`);

Deno.test("records go to the journals of their days, in their order", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(folder.file("store"));
  const records = [
    sampleCall({ seq: 1, ts: "2026-03-04T23:59:59.999Z" }),
    sampleCall({ seq: 2, ts: "2026-03-05T00:00:00.000Z" }),
    sampleCall({ seq: 3, ts: "2026-03-04T00:00:00.000Z" }),
    sampleCall({ seq: 4, ts: "no time" }),
  ];
  assert.deepEqual(await appendCalls(folder.path, records), { ok: true, value: null });
  const seqs = (name: string) =>
    Deno.readTextFileSync(folder.file(`store/${name}`)).trimEnd().split("\n")
      .map((text) => JSON.parse(text).seq);
  assert.deepEqual(seqs("calls-2026-03-04.jsonl"), [1, 3]);
  assert.deepEqual(seqs("calls-2026-03-05.jsonl"), [2]);
  assert.deepEqual(seqs("calls-unknown.jsonl"), [4]);
});

Deno.test("what crosses to the keeper is projected before it is written", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(folder.file("store"));
  const odd = { ...sampleCall(), server: "SECRET one", secret: "SECRET two", args: ["SECRET"] };
  assert.deepEqual(await appendCalls(folder.path, [structuredClone(odd)]), {
    ok: true,
    value: null,
  });
  const text = await Deno.readTextFile(folder.file(`store/${SAMPLE_JOURNAL}`));
  assert.ok(!text.includes("SECRET"));
  assert.match(text, /"server":"invalid".*"args":\{"array":1,"items":"str<8"\}/);
});

Deno.test("a record that cannot be kept takes no other with it", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(folder.file("store"));
  const { identity: _, ...anonymous } = sampleCall();
  const cyclic: { self?: unknown } = {};
  cyclic.self = cyclic;
  const records = [anonymous, "SECRET", { ...sampleCall(), args: cyclic }, sampleCall({ seq: 7 })];
  const outcome = await appendCalls(folder.path, records);
  assert.deepEqual(outcome, {
    ok: false,
    failure: {
      exit: 3,
      message: "a record of a call breaks its grammar and was not kept",
      causes: [],
    },
  });
  const text = await Deno.readTextFile(folder.file(`store/${SAMPLE_JOURNAL}`));
  assert.equal(JSON.parse(text).seq, 7);
});

Deno.test("a record over 4 MiB is refused before the file is opened", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(folder.file("store"));
  const outcome = await appendCalls(folder.path, [sampleCall({ keys: 220_000 })]);
  assert.ok(!outcome.ok);
  assert.equal(
    outcome.failure.message,
    "the record of a call is larger than 4 MiB and was not kept",
  );
  assert.deepEqual([...Deno.readDirSync(folder.file("store"))], []);
});

Deno.test("a missing folder is a failure that names the file", async () => {
  await using folder = await tempFolder();
  const outcome = await appendCalls(folder.path, [sampleCall()]);
  assert.ok(!outcome.ok);
  assert.equal(
    outcome.failure.message,
    `appending to ${folder.file(`store/${SAMPLE_JOURNAL}`)} failed: no such file or folder`,
  );
});

/** What a crashed writer left, and what stands before the next record. */
const TORN: [content: string, mended: string][] = [
  ["", ""],
  ['{"a":1}\n', '{"a":1}\n'],
  ['{"a":1}\n{"b":', '{"a":1}\n'],
  ['{"a":1}\n{"b":"é'.slice(0, -1) + "\u00e9", '{"a":1}\n'],
  ['{"b":', ""],
  ['{"a":1}\n{"b":2}', '{"a":1}\n{"b":2}\n'],
  ['{"b":2}', '{"b":2}\n'],
  ['{"a":1}\n5', '{"a":1}\n'],
  ['{"a":1}\n\n', '{"a":1}\n\n'],
  ['{"a":1}\n ', '{"a":1}\n'],
];

Deno.test("a line without an end is completed when it is whole, else cut off", async () => {
  for (const [content, mended] of TORN) {
    await using folder = await tempFolder();
    const path = await folder.write("j.jsonl", content);
    await appendLines(path, [line('{"next":1}'), line('{"next":2}')]);
    assert.equal(await Deno.readTextFile(path), `${mended}{"next":1}\n{"next":2}\n`);
  }
});

Deno.test("a cut inside a character is cut off, too", async () => {
  await using folder = await tempFolder();
  const bytes = new TextEncoder().encode('{"a":1}\n{"b":"é');
  const path = await folder.write("j.jsonl", bytes.subarray(0, -1));
  await appendLines(path, [line("{}")]);
  assert.equal(await Deno.readTextFile(path), '{"a":1}\n{}\n');
});

Deno.test("a file that ends with 4 MiB of no line is left alone", async () => {
  await using folder = await tempFolder();
  const path = await folder.write("j.jsonl", new Uint8Array(4_194_304).fill(0x61));
  await assert.rejects(
    appendLines(path, [line("{}")]),
    new IncompleteError(`${path} does not end with a line; move it away`),
  );
  assert.equal((await Deno.stat(path)).size, 4_194_304);
});

Deno.test("links, folders and pipes are not written to", async () => {
  await using folder = await tempFolder();
  const outside = await folder.write("outside", "");
  const places: [name: string, make: (path: string) => Promise<unknown>][] = [
    ["link.jsonl", (path) => Deno.symlink(outside, path)],
    ["dangling.jsonl", (path) => Deno.symlink(folder.file("none"), path)],
    ["folder.jsonl", (path) => Deno.mkdir(path)],
    ["pipe.jsonl", (path) => new Deno.Command("mkfifo", { args: [path] }).output()],
  ];
  for (const [name, make] of places) {
    await make(folder.file(name));
    await assert.rejects(
      appendLines(folder.file(name), [line("{}")]),
      new IncompleteError(`${folder.file(name)} is not a regular file; move it away`),
    );
  }
  assert.equal(await Deno.readTextFile(outside), "");
});

Deno.test("an append waits for the lock of another process", async () => {
  await using folder = await tempFolder();
  const path = await folder.write("j.jsonl", "");
  const holder = await Deno.open(path, { read: true });
  await holder.lock(false);
  let done = false;
  const appended = appendLines(path, [line("{}")]).then(() => done = true);
  // Other readers get their locks meanwhile, so the writer has its chance to be wrong.
  for (let round = 0; round < 20; round++) {
    using reader = await Deno.open(path, { read: true });
    await reader.lock(false);
    assert.deepEqual([done, (await Deno.stat(path)).size], [false, 0]);
  }
  holder.close();
  await appended;
  assert.equal(await Deno.readTextFile(path), "{}\n");
});

Deno.test("a full disk in mid-write leaves what was there", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(folder.file("store"));
  const before = '{"a":1}\n'.repeat(131_072).slice(0, -200 * 8);
  const path = await folder.write(`store/${SAMPLE_JOURNAL}`, before);
  // A limit on the size of files, 1 MiB in blocks of 512 bytes, stands for the full disk.
  const limited = ["sh", "-c", 'trap "" XFSZ; ulimit -f 2048; exec "$@"', "sh"];
  const writer = start([...limited, ...writerCommand("flood", folder.path, "", "1000")]);
  const [status, stderr, stdout] = await Promise.all([
    writer.status,
    new Response(writer.stderr).text(),
    new Response(writer.stdout).text(),
  ]);
  assert.deepEqual([status.success, stdout], [false, ""]);
  assert.match(stderr, /appending to .*calls-2026-03-04\.jsonl failed: (EFBIG|Error)/);
  assert.equal(await Deno.readTextFile(path), before);
});

Deno.test("eight processes append 500 records each: none is lost, none is torn", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(folder.file("store"));
  const captures = Array.from({ length: 8 }, () => crypto.randomUUID());
  const writers = captures.map((capture) => startWriter("append", folder.path, capture, "500"));
  const codes = await Promise.all(writers.map(async (writer) => {
    const [code] = await Promise.all([exitOf(writer), new Response(writer.stdout).text()]);
    return code;
  }));
  assert.deepEqual(codes, [0, 0, 0, 0, 0, 0, 0, 0]);
  const text = await Deno.readTextFile(folder.file(`store/${SAMPLE_JOURNAL}`));
  assert.ok(text.endsWith("\n"));
  const seqs = new Map(captures.map((capture) => [capture, [] as number[]]));
  for (const each of text.trimEnd().split("\n")) {
    const { identity, seq } = JSON.parse(each);
    seqs.get(identity.capture_id)?.push(seq);
  }
  const all = Array.from({ length: 500 }, (_, index) => index + 1);
  for (const capture of captures) assert.deepEqual(seqs.get(capture), all);
});
