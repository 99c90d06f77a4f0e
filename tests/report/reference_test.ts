/**
 * Compares with another implementation of the same documents: MCPEVAL_REFERENCE names its `mcpeval`
 * program. Without it the comparison is skipped and says so.
 */

import assert from "node:assert/strict";
import { exitCode } from "../../core/report/exit.ts";
import { renderJson } from "../../core/report/json.ts";
import { renderText } from "../../core/report/text.ts";
import { CATALOG, ERRORED, FAILURES, PASSES, READINESS, reportOf } from "./samples.ts";

const reference = Deno.env.get("MCPEVAL_REFERENCE");
if (reference === undefined) {
  console.error("comparison with the reference skipped: MCPEVAL_REFERENCE is unset");
}

async function run(...args: string[]): Promise<{ code: number; text: string }> {
  const { code, stdout } = await new Deno.Command(reference ?? "", { args, stdin: "null" })
    .output();
  return { code, text: new TextDecoder().decode(stdout) };
}

const REPORTS = {
  "passes": reportOf(PASSES, CATALOG),
  "failures": reportOf([...PASSES, ...FAILURES], CATALOG),
  "errored": reportOf([...PASSES, ...FAILURES, ...ERRORED]),
  "no manifest": reportOf([]),
  "unfinished battery": { ...reportOf(PASSES), readiness_error: "transport-timeout" as const },
  "missed floor": {
    ...reportOf(PASSES),
    readiness: READINESS,
    readiness_gate: {
      min_score: 85,
      min_areas: { catalog: 60, protocol: 90 },
      exclude_latency: true,
      passed: false,
      shortfalls: [{ subject: "score" as const, observed: 84, floor: 85 }],
    },
  },
};

for (const [name, report] of Object.entries(REPORTS)) {
  Deno.test({
    name: `the reference reads, prints and judges our report: ${name}`,
    ignore: reference === undefined,
    fn: async () => {
      const file = await Deno.makeTempFile({ suffix: ".json" });
      try {
        await Deno.writeTextFile(file, renderJson(report));
        const printed = await run("report", file, "--brief");
        const assessment = /^ {2}assessment: .*$/m;
        assert.equal(
          printed.text.replace(assessment, ""),
          renderText(report, { brief: true }).replace(assessment, ""),
        );
        assert.equal(printed.code, exitCode(report));
        assert.equal((await run("diff", file, file)).code, 0);
      } finally {
        await Deno.remove(file);
      }
    },
  });
}
