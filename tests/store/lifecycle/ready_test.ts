import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { loadFindings, readFindings } from "../../../store/findings/read.ts";
import { checkReady } from "../../../store/lifecycle/ready.ts";
import { tryInTransaction, withDatabase } from "../../../store/sqlite.ts";
import { type TempFolder, tempFolder } from "../../cli/run.ts";
import { index, promoted, rows } from "../findings/journal.ts";

/** Modes keep nothing from the superuser. */
const unprivileged = { ignore: Deno.uid() === 0 || Deno.build.os === "windows" };
if (unprivileged.ignore) console.log("tests of modes skipped: they keep nothing from this user");

const DATABASES = ["index.db", "lifecycle.db"] as const;
const LOST = "restore a copy of it (without it, what was verified of findings is lost)";

async function promotedHome(): Promise<TempFolder> {
  const folder = await tempFolder();
  await index(folder.path, [[{}], [{}]]);
  await promoted(folder.path);
  return folder;
}

/** The message of the failure of exit 3; empty when all is well. */
function problem({ path }: TempFolder): string {
  const outcome = checkReady(path);
  if (outcome.ok) return "";
  assert.equal(outcome.failure.exit, 3);
  return outcome.failure.message;
}

async function contents(folder: TempFolder): Promise<unknown[]> {
  const names = [...Deno.readDirSync(folder.path)].map(({ name }) => name).sort();
  return [names, ...await Promise.all(DATABASES.map((name) => Deno.readFile(folder.file(name))))];
}

/** Puts a home into the state in which a writer was killed that wrote to one of its databases. */
async function interrupt(from: TempFolder, to: TempFolder, name: string): Promise<void> {
  const table = name === "index.db" ? "issues" : "finding_lifecycle";
  const writer = new DatabaseSync(from.file(name));
  try {
    writer.exec(`PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE ${table} SET server = 'SECRET'`);
    writer.exec("CREATE TABLE much (x); INSERT INTO much VALUES (zeroblob(100000))");
    // Copied in the middle of a transaction, the files look like after a crash.
    for (const each of [...DATABASES, `${name}-journal`]) {
      await Deno.copyFile(from.file(each), to.file(each));
    }
  } finally {
    writer.close();
  }
}

Deno.test("sound databases are left as they are, and missing ones are not made", async () => {
  await using empty = await tempFolder();
  assert.equal(problem(empty), "");
  assert.deepEqual([...Deno.readDirSync(empty.path)], []);
  await using folder = await promotedHome();
  const before = rows(folder.file("lifecycle.db"), "SELECT * FROM finding_lifecycle");
  assert.equal(problem(folder), "");
  assert.deepEqual(rows(folder.file("lifecycle.db"), "SELECT * FROM finding_lifecycle"), before);
  await Deno.remove(folder.file("lifecycle.db"));
  assert.equal(problem(folder), "");
  assert.deepEqual(
    [...Deno.readDirSync(folder.path)].map(({ name }) => name).sort(),
    ["index.db", "store"],
  );
});

Deno.test("a database that is locked, damaged or none is named, and what is lost with it", async () => {
  await using folder = await promotedHome();
  const remedies = { "index.db": "move it away", "lifecycle.db": LOST };
  for (const name of DATABASES) {
    const path = folder.file(name);
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    try {
      assert.equal(problem(folder), `${path}: another process is using it; try again`);
    } finally {
      other.close();
    }
    const sound = await Deno.readFile(path);
    const broken: [bytes: Uint8Array, problem: string][] = [
      [new TextEncoder().encode("SECRET".repeat(1000)), "it is not a database"],
      [sound.slice(0, 5000), "it is damaged"],
    ];
    for (const [bytes, what] of broken) {
      await Deno.writeFile(path, bytes);
      const before = await contents(folder);
      assert.equal(problem(folder), `${path}: ${what}; ${remedies[name]}`);
      assert.deepEqual(await contents(folder), before);
    }
    await Deno.writeFile(path, sound);
    assert.equal(problem(folder), "");
  }
});

Deno.test("a lifecycle database of a newer version is refused and stays, byte for byte", async () => {
  await using folder = await promotedHome();
  const db = new DatabaseSync(folder.file("lifecycle.db"));
  db.exec("PRAGMA user_version = 2");
  db.close();
  const before = await contents(folder);
  assert.match(
    problem(folder),
    /lifecycle\.db was written by a newer version of mcpeval; use that/,
  );
  assert.deepEqual(await contents(folder), before);
});

const MODES = { index: "index.db", lifecycle: "lifecycle.db", folder: "index.db" } as const;

for (const [what, named] of Object.entries(MODES)) {
  Deno.test(`what keeps ${what} from being written is found, and named`, unprivileged, async () => {
    await using folder = await promotedHome();
    const path = what === "folder" ? folder.path : folder.file(named);
    await Deno.chmod(path, what === "folder" ? 0o500 : 0o400);
    try {
      assert.match(problem(folder), new RegExp(`^${folder.file(named)}: it cannot be `));
    } finally {
      await Deno.chmod(path, 0o700);
    }
    assert.equal(problem(folder), "");
  });
}

Deno.test("what is opened for reading cannot be written, and is found so", async () => {
  await using folder = await promotedHome();
  const path = folder.file("index.db");
  const message = `${path}: it cannot be written; check its permissions`;
  const tried = () => withDatabase(path, { mode: "read" }, (db) => tryInTransaction(db, () => {}));
  assert.throws(tried, { name: "IncompleteError", message });
});

for (const name of DATABASES) {
  Deno.test(`what an interrupted writer left in ${name} is mended by who may write`, async () => {
    await using whole = await promotedHome();
    const findings = readFindings(whole.path);
    await using torn = await tempFolder();
    await interrupt(whole, torn, name);
    if (name === "index.db") {
      assert.deepEqual(loadFindings(torn.path), {
        kind: "unusable",
        reason: `${
          torn.file(name)
        }: its writer was interrupted; run mcpeval index and mcpeval promote, which mend it`,
      });
    }
    assert.equal(problem(torn), "");
    assert.deepEqual(readFindings(torn.path), findings);
    // So does promote, which keeps what was found.
    await interrupt(whole, torn, name);
    assert.equal((await promoted(torn.path)).findings, 1);
    assert.deepEqual(readFindings(torn.path), findings);
  });
}
