import assert from "node:assert/strict";
import { UsageError } from "../../core/errors.ts";
import { diffExitCode, type DiffGates, diffReports } from "../../core/report/diff/diff.ts";
import { namedServer, requireOneServer } from "../../core/report/diff/server.ts";
import { readReport } from "../../core/report/read.ts";
import { bytesOf, caseOf, documentOf, type Members, readiness, report, tool } from "./documents.ts";

/** One document with everything, and variants of it that fire one gate each. */
const BASE: Members = {
  cases: [caseOf("a"), caseOf("b", "missing-field")],
  readiness: readiness(91, { score_without_latency: 91 }),
  catalog: { tools: [tool("t", { parameters: { 1: 1 } })] },
};
const VARIANTS: Record<string, Members> = {
  nothing: {},
  regression: { cases: [caseOf("a", "missing-field"), caseOf("b", "missing-field")] },
  change: { cases: [caseOf("a"), caseOf("b", "value-mismatch")] },
  fix: { cases: [caseOf("a"), caseOf("b")] },
  removal: { cases: [caseOf("a")] },
  addition: { cases: [caseOf("a"), caseOf("b", "missing-field"), caseOf("c", "missing-field")] },
  breaking: { catalog: { tools: [] } },
  review: { catalog: { tools: [tool("t", { parameters: { 1: 2 } })] } },
  drop: { readiness: readiness(90, { score_without_latency: 90 }) },
};
const GATES: Record<string, DiffGates> = {
  none: {},
  "--fail-on-regression": { failOnRegression: true },
  "--fail-on-change": { failOnChange: true },
  "--fail-on-breaking": { failOnBreaking: true },
  "--max-readiness-drop 0": { dropLimit: { maxDrop: 0, excludeLatency: false } },
  "--max-readiness-drop 1": { dropLimit: { maxDrop: 1, excludeLatency: false } },
  "--exclude-latency": { dropLimit: { maxDrop: 0, excludeLatency: true } },
};
/** The variants for which a gate exits 1; it exits 0 for all others. */
const FIRED: Record<string, string[]> = {
  none: [],
  "--fail-on-regression": ["regression"],
  "--fail-on-change": ["change"],
  "--fail-on-breaking": ["breaking"],
  "--max-readiness-drop 0": ["drop"],
  "--max-readiness-drop 1": [],
  "--exclude-latency": ["drop"],
};

for (const [name, gates] of Object.entries(GATES)) {
  Deno.test(`gate ${name} fires for: ${FIRED[name]?.join() || "nothing"}`, () => {
    const fired = Object.keys(VARIANTS).filter((variant) => {
      const current = report({ ...BASE, ...VARIANTS[variant] });
      return diffExitCode(diffReports(report(BASE), current, gates), gates) === 1;
    });
    assert.deepEqual(fired, FIRED[name]);
  });
}

Deno.test("several declared gates make one exit code", () => {
  const gates = { failOnRegression: true, failOnBreaking: true };
  const current = report({ ...BASE, ...VARIANTS["breaking"], ...VARIANTS["regression"] });
  assert.equal(diffExitCode(diffReports(report(BASE), current, gates), gates), 1);
});

Deno.test("--fail-on-breaking needs a catalog on both sides", () => {
  const bare = report({ ...BASE, catalog: null });
  const gates = { failOnBreaking: true };
  assert.throws(() => diffReports(report(BASE), bare, gates), {
    name: "UsageError",
    message: /^the current report has no catalog/,
  });
  assert.throws(() => diffReports(bare, report(BASE), gates), {
    name: "UsageError",
    message: /^the baseline report has no catalog/,
  });
  assert.equal(diffReports(bare, bare).catalog.comparable, false);
});

Deno.test("the drop gate is judged before the breaking gate", () => {
  const bare = report();
  const dropLimit = { maxDrop: 3, excludeLatency: false };
  assert.throws(() => diffReports(bare, bare, { failOnBreaking: true, dropLimit }), {
    message: /^readiness is not comparable/,
  });
});

function labelIn(document: Members): string | null {
  const bytes = bytesOf(document);
  return namedServer(readReport(bytes, "report.json", "0.9.0"), bytes);
}

Deno.test("a document names its server, or none", () => {
  assert.equal(labelIn(documentOf()), "demo");
  assert.equal(labelIn(documentOf({ server: "unknown" })), "unknown");
  assert.equal(labelIn(documentOf({ server: undefined })), null);
  assert.equal(labelIn(documentOf({ server: null })), null);
  assert.equal(labelIn(documentOf({ server: 5 })), null);
});

Deno.test("two reports are of one server unless both name different ones", () => {
  requireOneServer("demo", "demo");
  requireOneServer(null, "demo");
  requireOneServer("demo", null);
  requireOneServer(null, null);
  assert.throws(() => requireOneServer("demo", "other"), (error) => {
    assert.ok(error instanceof UsageError);
    assert.match(error.message, /`demo`.*`other`/);
    return true;
  });
  assert.throws(() => requireOneServer("demo", "unknown"), UsageError);
});
