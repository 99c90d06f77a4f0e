import assert from "node:assert/strict";
import type { ProbeKind } from "../../core/manifest/types.ts";
import { planAhead } from "../../core/probes/ahead.ts";
import { caseOf } from "./cases.ts";

const TABLE: [name: string, kinds: ProbeKind[], at: number, servers: number][] = [
  ["no case opens a connection", ["discovery-cost", "latency-budget", "pagination"], -1, 0],
  ["no case at all", [], -1, 0],
  ["negotiation alone", ["pagination", "protocol-negotiation"], 1, 2],
  ["contention alone", ["contention"], 0, 1],
  ["sampling alone", ["sampling"], 0, 1],
  ["elicitation alone", ["elicitation"], 0, 1],
  ["a workflow alone", ["workflow"], 0, 1],
  [
    "what init writes",
    [
      "discovery-cost",
      "protocol-negotiation",
      "schema-guessability",
      "degradation-over-n",
      "latency-budget",
      "contention",
    ],
    1,
    3,
  ],
  ["not while latency is measured", ["latency-budget", "contention"], 1, 1],
  ["not while repeats are judged", ["degradation-over-n", "protocol-negotiation"], 1, 2],
  ["never more than four", ["protocol-negotiation", "contention", "contention", "workflow"], 0, 4],
];

for (const [name, kinds, at, servers] of TABLE) {
  Deno.test(`servers ahead: ${name}`, () => {
    assert.deepEqual(planAhead(kinds.map((kind) => caseOf(kind))), { at, servers });
  });
}
