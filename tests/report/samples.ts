/** Results of the gate that the tests of this folder share. */

import type { CaseResult, GateResult } from "../../core/gate-result.ts";
import { fail, pass } from "../../core/probes/verdict.ts";
import { buildReport, type ProbeReport } from "../../core/report/document.ts";
import type { Placement } from "../../core/report/corpus-lines.ts";
import type { Readiness } from "../../core/report/readiness.ts";
import type { LegacyReport } from "../../core/report/recorded.ts";
import { PROFILE } from "./profile.ts";

/** The report of some cases; without any the one of a run without a manifest. */
export function reportOf(cases: CaseResult[], catalog: GateResult["catalog"] = null): ProbeReport {
  return buildReport({
    server: "demo",
    manifestSha256: cases.length === 0
      ? null
      : "4ceac0eb45913c1f6db418aec2b15a2a9f722849f16dbe4ef1a2f7131bcaaebe",
    gate: { cases, catalog },
    version: "0.9.0",
  });
}

/** A case of one tool, or of the whole server. */
function caseOf(
  id: string,
  probe: CaseResult["probe"],
  result: CaseResult["result"],
  tool: string | null = null,
): CaseResult {
  return { id, probe, tool, result };
}

/** Passing cases. */
export const PASSES: CaseResult[] = [
  caseOf("few-tools", "discovery-cost", pass(1, { tool_count: 12, schema_bytes: 2262 })),
  caseOf(
    "few-tokens",
    "token-cost",
    pass(1, {
      tool_count: 2,
      total_tokens: 90,
      per_tool: [{ tool: "b", tokens: 50 }, { tool: "a", tokens: 40 }],
    }),
  ),
  caseOf("pages", "pagination", pass(2, { tool_count: 12, pages: 2 })),
  caseOf("quick", "latency-budget", pass(3, { latency_ms: 406 }), "slow_read"),
  caseOf("cancelled", "cancellation", pass(2, { cancellation_outcome: "no-result" }), "slow_read"),
  caseOf("nothing-to-do", "completion", pass(0)),
];

const HEAVY = { tool_count: 13, schema_bytes: 26028 };

/** One failing case for each bound, and failures without one. */
export const FAILURES: CaseResult[] = [
  caseOf(
    "too-many",
    "discovery-cost",
    fail(1, "discovery-limit-exceeded", HEAVY, { bound: "max_tools", limit: 12, observed: 13 }),
  ),
  caseOf(
    "too-big",
    "discovery-cost",
    fail(1, "discovery-limit-exceeded", HEAVY, {
      bound: "max_schema_bytes",
      limit: 4524,
      observed: 26028,
    }),
  ),
  caseOf(
    "too-dear",
    "token-cost",
    fail(1, "token-budget-exceeded", {
      tool_count: 4,
      total_tokens: 1666,
      per_tool: [
        { tool: "report_weather", tokens: 548 },
        { tool: "shared_read", tokens: 548 },
        { tool: "elicited_read", tokens: 541 },
        { tool: "tiny", tokens: 29 },
      ],
    }, { bound: "max_total_tokens", limit: 1200, observed: 1666 }),
  ),
  caseOf(
    "one-too-dear",
    "token-cost",
    fail(1, "token-budget-exceeded", {
      tool_count: 2,
      total_tokens: 577,
      per_tool: [{ tool: "shared_read", tokens: 548 }, { tool: "tiny", tokens: 29 }],
    }, { bound: "max_tool_tokens", limit: 200, observed: 548 }),
  ),
  caseOf(
    "too-slow",
    "latency-budget",
    fail(2, "latency-budget-exceeded", { latency_ms: 2017 }, {
      bound: "max_latency_ms",
      limit: 1700,
      observed: 2017,
    }),
    "slow_read",
  ),
  caseOf(
    "endless",
    "pagination",
    fail(6, "pagination-stalled-cursor", { tool_count: 12, pages: 6 }, {
      bound: "max_pages",
      limit: 5,
      observed: 6,
    }),
  ),
  caseOf(
    "endless-prompts",
    "surface-listing",
    fail(6, "surface-stalled-cursor", { pages: 6 }, { bound: "max_pages", limit: 5, observed: 6 }),
  ),
  caseOf(
    "uncancelled",
    "cancellation",
    fail(2, "cancellation-ignored", { cancellation_outcome: "completed" }),
    "slow_read",
  ),
  caseOf(
    "unguessable",
    "schema-guessability",
    { ...fail(1, "invalid-schema"), attempts: 0 },
    "describe_status",
  ),
  caseOf("journey", "workflow", fail(3, "missing-field"), "describe_status"),
];

/** Cases without a verdict. */
export const ERRORED: CaseResult[] = [
  caseOf(
    "gone",
    "contention",
    { verdict: "errored", reason: "transport-closed" },
    "describe_status",
  ),
  caseOf(
    "lost-journey",
    "workflow",
    { verdict: "errored", reason: "transport-timeout" },
    "describe_status",
  ),
];

/** A catalog of two tools. */
export const CATALOG: NonNullable<GateResult["catalog"]> = [
  {
    name: "break_session",
    class: "writer",
    required: [],
    parameters: {},
    output_schema: "0123456789abcdef",
  },
  {
    name: "report_weather",
    class: "read-only",
    required: ["11a62c23412b7747"],
    parameters: { "11a62c23412b7747": "00404e686415370f" },
    output_schema: null,
  },
];

/** The readiness of a server with lost points in three areas. */
export const READINESS: Readiness = {
  standard: "mcpeval-standard/2",
  score: 84,
  score_without_latency: 85,
  badge: "https://img.shields.io/badge/mcpeval-84%2F100-brightgreen",
  attested_read_only: false,
  surface: { tools: 13, read_only: 11, writers: 2, exercised: 10 },
  areas: [
    { name: "protocol", weight: 15, score: 100, measurements: {}, checks: [] },
    {
      name: "catalog",
      weight: 20,
      score: 66,
      measurements: {},
      checks: [
        {
          id: "catalog.description",
          tool: "describe_status",
          score: 0,
          observed: 37,
          reason: "catalog-short-description",
          hint: "say more",
        },
        {
          id: "catalog.description",
          tool: "break_session",
          score: 0,
          observed: 38,
          reason: "catalog-short-description",
          hint: "say more",
        },
      ],
    },
    {
      name: "context",
      weight: 15,
      score: 69,
      measurements: { catalog_tokens: 6508, heaviest_tool_tokens: 548 },
      checks: [
        {
          id: "context.catalog",
          tool: null,
          score: 61,
          observed: 6508,
          reason: "context-catalog-heavy",
          hint: "list less",
        },
      ],
    },
    { name: "error-honesty", weight: 15, score: 100, measurements: {}, checks: [] },
    {
      name: "reliability",
      weight: 20,
      score: 84,
      measurements: {
        successful_calls: 28,
        tool_errors: 0,
        rpc_errors: 2,
        rejected_calls: 0,
        transport_errors: 0,
        untested_tools: 1,
        score_without_latency: 86,
      },
      checks: [
        {
          id: "reliability.latency",
          tool: "slow_read",
          score: 50,
          observed: null,
          reason: "reliability-slow",
          hint: "be quick",
        },
      ],
    },
    { name: "coverage", weight: 15, score: 91, measurements: {}, checks: [] },
  ],
  measurement_profile: PROFILE,
  assessment: {
    scope: "read-only-structural",
    semantic_correctness: "requires-reviewed-oracle",
    tools_exercised: 10,
    read_only_tools: 11,
    writer_tools_excluded: 2,
  },
};

/** A report with a case of each result, lost points and a missed floor. */
export const COMPLETE: ProbeReport = {
  ...reportOf(
    [...PASSES, ...FAILURES, ...ERRORED]
      .filter(({ id }) => ["few-tools", "too-dear", "journey", "gone"].includes(id)),
  ),
  readiness: READINESS,
  readiness_gate: {
    min_score: 85,
    min_areas: { catalog: 60 },
    exclude_latency: true,
    passed: false,
    shortfalls: [{ subject: "score", observed: 84, floor: 85 }],
  },
};

/** A place in the corpus. */
export const PLACEMENT: Placement = {
  score: { standard: "mcpeval-standard/2", above: 3, tied: 1, below: 9 },
  catalog: { tokens: 6508, tools: 13, lighter: 2, servers: 13, median: 2536 },
};

/** The report of a document of version 1. */
export const LEGACY: LegacyReport = {
  ...reportOf([]),
  schema: "mcpeval.probe-report/v1",
  legacy_score: 55,
  readiness: null,
  readiness_error: null,
  readiness_gate: null,
  catalog: null,
};
