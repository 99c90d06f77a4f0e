import assert from "node:assert/strict";
import type { ProbeKind } from "../../core/manifest/types.ts";
import { serversAhead } from "../../core/probes/ahead.ts";
import { caseOf } from "./cases.ts";

const TABLE: [name: string, kinds: ProbeKind[], count: number][] = [
  ["no case opens a connection", ["discovery-cost", "latency-budget", "pagination"], 0],
  ["no case at all", [], 0],
  ["negotiation alone", ["pagination", "protocol-negotiation"], 2],
  ["contention alone", ["contention"], 1],
  ["sampling alone", ["sampling"], 1],
  ["elicitation alone", ["elicitation"], 1],
  ["a workflow alone", ["workflow"], 1],
  ["what init writes", [
    "discovery-cost",
    "protocol-negotiation",
    "schema-guessability",
    "degradation-over-n",
    "latency-budget",
    "contention",
  ], 3],
  ["never while latency is measured", ["latency-budget", "contention"], 0],
  ["never while repeats are judged", ["degradation-over-n", "protocol-negotiation"], 0],
  ["never more than four", ["protocol-negotiation", "contention", "contention", "workflow"], 4],
];

for (const [name, kinds, count] of TABLE) {
  Deno.test(`servers ahead: ${name}`, () => {
    assert.equal(serversAhead(kinds.map((kind) => caseOf(kind))), count);
  });
}
