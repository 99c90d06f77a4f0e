import { cancellation } from "../../core/probes/cancellation.ts";
import { fault, rpcError, success, toolError } from "./fake-session.ts";
import { fails, passes, situations } from "./verdict-table.ts";

const strict = { grace_seconds: 2, require_honored: true, reason: "user" };
const lenient = { ...strict, require_honored: false };
const twice = { exchanges: ["call t", "cancel t user 2000"], journal: ["t ok"] };
const thrice = { exchanges: ["call t", "cancel t user 2000", "call t"] };
const as = (outcome: string) => ({ cancellation_outcome: outcome });

situations("cancellation", cancellation, [
  {
    name: "nothing comes of a cancelled call",
    fields: strict,
    ...twice,
    expect: passes(2, as("no-result")),
  },
  {
    name: "the call is completed all the same",
    fields: strict,
    ...twice,
    server: { cancelled: () => "completed" },
    expect: fails(2, "cancellation-ignored", as("completed")),
  },
  {
    name: "the call ends in an error",
    fields: strict,
    ...twice,
    server: { cancelled: () => "error" },
    expect: fails(2, "cancellation-errored", as("error")),
  },
  {
    name: "the tool does not work without being cancelled",
    fields: strict,
    server: { call: () => toolError() },
    expect: fails(1, "unexpected-outcome"),
    exchanges: ["call t"],
    journal: ["t tool-error"],
  },
  {
    name: "where it need not be honored, the tool must work afterwards",
    fields: lenient,
    ...thrice,
    expect: passes(3, as("no-result")),
    journal: ["t ok", "t ok"],
  },
  {
    name: "where it need not be honored, it may be completed",
    fields: lenient,
    ...thrice,
    server: { cancelled: () => "completed" },
    expect: passes(3, as("completed")),
  },
  {
    name: "where it need not be honored, an error decides at once",
    fields: lenient,
    ...twice,
    server: { cancelled: () => "error" },
    expect: fails(2, "cancellation-errored", as("error")),
  },
  {
    name: "the tool does not work afterwards",
    fields: lenient,
    ...thrice,
    server: { call: (_tool, _args, n) => n === 1 ? success() : rpcError() },
    expect: fails(3, "recovery-failed", as("no-result")),
    journal: ["t ok", "t rpc-error"],
  },
  {
    name: "the tool does not work after a completion",
    fields: lenient,
    ...thrice,
    server: {
      call: (_tool, _args, n) => n === 1 ? success() : toolError(),
      cancelled: () => "completed",
    },
    expect: fails(3, "recovery-failed", as("completed")),
  },
  {
    name: "no answer before anything is cancelled is no verdict",
    fields: strict,
    server: { call: () => fault("transport-timeout") },
    expect: "transport-timeout",
    exchanges: ["call t"],
    journal: [],
  },
  ...(["transport-closed", "transport-error", "evaluation-budget-exceeded"] as const).map(
    (label) => ({
      name: `a cancelled call that ends in ${label} is no verdict`,
      fields: strict,
      ...twice,
      server: { cancelled: () => fault(label) },
      expect: label,
    }),
  ),
  {
    name: "no answer afterwards is no verdict",
    fields: lenient,
    ...thrice,
    server: { call: (_tool, _args, n) => n === 1 ? success() : fault("transport-timeout") },
    expect: "transport-timeout",
    journal: ["t ok"],
  },
]);
