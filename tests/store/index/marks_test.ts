import assert from "node:assert/strict";
import { basename } from "node:path";
import type { TempFolder } from "../../cli/run.ts";
import { change } from "../findings/journal.ts";
import { captured, dump, homeWith, indexed, lines, select } from "./home.ts";

const A = "calls-2026-03-04.jsonl";
const B = "calls-2026-03-05.jsonl";
const NOTES = "annotations-2026-03-05.jsonl";
const note = lines({ ts: "x", session: "s", seq: 1, kind: "workaround", note: "" });

/** Does work as if it were done some time later. */
async function later<T>(work: () => Promise<T>, ms = 10_000): Promise<T> {
  const { now } = Date;
  Date.now = () => now() + ms;
  try {
    return await work();
  } finally {
    Date.now = now;
  }
}

/** Indexes a home. @returns the names of the journals that were opened */
async function opened(home: TempFolder, rebuild = false): Promise<string[]> {
  const { open } = Deno;
  const names = new Set<string>();
  Deno.open = (path, options) => {
    names.add(basename(String(path)));
    return open(path, options);
  };
  try {
    await indexed(home, rebuild);
  } finally {
    Deno.open = open;
  }
  return [...names].sort();
}

/** A home that was indexed when its journals were old; its first call is marked, which a rebuild undoes. */
async function settledHome(): Promise<TempFolder> {
  const home = await homeWith({
    [A]: lines(captured(1, 1)),
    [B]: lines(captured(1, 2)) + "{",
    [NOTES]: note,
  });
  await later(() => indexed(home));
  change(home.file("index.db"), "UPDATE calls SET tool = 'marked' WHERE id = 1");
  await nextTick(home);
  return home;
}

/** Waits until what is written gets another time than what was written before. */
async function nextTick(home: TempFolder): Promise<void> {
  const timeOf = async () => (await Deno.stat(await home.write("probe", "x"))).ctime?.getTime();
  const first = await timeOf();
  while (await timeOf() === first);
}

function tools(home: TempFolder): unknown[] {
  return select(home, "SELECT tool FROM calls ORDER BY id").map(({ tool }) => tool);
}

/** Writes other bytes into a journal, as many as it has, and sets the time of the last write back. */
async function rewrite(home: TempFolder, name: string): Promise<void> {
  const path = home.file(`store/${name}`);
  const { mtime } = await Deno.stat(path);
  const text = await Deno.readTextFile(path);
  using file = await Deno.open(path, { read: true, write: true });
  await file.write(new TextEncoder().encode(text.replace('"save"', '"late"')));
  assert.ok(mtime !== null);
  await Deno.utime(path, mtime, mtime);
}

Deno.test("a journal that was left alone is not read again, one that grew is", async () => {
  await using home = await settledHome();
  assert.deepEqual(await opened(home), []);
  await Deno.writeTextFile(home.file(`store/${B}`), lines(captured(1, 2), captured(1, 3)));
  assert.deepEqual(await opened(home), [B]);
  assert.deepEqual(tools(home), ["marked", "save", "save"]);
  assert.deepEqual(await opened(home, true), [NOTES, A, B]);
  assert.deepEqual(tools(home), ["save", "save", "save"]);
});

Deno.test("a journal that was written to just before it was read is read again", async () => {
  await using home = await homeWith({ [A]: lines(captured(1, 1)) });
  await indexed(home);
  assert.deepEqual(select(home, "SELECT mark FROM index_files"), [{ mark: null }]);
  await rewrite(home, A);
  await indexed(home);
  assert.deepEqual(tools(home), ["late"]);
});

Deno.test("other bytes in a journal are seen, whatever its size and its last write", async () => {
  for (const name of [A, B]) {
    await using home = await settledHome();
    await rewrite(home, name);
    await indexed(home);
    assert.deepEqual(tools(home), name === A ? ["late", "save"] : ["save", "late"]);
    const made = dump(home);
    await indexed(home, true);
    assert.deepEqual(dump(home), made);
  }
});

Deno.test("where a mark differs, the bytes decide", async () => {
  const changes: [name: string, opened: string[], act: (home: TempFolder) => Promise<void>][] = [
    ["other permissions", [A], (home) => Deno.chmod(home.file(`store/${A}`), 0o600)],
    ["another time", [A], (home) => Deno.utime(home.file(`store/${A}`), 1, 1)],
    ["a copy", [A], async (home) => {
      await Deno.copyFile(home.file(`store/${A}`), home.file("copy"));
      await Deno.rename(home.file("copy"), home.file(`store/${A}`));
    }],
    ["another mark", [NOTES, A, B], (home) => {
      change(home.file("index.db"), "UPDATE index_files SET mark = 'x'");
      return Promise.resolve();
    }],
    ["no mark", [NOTES, A, B], (home) => {
      change(home.file("index.db"), "DELETE FROM index_files");
      return Promise.resolve();
    }],
  ];
  for (const [name, expected, act] of changes) {
    await using home = await settledHome();
    await act(home);
    assert.deepEqual(await later(() => opened(home)), expected, name);
    assert.deepEqual(tools(home), ["marked", "save"], name);
    assert.deepEqual(await opened(home), [], name);
  }
});

Deno.test("a time of the last write that is to come tells nothing", async () => {
  await using home = await homeWith({ [A]: lines(captured(1, 1)) });
  await Deno.utime(home.file(`store/${A}`), 4_000_000_000, 4_000_000_000);
  await later(() => indexed(home));
  assert.deepEqual(await opened(home), [A]);
});
