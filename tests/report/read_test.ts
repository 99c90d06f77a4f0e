import assert from "node:assert/strict";
import { isLegacy, type LegacyReport } from "../../core/report/recorded.ts";
import {
  AREA,
  CASE,
  current,
  document,
  legacy,
  type Members,
  only,
  read,
  refusal,
  TOOL,
  withCase,
  withGate,
  withProfile,
  withReadiness,
  withTool,
} from "./read-document.ts";

Deno.test("the smallest document", () => {
  assert.deepEqual(read(document()), {
    schema: "mcpeval.probe-report/v2",
    generator: { name: "mcpeval", version: "0.9.0" },
    server: "demo",
    manifest_sha256: null,
    passed: true,
    gate: null,
    cases: [],
    readiness: null,
    readiness_error: null,
    readiness_gate: null,
    catalog: null,
  });
  assert.deepEqual(read(document({ cases: [CASE] })).cases, [{
    id: "a",
    probe: "latency-budget",
    tool: null,
    passed: true,
    attempts: 0,
    first_failure: null,
    reason: null,
    hint: null,
    detail: null,
    measurements: {},
  }]);
});

Deno.test("what is no JSON document is refused, with the place of the error", () => {
  const text = JSON.stringify(document());
  const broken = "report document is not valid JSON";
  assert.deepEqual(refusal(""), [broken, "syntax error in line 1, column 1"]);
  assert.deepEqual(refusal(`{\n  "schema": x}`), [broken, "syntax error in line 2, column 13"]);
  assert.deepEqual(refusal(`${text}x`), [broken, `syntax error in line 1, column 64`]);
  assert.deepEqual(refusal(`{"a":1,}`), [broken, "syntax error in line 1, column 8"]);
  assert.deepEqual(refusal(`\ufeff${text}`), [
    broken,
    "it starts with a byte-order mark: save it as UTF-8 without one",
  ]);
  const nested = (depth: number) =>
    `{"schema":"x","deep":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  assert.deepEqual(refusal(nested(127)), [broken, "nesting is deeper than 127 containers"]);
  assert.equal(refusal(nested(126))[0], "not a usable probe report");
  assert.deepEqual(refusal(`{"schema":"\\ud800"}`), [broken, "a string holds a lone surrogate"]);
  assert.deepEqual(refusal(`{"schema":1e999}`), [broken, "a number is out of range"]);
  assert.deepEqual(refusal(new Uint8Array([0x7b, 0xff, 0x7d])), [
    "reading report.json failed: it is not UTF-8",
    undefined,
  ]);
  assert.equal(read(`${text} \n\t\r`).server, "demo");
});

Deno.test("both versions are read, and the error names both", () => {
  const unknown = [
    "not a usable probe report",
    "schema must be mcpeval.probe-report/v1 or mcpeval.probe-report/v2",
  ];
  for (const schema of ["mcpeval.probe-report/v3", "Mcpeval.probe-report/v2", 2, null, undefined]) {
    assert.deepEqual(refusal(document({ schema })), unknown);
  }
  for (const value of [null, [], 1, "a"]) assert.deepEqual(refusal(JSON.stringify(value)), unknown);
});

Deno.test("a server that is no string is unknown", () => {
  for (const server of [undefined, null, 5, ["demo"]]) {
    assert.equal(read(document({ server })).server, "unknown");
  }
  assert.equal(read(document({ server: "any <text>" })).server, "any <text>");
});

Deno.test("totals are counted anew; a manifest alone makes a gate", () => {
  const failed = { ...CASE, id: "b", reason: "missing-field" };
  const given = document({
    cases: [CASE, failed],
    passed: true,
    gate: { passed: 7, total: 7 },
    generator: { name: "other", version: "1.0.0" },
  });
  const report = read(given);
  assert.deepEqual(report.gate, { passed: 1, total: 2 });
  assert.equal(report.passed, false);
  assert.deepEqual(report.generator, { name: "mcpeval", version: "0.9.0" });
  assert.deepEqual(read(document({ manifest_sha256: "ab" })).gate, { passed: 0, total: 0 });
  assert.equal(read(document({ manifest_sha256: 5 })).gate, null);
  assert.equal(read(document({ gate: { passed: 0, total: 0 } })).gate, null);
});

Deno.test("a case needs an id, a known probe, and no or a known reason", () => {
  const unusable = "not a usable probe report";
  const refused: [unknown, string][] = [
    [document({ cases: undefined }), "cases must be an array"],
    [document({ cases: {} }), "cases must be an array"],
    [document({ cases: [CASE, 1] }), "cases[1] must be an object"],
    [withCase({ id: undefined }), "cases[0].id must be a string"],
    [withCase({ id: 1 }), "cases[0].id must be a string"],
    [withCase({ probe: undefined }), "cases[0].probe must be a known probe kind"],
    [withCase({ probe: "SECRET" }), "cases[0].probe must be a known probe kind"],
    [withCase({ reason: "SECRET" }), "cases[0].reason must be null or a known reason"],
    [withCase({ reason: false }), "cases[0].reason must be null or a known reason"],
    [withCase({ reason: "reliability-slow" }), "cases[0].reason must be null or a known reason"],
    [
      legacy({ cases: [{ ...CASE, reason: "x" }] }),
      "cases[0].reason must be null or a known reason",
    ],
  ];
  for (const [value, cause] of refused) assert.deepEqual(refusal(value), [unusable, cause]);
  assert.equal(only(withCase({ reason: null })).passed, true);
  assert.equal(only(withCase({ id: "" })).id, "");
  assert.equal(only(withCase({ reason: "missing-field", passed: true })).passed, false);
});

Deno.test("other members of a wrong type count as absent", () => {
  const wrong = { attempts: "3", first_failure: -1, tool: 4, detail: "x", measurements: [] };
  const entry = only(withCase({ reason: "missing-field", ...wrong }));
  assert.deepEqual([entry.attempts, entry.first_failure, entry.tool], [0, null, null]);
  assert.deepEqual([entry.detail, entry.measurements], [null, {}]);
  const measurements = {
    tool_count: "1",
    schema_bytes: -1,
    total_tokens: null,
    latency_ms: 2.5,
    pages: 2,
    cancellation_outcome: "SECRET",
    per_tool: [{ tool: "b", tokens: 1 }, { tool: "a" }, { tokens: 1 }, 7, { tool: "c", tokens: 9 }],
    unknown: 1,
  };
  assert.deepEqual(only(withCase({ measurements })).measurements, {
    pages: 2,
    per_tool: [{ tool: "b", tokens: 1 }, { tool: "c", tokens: 9 }],
  });
});

Deno.test("a detail needs a known bound and both numbers", () => {
  const detail = { bound: "max_pages", limit: 5, observed: 6 };
  assert.deepEqual(only(withCase({ detail })).detail, detail);
  for (const change of [{ bound: "max_other" }, { limit: undefined }, { observed: "6" }]) {
    assert.equal(only(withCase({ detail: { ...detail, ...change } })).detail, null);
  }
});

Deno.test("integers keep every digit up to 2^64-1; other numbers count as absent", () => {
  const attempts = (literal: string) =>
    only(`{"schema":"mcpeval.probe-report/v2","cases":[{"id":"a","probe":"contention",
      "attempts":${literal}}]}`).attempts;
  assert.equal(attempts("18446744073709551615"), 18446744073709551615n);
  assert.equal(attempts("9007199254740993"), 9007199254740993n);
  assert.equal(attempts("9007199254740991"), 9007199254740991);
  for (const literal of ["18446744073709551616", "1.0", "1e2", "-1", "-0", `"1"`, "null", "true"]) {
    assert.equal(attempts(literal), 0, literal);
  }
});

Deno.test("hints are looked up, also the one of a workflow", () => {
  const pages = only(withCase({ reason: "pagination-stalled-cursor", hint: "SECRET" }));
  assert.match(pages.hint ?? "", /^`tools\/list` still returns `nextCursor`/);
  const journey = { probe: "workflow", reason: "missing-field" };
  const third = only(withCase({ ...journey, first_failure: 3 }));
  assert.match(third.hint ?? "", /^Workflow call 3: the result lacks a field/);
  assert.match(only(withCase(journey)).hint ?? "", /^the result lacks a field/);
  assert.equal(only(withCase({ hint: "SECRET" })).hint, null);
});

Deno.test("the last of repeated keys counts", () => {
  const twice = `{"schema":"x","schema":"mcpeval.probe-report/v2","server":"a","server":"b",
    "cases":[{"id":"a","probe":"contention","id":"b"}]}`;
  assert.equal(read(twice).server, "b");
  assert.equal(only(twice).id, "b");
});

Deno.test("unknown members are ignored, whatever their names", () => {
  const text = `{"schema":"mcpeval.probe-report/v2","server":"demo","__proto__":{"server":"x"},
    "constructor":1,"later":[1],"cases":[{"id":"a","probe":"contention","__proto__":1}]}`;
  assert.deepEqual(read(text), read(document({ cases: [{ id: "a", probe: "contention" }] })));
});

Deno.test("a catalog consists of valid names, known classes and digests", () => {
  const place = "catalog.tools[0]";
  const digests = "must hold digests of 16 hex digits";
  const refused: [unknown, string][] = [
    [document({ catalog: "x" }), "catalog must be an object"],
    [document({ catalog: {} }), "catalog.tools must be an array"],
    [document({ catalog: { tools: ["x"] } }), `${place} must be an object`],
    [withTool({ name: "SECRET name" }), `${place}.name must be a tool name`],
    [withTool({ class: "SECRET" }), `${place}.class must be a known tool class`],
    [withTool({ required: undefined }), `${place}.required must be an array`],
    [withTool({ required: ["x"] }), `${place}.required ${digests}`],
    [withTool({ parameters: [] }), `${place}.parameters must be an object`],
    [withTool({ parameters: { x: "0123456789abcdef" } }), `${place}.parameters ${digests}`],
    [withTool({ parameters: { "0123456789abcdef": 1 } }), `${place}.parameters ${digests}`],
    [withTool({ output_schema: 5 }), `${place}.output_schema ${digests}`],
  ];
  for (const [value, cause] of refused) {
    assert.deepEqual(refusal(value), ["not a usable probe report", cause]);
  }
  const upper = "ABCDEF0123456789";
  const tool = { ...TOOL, required: [upper], parameters: { [upper]: upper }, output_schema: upper };
  assert.deepEqual(current(withTool(tool)).catalog, { tools: [tool] });
  assert.deepEqual(current(withTool({})).catalog, { tools: [{ ...TOOL, output_schema: null }] });
  assert.equal(current(document({ catalog: null })).catalog, null);
});

Deno.test("version 1 has cases and a pass rate, nothing else", () => {
  const read1 = (members: Members): LegacyReport => {
    const report = read(legacy(members));
    assert.ok(isLegacy(report));
    return report;
  };
  assert.deepEqual(
    read1({
      readiness: { score: 55 },
      readiness_error: "other",
      readiness_gate: "x",
      catalog: "x",
      cases: [CASE],
    }),
    {
      schema: "mcpeval.probe-report/v1",
      generator: { name: "mcpeval", version: "0.9.0" },
      server: "demo",
      manifest_sha256: null,
      passed: true,
      gate: { passed: 1, total: 1 },
      cases: read(document({ cases: [CASE] })).cases,
      legacy_score: 55,
      readiness: null,
      readiness_error: null,
      readiness_gate: null,
      catalog: null,
    },
  );
  assert.equal(read1({ readiness: { score: 5000 } }).legacy_score, 5000);
  for (const readiness of [undefined, null, "x", 55, { score: "5" }, { score: 5.5 }]) {
    assert.equal(read1({ readiness }).legacy_score, null);
  }
});

Deno.test("a refusal never quotes the document", () => {
  const secret = "SECRET";
  const documents = [
    `{"schema":"${secret}"}`,
    `{"schema":${secret}}`,
    JSON.stringify(document({ server: secret, cases: secret })),
    JSON.stringify(withCase({ probe: secret })),
    JSON.stringify(withReadiness({ areas: [{ ...AREA, name: secret }] })),
    JSON.stringify(withProfile({ platform: `${secret} x` })),
    JSON.stringify(withProfile({ [secret]: 1 })),
    JSON.stringify(withGate({ min_areas: { [secret]: 1 } })),
    JSON.stringify(withTool({ parameters: { [secret]: secret } })),
  ];
  for (const text of documents) {
    for (const line of refusal(text)) assert.doesNotMatch(line ?? "", /SECRET/);
  }
});
