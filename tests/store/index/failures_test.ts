import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { listSources, readSource, requireUnchanged } from "../../../store/index/sources.ts";
import { createHash } from "node:crypto";
import { run, type TempFolder } from "../../cli/run.ts";
import { change } from "../findings/journal.ts";
import { append, captured, dump, homeWith, indexed, lines, refused } from "./home.ts";

const NAME = "calls-2026-03-04.jsonl";
const LATER = "calls-2026-03-05.jsonl";
const path = (relative: string) => new URL(relative, import.meta.url).pathname;
const INDEXER = [Deno.execPath(), "run", "--quiet", "--no-check", "-A", path("indexer.ts")];
const CHANGED = "the journals changed while they were read; run mcpeval index again";

function many(capture: number, count: number, from = 1): string {
  return lines(...Array.from({ length: count }, (_, index) => {
    const seq = from + index;
    return captured(capture, seq, seq % 3 === 0 ? { outcome: "error", error: { code: -1 } } : {});
  }));
}

/** A home whose index has hundreds of pages. */
async function largeHome(): Promise<TempFolder> {
  const home = await homeWith({ [NAME]: many(1, 900) });
  await indexed(home);
  return home;
}

Deno.test("a damaged index is refused and left as it is", async () => {
  await using home = await largeHome();
  const file = home.file("index.db");
  const whole = await Deno.readFile(file);
  const damaged = whole.slice();
  damaged.fill(0xff, 4096 * 20, 4096 * 20 + 300);
  const torn = whole.slice(0, whole.length - 4096 * 10);
  for (
    const [bytes, message] of [
      [damaged, "~/index.db: it is damaged; move it away"],
      [torn, "~/index.db: it is damaged; move it away"],
      [
        new TextEncoder().encode("secret ".repeat(200)),
        "~/index.db: it is not a database; move it away",
      ],
      [whole.slice(0, 60), "~/index.db: it is damaged; move it away"],
    ] as const
  ) {
    for (const rebuild of [false, true]) {
      await Deno.writeFile(file, bytes);
      assert.equal(await refused(home, rebuild), message);
      const left = await Deno.readFile(file);
      assert.equal(left.length, bytes.length);
    }
  }
  await Deno.writeFile(file, new Uint8Array());
  assert.equal((await indexed(home)).calls, 900);
});

Deno.test("what a killed writer left beside the index is not believed", async () => {
  await using home = await largeHome();
  const before = dump(home);
  for (const beside of ["index.db-wal", "index.db-journal", "index.db-shm"]) {
    await home.write(beside, "half of something ".repeat(500));
    assert.equal((await indexed(home)).calls, 900);
    assert.deepEqual(dump(home), before);
  }
});

Deno.test("an index that another process writes to is waited for, then refused", async () => {
  await using home = await largeHome();
  const before = dump(home);
  const other = new DatabaseSync(home.file("index.db"));
  try {
    other.exec("BEGIN IMMEDIATE");
    assert.equal(await refused(home), "~/index.db: another process is using it; try again");
  } finally {
    other.close();
  }
  assert.deepEqual(dump(home), before);
});

Deno.test("an index of another shape is refused", async () => {
  await using home = await homeWith();
  change(home.file("index.db"), "CREATE VIEW calls AS SELECT 1");
  assert.equal(
    await refused(home),
    "~/index.db: it does not hold what mcpeval keeps there; move it away",
  );
});

Deno.test({
  name: "an index or a journal without permission is refused",
  ignore: Deno.build.os === "windows" || Deno.uid() === 0,
  async fn() {
    await using home = await largeHome();
    await append(home, NAME, many(1, 1, 901));
    await Deno.chmod(home.file("index.db"), 0o400);
    assert.equal(
      await refused(home),
      "~/index.db: it cannot be written; check its permissions",
    );
    await Deno.chmod(home.file("index.db"), 0o600);
    await Deno.chmod(home.file(`store/${NAME}`), 0);
    assert.equal(await refused(home), `reading ~/store/${NAME} failed: permission denied`);
  },
});

Deno.test({
  name: "a full disk keeps the index that was there",
  ignore: Deno.build.os === "windows",
  async fn() {
    await using home = await largeHome();
    const before = dump(home);
    await append(home, NAME, many(1, 3_000, 901));
    // No file may become larger than it is; what is beyond fails like a disk without space.
    const { size } = await Deno.stat(home.file("index.db"));
    const limited = `trap '' XFSZ; ulimit -f ${Math.ceil(size / 1024)}; exec "$@"`;
    const { stdout } = await run(["bash", "-c", limited, "bash"], [...INDEXER, home.path]);
    const { ok, failure } = JSON.parse(stdout.split("\n")[1] ?? "");
    assert.equal(ok, false);
    assert.deepEqual(failure, {
      exit: 3,
      message: `${home.path}/index.db: reading or writing it failed; check the disk`,
      causes: [],
    });
    assert.deepEqual(dump(home), before);
    assert.equal((await indexed(home)).calls, 3_900);
  },
});

Deno.test("a journal that changes after it was read makes the run fail, and the next one works", async () => {
  const changes: [name: string, (home: TempFolder) => Promise<unknown>][] = [
    ["other bytes", (home) => home.write(`store/${NAME}`, many(2, 1))],
    ["fewer bytes", (home) => Deno.truncate(home.file(`store/${NAME}`), 10)],
    ["a journal more", (home) => home.write("store/calls-1.jsonl", many(2, 1))],
    ["a journal less", (home) => Deno.remove(home.file(`store/${NAME}`))],
  ];
  for (const [name, act] of changes) {
    await using home = await homeWith({ [NAME]: many(1, 1), [LATER]: many(1, 1, 2) });
    await indexed(home);
    const before = dump(home);
    await append(home, LATER, many(1, 1, 3));
    assert.equal(await whenLocking(LATER, () => act(home), () => refused(home)), CHANGED, name);
    assert.deepEqual(dump(home), before);
    await indexed(home);
  }
});

Deno.test("what is appended while a journal is read is for the next run", async () => {
  await using home = await homeWith({ [NAME]: many(1, 1), [LATER]: many(1, 1, 2) });
  const act = () => append(home, NAME, many(1, 1, 3));
  assert.equal((await whenLocking(LATER, act, () => indexed(home))).calls, 2);
  assert.equal((await indexed(home)).calls, 3);
});

/** Does work; when it comes to lock a journal, `act` is done first, once. */
async function whenLocking<T>(
  name: string,
  act: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const { open } = Deno;
  let done = false;
  Deno.open = async (path, options) => {
    if (!done && String(path).endsWith(name)) {
      done = true;
      await act();
    }
    return await open(path, options);
  };
  try {
    return await work();
  } finally {
    Deno.open = open;
    assert.ok(done, "the journal was not opened");
  }
}

Deno.test("a file that was written just now is compared by its bytes", async () => {
  await using home = await homeWith({ [NAME]: many(1, 1) });
  const [source] = await listSources(home.path);
  assert.ok(source !== undefined);
  const read = await readSource(source, 0, createHash("sha256"), () => {});
  await requireUnchanged(home.path, [read]);
  const other = many(1, 1).replace("save", "late");
  using file = await Deno.open(source.path, { write: true });
  await file.write(new TextEncoder().encode(other));
  await assert.rejects(requireUnchanged(home.path, [read]), { message: CHANGED });
});

Deno.test("two that index at once agree", async () => {
  await using home = await homeWith({ [NAME]: many(1, 500), [LATER]: many(2, 500) });
  for (let round = 0; round < 3; round++) {
    const both = await Promise.all([run(INDEXER, [home.path]), run(INDEXER, [home.path])]);
    const value = { calls: 1_000 + round, failures: 332, annotations: 0, replays: 0 };
    const stdout = `started\n${JSON.stringify({ ok: true, value })}\n`;
    assert.deepEqual(both.map((ran) => ran.stdout), [stdout, stdout]);
    const made = dump(home);
    await indexed(home, true);
    assert.deepEqual(dump(home), made);
    await append(home, LATER, many(3, 1, 1 + 3 * round));
  }
});

Deno.test("whenever it is killed, the index is the one before or the one after", async () => {
  await using home = await homeWith({ [NAME]: many(1, 900) });
  await indexed(home);
  const before = dump(home);
  const old = await Deno.readFile(home.file("index.db"));
  await append(home, NAME, many(2, 2_000));
  await indexed(home);
  const after = dump(home);
  for (let round = 0; round < 12; round++) {
    await Deno.writeFile(home.file("index.db"), old);
    await killAfter(12 * round, [home.path, round % 2 === 0 ? "rebuild" : "refresh"]);
    const left = dump(home);
    assert.deepEqual(left, left["calls"]?.length === 900 ? before : after);
    assert.equal((await indexed(home)).calls, 2_900);
    assert.deepEqual(dump(home), after);
  }
});

/** Kills an indexer some time after it has started, unless it has ended by then. */
async function killAfter(ms: number, args: readonly string[]): Promise<void> {
  await using child = spawnIndexer(args);
  await child.reached("started");
  const timer = setTimeout(() => child.kill(), ms);
  await child.ended();
  clearTimeout(timer);
}

Deno.test("an index that is killed in the middle of its transaction leaves the one before", async () => {
  await using home = await homeWith({ [NAME]: many(1, 900) });
  await indexed(home);
  const before = dump(home);
  await append(home, NAME, many(2, 20_000));
  await append(home, LATER, many(100, 1));
  for (const how of ["rebuild", "refresh"]) {
    await using child = spawnIndexer([home.path, how, LATER]);
    await child.reached("stopped");
    // More was written than fits into memory, of which a refresh has more.
    const { size } = await Deno.stat(home.file("index.db-wal"));
    if (how === "rebuild") assert.ok(size > 1_000_000);
    child.kill();
    assert.equal(await child.ended(), "SIGKILL");
    assert.deepEqual(dump(home), before);
  }
  assert.equal((await indexed(home)).calls, 20_901);
});

/** Starts an indexer. */
function spawnIndexer(args: readonly string[]) {
  const [program = "", ...first] = INDEXER;
  const child = new Deno.Command(program, { args: [...first, ...args], stdout: "piped" }).spawn();
  const stdout = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let printed = "";
  return {
    /** Resolves when it has printed a line. */
    async reached(line: string): Promise<void> {
      while (!printed.includes(`${line}\n`)) {
        const { value, done } = await stdout.read();
        assert.ok(!done, `it ended before it printed ${line}`);
        printed += value;
      }
    },
    /** Does nothing when it has ended. */
    kill(): void {
      try {
        child.kill("SIGKILL");
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
    },
    ended: async () => (await child.status).signal,
    async [Symbol.asyncDispose]() {
      await stdout.cancel();
      await child.status;
    },
  };
}
