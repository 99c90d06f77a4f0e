/** Reports at random, with few ids, reasons and tools, so that two of them have much in common. */

import fc from "fast-check";
import type { ReportDocument } from "../../core/report/recorded.ts";
import { legacy, type Members, readiness, report, tool } from "./documents.ts";

const PROBES = ["contention", "token-cost", "latency-budget", "completion"];
const REASONS = ["missing-field", "value-mismatch", "transport-closed"];

const cases = fc.array(fc.record({
  id: fc.constantFrom("a", "b", "c", "a-longer-id", "ünïcode", "white space"),
  probe: fc.constantFrom(...PROBES),
  reason: fc.option(fc.constantFrom(...REASONS)),
  measurements: fc.record({ latency_ms: fc.nat({ max: 3 }), total_tokens: fc.nat({ max: 3 }) }, {
    requiredKeys: [],
  }),
}));

/** Cases of which no two have one id and one kind, as in every manifest. */
export const distinctCases = cases.map((list) => [
  ...new Map(list.map((each) => [`${each.probe} ${each.id}`, each])).values(),
]);

const shape = fc.record({
  class: fc.constantFrom("read-only", "writer", "unannotated"),
  parameters: fc.dictionary(fc.constantFrom("1", "2", "3"), fc.nat({ max: 2 })),
  required: fc.uniqueArray(fc.nat({ max: 4 })),
}, { requiredKeys: [] });

const catalog = fc.uniqueArray(
  fc.tuple(fc.constantFrom("t", "u", "T", "a_tool_with_a_long_name"), shape),
  { selector: ([name]) => name },
).map((list) => ({ tools: list.map(([name, members]) => tool(name, members)) }));

const score = fc.nat({ max: 100 });
const measured = fc.tuple(
  score,
  fc.record({
    standard: fc.constantFrom("mcpeval-standard/1", "mcpeval-standard/2"),
    score_without_latency: score,
    measurement_profile: fc.constant(undefined),
  }, { requiredKeys: [] }),
).map(([value, members]) => readiness(value, members));

/** Members of documents of version 2 of one server. */
export const documents: fc.Arbitrary<Members> = fc.record({
  cases: fc.oneof(cases, distinctCases),
  readiness: fc.option(measured),
  catalog: fc.option(catalog),
});

/** The same as they are read, and documents of version 1. */
export const reports: fc.Arbitrary<ReportDocument> = fc.oneof(
  { weight: 9, arbitrary: documents.map(report) },
  { weight: 1, arbitrary: score.map(legacy) },
);
