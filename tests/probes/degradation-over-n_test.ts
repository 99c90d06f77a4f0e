import { degradationOverN } from "../../core/probes/degradation-over-n.ts";
import { fault, rpcError, success, toolError } from "./fake-session.ts";
import { fails, passes, situations } from "./verdict-table.ts";

situations("degradation-over-n", degradationOverN, [
  {
    name: "every call succeeds",
    fields: { max_attempts: 4 },
    expect: passes(4),
    exchanges: ["call t", "call t", "call t", "call t"],
    journal: ["t ok", "t ok", "t ok", "t ok"],
  },
  {
    name: "the first call fails",
    fields: { max_attempts: 4 },
    server: { call: () => rpcError() },
    expect: fails(1, "unexpected-outcome"),
    exchanges: ["call t"],
  },
  {
    name: "stops at the first error",
    fields: { max_attempts: 4 },
    server: { call: (_tool, _args, n) => n === 3 ? toolError() : success() },
    expect: fails(3, "unexpected-outcome"),
    journal: ["t ok", "t ok", "t tool-error"],
  },
  {
    name: "the last call fails",
    fields: { max_attempts: 2 },
    server: { call: (_tool, _args, n) => n === 2 ? toolError() : success() },
    expect: fails(2, "unexpected-outcome"),
  },
  {
    name: "a lost call is no verdict; earlier ones stay in the journal",
    fields: { max_attempts: 4 },
    server: { call: (_tool, _args, n) => n === 2 ? fault("transport-closed") : success() },
    expect: "transport-closed",
    journal: ["t ok"],
  },
]);
