import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import {
  databasePaths,
  inTransaction,
  migrate,
  openDatabase,
  requireSound,
  withDatabase,
} from "../../store/sqlite.ts";
import { type TempFolder, tempFolder } from "../cli/run.ts";

const WRITE = { mode: "write" } as const;
const READ = { mode: "read" } as const;

function failure(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    assert.equal(error instanceof Error && error.name, "IncompleteError");
    return (error as Error).message;
  }
  throw new Error("nothing failed");
}

function names(folder: TempFolder): string[] {
  return [...Deno.readDirSync(folder.path)].map(({ name }) => name).sort();
}

/** Makes a database with a table `t` of one row, whose `x` is 1. */
function sample(folder: TempFolder): string {
  const path = folder.file("a.db");
  withDatabase(path, WRITE, (db) => db.exec("CREATE TABLE t (x UNIQUE); INSERT INTO t VALUES (1)"));
  return path;
}

const pragma = (db: DatabaseSync, name: string) =>
  Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];

Deno.test("a database is written with the settings of a durable one, and is one file at rest", async () => {
  await using folder = await tempFolder();
  const path = sample(folder);
  assert.deepEqual(names(folder), ["a.db"]);
  withDatabase(path, WRITE, (db) => {
    assert.equal(pragma(db, "journal_mode"), "wal");
    assert.equal(pragma(db, "foreign_keys"), 1);
    assert.equal(pragma(db, "busy_timeout"), 5000);
    assert.equal(pragma(db, "synchronous"), 2);
    assert.equal(pragma(db, "temp_store_directory"), folder.path);
    db.exec("INSERT INTO t VALUES (2)");
    const now = names(folder).map((name) => folder.file(name));
    assert.deepEqual(now, ["a.db", "a.db-shm", "a.db-wal"].map(folder.file));
    assert.ok(now.every((each) => databasePaths(path).includes(each)));
  });
  assert.deepEqual(names(folder), ["a.db"]);
});

Deno.test("reading leaves no file behind and cannot write", async () => {
  await using folder = await tempFolder();
  const path = sample(folder);
  withDatabase(path, READ, (db) => {
    assert.equal(db.prepare("SELECT x FROM t").get()?.["x"], 1);
    assert.equal(pragma(db, "foreign_keys"), 1);
    assert.deepEqual(names(folder), ["a.db"]);
  });
  assert.equal(
    failure(() => withDatabase(path, READ, (db) => db.exec("DELETE FROM t"))),
    `${path}: it cannot be written; check its permissions`,
  );
  assert.deepEqual(names(folder), ["a.db"]);
});

Deno.test("a reader sees what was there while another process writes", async () => {
  await using folder = await tempFolder();
  const path = sample(folder);
  const count = () =>
    withDatabase(path, READ, (db) => db.prepare("SELECT count(*) AS n FROM t").get()?.["n"]);
  withDatabase(path, WRITE, (db) => {
    inTransaction(db, () => {
      db.exec("INSERT INTO t VALUES (2)");
      assert.equal(count(), 1);
    });
    assert.equal(count(), 2);
  });
});

Deno.test("a transaction is undone by any error, which comes through", async () => {
  await using folder = await tempFolder();
  const path = sample(folder);
  withDatabase(path, WRITE, (db) => {
    assert.throws(() =>
      inTransaction(db, () => {
        db.exec("INSERT INTO t VALUES (2)");
        throw new RangeError("mine");
      }), { name: "RangeError", message: "mine" });
    assert.equal(
      inTransaction(db, () => db.prepare("SELECT count(*) AS n FROM t").get()?.["n"]),
      1,
    );
  });
});

Deno.test("what cannot be opened is named with its remedy, never with its content", async () => {
  await using folder = await tempFolder();
  const path = folder.file("b.db");
  assert.equal(failure(() => openDatabase(path, READ)), `${path} does not exist`);
  await folder.write("b.db", "secret ".repeat(1000));
  for (const options of [READ, WRITE]) {
    assert.equal(
      failure(() => openDatabase(path, options)),
      `${path}: it is not a database; move it away`,
    );
  }
  await Deno.remove(path);
  await Deno.mkdir(path);
  assert.equal(
    failure(() => openDatabase(path, WRITE)),
    `${path} is not a regular file; move it away`,
  );
  const link = folder.file("link.db");
  await Deno.symlink(sample(folder), link);
  assert.equal(
    failure(() => openDatabase(link, WRITE)),
    `${link} is not a regular file; move it away`,
  );
  const nowhere = folder.file("none/a.db");
  assert.equal(
    failure(() => openDatabase(nowhere, WRITE)),
    `${nowhere}: it cannot be opened; check its permissions and its folder`,
  );
});

Deno.test("a number that the runtime does not read is not what mcpeval keeps", async () => {
  await using folder = await tempFolder();
  const path = sample(folder);
  withDatabase(path, WRITE, (db) => db.exec("UPDATE t SET x = 9007199254740993"));
  assert.equal(
    failure(() => withDatabase(path, READ, (db) => db.prepare("SELECT x FROM t").get())),
    `${path}: it does not hold what mcpeval keeps there; move it away`,
  );
});

Deno.test("a constraint and a statement that does not fit are not quoted", async () => {
  await using folder = await tempFolder();
  const path = sample(folder);
  for (const sql of ["INSERT INTO t VALUES (1)", "SELECT secret FROM t"]) {
    assert.equal(
      failure(() => withDatabase(path, WRITE, (db) => db.prepare(sql).run())),
      `${path}: it does not hold what mcpeval keeps there; move it away`,
    );
  }
});

Deno.test("who waits for another writer in vain says so", async () => {
  await using folder = await tempFolder();
  const path = sample(folder);
  const other = new DatabaseSync(path);
  try {
    other.exec("BEGIN IMMEDIATE");
    assert.equal(
      failure(() => withDatabase(path, WRITE, (db) => inTransaction(db, () => {}))),
      `${path}: another process is using it; try again`,
    );
  } finally {
    other.close();
  }
});

Deno.test("damage is found before anything is written", async () => {
  await using folder = await tempFolder();
  const path = folder.file("a.db");
  withDatabase(path, WRITE, (db) => {
    inTransaction(db, () => {
      db.exec("CREATE TABLE t (x TEXT)");
      const insert = db.prepare("INSERT INTO t VALUES (?)");
      for (let index = 0; index < 1000; index++) insert.run("x".repeat(100));
    });
    requireSound(db, path);
  });
  const bytes = await Deno.readFile(path);
  await Deno.writeFile(path, bytes.fill(0xff, 4096 * 5, 4096 * 5 + 200));
  assert.equal(
    failure(() => withDatabase(path, READ, (db) => requireSound(db, path))),
    `${path}: it is damaged; move it away`,
  );
});

Deno.test("migrations run in order from every older version, once", async () => {
  const steps = [
    (db: DatabaseSync) => db.exec("CREATE TABLE t (a); INSERT INTO t VALUES (1)"),
    (db: DatabaseSync) => db.exec("ALTER TABLE t ADD COLUMN b DEFAULT 2"),
    (db: DatabaseSync) => db.exec("UPDATE t SET a = a + 10"),
  ];
  for (const from of [0, 1, 2, 3]) {
    await using folder = await tempFolder();
    const path = folder.file("a.db");
    withDatabase(path, WRITE, (db) => {
      inTransaction(db, () => migrate(db, path, steps.slice(0, from)));
      assert.equal(pragma(db, "user_version"), from);
      for (let times = 0; times < 2; times++) inTransaction(db, () => migrate(db, path, steps));
      assert.equal(pragma(db, "user_version"), 3);
      assert.deepEqual({ ...db.prepare("SELECT * FROM t").get() }, { a: 11, b: 2 });
    });
    assert.equal(
      failure(() => withDatabase(path, WRITE, (db) => migrate(db, path, steps.slice(0, 2)))),
      `${path} was written by a newer version of mcpeval; use that one`,
    );
  }
});
