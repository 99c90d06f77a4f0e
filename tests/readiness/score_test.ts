/** The worked examples of the standard, to the point, from literal observations. */

import assert from "node:assert/strict";
import type { Catalog, Tool } from "../../core/mcp/catalog.ts";
import type { ProtocolCheck, ToolObservation } from "../../core/readiness/observations.ts";
import { type Observations, scoreReadiness } from "../../core/readiness/score.ts";
import type { Readiness } from "../../core/report/readiness.ts";
import { called, catalogOf, observed, profileOf, toolOf, type ToolTraits } from "./observed.ts";

const PORT = { port: { type: "integer", description: "d" } };
const CITY = { city: { type: "string", description: "d" } };

/** Name, code points of the description, tokens, further traits of each demo tool. */
const DEMO: [string, number, number, ToolTraits?][] = [
  ["describe_status", 37, 41],
  ["read_counter", 47, 43],
  ["shared_read", 42, 56, { properties: PORT }],
  ["flaky_read", 63, 47],
  ["slow_read", 45, 42],
  ["break_session", 38, 42, { readOnlyHint: null, destructiveHint: true }],
  ["recover_session", 42, 49, { readOnlyHint: false, destructiveHint: false }],
  ["session_status", 53, 45],
  ["report_weather", 47, 56, { properties: CITY }],
  ["sampled_read", 72, 49],
  ["elicited_read", 70, 49],
  ["publish_status", 60, 47],
];

function demoCatalog(extraCharacters: number, ...extra: Tool[]): Catalog {
  const extraTokens = extraCharacters / 4;
  const tools = DEMO.map(([name, length, tokens, traits]) =>
    toolOf(name, {
      ...traits,
      description: "d".repeat(length + extraCharacters),
      tokens: tokens + extraTokens,
    })
  );
  return catalogOf(...tools, ...extra);
}

function demoTools(): ToolObservation[] {
  return DEMO.map(([name, , , traits]) => {
    if (traits !== undefined && traits.properties === undefined) {
      return observed(name, { kind: "writer" });
    }
    if (name === "flaky_read") return observed(name, called("rrs"));
    if (name === "slow_read") return observed(name, called("sss", { ms: [404, 401, 402] }));
    return observed(name, called("sss"), traits === undefined ? null : "honest");
  });
}

const ALL_PASSED: ProtocolCheck[] = [
  { id: "protocol.unknown-method", reason: null },
  { id: "protocol.ping", reason: null },
  { id: "protocol.unknown-tool", reason: null },
  { id: "protocol.pagination", reason: null },
  { id: "protocol.surfaces", reason: null },
  { id: "protocol.negotiation", reason: null },
];

function demo(changes: Partial<Observations> = {}): Readiness {
  return scoreReadiness({
    catalog: demoCatalog(0),
    tools: demoTools(),
    load: { contention: "passed", payload: "passed" },
    protocol: ALL_PASSED,
    ...changes,
  }, profileOf());
}

/** The scores as a report's line shows them. */
function line({ score, score_without_latency, areas }: Readiness): string {
  return `${score}/${score_without_latency} ${areas.map((area) => area.score).join(" ")}`;
}

function lostLines({ areas }: Readiness): string[] {
  return areas.flatMap(({ checks }) => checks)
    .map(({ id, score, tool, observed }) => `${id} ${score} ${tool} ${observed}`);
}

Deno.test("the clean demo has 91", () => {
  const readiness = demo();
  assert.equal(line(readiness), "91/91 100 63 100 100 91 100");
  assert.deepEqual(lostLines(readiness), [
    "catalog.description 0 describe_status 37",
    "catalog.output-schema 0 describe_status null",
    "catalog.output-schema 0 read_counter null",
    "catalog.output-schema 0 shared_read null",
    "catalog.output-schema 0 flaky_read null",
    "catalog.output-schema 0 slow_read null",
    "catalog.description 0 break_session 38",
    "catalog.read-only-declared 0 break_session null",
    "catalog.output-schema 0 break_session null",
    "catalog.output-schema 0 recover_session null",
    "catalog.output-schema 0 session_status null",
    "catalog.output-schema 0 report_weather null",
    "catalog.output-schema 0 sampled_read null",
    "catalog.output-schema 0 elicited_read null",
    "catalog.output-schema 0 publish_status null",
    "reliability.success 33 flaky_read 1",
    "reliability.consistent 0 flaky_read null",
    "reliability.latency 50 slow_read null",
  ]);
  assert.deepEqual(readiness.areas[2]?.measurements, {
    catalog_tokens: 566,
    heaviest_tool_tokens: 56,
  });
  assert.deepEqual(readiness.areas[4]?.measurements, {
    successful_calls: 28,
    tool_errors: 0,
    rpc_errors: 2,
    rejected_calls: 0,
    transport_errors: 0,
    untested_tools: 0,
    score_without_latency: 93,
  });
});

Deno.test("the bloated demo has 84", () => {
  const padding = toolOf("extra_padding_tool", {
    description: "d".repeat(2023),
    readOnlyHint: null,
    tokens: 38,
  });
  // 1968 more characters on each of twelve tools, and a thirteenth that brings it to 6508.
  const catalog = demoCatalog(1968, { ...padding, tokens: 6508 - 566 - 12 * 492 });
  assert.equal(catalog.tokens, 6508);
  const readiness = demo({
    catalog,
    tools: [...demoTools(), observed("extra_padding_tool", { kind: "unattested" })],
  });
  assert.equal(line(readiness), "84/84 100 66 69 100 84 91");
  assert.deepEqual(readiness.areas[2]?.measurements, {
    catalog_tokens: 6508,
    heaviest_tool_tokens: 548,
  });
  const context = readiness.areas[2]?.checks.map(({ id, score, tool, observed }) =>
    `${id} ${score} ${tool} ${observed}`
  );
  assert.deepEqual(context, [
    "context.catalog 61 null 6508",
    "context.heaviest-tool 96 report_weather 548",
  ]);
  assert.equal(readiness.areas[4]?.measurements["untested_tools"], 1);
  assert.equal(readiness.areas[4]?.measurements["score_without_latency"], 86);
});

Deno.test("a readiness has all members, in the report's words", () => {
  const readiness = demo();
  assert.equal(readiness.standard, "mcpeval-standard/2");
  assert.equal(readiness.badge, "https://img.shields.io/badge/mcpeval-91%2F100-brightgreen");
  assert.equal(readiness.attested_read_only, false);
  assert.deepEqual(readiness.surface, { tools: 12, read_only: 10, writers: 2, exercised: 10 });
  assert.deepEqual(readiness.assessment, {
    scope: "read-only-structural",
    semantic_correctness: "requires-reviewed-oracle",
    tools_exercised: 10,
    read_only_tools: 10,
    writer_tools_excluded: 2,
  });
  assert.deepEqual(readiness.measurement_profile, profileOf());
  assert.deepEqual(readiness.areas.map(({ name, weight }) => `${name} ${weight}`), [
    "protocol 15",
    "catalog 20",
    "context 15",
    "error-honesty 15",
    "reliability 20",
    "coverage 15",
  ]);
});

Deno.test("the attestation comes from the profile", () => {
  const observations = {
    catalog: catalogOf(),
    tools: [],
    load: { contention: "no-candidate", payload: "no-candidate" },
    protocol: ALL_PASSED,
  } as const;
  const profile = profileOf({ attested_read_only: true });
  assert.equal(scoreReadiness(observations, profile).attested_read_only, true);
});

Deno.test("an empty catalog with a clean protocol has 30", () => {
  const readiness = demo({
    catalog: catalogOf(),
    tools: [],
    load: { contention: "no-candidate", payload: "no-candidate" },
  });
  assert.equal(line(readiness), "30/30 100 0 100 0 0 0");
  assert.equal(readiness.badge, "https://img.shields.io/badge/mcpeval-30%2F100-red");
  assert.deepEqual(lostLines(readiness), [
    "catalog.empty 0 null null",
    "error-honesty.untestable 0 null null",
    "reliability.none-exercised 0 null null",
    "coverage.exercised 0 null null",
  ]);
});

Deno.test("the other personalities of the demo differ where their fault is", () => {
  const with_ = (name: string, observation: Partial<ToolObservation>) =>
    demoTools().map((tool) => tool.name === name ? { ...tool, ...observation } : tool);
  const lying = demoTools().map((tool) =>
    tool.honesty === null ? tool : { ...tool, honesty: "honesty-accepted-invalid" as const }
  );
  const rows: [Partial<Observations>, string][] = [
    [{ tools: with_("read_counter", { exercise: called("sts") }) }, "90/90 100 63 100 100 85 100"],
    [
      { tools: with_("slow_read", { exercise: called("sss", { ms: [2001, 2001, 2001] }) }) },
      "91/91 100 63 100 100 90 100",
    ],
    [{ tools: lying }, "76/76 100 63 100 0 91 100"],
    [
      {
        tools: with_("describe_status", {
          exercise: { kind: "unsynthesizable" },
          honesty: "honesty-accepted-invalid",
        }),
      },
      "83/83 100 63 100 67 83 90",
    ],
    [
      {
        protocol: [
          { id: "protocol.unknown-method", reason: "protocol-unknown-method-answered" },
          ...ALL_PASSED.slice(1),
        ],
      },
      "88/89 83 63 100 100 91 100",
    ],
    [
      { tools: with_("sampled_read", { exercise: called("rrr") }) },
      "88/88 100 63 100 100 83 90",
    ],
  ];
  for (const [changes, expected] of rows) assert.equal(line(demo(changes)), expected);
});
