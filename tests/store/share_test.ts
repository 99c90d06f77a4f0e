import assert from "node:assert/strict";
import fc from "fast-check";
import { dirname } from "node:path";
import type { Outcome } from "../../core/errors.ts";
import { encodeJson, parseJson } from "../../core/mcp/json.ts";
import { sweepLine } from "../../store/redaction.ts";
import { packEnvelope } from "../../store/share.ts";
import { findPlace } from "../../store/share-place.ts";
import type { Staged } from "../../store/share-stage.ts";
import { type TempFolder, tempFolder } from "../cli/run.ts";

interface Options {
  out?: string;
  includeHistory?: boolean;
  includeNotes?: boolean;
  force?: boolean;
}

/** A folder with a store in `home`; envelopes go to `out`. */
async function withStore(files: Record<string, string | Uint8Array>): Promise<TempFolder> {
  const folder = await tempFolder();
  for (const [name, content] of Object.entries(files)) {
    const path = folder.file(`home/store/${name}`);
    await Deno.mkdir(dirname(path), { recursive: true });
    await folder.write(`home/store/${name}`, content);
  }
  return folder;
}

function share(folder: TempFolder, options: Options = {}): Promise<Outcome<Staged>> {
  const { out = "out", includeHistory = false, includeNotes = false, force = false } = options;
  return packEnvelope({
    store: folder.file("home/store"),
    place: findPlace(folder.file(out)),
    includeHistory,
    includeNotes,
    force,
    stop: new Int32Array(1),
  });
}

async function published(folder: TempFolder, options: Options = {}): Promise<Staged> {
  const outcome = await share(folder, options);
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome.value;
}

async function failure(folder: TempFolder, options: Options = {}): Promise<string> {
  const outcome = await share(folder, options);
  assert.ok(!outcome.ok);
  assert.equal(outcome.failure.exit, 3);
  return outcome.failure.message.replaceAll(folder.path, "~");
}

/** Files and folders below a folder, sorted; folders end with a slash. */
function tree(path: string, prefix = ""): string[] {
  return [...Deno.readDirSync(path)].flatMap(({ name, isDirectory }) =>
    isDirectory
      ? [`${prefix}${name}/`, ...tree(`${path}/${name}`, `${prefix}${name}/`)]
      : [`${prefix}${name}`]
  ).sort();
}

/** What is beside the home. */
function outside(folder: TempFolder): string[] {
  return tree(folder.path).filter((name) => !name.startsWith("home/"));
}

const CALL = { "calls-1.jsonl": '{"b":1.0, "a":"x"}\n\n {"z":1e3,"é":18446744073709551615}\r\n' };

Deno.test("records are copied compactly with sorted keys, blank lines left out", async () => {
  await using folder = await withStore({ ...CALL, "sub/x.jsonl": "", "notes.txt": "a@b" });
  assert.deepEqual(await published(folder), { files: 2, notes: 0, flagged: [], flaggedFiles: 0 });
  assert.deepEqual(tree(folder.file("out")), [
    "SHARE.md",
    "store/",
    "store/calls-1.jsonl",
    "store/sub/",
    "store/sub/x.jsonl",
  ]);
  assert.equal(
    await Deno.readTextFile(folder.file("out/store/calls-1.jsonl")),
    '{"a":"x","b":1.0}\n{"z":1000.0,"é":18446744073709551615}\n',
  );
  const { mode } = await Deno.stat(folder.file("out"));
  if (Deno.build.os !== "windows") assert.equal((mode ?? 0) & 0o777, 0o700);
  assert.deepEqual(outside(folder).filter((name) => name.startsWith(".")), []);
});

Deno.test("the note says what is in and what is not", async () => {
  const prose = '{"note":"see it","kind":"workaround"}\n{"note":" "}\n';
  await using folder = await withStore({ ...CALL, "annotations-1.jsonl": prose });
  await published(folder);
  const note = await Deno.readTextFile(folder.file("out/SHARE.md"));
  assert.match(
    note,
    /Excluded: the fingerprint salt, databases \(index\.db, lifecycle\.db\), manifests\./,
  );
  assert.match(note, /clean, 2 file\(s\) scanned\. .*heuristic/);
  assert.match(note, /Annotation prose is excluded; the typed part of annotations is kept\./);
  assert.match(note, /apart from any file that holds the salt/);
  await published(folder, { force: true, includeNotes: true });
  assert.match(
    await Deno.readTextFile(folder.file("out/SHARE.md")),
    /\*\*Attention:\*\* 1 annotation note\(s\) are included\. .*review them before/,
  );
});

Deno.test("notes are blanked in files of annotations, unless they are asked for", async () => {
  const content = '{"note":"hi a@b","k":1}\n{"note":5}\n{"x":{"note":"y"}}\n{"k":2}\n';
  await using folder = await withStore({
    "annotations-1.jsonl": content,
    "calls-1.jsonl": '{"note":"kept"}\n',
  });
  assert.equal((await published(folder)).notes, 0);
  const copied = (name: string) => Deno.readTextFile(folder.file(`out/store/${name}`));
  assert.equal(
    await copied("annotations-1.jsonl"),
    '{"k":1,"note":""}\n{"note":""}\n{"x":{"note":"y"}}\n{"k":2}\n',
  );
  assert.equal(await copied("calls-1.jsonl"), '{"note":"kept"}\n');
  assert.equal((await published(folder, { includeNotes: true, force: true })).notes, 1);
  assert.match(await copied("annotations-1.jsonl"), /^\{"k":1,"note":"hi a@b"\}\n\{"note":5\}\n/);
});

Deno.test("property: each record is shared as its canonical line, unless the sweep flags that", async () => {
  const key = fc.constantFrom("a", "b", "10", "9", "é", "\uffff", "\u{1f40e}", "__proto__");
  const text = fc.oneof(
    fc.constantFrom("", "x@y", "token=", "num:1", "é", '"', "x".repeat(129), "\\"),
    fc.string(),
  );
  const number = fc.constantFrom("1.0", "-0", "1e2", "18446744073709551615", "7", "0.5");
  const json = fc.letrec<{ value: string; object: string }>((tie) => ({
    value: fc.oneof(
      text.map((each) => JSON.stringify(each.toWellFormed())),
      number,
      fc.constantFrom("null", "true"),
      fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(" ,")}]`),
      tie("object"),
    ),
    object: fc.array(fc.tuple(key, tie("value")), { maxLength: 4 }).map((members) =>
      `{ ${members.map(([name, value]) => `${JSON.stringify(name)} :${value}`).join(",")}}`
    ),
  })).object;
  await fc.assert(
    fc.asyncProperty(fc.array(json, { minLength: 1, maxLength: 6 }), async (lines) => {
      await using folder = await withStore({
        "a.jsonl": lines.map((line) => `${line}\n`).join(""),
      });
      const canonical = lines.map((line) => encodeJson(parseJson(line)));
      const isFlagged = (line: string) => sweepLine(line, false).flagged;
      const { flagged } = await published(folder);
      assert.deepEqual(
        flagged.map((place) => Number(place.split(":").at(-1))),
        canonical.flatMap((line, index) => isFlagged(line) ? [index + 1] : []),
      );
      if (flagged.length > 0) return;
      assert.equal(
        await Deno.readTextFile(folder.file("out/store/a.jsonl")),
        canonical.map((line) => `${line}\n`).join(""),
      );
    }),
    { numRuns: 100 },
  );
});

Deno.test("the readiness history is left out, unless it is asked for", async () => {
  await using folder = await withStore({
    ...CALL,
    "probes/history.jsonl": "{}\n",
    "sub/probes/x.jsonl": "{}\n",
  });
  assert.equal((await published(folder)).files, 2);
  assert.ok(!tree(folder.file("out")).includes("store/probes/"));
  assert.equal((await published(folder, { force: true, includeHistory: true })).files, 3);
  assert.ok(tree(folder.file("out")).includes("store/probes/history.jsonl"));
});

Deno.test("a flagged line keeps everything back, and the previous envelope stays", async () => {
  await using folder = await withStore({
    "calls-1.jsonl": '{"a":1}\n\n{"b":"q@w"}\n{"c":"password"}\n',
    "calls-2.jsonl": "{}\n",
    "sub/calls-3.jsonl": '{"e":"/home/x"}\n',
  });
  await Deno.mkdir(folder.file("out"));
  await folder.write("out/previous", "kept");
  const staged = await published(folder, { force: true });
  const store = folder.file("home/store");
  assert.deepEqual(staged.flagged, [
    `${store}/calls-1.jsonl:2`,
    `${store}/calls-1.jsonl:3`,
    `${store}/sub/calls-3.jsonl:1`,
  ]);
  assert.equal(staged.flaggedFiles, 2);
  assert.deepEqual(outside(folder), ["out/", "out/previous"]);
});

Deno.test("folders that were made for an envelope go when it is refused", async () => {
  await using folder = await withStore({ "calls-1.jsonl": '{"b":"q@w"}\n' });
  assert.equal((await published(folder, { out: "a/b/c" })).flaggedFiles, 1);
  assert.deepEqual([...Deno.readDirSync(folder.path)].map(({ name }) => name), ["home"]);
  await using clean = await withStore(CALL);
  await published(clean, { out: "a/b/c" });
  assert.ok(tree(clean.file("a")).includes("b/c/SHARE.md"));
});

/** Stores that cannot be shared: why, with the path of the temporary folder as `~`. */
const REFUSED: [files: Record<string, string | Uint8Array>, message: string][] = [
  [{ "a.jsonl": '{"a":1}\nSECRET\n' }, "~/home/store/a.jsonl line 2 is no JSON object"],
  [{ "a.jsonl": "[]\n" }, "~/home/store/a.jsonl line 1 is no JSON object"],
  [
    { "a.jsonl": '{"a":1}\n{"SECRET' },
    "~/home/store/a.jsonl line 2 is no JSON object: its writer was interrupted; the next record " +
    "that is written removes it",
  ],
  [
    { "a.jsonl": Uint8Array.of(0x7b, 0xff, 0x7d, 0x0a) },
    "~/home/store/a.jsonl line 1 is not UTF-8",
  ],
  [
    { "a.jsonl": `{"a":"${"x".repeat(4_194_304)}"}\n` },
    "~/home/store/a.jsonl line 1 is longer than 4 MiB",
  ],
  [
    { "a.jsonl": `{"a":[${"1e2,".repeat(1_000_000)}1]}\n` },
    "~/home/store/a.jsonl holds a record that is larger than 4 MiB as shared",
  ],
  [{ "probes/history.jsonl": "{}\n" }, "~/home/store holds no records to share"],
  [{ "a.txt": "{}\n" }, "~/home/store holds no records to share"],
];

Deno.test("records that are none are refused without their content, and nothing is left", async () => {
  for (const [files, message] of REFUSED) {
    await using folder = await withStore(files);
    assert.equal(await failure(folder), message);
    assert.deepEqual([...Deno.readDirSync(folder.path)].map(({ name }) => name), ["home"]);
  }
});

Deno.test("a last line without its end is shared when it is an object", async () => {
  await using folder = await withStore({ "a.jsonl": '{"a":1}\n{"b":2}' });
  await published(folder);
  assert.equal(
    await Deno.readTextFile(folder.file("out/store/a.jsonl")),
    '{"a":1}\n{"b":2}\n',
  );
});

Deno.test("links in the store, and a store that is one or missing, are refused", async () => {
  await using folder = await withStore(CALL);
  await Deno.symlink("/etc/passwd", folder.file("home/store/x.txt"));
  assert.equal(
    await failure(folder),
    "~/home/store/x.txt is a symbolic link; the store must not hold any",
  );
  await Deno.remove(folder.file("home/store/x.txt"));
  await Deno.rename(folder.file("home/store"), folder.file("home/real"));
  assert.equal(
    await failure(folder),
    "~/home/store does not exist: nothing was captured yet",
  );
  await Deno.symlink("real", folder.file("home/store"));
  assert.equal(await failure(folder), "~/home/store is a symbolic link; move the store back");
});

Deno.test("an empty folder is replaced, one with something in it only by force", async () => {
  await using folder = await withStore(CALL);
  await Deno.mkdir(folder.file("out"));
  await published(folder);
  assert.equal(await failure(folder), "~/out is not empty; replace it with --force");
  await folder.write("out/extra", "");
  await published(folder, { force: true });
  assert.deepEqual(tree(folder.file("out")), ["SHARE.md", "store/", "store/calls-1.jsonl"]);
  assert.deepEqual(outside(folder).filter((name) => name.startsWith(".")), []);
});

Deno.test("what appears in the place meanwhile is not lost", async () => {
  await using folder = await withStore(CALL);
  await Deno.mkdir(folder.file("out"));
  const writer = await Deno.open(folder.file("home/store/calls-1.jsonl"), { append: true });
  await writer.lock(true);
  const message = failure(folder);
  // Staging waits for the lock, after the first look at the place.
  while (!outside(folder).some((name) => name.startsWith(".mcpeval-share-"))) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await folder.write("out/theirs", "kept");
  writer.close();
  assert.equal(await message, "~/out is not empty; replace it with --force");
  assert.deepEqual(outside(folder), ["out/", "out/theirs"]);
});

Deno.test("when publishing fails the previous envelope comes back", async () => {
  await using folder = await withStore(CALL);
  await published(folder);
  const before = tree(folder.file("out"));
  const writer = await Deno.open(folder.file("home/store/calls-1.jsonl"), { append: true });
  await writer.lock(true);
  const message = failure(folder, { force: true });
  let staging: string | undefined;
  while (staging === undefined) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    staging = [...Deno.readDirSync(folder.path)].map(({ name }) => name)
      .find((name) => name.startsWith(".mcpeval-share-"));
  }
  // The staged folder is gone once it is to be moved into its place.
  const rename = Deno.rename;
  Deno.rename = async (from, to) => {
    if (String(from).endsWith(staging)) await Deno.remove(from, { recursive: true });
    return await rename(from, to);
  };
  try {
    writer.close();
    assert.equal(await message, "publishing to ~/out failed: no such file or folder");
  } finally {
    Deno.rename = rename;
  }
  assert.deepEqual(tree(folder.file("out")), before);
  assert.deepEqual(outside(folder).filter((name) => name.startsWith(".")), []);
});
