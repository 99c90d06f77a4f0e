/**
 * Runs the tests: `deno run -A scripts/test.ts [argument of deno test …]`, for example
 * `--filter digest` or a path. The output of `deno test` passes through as it comes; the last line
 * is `N passed, N failed`, with `, N skipped` when tests were ignored.
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
export function closing(counts: TestCounts | undefined, code: number): [string, number] {
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

/** Runs `deno test` and passes its output on. */
async function runTests(args: readonly string[]): Promise<[TestCounts | undefined, number]> {
  const paths = args.some((arg) => !arg.startsWith("-") && existsSync(arg)) ? [] : ["tests/"];
  const flags = ["--no-check", "-A", ...existsSync("deno.lock") ? ["--lock=deno.lock"] : []];
  // What a test starts without a home of its own must not write into the developer's.
  const home = await Deno.makeTempDir({ prefix: "mcpeval-home-" });
  try {
    return await runWith(home, ["test", ...flags, ...args, ...paths]);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

async function runWith(
  home: string,
  args: readonly string[],
): Promise<[TestCounts | undefined, number]> {
  await using child = denoCommand(args, {
    env: { MCPEVAL_HOME: home },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let tail = new Uint8Array();
  for await (const chunk of child.stdout) {
    await writeAll(chunk);
    const both = new Uint8Array([...tail, ...chunk.subarray(-TAIL)]);
    tail = both.subarray(-TAIL);
  }
  const { code } = await child.status;
  return [readSummary(new TextDecoder().decode(tail)), code];
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
