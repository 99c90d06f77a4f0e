import assert from "node:assert/strict";
import { dirname } from "node:path";
import { diagnose, type Diagnosis } from "../../store/doctor.ts";
import { type TempFolder, tempFolder } from "../cli/run.ts";

async function write(home: TempFolder, files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await Deno.mkdir(dirname(home.file(`store/${name}`)), { recursive: true });
    await home.write(`store/${name}`, content);
  }
}

/** The diagnosis, with paths below the store. */
async function healthy(home: TempFolder): Promise<Diagnosis> {
  const outcome = await diagnose(home.path);
  assert.ok(outcome.ok, JSON.stringify(outcome));
  const prefix = home.file("store/");
  const flagged = outcome.value.flagged.map((place) => {
    assert.ok(place.startsWith(prefix));
    return place.slice(prefix.length);
  });
  return { ...outcome.value, flagged };
}

async function failure(home: TempFolder): Promise<string> {
  const outcome = await diagnose(home.path);
  assert.ok(!outcome.ok);
  assert.equal(outcome.failure.exit, 3);
  return outcome.failure.message.replaceAll(home.path, "~");
}

Deno.test("files are swept in the order of their names, folder by folder", async () => {
  await using home = await tempFolder();
  const dirty = "{}\na@b\n\n{}\nc@d";
  const names = [
    "b.jsonl",
    "a/z.jsonl",
    "a-b.jsonl",
    "a/b/c.jsonl",
    "A.jsonl",
    ".x.jsonl",
    "é.jsonl",
  ];
  await write(home, Object.fromEntries(names.map((name) => [name, dirty])));
  await write(home, {
    "skipped.txt": dirty,
    ".jsonl": dirty,
    "x.JSONL": dirty,
    "clean.jsonl": "{}",
  });
  const order = [
    ".x.jsonl",
    "A.jsonl",
    "a/b/c.jsonl",
    "a/z.jsonl",
    "a-b.jsonl",
    "b.jsonl",
    "é.jsonl",
  ];
  assert.deepEqual(await healthy(home), {
    scanned: 8,
    flagged: order.flatMap((name) => [`${name}:2`, `${name}:5`]),
    notes: 0,
  });
});

Deno.test("notes are counted in files of annotations, wherever they are", async () => {
  await using home = await tempFolder();
  const note = '{"note":"a@b"}\n{"note":" "}\n';
  await write(home, {
    "annotations-1.jsonl": note,
    "sub/annotations-2.jsonl": note,
    "annotations-3/calls.jsonl": note,
  });
  assert.deepEqual(await healthy(home), {
    scanned: 3,
    flagged: ["annotations-3/calls.jsonl:1"],
    notes: 2,
  });
});

Deno.test("lines are numbered over any number of blocks", async () => {
  await using home = await tempFolder();
  const clean = `{"a":"${"x".repeat(100)}"}\n`.repeat(20_000);
  await write(home, { "a.jsonl": `${clean}{"a":"b@c"}\n${clean}{}\n"${"y".repeat(129)}"` });
  assert.deepEqual((await healthy(home)).flagged, ["a.jsonl:20001", "a.jsonl:40003"]);
});

Deno.test("a home is made where there is none", async () => {
  await using folder = await tempFolder();
  const outcome = await diagnose(folder.file("a/home"));
  assert.deepEqual(outcome, { ok: true, value: { scanned: 0, flagged: [], notes: 0 } });
  assert.ok((await Deno.stat(folder.file("a/home/store"))).isDirectory);
});

const INSIDE = "is a symbolic link; the store must not hold any";
const links: [
  what: string,
  make: (home: TempFolder) => Promise<void>,
  place: string,
  problem: string,
][] = [
  [
    "file",
    (home) => Deno.symlink("/etc/passwd", home.file("store/x.txt")),
    "~/store/x.txt",
    INSIDE,
  ],
  ["folder", (home) => Deno.symlink("/etc", home.file("store/sub/dir")), "~/store/sub/dir", INSIDE],
  [
    "dangling link",
    (home) => Deno.symlink("none", home.file("store/l.jsonl")),
    "~/store/l.jsonl",
    INSIDE,
  ],
  [
    "store",
    async (home) => {
      await Deno.rename(home.file("store"), home.file("elsewhere"));
      await Deno.symlink("elsewhere", home.file("store"));
    },
    "~/store",
    "is a symbolic link; move the store back",
  ],
];

for (const [what, make, place, problem] of links) {
  Deno.test(`a symbolic link in the place of a ${what} ends the sweep`, async () => {
    await using home = await tempFolder();
    await write(home, { "sub/a.jsonl": "{}\n" });
    await make(home);
    assert.equal(await failure(home), `${place} ${problem}`);
  });
}

Deno.test("the home itself may be a link", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(folder.file("real/store"), { recursive: true });
  await Deno.symlink("real", folder.file("home"));
  assert.ok((await diagnose(folder.file("home"))).ok);
});

Deno.test("text that is no UTF-8 and lines over 4 MiB end the sweep, without their content", async () => {
  await using home = await tempFolder();
  await write(home, { "a.jsonl": Uint8Array.of(0x7b, 0x7d, 0x0a, 0x41, 0xff, 0x0a) });
  assert.equal(await failure(home), "~/store/a.jsonl line 2 is not UTF-8");
  await write(home, { "a.jsonl": `{}\n${"x".repeat(4_194_304)}\n` });
  assert.equal(await failure(home), "~/store/a.jsonl line 2 is longer than 4 MiB");
});

Deno.test("pipes are no files, and other bytes are not read", async () => {
  await using home = await tempFolder();
  await write(home, { "a.jsonl": "{}\n", "b.txt": Uint8Array.of(0xff) });
  await new Deno.Command("mkfifo", { args: [home.file("store/p.jsonl")] }).output();
  assert.equal((await healthy(home)).scanned, 1);
});

Deno.test("a file in the place of the store is a failure", async () => {
  await using home = await tempFolder();
  await home.write("store", "");
  assert.equal(await failure(home), "creating ~/store failed: it exists");
});
