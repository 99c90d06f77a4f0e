import assert from "node:assert/strict";
import { append, captured, homeWith, lines, select } from "../store/index/home.ts";
import { BINARY, mcpeval, type Ran, run, SOURCE, type TempFolder } from "./run.ts";

const FAILED = { outcome: "error", error: { code: -1 } };
const unix = { ignore: Deno.build.os === "windows" };
const NAME = "calls-2026-03-04.jsonl";

function sampleHome(): Promise<TempFolder> {
  return homeWith({
    [NAME]: lines(captured(1, 1), captured(1, 2, FAILED), captured(1, 1)),
    "annotations-2026-03-04.jsonl": lines(
      { ts: "x", session: "s", seq: 1, kind: "workaround", note: "" },
    ),
  });
}

function index(home: TempFolder, ...args: string[]): Promise<Ran> {
  return mcpeval(["index", ...args], { env: { MCPEVAL_HOME: home.path } });
}

Deno.test("index says what it holds, and on stderr what it counted once", async () => {
  await using home = await sampleHome();
  const expected = {
    code: 0,
    stdout: "indexed 2 calls, 1 failures, 1 annotations\n",
    stderr: "counted 1 identical event replays once\n",
  };
  assert.deepEqual(await index(home), expected);
  assert.deepEqual(await index(home), expected);
  assert.deepEqual(await index(home, "--rebuild"), expected);
  assert.deepEqual(
    [...Deno.readDirSync(home.path)].map(({ name }) => name).sort(),
    ["index.db", "store"],
  );
});

Deno.test("without replays stderr is silent, and a missing home is made", async () => {
  await using home = await homeWith();
  assert.deepEqual(await mcpeval(["index"], { env: { MCPEVAL_HOME: home.file("a/b") } }), {
    code: 0,
    stdout: "indexed 0 calls, 0 failures, 0 annotations\n",
    stderr: "",
  });
  assert.deepEqual(
    [...Deno.readDirSync(home.file("a/b"))].map(({ name }) => name).sort(),
    ["index.db", "store"],
  );
});

Deno.test("a journal that cannot be indexed is exit 3, with its place and without its content", async () => {
  await using home = await sampleHome();
  await append(home, NAME, "secret\n");
  assert.deepEqual(await index(home), {
    code: 3,
    stdout: "",
    stderr: `Error: ${home.path}/store/${NAME} line 4 is not JSON; ` +
      "move the file away or remove the line\n",
  });
});

Deno.test("a database that cannot be used is exit 3", async () => {
  await using home = await sampleHome();
  await home.write("index.db", "secret ".repeat(500));
  assert.deepEqual(await index(home, "--rebuild"), {
    code: 3,
    stdout: "",
    stderr: `Error: ${home.path}/index.db: it is not a database; move it away\n`,
  });
});

Deno.test("a pipe in the place of the index is exit 3, and nobody waits for it", unix, async () => {
  await using home = await sampleHome();
  const path = home.file("index.db");
  assert.equal((await new Deno.Command("mkfifo", { args: [path] }).output()).code, 0);
  assert.deepEqual(await index(home), {
    code: 3,
    stdout: "",
    stderr: `Error: ${path} is not a regular file; move it away\n`,
  });
});

Deno.test("an index that is damaged is exit 3, and stays as it is", async () => {
  const calls = Array.from({ length: 300 }, (_, index) => captured(1, index + 1));
  await using home = await homeWith({ [NAME]: lines(...calls) });
  const options = { env: { MCPEVAL_HOME: home.path } };
  assert.equal((await index(home)).code, 0);
  await append(home, NAME, lines(captured(2, 1)));
  const whole = await Deno.readFile(home.file("index.db"));
  for (const table of ["calls", "index_events"]) {
    const sql = `SELECT max(pageno) AS page FROM dbstat WHERE name = '${table}'`;
    const start = 4096 * (Number(select(home, sql)[0]?.["page"]) - 1);
    const damaged = whole.slice().fill(0xff, start, start + 300);
    for (const program of [SOURCE, BINARY]) {
      await Deno.writeFile(home.file("index.db"), damaged);
      assert.deepEqual(await run(program, ["index"], options), {
        code: 3,
        stdout: "",
        stderr: `Error: ${home.path}/index.db: it is damaged; move it away\n`,
      });
      const left = await Deno.readFile(home.file("index.db"));
      assert.deepEqual(left.subarray(4096), damaged.subarray(4096));
      assert.deepEqual(
        [...Deno.readDirSync(home.path)].map(({ name }) => name).sort(),
        ["index.db", "store"],
      );
    }
    await Deno.writeFile(home.file("index.db"), whole);
  }
});

Deno.test("index may touch the store and its database only, and cannot leave them", async () => {
  await using home = await sampleHome();
  const options = { env: { MCPEVAL_HOME: home.path } };
  const printed = await mcpeval(["--print-permissions", "index"], options);
  const paths = ["store", "index.db", "index.db-journal", "index.db-wal", "index.db-shm"]
    .map(home.file);
  assert.deepEqual(JSON.parse(printed.stdout), {
    engine: null,
    keeper: { read: paths, write: paths, net: [], run: [], env: [] },
  });
  assert.equal((await mcpeval(["--prove-permissions", "index"], options)).code, 0);
});

Deno.test("usage mistakes are exit 2 and open nothing", async () => {
  await using home = await homeWith();
  for (const args of [["--rebuild", "--rebuild"], ["--rebuild=yes"], ["more"], ["--other"]]) {
    assert.equal((await index(home, ...args)).code, 2);
  }
  assert.deepEqual([...Deno.readDirSync(home.path)].map(({ name }) => name), ["store"]);
});

Deno.test("the compiled program indexes and refreshes, too", async () => {
  await using home = await sampleHome();
  const options = { env: { MCPEVAL_HOME: home.path } };
  const stderr = "counted 1 identical event replays once\n";
  assert.deepEqual(await run(BINARY, ["index"], options), {
    code: 0,
    stdout: "indexed 2 calls, 1 failures, 1 annotations\n",
    stderr,
  });
  await append(home, NAME, lines(captured(2, 1, FAILED)));
  assert.deepEqual(await run(BINARY, ["index"], options), {
    code: 0,
    stdout: "indexed 3 calls, 2 failures, 1 annotations\n",
    stderr,
  });
});
