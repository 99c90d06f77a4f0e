import assert from "node:assert/strict";
import fc from "fast-check";
import { asToolName } from "../../core/labels.ts";
import { loadManifest } from "../../core/manifest/load.ts";
import type { Manifest, ProbeCase } from "../../core/manifest/types.ts";
import { writeManifest } from "../../core/manifest/write.ts";
import type { Catalog } from "../../core/mcp/catalog.ts";
import type { Json, JsonObject } from "../../core/mcp/json.ts";
import { buildCases, type VerifiedTool } from "../../core/scaffold/cases.ts";
import { discoveryOf, entry } from "../probes/fake-session.ts";

/** A catalog whose figures are what matters. */
function catalogOf(bytes: number, ...tokens: number[]): Catalog {
  const { tools } = discoveryOf(...tokens.map((_, index) => entry(`t${index}`))).catalog;
  return {
    tools: tools.map((tool, index) => ({ ...tool, tokens: tokens[index] ?? 0 })),
    bytes,
    tokens: tokens.reduce((sum, one) => sum + one, 0),
  };
}

/** Entries that have all been called with these arguments. */
function verifiedOf(entries: JsonObject[], args: JsonObject = {}, ms = 1): VerifiedTool[] {
  return discoveryOf(...entries).catalog.tools.map((tool) => ({ tool, arguments: args, ms }));
}

function build(entries: JsonObject[], capabilities: JsonObject = {}): ProbeCase[] {
  return buildCases(discoveryOf(...entries).catalog, capabilities, verifiedOf(entries));
}

const ids = (cases: ProbeCase[]) => cases.map(({ id }) => id);

/** Members of the one case of a kind. */
function only(cases: ProbeCase[], kind: string): Record<string, unknown> {
  const found = cases.filter(({ probe }) => probe === kind);
  assert.equal(found.length, 1);
  return { ...found[0] };
}

Deno.test("init cases: all of them, in order", () => {
  const entries = [
    entry("one", { outputSchema: { type: "object" } }),
    entry("two", { inputSchema: { type: "object", properties: { q: { type: "string" } } } }),
  ];
  assert.deepEqual(ids(build(entries, { resources: {} })), [
    "discovery-budget",
    "token-budget",
    "catalog-pagination",
    "protocol-negotiation",
    "declared-surfaces",
    "one-guessable",
    "one-repeat",
    "one-latency",
    "one-output",
    "two-guessable",
    "two-repeat",
    "two-latency",
    "one-contention",
    "two-payload",
  ]);
});

Deno.test("init cases: what each holds", () => {
  const entries = [entry("t", { outputSchema: {} })];
  const { catalog } = discoveryOf(...entries);
  const verified = verifiedOf(entries, { a: 1 }, 25.9);
  const tool = { tool: "t", access: "read_only", sandbox: null, arguments: { a: 1 } };
  assert.deepEqual(buildCases(catalog, { prompts: null }, verified), [
    {
      probe: "discovery-cost",
      id: "discovery-budget",
      access: "read_only",
      max_tools: 10,
      max_schema_bytes: 1000,
    },
    {
      probe: "token-cost",
      id: "token-budget",
      access: "read_only",
      max_total_tokens: 100,
      max_tool_tokens: 100,
    },
    { probe: "pagination", id: "catalog-pagination", access: "read_only", max_pages: 5 },
    {
      probe: "protocol-negotiation",
      id: "protocol-negotiation",
      access: "read_only",
      bogus_version: "2000-01-01",
    },
    { probe: "surface-listing", id: "declared-surfaces", access: "read_only", max_pages: 5 },
    { probe: "schema-guessability", id: "t-guessable", ...tool },
    { probe: "degradation-over-n", id: "t-repeat", ...tool, max_attempts: 5 },
    { probe: "latency-budget", id: "t-latency", ...tool, attempts: 3, max_latency_ms: 1000 },
    { probe: "output-schema", id: "t-output", ...tool },
    { probe: "contention", id: "t-contention", ...tool },
    {
      probe: "payload-bounds",
      id: "t-payload",
      ...tool,
      field: "payload",
      size_bytes: 1_000_000,
      expect_handled: false,
    },
  ]);
});

const BOUNDS: [name: string, catalog: Catalog, bounds: number[]][] = [
  // max_tools, max_schema_bytes, max_total_tokens, max_tool_tokens
  ["the smallest catalog", catalogOf(2), [10, 1000, 100, 100]],
  ["the clean demo", catalogOf(2262, ...Array(11).fill(46), 56), [24, 4524, 1200, 200]],
  ["the bloated demo", catalogOf(26_028, ...Array(12).fill(540), 548), [26, 52_056, 13_100, 1100]],
  ["bytes that are no multiple of four", catalogOf(201, 50), [10, 1000, 200, 100]],
  ["bytes on the edge of a hundred tokens", catalogOf(200, 51), [10, 1000, 100, 100]],
  ["one tool is never allowed more than all", catalogOf(400, 300), [10, 1000, 200, 200]],
  ["the largest bounds", catalogOf(6_000_000, 60_000), [10, 10_000_000, 1_000_000, 100_000]],
  ["very many tools", catalogOf(400_000, ...Array(5001).fill(1)), [10_000, 800_000, 200_000, 100]],
];

for (const [name, catalog, bounds] of BOUNDS) {
  Deno.test(`init bounds: ${name}`, () => {
    const cases = buildCases(catalog, {}, []);
    const { max_tools, max_schema_bytes } = only(cases, "discovery-cost");
    const { max_total_tokens, max_tool_tokens } = only(cases, "token-cost");
    assert.deepEqual([max_tools, max_schema_bytes, max_total_tokens, max_tool_tokens], bounds);
  });
}

for (
  const [ms, bound] of [[0, 1000], [249.9, 1000], [250, 1000], [251, 1100], [400.9, 1600], [
    401,
    1700,
  ], [20_000, 60_000]] as const
) {
  Deno.test(`init bounds: a call of ${ms} ms allows ${bound} ms`, () => {
    const cases = buildCases(catalogOf(2), {}, verifiedOf([entry("t")], {}, ms));
    assert.equal(only(cases, "latency-budget").max_latency_ms, bound);
  });
}

Deno.test("init cases: no surfaces declared, no case for them", () => {
  const cases = build([entry("t")], { tools: {}, completions: {} });
  assert.equal(cases.some(({ probe }) => probe === "surface-listing"), false);
});

Deno.test("init cases: without a verified tool neither contention nor payload", () => {
  const { catalog } = discoveryOf(entry("t"));
  assert.deepEqual(ids(buildCases(catalog, {}, [])), [
    "discovery-budget",
    "token-budget",
    "catalog-pagination",
    "protocol-negotiation",
  ]);
});

const LONG = "x".repeat(60);

Deno.test("init cases: an id that is no identifier falls back to kind and position", () => {
  const output = { outputSchema: {} };
  const toolIds = ids(build([entry("ok"), entry("1st", output), entry(LONG)])).slice(4);
  assert.deepEqual(toolIds, [
    "ok-guessable",
    "ok-repeat",
    "ok-latency",
    "case-schema-guessability-2",
    "case-degradation-over-n-2",
    "case-latency-budget-2",
    "case-output-schema-2",
    "case-schema-guessability-3",
    "case-degradation-over-n-3",
    "case-latency-budget-3",
    "ok-contention",
    "ok-payload",
  ]);
});

Deno.test("init cases: the fallback of the last two counts from one", () => {
  assert.deepEqual(ids(build([entry(LONG), entry("ok")])).slice(-2), [
    "case-contention-1",
    "case-payload-bounds-1",
  ]);
});

Deno.test("init cases: 64 bytes are an identifier, 65 are none", () => {
  const shorter = "x".repeat(54);
  assert.equal(ids(build([entry(shorter)]))[4], `${shorter}-guessable`);
  assert.equal(ids(build([entry(`${shorter}x`)]))[4], "case-schema-guessability-1");
});

/** Properties of the second of three tools, and the field that they lead to. */
const FIELDS: [name: string, properties: Json, field: string, tool: string][] = [
  [
    "the smallest name by bytes",
    { z: { type: "string" }, B: { type: "string" }, a: { type: "string" } },
    "B",
    "two",
  ],
  [
    "a name that is no identifier does not count",
    { _a: { type: "string" }, b: { type: "string" } },
    "b",
    "two",
  ],
  ["an array of types does not count", { a: { type: ["string"] } }, "payload", "one"],
  ["another type does not count", { a: { type: "number" }, b: { enum: ["x"] } }, "payload", "one"],
  ["a schema that is no object does not count", { a: true }, "payload", "one"],
  ["properties that are no object do not count", [{ type: "string" }], "payload", "one"],
];

for (const [name, properties, field, tool] of FIELDS) {
  Deno.test(`init payload field: ${name}`, () => {
    const entries = [
      entry("one", { inputSchema: { type: "object", properties: { n: { type: "integer" } } } }),
      entry("two", { inputSchema: { type: "object", properties } }),
      entry("three"),
    ];
    const payload = only(build(entries), "payload-bounds");
    assert.deepEqual([payload.field, payload.tool], [field, tool]);
  });
}

Deno.test("init cases: whatever the tools are called, the manifest can be read back", () => {
  const name = fc.stringMatching(/^[A-Za-z0-9_.:-]{1,128}$/).filter((text) =>
    asToolName(text) !== null
  );
  fc.assert(fc.property(
    fc.uniqueArray(name, { maxLength: 5 }),
    fc.jsonValue({ noUnicodeString: false }),
    fc.double({ min: 0, max: 30_000, noNaN: true }),
    (names, value, ms) => {
      const entries = names.map((name) => entry(name, { outputSchema: {} }));
      const args = { value: integersOnly(value as Json) };
      const cases = buildCases(
        discoveryOf(...entries).catalog,
        { resources: {} },
        verifiedOf(entries, args, ms),
      );
      const manifest: Manifest = { version: 1, timeout_ms: null, sandboxes: {}, probes: cases };
      assert.deepEqual(loadManifest(writeManifest(manifest), "m.json").manifest, manifest);
    },
  ));
});

/** Integral doubles are read as integers unless they are boxed: keep to what comes back as it is. */
function integersOnly(value: Json): Json {
  if (typeof value === "number") return Number.isSafeInteger(value) ? value + 0 : 0.5;
  if (Array.isArray(value)) return value.map(integersOnly);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, integersOnly(member as Json)]),
  );
}
