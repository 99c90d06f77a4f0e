/** Documents of other programs: unusual, older, or not usable at all. */

type Members = Record<string, unknown>;

const document = (members: Members = {}) => ({
  schema: "mcpeval.probe-report/v2",
  server: "demo",
  cases: [],
  ...members,
});
const withCase = (members: Members) =>
  document({ cases: [{ id: "a", probe: "latency-budget", ...members }] });
const withReadiness = (members: Members, others: Members = {}) =>
  document({
    readiness: {
      standard: "mcpeval-standard/2",
      score: 5,
      surface: { tools: 1, read_only: 1, writers: 0, exercised: 1 },
      areas: [],
      ...members,
    },
    ...others,
  });
const withAreas = (...areas: Members[]) =>
  withReadiness({
    areas: areas.map((area) => ({ name: "context", score: 3, checks: [], ...area })),
  });
const withGate = (members: Members) =>
  withReadiness({}, { readiness_gate: { min_areas: {}, ...members } });

const check = { id: "context.catalog", reason: "context-catalog-heavy", score: 7 };
const missed = { subject: "score", observed: 3, floor: 4 };

const VALUES: Record<string, unknown> = {
  "no server": document({ server: undefined }),
  "a manifest without cases": document({ manifest_sha256: "ab" }),
  "a gate without cases": document({ gate: { passed: 0, total: 0 } }),
  "a bare case": withCase({}),
  "an empty id": withCase({ id: "" }),
  "numbers as text": withCase({ attempts: "3", first_failure: "1" }),
  "a first failure of zero": withCase({ reason: "missing-field", first_failure: 0, attempts: 2 }),
  "an errored case with figures": withCase({
    reason: "transport-error",
    first_failure: 2,
    attempts: 7,
    detail: { bound: "max_latency_ms", limit: 1, observed: 2 },
    measurements: { latency_ms: 3, total_tokens: 4 },
  }),
  "a passing case with a bound": withCase({
    first_failure: 2,
    detail: { bound: "max_latency_ms", limit: 1, observed: 2 },
    measurements: { latency_ms: 3, pages: 1, cancellation_outcome: "error" },
  }),
  "an unknown bound": withCase({
    reason: "missing-field",
    first_failure: 1,
    detail: { bound: "max_other", limit: 1, observed: 2 },
  }),
  "an unsorted listing": withCase({
    probe: "token-cost",
    reason: "token-budget-exceeded",
    first_failure: 1,
    measurements: {
      total_tokens: 9,
      per_tool: [{ tool: "b", tokens: 1 }, { tool: "a", tokens: 5 }, 7, { tool: "d", tokens: 9 }],
    },
  }),
  "tokens of another kind": withCase({ measurements: { total_tokens: 9, tool_count: 4 } }),
  "a workflow": withCase({ probe: "workflow", reason: "missing-field", first_failure: 2 }),
  "an unknown reason": withCase({ reason: "other" }),
  "an unknown probe": withCase({ probe: "other" }),
  "no cases": document({ cases: undefined }),
  "an unknown schema": document({ schema: "other" }),
  "the least readiness": withReadiness({}),
  "a score beyond the scale": withReadiness({ score: 500 }),
  "an area twice": withAreas({}, { score: 4 }),
  "areas in another order": withAreas({ name: "coverage" }, {}),
  "an unknown area": withAreas({ name: "other" }),
  "a lost check": withAreas({ checks: [check] }),
  "a check of another area": withAreas({ checks: [{ ...check, id: "protocol.ping", score: 700 }] }),
  "a check without a score": withAreas({ checks: [{ ...check, score: undefined }] }),
  "an older latency score": withReadiness({ score_without_latency: 7 }),
  "no latency score but null": withReadiness({ score_without_latency: null }),
  "no profile but null": withReadiness({ measurement_profile: null }),
  "readiness and an error": withReadiness({}, { readiness_error: "transport-error" }),
  "an error that is no fault": document({ readiness_error: "missing-field" }),
  "floors in another order": withGate({
    min_areas: { reliability: 1, catalog: 2, protocol: 3 },
    min_score: 4,
    shortfalls: [],
  }),
  "a verdict that contradicts": withGate({ min_score: 4, shortfalls: [missed], passed: true }),
  "a shortfall without its floor": withGate({
    min_score: 4,
    exclude_latency: true,
    shortfalls: [{ ...missed, subject: "catalog" }],
  }),
  "a gate without floors": withGate({ shortfalls: [] }),
  "a gate that was not compared": withGate({ min_score: 9, min_areas: { catalog: 4 } }),
  "a floor beyond the scale": withGate({ min_score: 101 }),
  "a catalog in capitals": document({
    catalog: {
      tools: [{ name: "a", class: "writer", required: ["ABCDEF0123456789"], parameters: {} }],
    },
  }),
  "a catalog with a bad name": document({
    catalog: { tools: [{ name: "a b", class: "writer", required: [], parameters: {} }] },
  }),
  "version 1 with everything": {
    ...withGate({ min_score: 4, shortfalls: [missed] }),
    schema: "mcpeval.probe-report/v1",
    readiness: { score: 5000 },
    readiness_error: "other",
    catalog: "x",
    cases: [{ id: "a", probe: "contention", reason: "missing-field", first_failure: 1 }],
  },
  "version 1 without a score": { ...document(), schema: "mcpeval.probe-report/v1", readiness: 55 },
};

/** Name to text. */
export const FOREIGN: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(VALUES).map(([name, value]) => [name, JSON.stringify(value)]),
  ),
  "the largest integers": `{"schema":"mcpeval.probe-report/v2","cases":[{"id":"a",
    "probe":"token-cost","attempts":18446744073709551615,
    "measurements":{"total_tokens":18446744073709551615,"pages":18446744073709551616}}]}`,
  "an integer as a float": `{"schema":"mcpeval.probe-report/v2","cases":[{"id":"a",
    "probe":"token-cost","attempts":1.0}]}`,
  "repeated keys": `{"schema":"mcpeval.probe-report/v2","server":"a","server":"b","cases":[]}`,
  "trailing text": `${JSON.stringify(document())} x`,
  "trailing space": `${JSON.stringify(document())} \n`,
  "a byte-order mark": `\ufeff${JSON.stringify(document())}`,
  "an empty file": "",
  "no object": "[]",
};
