import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { denoCommand } from "../../scripts/deno-command.ts";
import { readSummary } from "../../scripts/test.ts";

const SCRIPT = fileURLToPath(new URL("../../scripts/test.ts", import.meta.url));

interface Run {
  readonly code: number;
  readonly lastLine: string | undefined;
  readonly stdout: string;
}

/** Runs the test runner in a folder whose `tests/` holds one file of the given text, or several. */
async function run(text: string | string[] | undefined, ...args: string[]): Promise<Run> {
  const root = await Deno.makeTempDir({ prefix: "mcpeval-test-" });
  try {
    await Deno.mkdir(join(root, "tests"));
    const texts = Array.isArray(text) ? Object.entries(text) : text ? [["sample", text]] : [];
    for (const [name, content = ""] of texts) {
      await Deno.writeTextFile(join(root, `tests/${name}_test.ts`), content);
    }
    const { code, stdout } = await denoCommand(["run", "-A", "--no-check", SCRIPT, ...args], {
      cwd: root,
    }).output();
    const lines = new TextDecoder().decode(stdout).split("\n");
    assert.equal(lines.pop(), "");
    return { code, lastLine: lines.at(-1), stdout: lines.join("\n") };
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

const PASS = 'Deno.test("good", () => console.log("output of a test"));\n';
const PASS_TOO = 'Deno.test("better", () => {});\n';
const FAIL = 'Deno.test("bad", () => { throw new Error("boom"); });\n';
const SKIP = 'Deno.test({ name: "later", ignore: true, fn() {} });\n';

Deno.test("a passing suite", async () => {
  const { code, lastLine, stdout } = await run(PASS + PASS_TOO);
  assert.equal(lastLine, "2 passed, 0 failed");
  assert.equal(code, 0);
  assert.match(stdout, /output of a test/);
});

Deno.test("a failing suite", async () => {
  const { code, lastLine } = await run(PASS + FAIL);
  assert.equal(lastLine, "1 passed, 1 failed");
  assert.equal(code, 1);
});

Deno.test("a suite with an ignored test", async () => {
  const { code, lastLine } = await run(PASS + SKIP);
  assert.equal(lastLine, "1 passed, 0 failed, 1 skipped");
  assert.equal(code, 0);
});

Deno.test("a suite of ignored tests alone ran nothing, so it fails", async () => {
  const { code, lastLine } = await run(SKIP);
  assert.equal(lastLine, "0 passed, 1 failed, 1 skipped");
  assert.equal(code, 1);
});

Deno.test("several files are shared out: all count, one after another, whichever ends first", async () => {
  const slow = 'Deno.test("slow", () => new Promise((resolve) => setTimeout(resolve, 2000)));\n';
  const { code, lastLine, stdout } = await run([slow + SKIP, PASS, PASS_TOO, FAIL]);
  assert.deepEqual([code, lastLine], [1, "3 passed, 1 failed, 1 skipped"]);
  const order = [...stdout.matchAll(/^(slow|better|good|bad) \.\.\./gm)].map(([, name]) => name);
  assert.deepEqual([...new Set(order)], ["slow", "better", "good", "bad"]);
});

Deno.test("a file without tests, and no file at all, ran nothing, so they fail", async () => {
  for (const text of ["export {};\n", undefined]) {
    const { code, lastLine } = await run(text);
    assert.equal(lastLine, "0 passed, 1 failed");
    assert.equal(code, 1);
  }
});

Deno.test("a file that does not load, and a forgotten only, fail", async () => {
  const broken = await run("const x: = 3;\n");
  assert.deepEqual([broken.code, broken.lastLine], [1, "0 passed, 1 failed"]);
  const only = await run(PASS + 'Deno.test.only("single", () => {});\n');
  assert.deepEqual([only.code, only.lastLine], [1, "1 passed, 1 failed"]);
});

Deno.test("arguments go to deno test: a filter, a path", async () => {
  const filtered = await run(PASS + FAIL, "--filter", "good");
  assert.deepEqual([filtered.code, filtered.lastLine], [0, "1 passed, 0 failed"]);
  const named = await run(PASS, "tests/sample_test.ts");
  assert.deepEqual([named.code, named.lastLine], [0, "1 passed, 0 failed"]);
  const unmatched = await run(PASS, "--filter", "nothing");
  assert.deepEqual([unmatched.code, unmatched.lastLine], [1, "0 passed, 1 failed"]);
});

Deno.test("the last summary of the output counts, with steps and colors", () => {
  const output = "ok | 9 passed | 9 failed (1ms)\n" +
    "\x1b[31mFAILED\x1b[0m | 12 passed (3 steps) | 2 failed (1 step) | 1 ignored (1 step) " +
    "| 4 filtered out \x1b[38;5;245m(1m2s)\x1b[0m\n\n";
  assert.deepEqual(readSummary(output), { passed: 12, failed: 2, skipped: 1 });
  assert.equal(readSummary("note: ok | 9 passed | 9 failed (1ms)\n"), undefined);
});
