/** `mcpeval trends` as a whole program. */

import assert from "node:assert/strict";
import { mcpeval, tempFolder } from "../cli/run.ts";
import { assertStandsAlone } from "../diff/pages.ts";
import { fileOf, lineOf, point, standardPoint } from "./points.ts";

/** Runs the command with a home that holds this history, or none. */
async function trends(history: Uint8Array | null, ...args: string[]) {
  await using home = await tempFolder();
  if (history !== null) {
    await Deno.mkdir(home.file("store/probes"), { recursive: true });
    await home.write("store/probes/history.jsonl", history);
  }
  const before = await listing(home.path);
  const ran = await mcpeval(["trends", ...args], { env: { MCPEVAL_HOME: home.path } });
  assert.deepEqual(await listing(home.path), before, "the command wrote into its home");
  return { ...ran, home: home.path };
}

async function listing(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    names.push(entry.name);
    if (entry.isDirectory) names.push(...await listing(`${folder}/${entry.name}`));
  }
  return names.sort();
}

const LINES = [80, 91, 84].map((score, index) =>
  lineOf({ ...standardPoint(score, { ts: `2026-01-0${index + 1}T00:00:00.000Z` }) })
);

Deno.test("the newest runs are shown", async () => {
  const all = await trends(fileOf(...LINES));
  assert.equal(all.stderr, "");
  assert.equal(
    all.stdout,
    `\
demo
  2026-01-01T00:00:00.000Z score=80/100 cases=3/3 manifest=abababab
  2026-01-02T00:00:00.000Z score=91/100 cases=3/3 +11 manifest=abababab
  2026-01-03T00:00:00.000Z score=84/100 cases=3/3 -7 manifest=abababab
`,
  );
  assert.equal(all.code, 0);
  const one = await trends(fileOf(...LINES), "--last", "1");
  assert.equal(
    one.stdout,
    "demo\n  2026-01-03T00:00:00.000Z score=84/100 cases=3/3 manifest=abababab\n",
  );
});

Deno.test("ten runs of each server are shown unless another number is asked for", async () => {
  const lines = ["a", "b"].flatMap((server) =>
    Array.from({ length: 12 }, (_, index) => lineOf({ ...point({ server, score: index }) }))
  );
  const shown = (stdout: string) => stdout.split("\n").filter((line) => line.startsWith("  "));
  assert.equal(shown((await trends(fileOf(...lines))).stdout).length, 20);
  assert.equal(shown((await trends(fileOf(...lines), "--last", "11")).stdout).length, 22);
  const none = await trends(fileOf(...lines), "--last=0");
  assert.deepEqual([none.code, none.stdout], [0, ""]);
});

Deno.test("without a history one line says so", async () => {
  for (const history of [null, fileOf(), fileOf("", "")]) {
    const ran = await trends(history);
    assert.deepEqual([ran.code, ran.stderr], [0, ""]);
    assert.match(ran.stdout, /^no trend history yet[^\n]*\n$/);
  }
});

Deno.test("a line that is still being written is left out", async () => {
  const torn = new Uint8Array([...fileOf(LINES[0] ?? ""), ...new TextEncoder().encode('{"ts":')]);
  const ran = await trends(torn);
  assert.equal(
    ran.stdout,
    "demo\n  2026-01-01T00:00:00.000Z score=80/100 cases=3/3 manifest=abababab\n",
  );
});

Deno.test("a corrupt line ends the command and is named, even when nothing is to be shown", async () => {
  for (const args of [[], ["--last", "0"], ["--format", "html"]]) {
    const ran = await trends(fileOf(...LINES, "oops"), ...args);
    assert.deepEqual([ran.code, ran.stdout], [3, ""]);
    assert.equal(
      ran.stderr,
      "Error: trend history is corrupt; mend or remove one line\n\nCaused by:\n" +
        `    ${ran.home}/store/probes/history.jsonl line 4: not valid JSON\n`,
    );
  }
});

Deno.test("--last takes a whole number", async () => {
  for (const last of ["--last=-1", "--last=1.5", "--last=x", "--last="]) {
    const ran = await trends(fileOf(...LINES), last);
    assert.deepEqual([ran.code, ran.stdout], [2, ""]);
    assert.match(ran.stderr, /--last takes a whole number from 0 on/);
  }
});

Deno.test("a history that is a folder cannot be read", async () => {
  await using home = await tempFolder();
  await Deno.mkdir(home.file("store/probes/history.jsonl"), { recursive: true });
  const ran = await mcpeval(["trends"], { env: { MCPEVAL_HOME: home.path } });
  assert.deepEqual([ran.code, ran.stdout], [3, ""]);
  assert.match(ran.stderr, /^Error: reading .*history\.jsonl failed: it is a folder\n/);
});

Deno.test("JSON and HTML are printed, also to a file", async () => {
  const document = await trends(fileOf(...LINES), "--format", "json");
  assert.equal(JSON.parse(document.stdout).servers[0].points.length, 3);
  await using folder = await tempFolder();
  const file = folder.file("trends.html");
  const html = await trends(fileOf(...LINES), "--format", "html", "--output", file);
  assert.deepEqual([html.code, html.stdout, html.stderr], [0, "", ""]);
  assertStandsAlone(await Deno.readTextFile(file));
});

Deno.test("a history that another process keeps locked is not read", async () => {
  await using home = await tempFolder();
  await Deno.mkdir(home.file("store/probes"), { recursive: true });
  const path = await home.write("store/probes/history.jsonl", fileOf(...LINES));
  const environment = { env: { MCPEVAL_HOME: home.path } };
  using holder = await Deno.open(path, { read: true, append: true });
  await holder.lock(true);
  const late = await mcpeval(["trends"], environment);
  assert.deepEqual([late.code, late.stdout], [3, ""]);
  assert.match(late.stderr, /^Error: the trend history is locked by another process; try again\n/);
  // Readers do not keep each other out.
  await holder.unlock();
  await holder.lock(false);
  assert.equal((await mcpeval(["trends"], environment)).code, 0);
});

Deno.test("the plan holds the history and nothing else", async () => {
  const env = { MCPEVAL_HOME: "/home/someone/eval" };
  const { stdout, code } = await mcpeval(["--print-permissions", "trends"], { env });
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(stdout), {
    engine: null,
    keeper: {
      read: ["/home/someone/eval/store/probes/history.jsonl"],
      write: [],
      net: [],
      run: [],
      env: [],
    },
  });
});
