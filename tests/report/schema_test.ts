import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { PROBE_KINDS } from "../../core/manifest/types.ts";
import { REASONS } from "../../core/reasons.ts";
import { AREA_WEIGHTS, CHECK_IDS, CHECK_REASONS } from "../../core/report/readiness.ts";
import { renderJson } from "../../core/report/json.ts";
import { CATALOG, ERRORED, FAILURES, PASSES, READINESS, reportOf } from "./samples.ts";

const text = await Deno.readTextFile(
  new URL("../../data/probe-report.schema.json", import.meta.url),
);
const schema = JSON.parse(text);
const ajv = new Ajv2020({ allErrors: true });
// The package's declarations hide that its CommonJS export is the function itself.
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
const validate = ajv.compile(schema);

function assertValid(report: unknown): void {
  assert.ok(validate(JSON.parse(renderJson(report))), ajv.errorsText(validate.errors));
}

function assertInvalid(report: unknown): void {
  assert.equal(validate(JSON.parse(renderJson(report))), false);
}

const complete = {
  ...reportOf([...PASSES, ...FAILURES, ...ERRORED], CATALOG),
  readiness: READINESS,
  readiness_gate: {
    min_score: 85,
    min_areas: { protocol: 90 },
    exclude_latency: false,
    passed: false,
    shortfalls: [{ subject: "score" as const, observed: 84, floor: 85 }],
  },
};

Deno.test("the schema is the published one", () => {
  assert.equal(schema.$schema, "https://json-schema.org/draft/2020-12/schema");
  assert.equal(
    schema.$id,
    "https://raw.githubusercontent.com/cavi-ai/mcp-eval/main/docs/mcp-eval.probe-report.schema.json",
  );
  assert.equal(schema.title, "mcpeval.probe-report/v2");
  assert.equal(text, `${JSON.stringify(schema, null, 2)}\n`);
});

Deno.test("the schema enumerates every label in the order of its table", () => {
  assert.deepEqual(schema.$defs.reason.enum, REASONS);
  assert.deepEqual(schema.$defs.probe.enum, PROBE_KINDS);
  assert.deepEqual(schema.$defs.areaName.enum, Object.keys(AREA_WEIGHTS));
  assert.deepEqual(schema.$defs.check.properties.id.enum, CHECK_IDS);
  assert.deepEqual(schema.$defs.check.properties.reason.enum, CHECK_REASONS);
  assert.equal(schema.$defs.reason.enum.length, 48);
  assert.equal(schema.$defs.probe.enum.length, 20);
  assert.equal(schema.$defs.check.properties.id.enum.length, 26);
  assert.equal(schema.$defs.check.properties.reason.enum.length, 36);
  assert.equal(Object.values(AREA_WEIGHTS).reduce((sum, weight) => sum + weight, 0), 100);
});

Deno.test("the schema requires what every version has had", () => {
  assert.deepEqual(schema.required, [
    "schema",
    "server",
    "passed",
    "gate",
    "readiness",
    "cases",
  ]);
  assert.deepEqual(schema.$defs.case.required, [
    "id",
    "probe",
    "passed",
    "attempts",
    "first_failure",
    "reason",
    "measurements",
  ]);
  assert.deepEqual(schema.$defs.readiness.required, [
    "standard",
    "score",
    "badge",
    "attested_read_only",
    "surface",
    "areas",
  ]);
});

Deno.test("produced reports are valid", () => {
  assertValid(reportOf([]));
  assertValid(reportOf(PASSES));
  assertValid(complete);
  assertValid({ ...complete, readiness: null, readiness_error: "transport-closed" });
});

Deno.test("the schema is open to optional members except where it is closed", () => {
  assertValid({ ...complete, later: 1 });
  assertValid({ ...complete, readiness: { ...READINESS, later: 1 } });
  assertInvalid({ ...complete, gate: { passed: 1, total: 2, later: 1 } });
  const profile = { ...READINESS.measurement_profile, later: 1 };
  assertInvalid({ ...complete, readiness: { ...READINESS, measurement_profile: profile } });
  const [first] = reportOf(FAILURES).cases;
  assertInvalid({ ...complete, cases: [{ ...first, detail: { ...first?.detail, later: 1 } }] });
});

Deno.test("the schema refuses unknown labels and impossible numbers", () => {
  const [first] = reportOf(FAILURES).cases;
  assertValid({ ...complete, cases: [first] });
  for (
    const change of [
      { reason: "reliability-slow" },
      { probe: "other" },
      { id: "0" },
      { attempts: -1 },
      { first_failure: 0 },
      { attempts: undefined },
      { measurements: { tool_count: 1.5 } },
    ]
  ) assertInvalid({ ...complete, cases: [{ ...first, ...change }] });
  assertInvalid({ ...complete, schema: "mcpeval.probe-report/v1" });
  assertInvalid({ ...complete, manifest_sha256: "4CEA" });
  assertInvalid({ ...complete, readiness: { ...READINESS, standard: "other/1" } });
});
