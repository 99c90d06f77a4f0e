/** One comparison in which everything happens that can happen. */

import { type DiffGates, diffReports } from "../../core/report/diff/diff.ts";
import { caseOf, readiness, report, tool } from "./documents.ts";

/** Limits the drop, so that its line is there. */
export const GATES: DiffGates = { dropLimit: { maxDrop: 5, excludeLatency: false } };

const BASELINE = report({
  cases: [
    caseOf("good"),
    caseOf("worse"),
    caseOf("better", "missing-field"),
    caseOf("other", "missing-field"),
    caseOf("lost-connection"),
    caseOf("tokens", null, { probe: "token-cost", measurements: { total_tokens: 566 } }),
    caseOf("slower", null, { probe: "latency-budget", measurements: { latency_ms: 404 } }),
    caseOf("faster", null, { probe: "latency-budget", measurements: { latency_ms: 15 } }),
    caseOf("as-fast", null, { probe: "payload-bounds", measurements: { latency_ms: 3 } }),
    caseOf("gone", "missing-field"),
    caseOf("kind-changed"),
  ],
  readiness: readiness(91),
  catalog: {
    tools: [
      tool("a_tool_with_a_long_name", { parameters: { 1: 1, 2: 2 } }),
      tool("old"),
      tool("writer", { class: "writer" }),
    ],
  },
});

const CURRENT = report({
  cases: [
    caseOf("good"),
    caseOf("worse", "value-mismatch"),
    caseOf("better"),
    caseOf("other", "value-mismatch"),
    caseOf("lost-connection", "transport-closed"),
    caseOf("tokens", "token-budget-exceeded", {
      probe: "token-cost",
      measurements: { total_tokens: 6508 },
    }),
    caseOf("slower", null, { probe: "latency-budget", measurements: { latency_ms: 428 } }),
    caseOf("faster", null, { probe: "latency-budget", measurements: { latency_ms: 0 } }),
    caseOf("as-fast", null, { probe: "payload-bounds", measurements: { latency_ms: 3 } }),
    caseOf("kind-changed", null, { probe: "completion" }),
    caseOf("new", "missing-field"),
  ],
  readiness: readiness(84),
  catalog: {
    tools: [
      tool("a_tool_with_a_long_name", { parameters: { 1: 9, 2: 2, 3: 3, 4: 4 }, required: [3, 4] }),
      tool("new"),
      tool("writer", { class: "read-only" }),
    ],
  },
});

/** The comparison. */
export const DIFF = diffReports(BASELINE, CURRENT, GATES);

/** Two reports that hold nothing. */
export const EMPTY = diffReports(report(), report());

/** Two reports without a difference. */
export const SAME = diffReports(BASELINE, BASELINE);
