/**
 * Runs the tests: `deno run -A scripts/test.ts [argument of deno test …]`, for example
 * `--filter digest` or a path. Without a path two processes share the files, and the output of the
 * second follows that of the first. The last line is `N passed, N failed`, with `, N skipped` when
 * tests were ignored.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { denoCommand } from "./deno-command.ts";
import { runScript } from "./script-error.ts";

/** Tests of a run, without their steps and without those that a filter left out. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * The closing line and the exit status of a run. A failing run shows at least one failure, also
 * when `deno test` counts none: a test file that does not load, a forgotten `only`, no test at all.
 *
 * @param counts of `deno test`, or `undefined` when it ended before it counted
 * @param code exit status of `deno test`
 */
function closing(counts: TestCounts | undefined, code: number): [string, number] {
  const { passed, failed, skipped } = counts ?? { passed: 0, failed: 0, skipped: 0 };
  const isFailure = code !== 0 || failed > 0 || passed === 0;
  const shown = isFailure ? Math.max(failed, 1) : 0;
  const line = `${passed} passed, ${shown} failed`;
  const status = isFailure && code === 0 ? 1 : code;
  return [skipped > 0 ? `${line}, ${skipped} skipped` : line, status];
}

/**
 * Reads the counts from the end of `deno test`'s output, such as
 * `FAILED | 1 passed (1 step) | 2 failed (1 step) | 1 ignored | 4 filtered out (9ms)`.
 *
 * @param output with or without colors; the last summary counts, a test may have printed another
 */
export function readSummary(output: string): TestCounts | undefined {
  const plain = stripVTControlCharacters(output);
  const summary = [...plain.matchAll(/^(?:ok|FAILED) \| (\d+ passed\b.*)$/gm)].at(-1)?.[1];
  if (summary === undefined) return undefined;
  const count = (what: string) => Number(summary.match(`(\\d+) ${what}\\b`)?.[1] ?? 0);
  return { passed: count("passed"), failed: count("failed"), skipped: count("ignored") };
}

/** Bytes at the end of the output that hold the summary for certain. */
const TAIL = 4096;

/**
 * How many processes share the tests. Most tests wait for other programs; more at once would
 * make deadlines pass that a machine with two processors keeps. They are processes because some
 * tests set variables of theirs.
 */
const LANES = 2;

/** What `deno test` counted, `undefined` when it ended before, and its exit status. */
type Ended = readonly [TestCounts | undefined, number];

/** Runs `deno test` on the paths among the arguments or else on all tests, and shows its output. */
async function runTests(args: readonly string[]): Promise<Ended> {
  const isNamed = args.some((arg) => !arg.startsWith("-") && existsSync(arg));
  const lanes = isNamed ? [[]] : shareOut(await findTests("tests"));
  const flags = ["--no-check", "-A", ...existsSync("deno.lock") ? ["--lock=deno.lock"] : []];
  let shown: Promise<unknown> = Promise.resolve();
  const ended = await Promise.all(lanes.map((paths) => {
    const before = shown;
    const lane = runLane(["test", ...flags, ...args, ...paths], before);
    shown = lane;
    return lane;
  }));
  return ended.reduce(join);
}

async function findTests(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) found.push(...await findTests(path));
    else if (name.endsWith("_test.ts")) found.push(path);
  }
  return found.sort();
}

/** Every lane has files of every folder, so that they end at about the same time. */
function shareOut(files: readonly string[]): string[][] {
  if (files.length < LANES) return [["tests/"]];
  return Array.from({ length: LANES }, (_, lane) => files.filter((_, at) => at % LANES === lane));
}

function join([a, codeA]: Ended, [b, codeB]: Ended): Ended {
  const counts = a && b && {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  };
  return [counts, codeA === 0 ? codeB : codeA];
}

/** @param before the lane whose output goes first; this one's is kept until then */
async function runLane(args: readonly string[], before: Promise<unknown>): Promise<Ended> {
  let isTurn = false;
  const turn = before.then(() => isTurn = true);
  // What a test starts without a home of its own must not write into the developer's.
  const home = await Deno.makeTempDir({ prefix: "mcpeval-home-" });
  try {
    await using child = denoCommand(args, {
      env: { MCPEVAL_HOME: home },
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    let kept: Uint8Array[] = [];
    let tail = new Uint8Array();
    for await (const chunk of child.stdout) {
      kept.push(chunk);
      tail = new Uint8Array([...tail, ...chunk.subarray(-TAIL)]).subarray(-TAIL);
      if (!isTurn) continue;
      for (const part of kept) await writeAll(part);
      kept = [];
    }
    const { code } = await child.status;
    await turn;
    for (const part of kept) await writeAll(part);
    return [readSummary(new TextDecoder().decode(tail)), code];
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

async function writeAll(bytes: Uint8Array): Promise<void> {
  let rest = bytes;
  while (rest.length > 0) rest = rest.subarray(await Deno.stdout.write(rest));
}

if (import.meta.main) {
  await runScript(async () => {
    const [counts, code] = await runTests(Deno.args);
    const [line, status] = closing(counts, code);
    if (code === 0 && status !== 0) console.error("no test was run");
    console.log(line);
    return status;
  });
}
