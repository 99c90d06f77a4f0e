import type { Json, JsonObject } from "../../core/mcp/json.ts";
import { errorHonesty } from "../../core/probes/error-honesty.ts";
import { fault, rpcError, success, toolError } from "./fake-session.ts";
import { fails, passes, type Situation, situations } from "./verdict-table.ts";

const retryable = { max_attempts: 4, expect_retryable: true };
const final = { max_attempts: 4, expect_retryable: false };
const hinting = (hint: Json, code = -32001) => rpcError(code, 1, { data: { retryable: hint } });

/** An error that hints at its retryability with these members, against a case that expects true. */
function hint(name: string, members: JsonObject, expect: Situation["expect"]): Situation {
  return {
    name,
    fields: { max_attempts: 2, expect_retryable: true },
    server: { call: (_tool, _args, n) => n === 1 ? rpcError(-1, 1, members) : success() },
    expect,
  };
}

const mismatch = fails(1, "retryability-mismatch");

situations("error-honesty", errorHonesty, [
  {
    name: "an error that promises a retry keeps the promise",
    fields: retryable,
    server: { call: (_tool, _args, n) => n < 3 ? hinting(true) : success() },
    expect: passes(3),
    exchanges: ["call t", "call t", "call t"],
    journal: ["t rpc-error", "t rpc-error", "t ok"],
  },
  {
    name: "the last attempt may be the one that keeps it",
    fields: retryable,
    server: { call: (_tool, _args, n) => n < 4 ? hinting(true) : success() },
    expect: passes(4),
  },
  {
    name: "an error that promises nothing is asked for twice",
    fields: final,
    server: { call: () => hinting(false) },
    expect: passes(2),
    exchanges: ["call t", "call t"],
  },
  {
    name: "the first call succeeds",
    fields: retryable,
    expect: fails(1, "expected-error"),
    exchanges: ["call t"],
    journal: ["t ok"],
  },
  {
    name: "the first call succeeds where no retry is expected to help",
    fields: final,
    expect: fails(1, "expected-error"),
  },
  {
    name: "a retry succeeds although none was expected to help",
    fields: final,
    server: { call: (_tool, _args, n) => n === 1 ? hinting(false) : success() },
    expect: fails(2, "unexpected-outcome"),
  },
  {
    name: "another code, named before a wrong hint beside it",
    fields: retryable,
    server: { call: (_tool, _args, n) => n === 1 ? hinting(true) : hinting(false, -32002) },
    expect: fails(2, "unstable-error-code"),
  },
  {
    name: "another code than the first one's, at any later call",
    fields: retryable,
    server: { call: (_tool, _args, n) => n < 3 ? hinting(true) : hinting(true, -32002) },
    expect: fails(3, "unstable-error-code"),
  },
  {
    name: "codes beyond 2^53 are told apart",
    fields: retryable,
    server: {
      call: (_tool, _args, n) =>
        rpcError(n === 1 ? 9007199254740993n : 9007199254740992n, 1, { retryable: true }),
    },
    expect: fails(2, "unstable-error-code"),
  },
  {
    name: "a tool error has no hint",
    fields: final,
    server: { call: () => toolError() },
    expect: mismatch,
    journal: ["t tool-error"],
  },
  {
    name: "a tool error after a JSON-RPC error of the same code is told by its missing hint",
    fields: retryable,
    server: { call: (_tool, _args, n) => n === 1 ? hinting(true, -32000) : toolError() },
    expect: fails(2, "retryability-mismatch"),
  },
  {
    name: "every attempt fails",
    fields: retryable,
    server: { call: () => hinting(true) },
    expect: fails(4, "retry-did-not-recover"),
    exchanges: ["call t", "call t", "call t", "call t"],
  },
  hint("the hint in data", { data: { retryable: true } }, passes(2)),
  hint("the hint at the top", { retryable: true }, passes(2)),
  hint("both, in agreement", { data: { retryable: true }, retryable: true }, passes(2)),
  hint("data without the hint, and one at the top", { data: {}, retryable: true }, passes(2)),
  hint("data that is no object, and a hint at the top", { data: "x", retryable: true }, passes(2)),
  hint("no hint", {}, mismatch),
  hint("the other hint", { data: { retryable: false } }, mismatch),
  hint("the other hint at the top", { retryable: false }, mismatch),
  hint("a hint that is no boolean", { data: { retryable: "true" } }, mismatch),
  hint("a hint of 1", { retryable: 1 }, mismatch),
  hint("two hints that differ", { data: { retryable: true }, retryable: false }, mismatch),
  hint("a hint and null", { data: { retryable: true }, retryable: null }, mismatch),
  hint("null in data is not rescued", { data: { retryable: null }, retryable: true }, mismatch),
  hint("a text in data is not rescued", { data: { retryable: "" }, retryable: true }, mismatch),
  {
    name: "the hint is looked at on every error",
    fields: retryable,
    server: { call: (_tool, _args, n) => hinting(n < 3) },
    expect: fails(3, "retryability-mismatch"),
  },
  {
    name: "a lost call is no verdict; earlier ones stay in the journal",
    fields: retryable,
    server: { call: (_tool, _args, n) => n === 1 ? hinting(true) : fault("transport-closed") },
    expect: "transport-closed",
    journal: ["t rpc-error"],
  },
]);
