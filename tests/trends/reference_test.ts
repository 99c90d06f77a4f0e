/**
 * Compares with another implementation of the same history: MCPEVAL_REFERENCE names its `mcpeval`
 * program. Without it the comparison is skipped and says so.
 */

import assert from "node:assert/strict";
import fc from "fast-check";
import { newestPoints, readHistory } from "../../core/trends/history.ts";
import { renderTrendsText } from "../../core/trends/text.ts";
import { tempFolder } from "../cli/run.ts";
import { REFERENCE } from "../report/reference.ts";
import { PROFILE } from "../report/profile.ts";
import { fileOf, lineOf } from "./points.ts";

if (REFERENCE === undefined) {
  console.error("comparison with the reference skipped: MCPEVAL_REFERENCE is unset");
}

const records = fc.record({
  ts: fc.constantFrom("2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z", "later"),
  server: fc.constantFrom("a", "b", "B", "ü"),
  passed: fc.boolean(),
  cases_total: fc.nat({ max: 3 }),
  cases_passed: fc.nat({ max: 3 }),
  score: fc.nat({ max: 100 }),
  manifest_sha256: fc.option(fc.constantFrom("ab".repeat(32), "short")),
  standard: fc.option(fc.constantFrom("mcpeval-standard/1", "mcpeval-standard/2")),
  measurement_profile: fc.option(fc.constantFrom(PROFILE, { ...PROFILE, repeats: 4 })),
});

/** Mostly good lines; a bad one ends both programs. */
const lines = fc.array(
  fc.oneof(
    { weight: 40, arbitrary: records.map((record) => lineOf(record)) },
    { weight: 2, arbitrary: fc.constantFrom("", "  ", '{"ts":1}', "oops") },
  ),
  { minLength: 1 },
);

function ours(file: Uint8Array, last: number): { code: number; text: string } {
  try {
    return { code: 0, text: renderTrendsText(newestPoints(readHistory([file], "h"), last)) };
  } catch (error) {
    assert.ok(error instanceof Error && error.name === "IncompleteError");
    return { code: 3, text: "" };
  }
}

Deno.test({
  name: "the reference shows the same history",
  ignore: REFERENCE === undefined,
  fn: async () => {
    await using home = await tempFolder();
    await Deno.mkdir(home.file("store/probes"), { recursive: true });
    await fc.assert(
      fc.asyncProperty(lines, fc.nat({ max: 4 }), async (lines, last) => {
        const file = fileOf(...lines);
        await home.write("store/probes/history.jsonl", file);
        const { code, stdout } = await new Deno.Command(REFERENCE ?? "", {
          args: ["trends", "--last", String(last)],
          env: { MCPEVAL_HOME: home.path },
          stdin: "null",
          stderr: "null",
        }).output();
        assert.deepEqual({ code, text: new TextDecoder().decode(stdout) }, ours(file, last));
      }),
      { numRuns: Number(Deno.env.get("MCPEVAL_REFERENCE_RUNS") ?? 100) },
    );
  },
});
