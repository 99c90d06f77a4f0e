import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import { PROBE_KINDS } from "../../core/manifest/types.ts";
import { REASONS } from "../../core/reasons.ts";
import { diffReports } from "../../core/report/diff/diff.ts";
import { renderJson } from "../../core/report/json.ts";
import { PROFILE } from "../report/profile.ts";
import { legacy, type Members, readiness, report } from "./documents.ts";
import { DIFF, EMPTY, SAME } from "./sample.ts";

async function dataFile(name: string): Promise<string> {
  return await Deno.readTextFile(new URL(`../../data/${name}`, import.meta.url));
}

const text = await dataFile("probe-diff.schema.json");
const schema = JSON.parse(text);
const ajv = new Ajv2020({ allErrors: true });
const validate = ajv.compile(schema);

function isValid(document: unknown): boolean {
  return validate(JSON.parse(renderJson(document)));
}

function assertValid(document: unknown): void {
  assert.ok(isValid(document), ajv.errorsText(validate.errors));
}

Deno.test("the schema is the published one", () => {
  assert.equal(schema.$schema, "https://json-schema.org/draft/2020-12/schema");
  assert.equal(
    schema.$id,
    "https://raw.githubusercontent.com/cavi-ai/mcp-eval/main/docs/mcp-eval.probe-diff.schema.json",
  );
  assert.equal(schema.title, "mcpeval.probe-diff/v2");
  assert.equal(text, `${JSON.stringify(schema, null, 2)}\n`);
});

Deno.test("the schema enumerates every label in the order of its table", () => {
  assert.deepEqual(schema.$defs.reason.enum, REASONS);
  assert.equal(schema.$defs.reason.enum.length, 48);
  assert.deepEqual(schema.$defs.probe.enum, PROBE_KINDS);
  assert.equal(schema.$defs.probe.enum.length, 20);
  assert.equal(schema.$defs.change.properties.change.enum.length, 11);
});

Deno.test("the schema's profile is that of the report's schema", async () => {
  const reportSchema = JSON.parse(await dataFile("probe-report.schema.json"));
  assert.deepEqual(schema.$defs.measurementProfile, reportSchema.$defs.measurementProfile);
});

Deno.test("the schema requires what every version has had", () => {
  assert.deepEqual(schema.required, [
    "schema",
    "readiness",
    "summary",
    "cases",
    "removed",
    "added",
  ]);
  assert.deepEqual(schema.properties.readiness.required, [
    "baseline",
    "current",
    "baseline_standard",
    "current_standard",
    "comparable",
  ]);
});

Deno.test("produced comparisons are valid", () => {
  for (const diff of [DIFF, EMPTY, SAME]) assertValid(diff);
  assertValid(diffReports(legacy(77), legacy(0)));
  assertValid(diffReports(legacy(77), report({ readiness: readiness(5) })));
});

Deno.test("only the profile is closed", () => {
  assertValid({ ...DIFF, later: 1, summary: { ...DIFF.summary, later: 1 } });
  const { readiness: movement, catalog, cases } = DIFF;
  assertValid({ ...DIFF, readiness: { ...movement, later: 1 } });
  assertValid({ ...DIFF, catalog: { ...catalog, later: 1 } });
  assertValid({ ...DIFF, cases: [{ ...cases[0], later: 1 }] });
  const profile = { ...PROFILE, later: 1 };
  assert.equal(isValid({ ...DIFF, readiness: { ...movement, current_profile: profile } }), false);
});

Deno.test("the schema refuses what no comparison holds", () => {
  const [first] = DIFF.cases;
  const [change] = DIFF.catalog.changes;
  const wrong: Members[] = [
    { schema: "mcpeval.probe-diff/v1" },
    { readiness: null },
    { readiness: { ...DIFF.readiness, comparable: null } },
    { readiness: { ...DIFF.readiness, baseline: 101 } },
    { summary: { ...DIFF.summary, fixed: -1 } },
    { cases: [{ ...first, verdict: "better" }] },
    { cases: [{ ...first, probe: "other" }] },
    { cases: [{ ...first, current_reason: "reliability-slow" }] },
    { cases: [{ ...first, measurements: { latency_ms: { baseline: 1 } } }] },
    { removed: [1] },
    { added: undefined },
    { readiness_gate: { ...DIFF.readiness_gate, drop: 101 } },
    { readiness_gate: { ...DIFF.readiness_gate, passed: undefined } },
    { catalog: { comparable: true, changes: [{ ...change, severity: "fatal" }] } },
    { catalog: { comparable: true, changes: [{ ...change, count: 0 }] } },
    { catalog: { comparable: true, changes: [{ ...change, change: "tool-renamed" }] } },
  ];
  for (const members of wrong) {
    assert.equal(isValid({ ...DIFF, ...members }), false, Object.keys(members).join());
  }
});
