/** The gate against real servers: what an in-memory session cannot show. */

import assert from "node:assert/strict";
import type { ProbeCase, ProbeKind } from "../../core/manifest/types.ts";
import { byteLength, encodeJson } from "../../core/mcp/json.ts";
import { named } from "./cases.ts";
import { fails, passes } from "./verdict-table.ts";
import { entry } from "./fake-session.ts";
import type { Action, Behavior, Message } from "./behavior.ts";
import { check } from "./gate-runs.ts";

const tools = [entry("t"), entry("u")];
const plain: Behavior = { tools };
const ok = { result: { content: [] } };

/** One call of `t`, or of another tool, that must succeed. */
const call = (id: string, tool = "t"): ProbeCase => named(id, "schema-guessability", { tool });
const contention = named("both", "contention");
const payload = (id: string, size_bytes: number, fields = {}): ProbeCase =>
  named(id, "payload-bounds", { field: "f", size_bytes, expect_handled: false, ...fields });

/** The result of a call-free kind as a case of its own. */
const one = (kind: ProbeKind, fields = {}) => [named("one", kind, fields)];

check({
  name: "a server that asks for something before it answers is answered",
  processes: [{
    tools,
    on: { "tools/call t": [{ ask: "ping", times: 4 }, { ask: "roots/list", times: 4 }, ok] },
  }],
  cases: [call("a"), contention],
  expect: ["a pass 1", "both pass 2"],
  started: 2,
});

check({
  name: "a call that asks for more than eight things is a fault; a fresh process follows",
  processes: [{ tools, on: { "tools/call t": [{ ask: "roots/list", times: 9 }, ok] } }, plain],
  cases: [call("a"), call("b")],
  expect: ["a errored transport-error", "b pass 1"],
  started: 2,
});

check({
  name: "a call without an answer is a timeout; a fresh process follows",
  processes: [{ tools, on: { "tools/call t": [] } }, plain],
  cases: [call("a"), call("b")],
  timeoutMs: 2_000,
  expect: ["a errored transport-timeout", "b pass 1"],
  started: 2,
});

check({
  name: "a latency case may take its bound longer than the response wait",
  processes: [{ tools, on: { "tools/call t": [{ sleep: 3_000 }, ok] } }],
  cases: one("latency-budget", { attempts: 2, max_latency_ms: 10_000 }),
  timeoutMs: 2_000,
  expect: ["one pass 2"],
  also: ([first]) => {
    const result = first?.result;
    assert.ok(result?.verdict === "pass" && (result.measurements.latency_ms ?? 0) >= 3_000);
  },
});

check({
  name: "a server that cannot be started again ends the run",
  processes: [
    { tools, on: { "tools/call t": [{ exit: 1 }] } },
    { on: { initialize: [{ exit: 1 }] } },
  ],
  cases: [call("a"), call("b"), named("c", "pagination", { max_pages: 1 })],
  expect: [
    "a errored transport-closed",
    "b errored transport-closed",
    "c errored transport-closed",
  ],
  // Over stdio once more when the first one has gone: only one instance may be able to run.
  started: 3,
  http: { started: 2 },
});

// The frame is {"id":3,"jsonrpc":"2.0","method":"tools/call","params":{"arguments":{"f":"a…"},…}}.
const FRAME_REST = byteLength(encodeJson({
  jsonrpc: "2.0",
  id: 3,
  method: "tools/call",
  params: { name: "t", arguments: { f: "" } },
})) + 1;

check({
  name: "a payload of exactly the frame limit is sent, one byte more is not",
  processes: [plain],
  cases: [payload("a", 4_194_304 - FRAME_REST), payload("b", 4_194_304 - FRAME_REST), call("c")],
  // The second payload's id and that of its ping are 5 and 6: as long as 3 and 4.
  expect: ["a pass 1", "b pass 1", "c pass 1"],
  started: 1,
  http: null,
});

check({
  name: "a payload that cannot be sent is a verdict with a latency; the connection stays",
  processes: [plain],
  cases: [payload("a", 4_194_305 - FRAME_REST), payload("b", 16_000_000), call("c")],
  expect: ["a fail 1 payload-unhandled", "b fail 1 payload-unhandled", "c pass 1"],
  started: 1,
  http: null,
  also: ([first]) => {
    assert.ok(
      Number.isInteger(first?.result.verdict === "fail" && first.result.measurements.latency_ms),
    );
  },
});

check({
  name: "over HTTP there is no frame limit, and a refused payload is a verdict",
  processes: [{ tools, on: { "tools/call u": [{ status: 413 }] } }],
  cases: [payload("a", 16_000_000), payload("b", 10, { tool: "u" }), call("c")],
  stdio: null,
  expect: ["a pass 1", "b fail 1 payload-unhandled", "c pass 1"],
  started: 1,
});

check({
  name: "a payload that ends the server is a verdict; a fresh process follows",
  processes: [{ tools, on: { "tools/call t": [{ exit: 1 }] } }, plain],
  cases: [payload("a", 10), call("b")],
  expect: ["a fail 1 payload-unhandled", "b pass 1"],
  started: 2,
});

check({
  name: "a payload that ends the server after its answer is found by the ping",
  processes: [{ tools, on: { "tools/call t": [ok], ping: [{ exit: 1 }] } }, plain],
  cases: [payload("a", 10), call("b")],
  expect: ["a fail 1 payload-unhandled", "b pass 1"],
  started: 2,
  also: ([first]) => assert.deepEqual(first?.result, fails(1, "payload-unhandled")),
});

const rejection = (code: number, message: unknown) =>
  `{"jsonrpc":"2.0","id":null,"error":{"code":${code},"message":${JSON.stringify(message)}}}`;

check({
  name: "an error without an id answers a payload when it rejects the frame",
  processes: [{
    tools,
    on: {
      "tools/call t": [{ line: rejection(-32700, "too large") }],
      "tools/call u": [{ line: rejection(-32000, "too large") }],
    },
  }],
  cases: [
    payload("a", 10),
    payload("b", 10, { expect_handled: true }),
    payload("c", 10, { tool: "u" }),
  ],
  expect: ["a pass 1", "b fail 1 unexpected-outcome", "c fail 1 payload-unhandled"],
  http: {
    expect: [
      "a fail 1 payload-unhandled",
      "b fail 1 payload-unhandled",
      "c fail 1 payload-unhandled",
    ],
  },
  started: 1,
});

check({
  name: "a flooded listing is a verdict; a fresh process follows",
  processes: [
    {
      tools,
      capabilities: { resources: {} },
      on: { "resources/list": [{ ask: "roots/list", times: 9 }, { result: { resources: [] } }] },
    },
    plain,
  ],
  cases: [named("a", "surface-listing", { max_pages: 1 }), call("b")],
  expect: ["a fail 1 surface-invalid-envelope", "b pass 1"],
  started: 2,
});

check({
  name: "a surface that is declared and then refused",
  processes: [{
    tools,
    capabilities: { resources: {} },
    on: { "resources/list": [{ error: { code: -32601, message: "no such method" } }] },
  }],
  cases: one("surface-listing", { max_pages: 1 }),
  expect: ["one fail 1 surface-invalid-envelope"],
});

/** The versions that each server was offered, in an order of their own. */
const offers = (received: Message[][]) =>
  received.map((messages) =>
    messages.filter(({ method }) => method === "initialize")
      .map(({ params }) => params?.protocolVersion)
  ).sort();
const OFFERS = [["2000-01-01"], ["2025-06-18"], ["2025-11-25"]];

check({
  name: "each handshake of a negotiation that has not been made has a process of its own",
  processes: [{ tools, versions: { "2000-01-01": "2025-11-25" } }],
  cases: [...one("protocol-negotiation", { bogus_version: "2000-01-01" }), call("b")],
  expect: ["one pass 3", "b pass 1"],
  started: 3,
  also: (_cases, { received }) => assert.deepEqual(offers(received()), OFFERS),
});

check({
  name: "a server of another revision needs one handshake more",
  processes: [{
    tools,
    versions: { "2025-06-18": "2024-11-05", "2000-01-01": "2024-11-05" },
  }],
  cases: one("protocol-negotiation", { bogus_version: "2000-01-01" }),
  expect: ["one pass 3"],
  started: 3,
  also: ([first]) => assert.deepEqual(first?.result, passes(3)),
});

check({
  name: "a server that echoes any version",
  processes: [plain],
  cases: one("protocol-negotiation", { bogus_version: "2000-01-01" }),
  expect: ["one fail 2 negotiation-echoed-unknown"],
});

check({
  name: "a handshake that ends the server is no verdict on its negotiation",
  // The servers that are started ahead number themselves in any order: all of them are like this.
  processes: [plain, { on: { initialize: [{ exit: 1 }] } }],
  cases: one("protocol-negotiation", { bogus_version: "2000-01-01" }),
  expect: ["one errored transport-closed"],
});

for (
  const [name, second] of [
    ["does not shake hands", { on: { initialize: [{ exit: 1 }] } }],
    ["does not list the tool", { tools: [entry("u")] }],
    ["refuses to list", { on: { "tools/list": [{ error: { code: -1, message: "no" } }] } }],
    ["never lists", { on: { "tools/list": [] } }],
  ] as [string, Behavior][]
) {
  check({
    name: `a second client whose server ${name} is no verdict on contention`,
    processes: [plain, second, plain],
    cases: [contention, call("b")],
    timeoutMs: 2_000,
    expect: ["both errored transport-error", "b pass 1"],
    started: 3,
  });
}

check({
  name: "a second client whose call fails",
  processes: [plain, {
    tools,
    on: { "tools/call t": [{ error: { code: -32000, message: "locked" } }] },
  }],
  cases: [contention],
  expect: ["both fail 2 contended-client-failed"],
  started: 2,
});

check({
  name: "4096 requests are one budget; no process is started after that",
  processes: [plain],
  cases: Array.from(
    { length: 42 },
    (_, index) => named(`c${index}`, "degradation-over-n", { max_attempts: 100 }),
  ),
  expect: Array.from(
    { length: 42 },
    (_, index) =>
      index < 40 ? `c${index} pass 100` : `c${index} errored evaluation-budget-exceeded`,
  ),
  started: 1,
});

for (
  const [name, action, reason] of [
    ["an error reply", [{ error: { code: -1, message: "no" } }], "transport-error"],
    ["a bad entry", [{ result: { tools: [{}] } }], "transport-error"],
    ["the end of the server", [{ exit: 1 }], "transport-closed"],
    ["no answer", [], "transport-timeout"],
  ] as [string, Action[], string][]
) {
  check({
    name: `a second page that is ${name} leaves only the paging to judge`,
    processes: [{
      on: {
        "tools/list": [{ result: { tools, nextCursor: "2" } }],
        "tools/list 2": action,
      },
    }],
    cases: [call("a"), named("b", "pagination", { max_pages: 1 })],
    timeoutMs: 2_000,
    expect: [
      `a errored ${reason}`,
      // A listing that lost its server has no connection to page on.
      reason === "transport-closed"
        ? "b errored transport-closed"
        : "b fail 2 pagination-stalled-cursor",
    ],
    // There the session has ended, which its server says with a status.
    ...(reason === "transport-closed" &&
      { http: { expect: ["a errored transport-closed", "b errored transport-error"] } }),
    started: 1,
  });
}

check({
  name: "a cursor left on page 20 leaves only the paging to judge",
  processes: [{
    on: {
      "tools/list": [{ result: { tools, nextCursor: "n" } }],
      "tools/list n": [{ result: { tools: [], nextCursor: "n" } }],
    },
  }],
  cases: [call("a"), named("b", "pagination", { max_pages: 30 })],
  expect: ["a errored transport-error", "b fail 31 pagination-stalled-cursor"],
});
