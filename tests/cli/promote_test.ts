import assert from "node:assert/strict";
import { index, journalOf, writeJournal } from "../store/findings/journal.ts";
import { BINARY, mcpeval, type Ran, run, tempFolder } from "./run.ts";

function promote(home: string, ...args: string[]): Promise<Ran> {
  return mcpeval(["promote", ...args], { env: { MCPEVAL_HOME: home } });
}

/** One issue of two sessions, one of one session, and one that is too old. */
const CAPTURES = [
  [{}, { tool: "once" }],
  [{}],
  [{ tool: "old", ts: "2020-01-01T00:00:00.000Z" }],
  [{ tool: "old", ts: "2020-01-01T00:00:00.000Z" }],
];

Deno.test("promote says how many issues are findings, and why the others are none", async () => {
  await using folder = await tempFolder();
  await index(folder.path, CAPTURES);
  const said: [args: string[], stdout: string][] = [
    [
      ["--threshold", "0.0001"],
      "promoted 1 of 3 issues (1 seen in one session only, 1 below threshold 0.000100)\n",
    ],
    [["--threshold=0"], "promoted 2 of 3 issues (1 seen in one session only)\n"],
    [
      ["--threshold", "1e3"],
      "promoted 0 of 3 issues (1 seen in one session only, 2 below threshold 1000.000000)\n",
    ],
  ];
  for (const [args, stdout] of said) {
    assert.deepEqual(await promote(folder.path, ...args), { code: 0, stdout, stderr: "" });
  }
  await folder.write("config.json", '{"promotion_threshold":7}');
  assert.match((await promote(folder.path)).stdout, / 2 below threshold 7\.000000\)\n$/);
});

Deno.test("without failures there is nothing to promote", async () => {
  await using folder = await tempFolder();
  await index(folder.path, [[{ outcome: "ok" }]]);
  assert.deepEqual(await promote(folder.path), {
    code: 0,
    stdout: "promoted 0 of 0 issues\n",
    stderr: "",
  });
});

Deno.test("what is no threshold is exit 2, one that cannot be is exit 3", async () => {
  await using folder = await tempFolder();
  await index(folder.path, CAPTURES);
  const bad: [arg: string, code: number, message: RegExp][] = [
    ["--threshold=much", 2, /^Error: --threshold takes a number\n/],
    ["--threshold=", 2, /^Error: --threshold takes a number\n/],
    ["--threshold=-1", 3, /^Error: --threshold must be a finite number from 0 on\n/],
    ["--threshold=nan", 3, /^Error: --threshold must be a finite number from 0 on\n/],
    ["--threshold=1e999", 3, /^Error: --threshold must be a finite number from 0 on\n/],
  ];
  for (const [arg, code, message] of bad) {
    const ran = await promote(folder.path, arg);
    assert.deepEqual([arg, ran.code, ran.stdout], [arg, code, ""]);
    assert.match(ran.stderr, message);
  }
  await folder.write("config.json", '{"promotion_threshold":"SECRET"}');
  const ran = await promote(folder.path);
  assert.deepEqual([ran.code, ran.stdout], [3, ""]);
  assert.match(ran.stderr, /^Error: promotion_threshold in .*config\.json must be a finite number/);
  assert.doesNotMatch(ran.stderr, /SECRET/);
});

Deno.test("without an index promote says what to run, and makes nothing", async () => {
  await using folder = await tempFolder();
  const home = folder.file("home");
  assert.deepEqual(await promote(home), {
    code: 3,
    stdout: "",
    stderr: `Error: ${home}/index.db does not exist; run mcpeval index first\n`,
  });
  assert.deepEqual([...Deno.readDirSync(folder.path)], []);
});

Deno.test("of a repeated key the last value counts, in journals and in config.json", async () => {
  await using folder = await tempFolder();
  const journal = journalOf([[{}], [{ observed: ["false-success"] }]]);
  await writeJournal(folder.path, {
    calls: journal.calls.replaceAll('"outcome":"error"', '"outcome":"ok","outcome":"error"'),
    annotations: journal.annotations.replace('"kind":', '"kind":"workaround","kind":'),
  });
  await folder.write("config.json", '{"promotion_threshold":7,"promotion_threshold":0}');
  const env = { MCPEVAL_HOME: folder.path };
  assert.equal(
    (await mcpeval(["index"], { env })).stdout,
    "indexed 2 calls, 2 failures, 1 annotations\n",
  );
  assert.equal((await promote(folder.path)).stdout, "promoted 1 of 1 issues\n");
  assert.match((await mcpeval(["findings"], { env })).stdout, / class=false-success\n/);
});

Deno.test("two promotions at once wait for each other", async () => {
  await using folder = await tempFolder();
  await index(folder.path, CAPTURES);
  const said = "promoted 2 of 3 issues (1 seen in one session only)\n";
  const both = await Promise.all([1, 2].map(() => promote(folder.path, "--threshold", "0")));
  for (const ran of both) assert.deepEqual(ran, { code: 0, stdout: said, stderr: "" });
});

Deno.test("promote may write its two databases only", async () => {
  await using folder = await tempFolder();
  const files = ["index.db", "lifecycle.db"].flatMap((name) =>
    ["", "-journal", "-wal", "-shm"].map((ending) => folder.file(`${name}${ending}`))
  );
  const options = { env: { MCPEVAL_HOME: folder.path } };
  const printed = await mcpeval(["--print-permissions", "promote"], options);
  assert.deepEqual(JSON.parse(printed.stdout), {
    engine: null,
    keeper: {
      read: [...files, folder.file("config.json")],
      write: files,
      net: [],
      run: [],
      env: [],
    },
  });
  assert.equal((await mcpeval(["--prove-permissions", "promote"], options)).code, 0);
});

Deno.test("the compiled program promotes, too", async () => {
  await using folder = await tempFolder();
  await index(folder.path, CAPTURES);
  const options = { env: { MCPEVAL_HOME: folder.path } };
  assert.deepEqual(await run(BINARY, ["promote", "--threshold", "0"], options), {
    code: 0,
    stdout: "promoted 2 of 3 issues (1 seen in one session only)\n",
    stderr: "",
  });
  const { stdout } = await run(BINARY, ["findings"], options);
  assert.match(stdout, /^finding finding-c51a0331c38ffd99 demo\/save state=open probe=none /);
});
