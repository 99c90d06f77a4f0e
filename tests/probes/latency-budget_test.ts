import assert from "node:assert/strict";
import { latencyBudget } from "../../core/probes/latency-budget.ts";
import { fault, rpcError, success, toolError } from "./fake-session.ts";
import { fails, passes, situations } from "./verdict-table.ts";

const fields = { attempts: 3, max_latency_ms: 100 };
const times = (...ms: number[]) => ({
  call: (_tool: string, _args: unknown, n: number) => success({}, { ms: ms[n - 1] ?? 0 }),
});

situations("latency-budget", latencyBudget, [
  {
    name: "reports the slowest call, rounded down; each call may take the bound longer",
    fields,
    server: times(5, 20.9, 10),
    expect: passes(3, { latency_ms: 20 }),
    exchanges: ["call t", "call t", "call t"],
    also: ({ options }) =>
      assert.deepEqual(options, [
        { extraWaitMs: 100 },
        { extraWaitMs: 100 },
        { extraWaitMs: 100 },
      ]),
  },
  {
    name: "exactly the bound, and what rounds down to it, is in time",
    fields,
    server: times(100, 100.9, 1),
    expect: passes(3, { latency_ms: 100 }),
  },
  {
    name: "less than a millisecond is none",
    fields,
    server: times(0.1, 0.9, 0.2),
    expect: passes(3, { latency_ms: 0 }),
  },
  {
    name: "stops at the first slow call",
    fields,
    server: times(7, 101, 1),
    expect: fails(2, "latency-budget-exceeded", { latency_ms: 101 }, {
      bound: "max_latency_ms",
      limit: 100,
      observed: 101,
    }),
    exchanges: ["call t", "call t"],
  },
  {
    name: "an error decides even when it is also slow",
    fields,
    server: { call: () => rpcError(-32603, 250) },
    expect: fails(1, "unexpected-outcome", { latency_ms: 250 }),
  },
  {
    name: "an error after a slower success reports the slowest so far",
    fields,
    server: {
      call: (_tool, _args, n) => n === 1 ? success({}, { ms: 60 }) : toolError({ ms: 2 }),
    },
    expect: fails(2, "unexpected-outcome", { latency_ms: 60 }),
    journal: ["t ok", "t tool-error"],
  },
  {
    name: "a call without an answer is no verdict",
    fields,
    server: { call: () => fault("transport-timeout") },
    expect: "transport-timeout",
  },
]);
