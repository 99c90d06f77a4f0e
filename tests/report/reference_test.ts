/** Compares with another implementation of the same documents; see `reference.ts`. */

import assert from "node:assert/strict";
import { UsageError } from "../../core/errors.ts";
import { exitCode } from "../../core/report/exit.ts";
import { renderJson } from "../../core/report/json.ts";
import { renderJunit } from "../../core/report/junit.ts";
import { renderMarkdown } from "../../core/report/markdown.ts";
import { readReport } from "../../core/report/read.ts";
import { documentOf, type ReportDocument } from "../../core/report/recorded.ts";
import { renderSarif } from "../../core/report/sarif.ts";
import { renderText } from "../../core/report/text.ts";
import { FOREIGN } from "./foreign.ts";
import { type Normalize, normalizers, REFERENCE, runReference } from "./reference.ts";
import { CATALOG, COMPLETE, ERRORED, FAILURES, LEGACY, PASSES, reportOf } from "./samples.ts";

if (REFERENCE === undefined) {
  console.error("comparison with the reference skipped: MCPEVAL_REFERENCE is unset");
}

interface Format {
  args: string[];
  render(report: ReportDocument): string;
}

const FORMATS: Record<string, Format> = {
  "text": {
    args: ["--price-per-mtok", "0.03125"],
    render: (report) => renderText(report, { brief: false, price: 0.03125 }),
  },
  "text without hints": {
    args: ["--brief"],
    render: (report) => renderText(report, { brief: true }),
  },
  "markdown": {
    args: ["--format", "markdown", "--price-per-mtok", "3"],
    render: (report) => renderMarkdown(report, { price: 3 }),
  },
  "junit": { args: ["--format", "junit"], render: renderJunit },
  "sarif": {
    args: ["--format", "sarif", "--manifest", "no/such.json"],
    render: (report) => renderSarif(report, { uri: "no/such.json", lines: null }),
  },
};

const REPORTS: Record<string, ReportDocument> = {
  "passes": reportOf(PASSES, CATALOG),
  "failures": reportOf([...PASSES, ...FAILURES], CATALOG),
  "errored": reportOf([...PASSES, ...FAILURES, ...ERRORED]),
  "no manifest": reportOf([]),
  "unfinished battery": { ...reportOf(PASSES), readiness_error: "transport-timeout" },
  "missed floor": COMPLETE,
  "version 1": LEGACY,
};

/** Ours, or the exit code of the refusal with nothing printed. */
function ours(document: string, format: Format, normalize: Normalize): [number, string] {
  try {
    const report = readReport(new TextEncoder().encode(document), "-", "0.9.0");
    return [exitCode(report), normalize(format.render(report))];
  } catch (error) {
    if (error instanceof UsageError) return [error.exit, ""];
    throw error;
  }
}

const documents: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(REPORTS).map(([name, report]) => [name, renderJson(documentOf(report))]),
  ),
  ...FOREIGN,
};

for (const [name, format] of Object.entries(FORMATS)) {
  Deno.test({
    name: `the reference reads, prints and judges the same documents alike: ${name}`,
    ignore: REFERENCE === undefined,
    fn: async () => {
      const normalize = await normalizers();
      for (const [which, document] of Object.entries(documents)) {
        const { code, text } = await runReference(document, ["report", "-", ...format.args]);
        const theirs = [code, normalize.theirs(text)];
        assert.deepEqual(ours(document, format, normalize.ours), theirs, which);
      }
    },
  });
}

Deno.test({
  name: "the reference compares our documents and sees no change",
  ignore: REFERENCE === undefined,
  fn: async () => {
    const file = await Deno.makeTempFile({ suffix: ".json" });
    try {
      for (const report of Object.values(REPORTS)) {
        const document = renderJson(documentOf(report));
        await Deno.writeTextFile(file, document);
        assert.equal(
          (await runReference(document, ["diff", file, "-", "--fail-on-change"])).code,
          0,
        );
      }
    } finally {
      await Deno.remove(file);
    }
  },
});
