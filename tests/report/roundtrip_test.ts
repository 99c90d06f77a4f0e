import assert from "node:assert/strict";
import fc from "fast-check";
import { PROBE_KINDS } from "../../core/manifest/types.ts";
import { FAULT_LABELS } from "../../core/mcp/faults.ts";
import { badgeUrl } from "../../core/readiness/curves.ts";
import { CHECK_HINTS } from "../../core/readiness/standard.ts";
import { REASONS } from "../../core/reasons.ts";
import { caseHint, isErrored, type ProbeReport, tally } from "../../core/report/document.ts";
import { renderJson } from "../../core/report/json.ts";
import { readReport } from "../../core/report/read.ts";
import {
  AREA_WEIGHTS,
  type AreaName,
  CHECK_IDS,
  CHECK_REASONS,
  type Readiness,
} from "../../core/report/readiness.ts";
import { documentOf, type ReportDocument } from "../../core/report/recorded.ts";
import { CATALOG, ERRORED, FAILURES, PASSES, READINESS, reportOf } from "./samples.ts";

function reread(report: ReportDocument): ReportDocument {
  const bytes = new TextEncoder().encode(renderJson(documentOf(report)));
  return readReport(bytes, "report.json", "0.9.0");
}

/** A sample with the hints that a real run has. */
const readiness: Readiness = {
  ...READINESS,
  areas: READINESS.areas.map((area) => ({
    ...area,
    checks: area.checks.map((check) => ({ ...check, hint: CHECK_HINTS[check.reason] })),
  })),
};

Deno.test("a report survives being written and read", () => {
  const reports: ProbeReport[] = [
    reportOf([]),
    reportOf(PASSES),
    reportOf([...PASSES, ...FAILURES, ...ERRORED], CATALOG),
    { ...reportOf(FAILURES), readiness },
    { ...reportOf([]), readiness_error: "transport-timeout" },
    {
      ...reportOf(PASSES),
      readiness,
      readiness_gate: {
        min_score: 85,
        min_areas: { catalog: 60, protocol: 90 },
        exclude_latency: true,
        passed: false,
        shortfalls: [{ subject: "score", observed: 84, floor: 85 }],
      },
    },
  ];
  for (const report of reports) assert.deepEqual(reread(report), report);
});

Deno.test("a document of version 1 survives, too", () => {
  const text = `{"schema":"mcpeval.probe-report/v1","server":"old","readiness":{"score":55},
    "cases":[{"id":"a","probe":"contention","reason":"missing-field","first_failure":1}]}`;
  const report = readReport(new TextEncoder().encode(text), "report.json", "0.9.0");
  assert.deepEqual(reread(report), report);
  assert.match(
    renderJson(documentOf(report)),
    /"readiness": \{\n {4}"score": 55\n {2}\},\n {2}"schema": "mcpeval.probe-report\/v1"/,
  );
});

const label = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_.:-]{0,20}$/);
const count = fc.oneof(fc.nat(), fc.maxSafeNat());
const score = fc.nat({ max: 100 });
const digest = fc.stringMatching(/^[0-9a-f]{16}$/);
/** Documents hold ordinary objects. */
const plain = { noNullPrototype: true };
const optional = { ...plain, requiredKeys: [] };

const reportCase = fc.record({
  id: label,
  probe: fc.constantFrom(...PROBE_KINDS),
  tool: fc.option(label),
  attempts: count,
  first_failure: fc.option(count),
  reason: fc.option(fc.constantFrom(...REASONS)),
  detail: fc.option(fc.record({
    bound: fc.constantFrom("max_tools" as const, "max_latency_ms" as const, "max_pages" as const),
    limit: count,
    observed: count,
  }, plain)),
  measurements: fc.record({
    tool_count: count,
    schema_bytes: count,
    total_tokens: count,
    per_tool: fc.array(fc.record({ tool: label, tokens: count }, plain), { maxLength: 3 }),
    latency_ms: count,
    pages: count,
    cancellation_outcome: fc.constantFrom("no-result" as const, "completed" as const),
  }, optional),
}, plain).map((given) => ({
  ...given,
  passed: given.reason === null,
  hint: given.reason && caseHint(given.probe, given.reason, given.first_failure),
}));

const area = fc.record({
  name: fc.constantFrom(...Object.keys(AREA_WEIGHTS) as AreaName[]),
  score,
  measurements: fc.record({ catalog_tokens: count, rpc_errors: count }, optional),
  checks: fc.array(
    fc.record({
      id: fc.constantFrom(...CHECK_IDS),
      tool: fc.option(label),
      score,
      observed: fc.option(count),
      reason: fc.constantFrom(...CHECK_REASONS),
    }, plain).map((check) => ({ ...check, hint: CHECK_HINTS[check.reason] })),
    { maxLength: 3 },
  ),
}, plain).map((given) => ({ ...given, weight: AREA_WEIGHTS[given.name] }));

const anyReadiness = fc.record({
  score,
  areas: fc.array(area, { maxLength: 6 }),
  surface: fc.record({ tools: count, read_only: count, writers: count, exercised: count }, plain),
}).map((given): Readiness => ({
  ...READINESS,
  ...given,
  badge: badgeUrl(given.score),
  assessment: {
    ...READINESS.assessment,
    tools_exercised: given.surface.exercised,
    read_only_tools: given.surface.read_only,
    writer_tools_excluded: given.surface.writers,
  },
}));

const anyReport = fc.record({
  server: label,
  manifest_sha256: fc.option(fc.stringMatching(/^[0-9a-f]{64}$/)),
  cases: fc.array(reportCase, { maxLength: 4 }),
  readiness: fc.option(anyReadiness),
  readiness_error: fc.option(fc.constantFrom(...FAULT_LABELS)),
  catalog: fc.option(fc.record({
    tools: fc.array(
      fc.record({
        name: label,
        class: fc.constantFrom("read-only" as const, "writer" as const),
        required: fc.array(digest, { maxLength: 2 }),
        parameters: fc.dictionary(digest, digest, { maxKeys: 2, noNullPrototype: true }),
        output_schema: fc.option(digest),
      }, plain),
      { maxLength: 2 },
    ),
  }, plain)),
}).map((given): ProbeReport => ({
  schema: "mcpeval.probe-report/v2",
  generator: { name: "mcpeval", version: "0.9.0" },
  ...given,
  ...tally(given.cases, given.manifest_sha256),
  readiness_gate: null,
}));

Deno.test("any report survives being written and read", () => {
  fc.assert(fc.property(anyReport, (report) => {
    assert.deepEqual(reread(report), report);
    assert.equal(
      reread(report).cases.filter(isErrored).length,
      report.cases.filter(isErrored).length,
    );
  }));
});
