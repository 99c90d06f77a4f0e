import { instructionFidelity } from "../../core/probes/instruction-fidelity.ts";
import { expectation } from "./cases.ts";
import { fault, rpcError, success, toolError } from "./fake-session.ts";
import { fails, passes, type Situation, situations } from "./verdict-table.ts";

const answers = { call: () => success({ a: 1, b: null }) };

/** A call that the case expects to succeed with these assertions. */
function ok(name: string, fields: object, expect: Situation["expect"]): Situation {
  return {
    name,
    fields: { expect: expectation({ outcome: "ok", ...fields }) },
    server: answers,
    expect,
    exchanges: ["call t"],
    journal: ["t ok"],
  };
}

const errorExpected = (code: number | bigint | null) => ({
  expect: expectation({ outcome: "error", error_code: code }),
});

situations("instruction-fidelity", instructionFidelity, [
  ok("a success without assertions", {}, passes(1)),
  ok("a field and a path that are there", {
    required_result_fields: ["a"],
    required_result_paths: ["/b"],
  }, passes(1)),
  ok("a missing field", { required_result_fields: ["c"] }, fails(1, "missing-field")),
  ok("a missing path", { required_result_paths: ["/a/0"] }, fails(1, "missing-field")),
  ok("another value", { equals: { a: 2 } }, fails(1, "value-mismatch")),
  ok("another value at a path", { equals_paths: { "/b": 1 } }, fails(1, "value-mismatch")),
  {
    name: "a JSON-RPC error where success is expected",
    fields: { expect: expectation({ outcome: "ok" }) },
    server: { call: () => rpcError() },
    expect: fails(1, "unexpected-outcome"),
    journal: ["t rpc-error"],
  },
  {
    name: "a success where an error is expected",
    fields: errorExpected(null),
    server: answers,
    expect: fails(1, "unexpected-outcome"),
  },
  {
    name: "any error where no code is named",
    fields: errorExpected(null),
    server: { call: () => rpcError(7) },
    expect: passes(1),
    journal: ["t rpc-error"],
  },
  {
    name: "an error of the named code",
    fields: errorExpected(-32602),
    server: { call: () => rpcError(-32602) },
    expect: passes(1),
  },
  {
    name: "an error of another code",
    fields: errorExpected(-32602),
    server: { call: () => rpcError(-32603) },
    expect: fails(1, "error-code-mismatch"),
  },
  {
    name: "a tool error has the code -32000",
    fields: errorExpected(-32000),
    server: { call: () => toolError() },
    expect: passes(1),
    journal: ["t tool-error"],
  },
  {
    name: "a lost call is no verdict",
    fields: { expect: expectation({ outcome: "ok" }) },
    server: { call: () => fault("transport-timeout") },
    expect: "transport-timeout",
    journal: [],
  },
]);
