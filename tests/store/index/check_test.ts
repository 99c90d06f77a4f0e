import assert from "node:assert/strict";
import type { DatabaseSync } from "node:sqlite";
import { type CheckTable, prepareCheck, whileChecked } from "../../../store/index/check.ts";
import { refreshIndex } from "../../../store/index/refresh.ts";
import { closeDatabase, openDatabase, withDatabase } from "../../../store/sqlite.ts";
import type { TempFolder } from "../../cli/run.ts";
import { append, captured, dump, homeWith, indexed, lines, select } from "./home.ts";

const NAME = "calls-2026-03-04.jsonl";
const NOTES = "annotations-2026-03-04.jsonl";
const PAGE = 4096;
const FAILED = { outcome: "error", error: { code: -1 } };

function many(capture: number, count: number): string {
  return lines(
    ...Array.from(
      { length: count },
      (_, index) => captured(capture, index + 1, index % 3 === 0 ? FAILED : {}),
    ),
  );
}

/** A home whose index has hundreds of pages, and a journal with a line more. */
async function largeHome(): Promise<TempFolder> {
  const home = await homeWith({
    [NAME]: many(1, 900),
    [NOTES]: lines({ ts: "x", session: "s", seq: 1, kind: "workaround", note: "" }),
  });
  await indexed(home);
  await append(home, NAME, lines(captured(2, 1)));
  return home;
}

/** How a refresh ends whose check is shared. @returns what was checked elsewhere, and the outcome */
async function refresh(home: TempFolder) {
  const check = prepareCheck(home.file("index.db"));
  assert.ok(check !== null);
  const checked: string[] = [];
  const elsewhere: CheckTable = (table) => {
    checked.push(table);
    return check(table);
  };
  return { outcome: await refreshIndex(home.path, { rebuild: false }, elsewhere), checked };
}

Deno.test("a check that is shared changes nothing else", async () => {
  await using home = await largeHome();
  const { outcome, checked } = await refresh(home);
  assert.deepEqual(outcome, {
    ok: true,
    value: { calls: 901, failures: 300, annotations: 1, replays: 0 },
  });
  assert.deepEqual(checked, ["calls"]);
  assert.deepEqual(
    [...Deno.readDirSync(home.path)].map(({ name }) => name).sort(),
    ["index.db", "store"],
  );
  const refreshed = dump(home);
  await indexed(home, true);
  assert.deepEqual(dump(home), refreshed);
});

Deno.test("a damaged page of any table or index is found, and the index left as it is", async () => {
  await using home = await largeHome();
  const path = home.file("index.db");
  const whole = await Deno.readFile(path);
  const pages = select(home, "SELECT name, max(pageno) AS page FROM dbstat GROUP BY name");
  const names = pages.map(({ name }) => name);
  for (const name of ["calls", "calls_event", "calls_issue", "index_events"]) {
    assert.ok(names.includes(name));
  }
  for (const name of ["windows", "annotations", "index_sources", "index_files", "index_captures"]) {
    assert.ok(names.includes(name));
  }
  for (const { name, page } of pages) {
    if (page === 1) continue;
    const start = PAGE * (Number(page) - 1);
    const damaged = whole.slice().fill(0xff, start, start + 300);
    await Deno.writeFile(path, damaged);
    const { outcome } = await refresh(home);
    assert.deepEqual(outcome, {
      ok: false,
      failure: { exit: 3, message: `${path}: it is damaged; move it away`, causes: [] },
    }, String(name));
    // The first page says for a while that there is a log.
    const left = await Deno.readFile(path);
    assert.ok(left.subarray(PAGE).every((byte, at) => byte === damaged[PAGE + at]), String(name));
    assert.deepEqual(
      [...Deno.readDirSync(home.path)].map(({ name }) => name).sort(),
      ["index.db", "store"],
    );
  }
  await Deno.writeFile(path, whole);
  assert.equal((await refresh(home)).outcome.ok, true);
});

Deno.test("a damaged list of free pages is found", async () => {
  await using home = await largeHome();
  const path = home.file("index.db");
  withDatabase(
    path,
    { mode: "write" },
    (db) =>
      db.exec("CREATE TABLE more (x); INSERT INTO more VALUES (zeroblob(100000)); DROP TABLE more"),
  );
  const bytes = await Deno.readFile(path);
  const first = new DataView(bytes.buffer).getUint32(32);
  assert.ok(first > 1);
  await Deno.writeFile(path, bytes.fill(0xff, PAGE * (first - 1), PAGE * (first - 1) + 100));
  const { outcome } = await refresh(home);
  assert.equal(outcome.ok ? "" : outcome.failure.message, `${path}: it is damaged; move it away`);
});

Deno.test("damage found elsewhere goes before what the work came to, which is waited for", async () => {
  await using home = await largeHome();
  const path = home.file("index.db");
  const done: string[] = [];
  const elsewhere: CheckTable = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    done.push("verdict");
    return { ok: false, failure: { exit: 3, message: "damaged", causes: [] } };
  };
  for (const fails of [true, false]) {
    await withOpen(path, async (db) => {
      await assert.rejects(
        whileChecked(db, path, elsewhere, () => {
          done.push("work");
          return fails ? Promise.reject(new RangeError("mine")) : Promise.resolve();
        }),
        { name: "RemoteError", message: "damaged" },
      );
    });
  }
  assert.deepEqual(done, ["work", "verdict", "work", "verdict"]);
  const sound: CheckTable = () => Promise.resolve({ ok: true, value: null });
  await withOpen(path, async (db) => {
    const work = () => Promise.reject(new RangeError("mine"));
    await assert.rejects(whileChecked(db, path, sound, work), { name: "RangeError" });
    assert.equal(await whileChecked(db, path, sound, () => Promise.resolve(7)), 7);
  });
});

async function withOpen(path: string, work: (db: DatabaseSync) => Promise<void>): Promise<void> {
  const db = openDatabase(path, { mode: "write" });
  try {
    await work(db);
  } finally {
    closeDatabase(db);
  }
}

Deno.test("without a log, and without the table, nothing is checked elsewhere", async () => {
  await using home = await largeHome();
  const path = home.file("index.db");
  const never: CheckTable = () => Promise.reject(new Error("asked"));
  await withOpen(path, async (db) => {
    db.prepare("PRAGMA journal_mode = DELETE").get();
    assert.equal(await whileChecked(db, path, never, () => Promise.resolve(7)), 7);
  });
  const other = home.file("other.db");
  withDatabase(other, { mode: "write" }, (db) => db.exec("CREATE TABLE t (x)"));
  await withOpen(other, async (db) => {
    assert.equal(await whileChecked(db, other, never, () => Promise.resolve(7)), 7);
  });
  assert.equal(prepareCheck(home.file("none.db")), null);
});
