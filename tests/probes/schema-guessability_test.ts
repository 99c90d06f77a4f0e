import type { JsonObject } from "../../core/mcp/json.ts";
import { schemaGuessability } from "../../core/probes/schema-guessability.ts";
import type { Verdict } from "../../core/probes/verdict.ts";
import { discoveryOf, entry, fault, rpcError, toolError } from "./fake-session.ts";
import { fails, passes, type Situation, situations } from "./verdict-table.ts";

/** A flawed schema is found before the first call. */
function flawed(reason: string): Verdict {
  return {
    verdict: "fail",
    attempts: 0,
    firstFailure: 1,
    reason,
    measurements: {},
    detail: null,
  } as Verdict;
}

function schema(name: string, inputSchema: JsonObject, rest: Omit<Situation, "name">): Situation {
  return { name, discovery: discoveryOf(entry("other"), entry("t", { inputSchema })), ...rest };
}

const invalid = { expect: flawed("invalid-schema"), exchanges: [], journal: [] };
const called = { expect: passes(1), exchanges: ["call t"], journal: ["t ok"] };
const needs = (...required: (string | number)[]) => ({
  type: "object",
  properties: { a: {}, b: {} },
  required,
});

situations("schema-guessability", schemaGuessability, [
  schema("no properties, nothing required", { type: "object" }, called),
  schema("required arguments given", needs("a", "b"), {
    fields: { arguments: { a: 1, b: null, extra: true } },
    ...called,
  }),
  schema("the values are not checked", { type: "object", properties: { a: { type: "string" } } }, {
    fields: { arguments: { a: 1 } },
    ...called,
  }),
  schema("no type", {}, invalid),
  schema("an array of types", { type: ["object"] }, invalid),
  schema("another type", { type: "array" }, invalid),
  schema("properties null", { type: "object", properties: null }, invalid),
  schema("properties an array", { type: "object", properties: [] }, invalid),
  schema("required null", { type: "object", required: null }, invalid),
  schema("required a string", { type: "object", required: "a" }, invalid),
  schema("a required item that is no string", needs(1), invalid),
  schema("a required name that is no property", needs("c"), invalid),
  schema("a required name that every object inherits", needs("toString"), invalid),
  schema("a required argument missing", needs("a"), {
    expect: flawed("missing-required-argument"),
    exchanges: [],
  }),
  schema("the first required item decides: undeclared before missing", needs("c", "a"), invalid),
  schema("the first required item decides: missing before undeclared", needs("a", "c"), {
    expect: flawed("missing-required-argument"),
  }),
  schema("the call ends in a tool error", { type: "object" }, {
    server: { call: () => toolError() },
    expect: fails(1, "unexpected-outcome"),
    journal: ["t tool-error"],
  }),
  schema("the call ends in a JSON-RPC error", { type: "object" }, {
    server: { call: () => rpcError() },
    expect: fails(1, "unexpected-outcome"),
    journal: ["t rpc-error"],
  }),
  schema("the call gets lost", { type: "object" }, {
    server: { call: () => fault("transport-timeout") },
    expect: "transport-timeout",
    journal: [],
  }),
]);
