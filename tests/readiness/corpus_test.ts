import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { Json, JsonObject } from "../../core/mcp/json.ts";
import { readCorpus } from "../../core/readiness/corpus.ts";
import { profileOf } from "./observed.ts";

const DIGEST = "a".repeat(64);
// deno-lint-ignore no-explicit-any -- a document that tests break in every place
type Document = any;

function version2(): Document {
  return {
    schema: "mcpeval.readiness-corpus/v2",
    source: "s",
    standard: "mcpeval-standard/2",
    observations: [
      {
        server: "one",
        score: 50,
        areas: { protocol: 100 },
        tool_count: 2,
        catalog_tokens: 100,
        measurement_profile: profileOf(),
      },
      { server: "two", score: 90 },
    ],
  };
}

function version3(): Document {
  const observation = (server: string, score: number) => ({
    server,
    score,
    areas: {
      protocol: 1,
      catalog: 2,
      context: 3,
      "error-honesty": 4,
      reliability: 5,
      coverage: 100,
    },
    tool_count: 2,
    catalog_tokens: 100,
    measurement_profile: profileOf(),
    calls: {
      successful_calls: 1,
      tool_errors: 0,
      rpc_errors: 0,
      rejected_calls: 0,
      transport_errors: 0,
      untested_tools: 0,
    },
    provenance: {
      runtime: "npm",
      package: "@scope/name",
      version: "1.2.3",
      bin: "name",
      launch_sha256: DIGEST,
      report_sha256: DIGEST,
      prerequisites: [],
    },
  });
  return {
    schema: "mcpeval.readiness-corpus/v3",
    source: "s",
    standard: "mcpeval-standard/2",
    platform: "linux",
    evaluator: { version: "0.9.0", sha256: DIGEST },
    targets_sha256: DIGEST,
    population: [
      { server: "one", status: "observed" },
      { server: "two", status: "observed" },
      { server: "three", status: "untested", reason: "no-tools" },
      { server: "four", status: "errored", reason: "evaluation-failed" },
    ],
    observations: [observation("one", 50), observation("two", 90)],
  };
}

type Change = (document: Document) => void;

/** Asserts of each change whether the changed document can still be used. */
function assertUsable(usable: boolean, make: () => Document, changes: Change[]): void {
  for (const change of changes) {
    const document = make();
    change(document);
    assert.equal(readCorpus(JSON.stringify(document)) !== null, usable, `${change}`);
  }
}

Deno.test("the rows have what placement needs", () => {
  assert.deepEqual(readCorpus(JSON.stringify(version2())), {
    standard: "mcpeval-standard/2",
    rows: [
      { server: "one", score: 50, catalogTokens: 100, profile: profileOf() },
      { server: "two", score: 90, catalogTokens: null, profile: null },
    ],
  });
  assert.deepEqual(readCorpus(JSON.stringify(version3())), {
    standard: "mcpeval-standard/2",
    rows: [
      { server: "one", score: 50, catalogTokens: 100, profile: profileOf() },
      { server: "two", score: 90, catalogTokens: 100, profile: profileOf() },
    ],
  });
});

Deno.test("a text that is no corpus is unusable, not an error", () => {
  const good = JSON.stringify(version2());
  for (
    const text of [
      "",
      "nonsense",
      "[]",
      "null",
      "{}",
      `\ufeff${good}`,
      `${good}x`,
      good.replace(":50", ":50.0"),
      good.replace(":50", ":1e999"),
    ]
  ) {
    assert.equal(readCorpus(text), null);
  }
});

Deno.test("only versions 2 and 3 are read: version 1 held pass rates", () => {
  assertUsable(false, version2, [
    (d) => d.schema = "mcpeval.readiness-corpus/v1",
    (d) => d.schema = "mcpeval.readiness-corpus/v4",
    (d) => d.schema = "mcpeval.readiness-corpus/v3",
    (d) => delete d.schema,
  ]);
});

Deno.test("version 2 is read within its rules", () => {
  assertUsable(true, version2, [
    (d) => d.source = "",
    (d) => d.standard = "any name",
    (d) => d.extra = 1,
    (d) => d.population = 5,
    (d) => d.observations[0].extra = 1,
    (d) => d.observations[0].calls = 5,
    (d) => d.observations[0].server = "9x",
    (d) => d.observations[0].score = 0,
    (d) => d.observations[0].areas = {},
    (d) => d.observations[0].tool_count = 0,
    (d) => d.observations[0].tool_count = null,
    (d) => d.observations[0].catalog_tokens = 0,
    (d) => d.observations[0].catalog_tokens = null,
    (d) => d.observations[0].measurement_profile = null,
    (d) => d.observations[0].measurement_profile.call_timeout_ms = 5,
  ]);
  assertUsable(false, version2, [
    (d) => delete d.source,
    (d) => d.source = 1,
    (d) => d.standard = "",
    (d) => delete d.standard,
    (d) => d.observations = [],
    (d) => d.observations = {},
    (d) => delete d.observations,
    (d) => d.observations.push(null),
    (d) => d.observations[1].server = "one",
    (d) => d.observations[1].server = "a b",
    (d) => d.observations[1].server = "a".repeat(129),
    (d) => d.observations[1].score = 101,
    (d) => d.observations[1].score = 1.5,
    (d) => d.observations[1].score = -1,
    (d) => delete d.observations[1].score,
    (d) => d.observations[1].areas = { unknown: 5 },
    (d) => d.observations[1].areas = { protocol: 101 },
    (d) => d.observations[1].areas = null,
    (d) => d.observations[1].tool_count = -1,
    (d) => d.observations[1].catalog_tokens = "5",
    (d) => d.observations[0].measurement_profile.repeats = 0,
    (d) => d.observations[0].measurement_profile.extra = 1,
  ]);
});

Deno.test("version 3 names what it was collected with", () => {
  assertUsable(true, version3, [
    (d) => d.standard = "mcpeval-standard/99",
    (d) => d.evaluator.extra = 1,
    (d) => d.extra = 1,
    (d) => {
      d.evaluator.version = "any";
      for (const row of d.observations) delete row.measurement_profile;
    },
  ]);
  assertUsable(false, version3, [
    (d) => d.source = "",
    (d) => d.platform = "",
    (d) => delete d.platform,
    (d) => d.standard = "mcpeval-standard/x",
    (d) => d.standard = "mcpeval-standard/2-draft",
    (d) => delete d.evaluator,
    (d) => d.evaluator.version = "",
    (d) => d.evaluator.version = "0.9.1",
    (d) => delete d.evaluator.sha256,
    (d) => d.evaluator.sha256 = "A".repeat(64),
    (d) => d.targets_sha256 = "x",
    (d) => delete d.targets_sha256,
    (d) => {
      d.observations = [];
      d.population = d.population.slice(2);
    },
  ]);
});

Deno.test("the population and the observations name the same observed servers", () => {
  const reasons = [
    "missing-environment",
    "prerequisite-failed",
    "no-tools",
    "no-tool-calls",
    "readiness-unmeasured",
    "evaluation-failed",
    "invalid-report",
    "deployment-mismatch",
    "state-check-failed",
    "state-mismatch",
  ];
  assertUsable(true, version3, [
    (d) => d.population.reverse(),
    (d) => d.population[2].extra = 1,
    ...reasons.map((reason): Change => (d) => d.population[2].reason = reason),
  ]);
  assertUsable(false, version3, [
    (d) => delete d.population,
    (d) => d.population = [],
    (d) => d.population.push({ server: "three", status: "untested", reason: "no-tools" }),
    (d) => d.population.push({ server: "five", status: "observed" }),
    (d) => d.population.shift(),
    (d) => d.observations.pop(),
    (d) => d.observations[0].server = "five",
    (d) => d.population[0].reason = "no-tools",
    (d) => d.population[0].reason = null,
    (d) => delete d.population[2].reason,
    (d) => d.population[2].reason = "other",
    (d) => d.population[2].status = "other",
    (d) => d.population[2].server = "9x",
    (d) => d.population[2].server = "a b",
    (d) => d.population[2] = "three",
    (d) => {
      d.population[0].server = "9x";
      d.observations[0].server = "9x";
    },
  ]);
});

Deno.test("an observation of version 3 is complete and reached its server", () => {
  assertUsable(true, version3, [
    (d) => delete d.observations[0].measurement_profile,
    (d) => d.observations[0].calls.extra = 1,
    (d) => d.observations[0].catalog_tokens = 0,
    (d) => {
      d.observations[0].calls.successful_calls = 0;
      d.observations[0].calls.transport_errors = 1;
    },
  ]);
  assertUsable(false, version3, [
    (d) => delete d.observations[0].areas,
    (d) => delete d.observations[0].areas.coverage,
    (d) => d.observations[0].areas.unknown = 1,
    (d) => d.observations[0].tool_count = 0,
    (d) => delete d.observations[0].tool_count,
    (d) => delete d.observations[0].catalog_tokens,
    (d) => d.observations[0].measurement_profile = null,
    (d) => d.observations[0].measurement_profile.call_timeout_ms = 14_000,
    (d) => d.observations[0].measurement_profile.repeats = 4,
    (d) => d.observations[0].measurement_profile.evaluator_version = "0.8.0",
    (d) => d.observations[0].measurement_profile.arguments_sha256 = DIGEST,
    (d) => delete d.observations[0].calls,
    (d) => delete d.observations[0].calls.rpc_errors,
    (d) => delete d.observations[0].calls.untested_tools,
    (d) => d.observations[0].calls.successful_calls = -1,
    (d) => {
      d.observations[0].calls.successful_calls = 0;
      d.observations[0].calls.untested_tools = 9;
    },
  ]);
});

/** Changes of the first observation's provenance. */
function provenance(changes: JsonObject): Change {
  const change = (document: Document) => {
    Object.assign(document.observations[0].provenance, changes);
  };
  change.toString = () => JSON.stringify(changes);
  return change;
}

Deno.test("the provenance names one exact release and everything it needed", () => {
  const uvx = { runtime: "uvx", package: "Name_x" };
  const check = { name: "a", sha256: DIGEST };
  assertUsable(true, version3, [
    provenance({ extra: 1 }),
    provenance({ package: "name" }),
    provenance({ version: "1.2.3-a.b+c" }),
    provenance({ deployment_sha256: DIGEST }),
    provenance({ runtime: "native", deployment_sha256: DIGEST }),
    ...["1.2", "1.2.3.4", "1.2a1", "1.2b1", "1.2rc1", "1.2.post1", "1.2.dev1"]
      .map((version) => provenance({ ...uvx, version })),
    provenance({ prerequisites: ["env:A_B", "check:x", "env:_a"] }),
    provenance({ state_checks: [] }),
    provenance({ prerequisites: ["state:a"], state_checks: [check] }),
  ]);
  assertUsable(false, version3, [
    (d) => delete d.observations[0].provenance,
    (d) => delete d.observations[0].provenance.prerequisites,
    (d) => delete d.observations[0].provenance.report_sha256,
    provenance({ runtime: "docker" }),
    provenance({ runtime: "native" }),
    provenance({ deployment_sha256: "x" }),
    provenance({ deployment_sha256: null }),
    ...["Name", "a b", "", "@/x", "@scope/"].map((name) => provenance({ package: name })),
    ...["1.2", "latest", "^1.2.3", "1.2.x", "v1.2.3"].map((version) => provenance({ version })),
    provenance({ ...uvx, package: "@scope/name" }),
    ...["1", "1.2.3.4.5", "1.2.3-a", "1.2a", "latest"]
      .map((version) => provenance({ ...uvx, version })),
    provenance({ bin: "a/b" }),
    provenance({ bin: "" }),
    provenance({ launch_sha256: "x" }),
    ...["other:A", "env:9", "env:", "A"].map((label) => provenance({ prerequisites: [label] })),
    provenance({ prerequisites: ["env:A", "env:A"] }),
    provenance({ prerequisites: ["state:a"] }),
    provenance({ state_checks: [check] }),
    provenance({ state_checks: null }),
    provenance({ prerequisites: ["state:a"], state_checks: [check, check] }),
    provenance({ prerequisites: ["state:b"], state_checks: [check] }),
    provenance({ prerequisites: ["state:a"], state_checks: [{ ...check, sha256: "x" }] }),
    provenance({ prerequisites: ["state:a"], state_checks: [{ ...check, extra: 1 }] }),
    provenance({ prerequisites: ["state:a"], state_checks: ["a"] }),
  ]);
});

/** Every place in a document where a value stands, as a path of keys. */
function places(value: Json, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [path];
  const members = Object.entries(value).flatMap(([key, member]) =>
    places(member, [...path, Array.isArray(value) ? Number(key) : key])
  );
  return [path, ...members];
}

Deno.test("whatever stands in whatever place, reading never throws", () => {
  const paths = places(version3()).filter((path) => path.length > 0);
  fc.assert(
    fc.property(fc.constantFrom(...paths), fc.jsonValue(), (path, value) => {
      const document = version3();
      const place = path.slice(0, -1).reduce((at: Document, key) => at[key], document);
      place[path.at(-1) ?? ""] = value;
      const corpus = readCorpus(JSON.stringify(document));
      for (const { score } of corpus?.rows ?? []) assert.ok(score >= 0 && score <= 100);
    }),
  );
});
