/** Documents with the longest names and figures that are valid, for the layout of pages. */

import { type DiffGates, diffReports } from "../../core/report/diff/diff.ts";
import type { ProbeDiff } from "../../core/report/diff/document.ts";
import type { ReportDocument } from "../../core/report/recorded.ts";
import { newestPoints, type ServerTrend } from "../../core/trends/history.ts";
import { caseOf, readiness, report, tool } from "../diff/documents.ts";
import { standardPoint } from "../trends/points.ts";
import { COMPLETE, READINESS } from "./samples.ts";

/** A name of 128 characters that offers no place for a break. */
export const LONG = "Wide_name".repeat(15).slice(0, 128);
/** An id of 64 characters. */
const ID = `case_${"W".repeat(59)}`;
const MANY = 1_234_567_890;

/** A report. */
export const WIDE_REPORT: ReportDocument = {
  ...COMPLETE,
  server: LONG,
  cases: COMPLETE.cases.flatMap((entry) => [
    entry,
    {
      ...entry,
      id: ID,
      tool: LONG,
      measurements: {
        tool_count: MANY,
        total_tokens: MANY,
        latency_ms: MANY,
        per_tool: [{ tool: LONG, tokens: MANY }, { tool: "short", tokens: 3 }],
      },
    },
  ]),
  readiness: {
    ...READINESS,
    areas: READINESS.areas.map((area) => ({
      ...area,
      checks: area.checks.map((check) => ({ ...check, tool: LONG, observed: MANY })),
    })),
    measurement_profile: { ...READINESS.measurement_profile, skip_tools: [LONG, `${LONG}2`] },
  },
};

const GATES: DiffGates = { dropLimit: { maxDrop: 0, excludeLatency: true } };

/** A comparison of two reports of the server {@link LONG}. */
export const WIDE_DIFF: ProbeDiff = diffReports(
  report({
    cases: [
      caseOf(ID, null, { probe: "token-cost", measurements: { total_tokens: 1 } }),
      caseOf(`${ID.slice(0, -1)}x`, "output-schema-declared-but-missing"),
      caseOf("short"),
    ],
    readiness: readiness(91, { score_without_latency: 91 }),
    catalog: { tools: [tool(LONG, { class: "read-only" }), tool("short")] },
  }),
  report({
    cases: [
      caseOf(ID, "completion-argument-unknown", {
        probe: "token-cost",
        measurements: { total_tokens: MANY },
      }),
      caseOf(`${ID.slice(0, -1)}x`, "negotiation-inconsistent-support"),
      caseOf(`${ID.slice(0, -1)}y`),
    ],
    readiness: readiness(3, { score_without_latency: 3 }),
    catalog: { tools: [tool(LONG, { class: "unannotated" }), tool("new")] },
  }),
  GATES,
);

/** The history of two servers. */
export const WIDE_TRENDS: ServerTrend[] = newestPoints(
  [LONG, "short"].flatMap((server) =>
    [84, 91, 0, 100, 3].map((score, index) =>
      standardPoint(score, {
        server,
        ts: `2026-01-0${index + 1}T12:34:56.789Z`,
        cases_total: 123_456,
        cases_passed: index === 2 ? 3 : 123_456,
        passed: index !== 2,
        standard: index === 4 ? "mcpeval-standard/3-draft" : "mcpeval-standard/2",
      })
    )
  ),
  10,
);
