/** The kinds that judge listings, schemas and handshakes, against servers that do each wrong. */

import type { ProbeCase } from "../../core/manifest/types.ts";
import type { JsonObject } from "../../core/mcp/json.ts";
import type { Action, Behavior } from "./behavior.ts";
import { named } from "./cases.ts";
import { entry } from "./fake-session.ts";
import { check } from "./gate-runs.ts";
import { error, isError, ok, serving } from "./replies.ts";

const alive = named("alive", "schema-guessability", { tool: "good" });
const good = entry("good");

check({
  name: "discovery-cost, token-cost: either bound",
  processes: [{ tools: [good, entry("other", { description: "x".repeat(400) })] }],
  cases: [
    named("fits", "discovery-cost", { max_tools: 2, max_schema_bytes: 1000 }),
    named("tools", "discovery-cost", { max_tools: 1, max_schema_bytes: 1000 }),
    named("bytes", "discovery-cost", { max_tools: 2, max_schema_bytes: 100 }),
    named("cheap", "token-cost", { max_total_tokens: 200, max_tool_tokens: 150 }),
    named("total", "token-cost", { max_total_tokens: 100, max_tool_tokens: null }),
    named("heavy", "token-cost", { max_total_tokens: 200, max_tool_tokens: 50 }),
  ],
  expect: [
    "fits pass 1",
    "tools fail 1 discovery-limit-exceeded",
    "bytes fail 1 discovery-limit-exceeded",
    "cheap pass 1",
    "total fail 1 token-budget-exceeded",
    "heavy fail 1 token-budget-exceeded",
  ],
});

const guess = (tool: string, args: JsonObject = {}): ProbeCase =>
  named(tool, "schema-guessability", { tool, arguments: args });
const schema = (name: string, inputSchema: JsonObject): JsonObject => ({ name, inputSchema });

check({
  name: "schema-guessability: every reason",
  processes: [{
    tools: [
      good,
      schema("typeless", {}),
      schema("properties", { type: "object", properties: [] }),
      schema("undeclared", { type: "object", properties: {}, required: ["a"] }),
      schema("missing", { type: "object", properties: { a: {} }, required: ["a"] }),
      entry("refuses"),
      entry("dies"),
    ],
    on: { "tools/call refuses": [error(-32602)], "tools/call dies": [{ exit: 1 }] },
  }],
  cases: [
    guess("good", { any: 1 }),
    guess("typeless"),
    guess("properties"),
    guess("undeclared", { a: 1 }),
    guess("missing"),
    guess("refuses"),
    guess("dies"),
  ],
  expect: [
    "good pass 1",
    "typeless fail 1 invalid-schema",
    "properties fail 1 invalid-schema",
    "undeclared fail 1 invalid-schema",
    "missing fail 1 missing-required-argument",
    "refuses fail 1 unexpected-outcome",
    "dies errored transport-closed",
  ],
});

check({
  name: "tool names with dots, colons, dashes and underscores, 128 characters long",
  processes: [serving({ "a.b:c-d_e": [ok], ["n".repeat(128)]: [ok] })],
  cases: [
    named("odd", "schema-guessability", { tool: "a.b:c-d_e" }),
    named("long", "schema-guessability", { tool: "n".repeat(128) }),
    named("pages", "pagination", { max_pages: 1 }),
  ],
  expect: ["odd pass 1", "long pass 1", "pages pass 1"],
});

const page = (tools: JsonObject[], nextCursor?: string): Action => ({
  result: { tools, ...(nextCursor === undefined ? {} : { nextCursor }) },
});
const pages = (id: string): ProbeCase => named(id, "pagination", { max_pages: 2 });

check({
  name: "pagination: every reason, after a listing that was fine",
  processes: [{
    on: {
      "tools/list": [
        [page([good])],
        [page([good])],
        [page([good, entry("no name")])],
        [error(-32603)],
        [page([good], "again")],
        [page([good], "for ever")],
        [],
      ],
      "tools/list again": [page([good])],
      "tools/list for ever": [page([], "for ever")],
    },
  }],
  cases: ["fine", "invalid", "refused", "twice", "endless", "silent"].map(pages),
  timeoutMs: 2_000,
  expect: [
    "fine pass 1",
    "invalid fail 1 pagination-invalid-entry",
    "refused fail 1 pagination-invalid-entry",
    "twice fail 2 pagination-duplicate-tool",
    "endless fail 3 pagination-stalled-cursor",
    "silent errored transport-timeout",
  ],
});

const surfaces = (id: string): ProbeCase => named(id, "surface-listing", { max_pages: 2 });

check({
  name: "surface-listing: every reason of both surfaces",
  processes: [{
    tools: [good],
    capabilities: { resources: {}, prompts: {} },
    on: {
      "resources/list": [
        [{ result: { resources: [{ uri: "x:y" }] } }],
        [{ result: { resources: {} } }],
        [{ result: { resources: [], nextCursor: "more" } }],
        [{ result: { resources: [] } }],
      ],
      "resources/list more": [{ result: { resources: [], nextCursor: "more" } }],
      "prompts/list": [[{ result: { prompts: [] } }], [error(-32601)]],
    },
  }],
  cases: [...["fine", "no-array", "endless", "refused"].map(surfaces), alive],
  expect: [
    "fine pass 1",
    "no-array fail 1 surface-invalid-envelope",
    "endless fail 3 surface-stalled-cursor",
    "refused fail 1 surface-invalid-envelope",
    "alive pass 1",
  ],
  started: 1,
});

const declares = (name: string): JsonObject =>
  entry(name, {
    outputSchema: {
      type: "object",
      properties: { n: { type: "integer" } },
      required: ["n"],
    },
  });
const output = (tool: string): ProbeCase => named(tool, "output-schema", { tool });
const structured = (structuredContent: JsonObject): Action => ({
  result: { content: [], structuredContent },
});

check({
  name: "output-schema: every reason",
  processes: [{
    tools: [good, ...["fits", "absent", "fails", "lacks", "differs", "broken"].map(declares)],
    on: {
      "tools/call fits": [structured({ n: 1 })],
      "tools/call absent": [ok],
      "tools/call fails": [isError],
      "tools/call lacks": [structured({ m: 1 })],
      "tools/call differs": [structured({ n: "1" })],
      "tools/call broken": [{ result: [] }],
    },
  }],
  cases: ["good", "fits", "absent", "fails", "lacks", "differs", "broken"].map(output),
  expect: [
    "good pass 0",
    "fits pass 1",
    "absent fail 1 output-schema-declared-but-missing",
    "fails fail 1 output-schema-declared-but-missing",
    "lacks fail 1 output-schema-field-missing",
    "differs fail 1 output-schema-invalid-result",
    "broken errored transport-error",
  ],
});

const latency = (tool: string, max_latency_ms: number): ProbeCase =>
  named(tool, "latency-budget", { tool, attempts: 2, max_latency_ms });

check({
  name: "latency-budget, degradation-over-n: every reason",
  processes: [serving({
    good: [ok],
    slow: [{ sleep: 300 }, ok],
    tires: [[ok], [error(-32603)]],
    hangs: [],
  })],
  cases: [
    latency("good", 5_000),
    latency("slow", 200),
    latency("tires", 5_000),
    named("worn", "degradation-over-n", { tool: "tires", max_attempts: 3 }),
    named("steady", "degradation-over-n", { tool: "good", max_attempts: 3 }),
    named("stuck", "degradation-over-n", { tool: "hangs", max_attempts: 3 }),
  ],
  timeoutMs: 2_000,
  expect: [
    "good pass 2",
    "slow fail 1 latency-budget-exceeded",
    "tires fail 2 unexpected-outcome",
    "worn fail 1 unexpected-outcome",
    "steady pass 3",
    "stuck errored transport-timeout",
  ],
});

const negotiation = [named("one", "protocol-negotiation", { bogus_version: "2000-01-01" })];
const KNOWN = "2025-06-18";

for (
  const [name, versions, verdict] of [
    ["agrees to what it knows", { "2000-01-01": KNOWN }, "pass 3"],
    ["agrees to anything", {}, "fail 2 negotiation-echoed-unknown"],
    ["answers no date", { [KNOWN]: "latest" }, "fail 1 negotiation-invalid-version"],
    [
      "answers no date to an unknown one",
      { "2000-01-01": "v1" },
      "fail 2 negotiation-invalid-version",
    ],
    [
      "goes back on its word",
      { [KNOWN]: "2024-11-05", "2024-11-05": "2025-03-26" },
      "fail 1 negotiation-inconsistent-support",
    ],
    [
      "goes back on its word after an unknown one",
      { "2000-01-01": "2024-11-05", "2024-11-05": KNOWN },
      "fail 3 negotiation-inconsistent-support",
    ],
  ] as [string, NonNullable<Behavior["versions"]>, string][]
) {
  check({
    name: `protocol-negotiation: a server that ${name}`,
    processes: [{ tools: [good], versions }],
    cases: negotiation,
    expect: [`one ${verdict}`],
  });
}

/** The first handshake is that of the run itself, which tells what our version is answered. */
const refuses = (action: Action): Behavior => ({
  tools: [good],
  on: { initialize: [action] },
});

check({
  name: "protocol-negotiation over HTTP: an unknown version is refused with a client error",
  stdio: null,
  processes: [{ tools: [good] }, refuses({ status: 400 })],
  cases: negotiation,
  expect: ["one fail 2 negotiation-invalid-version"],
});

check({
  name: "protocol-negotiation over HTTP: a client error is an answer without a version",
  stdio: null,
  processes: [
    { tools: [good] },
    { tools: [good], versions: { "2000-01-01": "2024-11-05" } },
    refuses({ status: 400 }),
  ],
  cases: negotiation,
  expect: ["one fail 3 negotiation-inconsistent-support"],
});
