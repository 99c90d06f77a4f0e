/**
 * Compares with another implementation of the same documents: MCPEVAL_REFERENCE names its `mcpeval`
 * program. Without it the comparison is skipped and says so.
 */

import assert from "node:assert/strict";
import fc from "fast-check";
import { diffExitCode, type DiffGates, diffReports } from "../../core/report/diff/diff.ts";
import type { DropLimit } from "../../core/report/diff/readiness.ts";
import { renderDiffMarkdown } from "../../core/report/diff/markdown.ts";
import { renderDiffText } from "../../core/report/diff/text.ts";
import { renderJson } from "../../core/report/json.ts";
import { REFERENCE, runReference } from "../report/reference.ts";
import { distinctCases, documents } from "./arbitrary.ts";
import { bytesOf, documentOf, legacy, type Members, report } from "./documents.ts";
import { tempFolder } from "../cli/run.ts";

if (REFERENCE === undefined) {
  console.error("comparison with the reference skipped: MCPEVAL_REFERENCE is unset");
}

const RENDERERS = {
  text: renderDiffText,
  markdown: renderDiffMarkdown,
  json: renderJson,
};

/** Free wording of both programs. */
function normalize(text: string): string {
  return text.replace(/(catalog|contract:) {1,2}not comparable \([^)]*\)/g, "$1 not comparable")
    .replace(/added\. \*.*\*\n$/, "added.\n");
}

function optionsOf({ failOnRegression, failOnChange, failOnBreaking, dropLimit }: DiffGates) {
  return [
    ...(failOnRegression ? ["--fail-on-regression"] : []),
    ...(failOnChange ? ["--fail-on-change"] : []),
    ...(failOnBreaking ? ["--fail-on-breaking"] : []),
    ...(dropLimit ? [`--max-readiness-drop=${dropLimit.maxDrop}`] : []),
    ...(dropLimit?.excludeLatency ? ["--exclude-latency"] : []),
  ];
}

/** What we print and exit with; nothing and 2 for gates that cannot be judged. */
function ours(
  baseline: Members,
  current: Members,
  gates: DiffGates,
  format: keyof typeof RENDERERS,
): { code: number; text: string } {
  try {
    const diff = diffReports(report(baseline), report(current), gates);
    return { code: diffExitCode(diff, gates), text: normalize(RENDERERS[format](diff)) };
  } catch (error) {
    assert.ok(error instanceof Error && error.name === "UsageError");
    return { code: 2, text: "" };
  }
}

const limit: fc.Arbitrary<DropLimit> = fc.record({
  maxDrop: fc.nat({ max: 100 }),
  excludeLatency: fc.boolean(),
});
const gates = fc.record({
  failOnRegression: fc.boolean(),
  failOnChange: fc.boolean(),
  failOnBreaking: fc.boolean(),
  dropLimit: fc.option(limit),
});

/** Whether Markdown needs no escaping, which only we do. */
function isOrdinary({ cases }: Members): boolean {
  return (cases as Members[]).every(({ id }) => /^[a-z-]+$/.test(String(id)));
}

/** Real documents have no two cases of one id and kind. */
const real = fc.tuple(documents, distinctCases).map(([members, cases]) => ({ ...members, cases }));

Deno.test({
  name: "the reference prints the same comparison of the same documents",
  ignore: REFERENCE === undefined,
  fn: async () => {
    await using folder = await tempFolder();
    const format = fc.constantFrom<(keyof typeof RENDERERS)[]>("text", "markdown", "json");
    await fc.assert(
      fc.asyncProperty(real, real, gates, format, async (baseline, current, gates, format) => {
        fc.pre(format !== "markdown" || isOrdinary(baseline) && isOrdinary(current));
        const file = await folder.write("baseline.json", bytesOf(documentOf(baseline)));
        const args = ["diff", file, "-", "--format", format, ...optionsOf(gates)];
        const theirs = await runReference(bytesOf(documentOf(current)), args);
        assert.deepEqual(
          { code: theirs.code, text: normalize(theirs.text) },
          ours(baseline, current, gates, format),
        );
      }),
      { numRuns: Number(Deno.env.get("MCPEVAL_REFERENCE_RUNS") ?? 100) },
    );
  },
});

Deno.test({
  name: "the reference compares documents of version 1 like us",
  ignore: REFERENCE === undefined,
  fn: async () => {
    await using folder = await tempFolder();
    const document = { schema: "mcpeval.probe-report/v1", server: "demo", cases: [] };
    const file = await folder.write("old.json", bytesOf({ ...document, readiness: { score: 77 } }));
    const theirs = await runReference("", ["diff", file, file, "--format", "json"]);
    assert.equal(theirs.text, renderJson(diffReports(legacy(77), legacy(77))));
  },
});
