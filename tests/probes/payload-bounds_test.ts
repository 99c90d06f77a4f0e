import assert from "node:assert/strict";
import type { JsonObject } from "../../core/mcp/json.ts";
import { payloadBounds } from "../../core/probes/payload-bounds.ts";
import type { Fault } from "../../core/mcp/faults.ts";
import { errorReply, fault, flood, result, rpcError, success, toolError } from "./fake-session.ts";
import { fails, passes, type Situation, situations } from "./verdict-table.ts";

const fields = {
  field: "text",
  size_bytes: 5,
  expect_handled: false,
  arguments: { text: "x", other: 1 },
};
const unhandled = { fields, exchanges: ["call t"], journal: [] };
const withoutPing = { exchanges: ["call t"], journal: [] };
const withPing = { fields, exchanges: ["call t", "ping"] };

function lostCall(name: string, lost: Fault, closed: boolean): Situation {
  return {
    name,
    ...unhandled,
    server: { call: () => lost },
    expect: fails(1, "payload-unhandled", { latency_ms: 0 }),
    clocked: true,
    closed,
  };
}

let sent: JsonObject = {};
situations("payload-bounds", payloadBounds, [
  {
    name: "a success and a ping that is answered",
    ...withPing,
    server: {
      call: (_tool, args) => {
        sent = args;
        return success({}, { ms: 12.7 });
      },
    },
    expect: passes(1, { latency_ms: 12 }),
    journal: ["t ok"],
    also: ({ options }) => {
      assert.deepEqual(sent, { text: "aaaaa", other: 1 });
      assert.deepEqual(options, [{ observing: true, acceptNullId: true }]);
    },
  },
  {
    name: "an error is a way to handle it",
    ...withPing,
    server: { call: () => rpcError(-32602, 3) },
    expect: passes(1, { latency_ms: 3 }),
    journal: ["t rpc-error"],
  },
  {
    name: "a tool error too",
    ...withPing,
    server: { call: () => toolError({ ms: 3 }) },
    expect: passes(1, { latency_ms: 3 }),
    journal: ["t tool-error"],
  },
  {
    name: "an error where success is expected, without a ping",
    ...withoutPing,
    fields: { ...fields, expect_handled: true },
    server: { call: () => rpcError(-32602, 3) },
    expect: fails(1, "unexpected-outcome", { latency_ms: 3 }),
  },
  {
    name: "a success where success is expected",
    ...withPing,
    fields: { ...fields, expect_handled: true },
    expect: passes(1, { latency_ms: 1 }),
  },
  {
    name: "the ping gets an error",
    ...withPing,
    server: { request: () => errorReply() },
    expect: fails(1, "payload-unhandled"),
    journal: [],
  },
  {
    name: "the ping gets an array",
    ...withPing,
    server: { request: () => result([]) },
    expect: fails(1, "payload-unhandled"),
  },
  {
    name: "the ping gets null",
    ...withPing,
    server: { request: () => result(null) },
    expect: fails(1, "payload-unhandled"),
  },
  {
    name: "the ping gets no answer",
    ...withPing,
    server: { request: () => fault("transport-timeout") },
    expect: fails(1, "payload-unhandled"),
    closed: false,
  },
  lostCall("a lost connection", fault("transport-closed"), false),
  lostCall("no answer in time: the connection stays", fault("transport-timeout"), false),
  lostCall("a broken protocol: the connection stays", fault("transport-error"), false),
  lostCall("a flood: the session is given up", flood(), true),
  {
    name: "an exhausted budget is never a verdict: in the call",
    ...unhandled,
    server: { call: () => fault("evaluation-budget-exceeded") },
    expect: "evaluation-budget-exceeded",
  },
  {
    name: "an exhausted budget is never a verdict: in the ping",
    ...withPing,
    server: { request: () => fault("evaluation-budget-exceeded") },
    expect: "evaluation-budget-exceeded",
  },
]);
