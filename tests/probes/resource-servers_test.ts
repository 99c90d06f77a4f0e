/** Servers with resources that change and arguments to complete, over both transports. */

import assert from "node:assert/strict";
import type { ProbeCase } from "../../core/manifest/types.ts";
import type { Action, Behavior } from "./behavior.ts";
import { named } from "./cases.ts";
import { entry } from "./fake-session.ts";
import { check } from "./gate-runs.ts";
import { error, isError, ok } from "./replies.ts";

const UPDATED = "notifications/resources/updated";
const update = (uri: string): Action => ({ announce: UPDATED, params: { uri } });
/** The same on the stream of the request that is being answered. */
const updateInside = (uri: string): Action => ({
  line: JSON.stringify({ jsonrpc: "2.0", method: UPDATED, params: { uri } }),
});

/** A server that takes subscriptions and does this. */
const serving = (on: Behavior["on"], more: Behavior = {}): Behavior => ({
  capabilities: { resources: { subscribe: true }, completions: {} },
  tools: ["t", "u"].map((name) => entry(name)),
  on: { "tools/call t": [update("x:y"), ok], ...on },
  ...more,
});
const subscription = (id: string, fields: object = {}): ProbeCase =>
  named(id, "resource-subscription", {
    uri: "x:y",
    trigger_tool: "t",
    trigger_arguments: { a: 1 },
    max_wait_seconds: 1,
    ...fields,
  });
const untriggered = { trigger_tool: null, trigger_arguments: null };
const alive = named("alive", "schema-guessability", { tool: "u" });

check({
  name: "resource-subscription: the messages and their order",
  processes: [serving({})],
  cases: [subscription("a"), alive],
  expect: ["a pass 3", "alive pass 1"],
  journal: ["t ok", "u ok"],
  started: 1,
  also: (_cases, { received }) =>
    assert.deepEqual(
      received()[0]?.slice(3, 7).map(({ method, params }) => [method, params]),
      [
        ["resources/read", { uri: "x:y" }],
        ["resources/subscribe", { uri: "x:y" }],
        ["tools/call", { name: "t", arguments: { a: 1 } }],
        ["resources/unsubscribe", { uri: "x:y" }],
      ],
    ),
});

for (
  const [name, on, fields] of [
    ["within the trigger's answer", { "tools/call t": [updateInside("x:y"), ok] }, {}],
    ["after the trigger's answer", { "tools/call t": [ok, { sleep: 300 }, update("x:y")] }, {}],
    ["before the subscription is confirmed", {
      "tools/call t": [ok],
      "resources/subscribe": [update("x:y"), ok],
    }, {}],
    ["before the subscription is asked for", {
      "tools/call t": [ok],
      "resources/read": [update("x:y"), ok],
    }, {}],
    ["by itself", { "resources/subscribe": [ok, { sleep: 300 }, update("x:y")] }, untriggered],
    ["among others", {
      "tools/call t": [update("x:z"), update("x:y/"), update("x:y"), update("X:y"), ok],
    }, {}],
  ] as [string, Behavior["on"], object][]
) {
  check({
    name: `resource-subscription: an update that comes ${name}`,
    processes: [serving(on)],
    cases: [subscription("a", fields)],
    expect: ["a pass 3"],
  });
}

for (
  const [reason, on] of [
    ["1 resource-unreadable", { "resources/read": [error(-32603)] }],
    ["2 subscription-rejected", { "resources/subscribe": [error(-32603)] }],
    ["3 unexpected-outcome", { "tools/call t": [error(-32603)] }],
    ["3 unexpected-outcome", { "tools/call t": [isError] }],
    ["3 subscription-notification-missing", { "tools/call t": [update("x:z"), ok] }],
    ["3 subscription-notification-missing", {
      "tools/call t": [ok],
      "resources/unsubscribe": [error(-32603)],
    }],
    ["3 subscription-rejected", { "resources/unsubscribe": [error(-32603)] }],
  ] as [string, Behavior["on"]][]
) {
  check({
    name: `resource-subscription: ${reason} with ${JSON.stringify(Object.keys(on ?? {}))}`,
    processes: [serving(on)],
    cases: [subscription("a"), alive],
    expect: [`a fail ${reason}`, "alive pass 1"],
    started: 1,
    also: (_cases, { received }) => {
      const asked = received()[0]?.some(({ method }) => method === "resources/unsubscribe");
      assert.equal(asked, /missing|^3 subscription-rejected/.test(reason));
    },
  });
}

for (
  const [method, reason] of [
    ["resources/read", "1 resource-unreadable"],
    ["resources/subscribe", "2 subscription-rejected"],
    ["resources/unsubscribe", "3 subscription-rejected"],
  ] as const
) {
  check({
    name: `resource-subscription: no answer to ${method} is a verdict; the connection stays`,
    processes: [serving({ [method]: [] })],
    cases: [subscription("a"), alive],
    timeoutMs: 2_000,
    expect: [`a fail ${reason}`, "alive pass 1"],
    started: 1,
  });
  for (
    const [what, does] of [
      ["the end of the server", [{ exit: 1 }]],
      ["a flood", [{ ask: "roots/list", times: 9 }, ok]],
    ] as [string, Action[]][]
  ) {
    check({
      name: `resource-subscription: ${what} at ${method} is a verdict; a fresh process follows`,
      processes: [serving({ [method]: does })],
      cases: [subscription("a"), alive],
      expect: [`a fail ${reason}`, "alive pass 1"],
      started: 2,
    });
  }
}

check({
  name: "resource-subscription: the end of the server while waiting; a fresh process follows",
  processes: [serving({ "tools/call t": [ok, { sleep: 200 }, { exit: 1 }] })],
  cases: [subscription("a", { max_wait_seconds: 60 }), alive],
  expect: ["a fail 3 subscription-notification-missing", "alive pass 1"],
  started: 2,
});

check({
  name: "resource-subscription: a lost trigger is no verdict; a fresh process follows",
  processes: [serving({ "tools/call t": [] })],
  cases: [subscription("a"), alive],
  timeoutMs: 2_000,
  expect: ["a errored transport-timeout", "alive pass 1"],
  started: 2,
});

check({
  name: "resource-subscription: the budget ends while waiting: no verdict",
  processes: [serving({ "tools/call t": [ok] })],
  cases: [subscription("a", { max_wait_seconds: 60 }), alive],
  limits: { ms: 3_000, requests: 100 },
  expect: [
    "a errored evaluation-budget-exceeded",
    "alive errored evaluation-budget-exceeded",
  ],
});

check({
  name: "resource-subscription: nothing is asked where subscriptions are not declared",
  processes: [serving({}, { capabilities: { resources: { subscribe: 1 } } })],
  cases: [subscription("a"), alive],
  expect: ["a pass 0", "alive pass 1"],
  also: (_cases, { received }) =>
    assert.ok(received()[0]?.every(({ method }) => !method?.startsWith("resources/"))),
});

check({
  name: "resource-subscription over HTTP without a stream: only what answers bring can count",
  stdio: null,
  processes: [
    serving({ "tools/call u": [updateInside("x:y"), ok] }, { noStream: true }),
  ],
  cases: [
    subscription("stream", { max_wait_seconds: 60 }),
    subscription("answer", { trigger_tool: "u" }),
  ],
  expect: ["stream fail 3 subscription-notification-missing", "answer pass 3"],
});

const completion = (id: string, name: string, fields: object = {}): ProbeCase =>
  named(id, "completion", {
    ref_type: "ref/prompt",
    ref_uri: "greeting",
    argument_name: name,
    argument_value: "e",
    max_values: 2,
    ...fields,
  });
const values = (list: unknown): Action => ({ result: { completion: { values: list as never } } });

check({
  name: "completion: every verdict that needs no fault",
  processes: [serving({
    "completion/complete": [
      [values(["en", "es"])],
      [values([])],
      [values(["a", "b", "c"])],
      [values(["a", 2])],
      [values(null)],
      [{ result: { completion: null } }],
      [{ result: {} }],
      [{ error: { code: -32602, message: 'no argument "language"' } }],
      [{ error: { code: -32602, message: "no such prompt" } }],
      [{ error: { code: -32602, message: "no such prompt" } }],
    ],
  })],
  cases: [
    completion("two", "language"),
    completion("none", "language"),
    completion("flood", "language"),
    completion("number", "language"),
    completion("null", "language"),
    completion("no-object", "language"),
    completion("nothing", "language"),
    completion("unknown", "language"),
    completion("refused", "language"),
    completion("code", "code"),
    alive,
  ],
  expect: [
    "two pass 1",
    "none pass 1",
    "flood fail 1 completion-value-flood",
    "number fail 1 completion-invalid-request",
    "null fail 1 completion-invalid-request",
    "no-object fail 1 completion-invalid-request",
    "nothing fail 1 completion-invalid-request",
    "unknown fail 1 completion-argument-unknown",
    "refused fail 1 completion-invalid-request",
    "code fail 1 completion-argument-unknown",
    "alive pass 1",
  ],
  journal: ["u ok"],
  started: 1,
  also: (_cases, { received }) => {
    const [first] = received()[0]?.filter(({ method }) => method === "completion/complete") ?? [];
    assert.deepEqual(first?.params, {
      ref: { type: "ref/prompt", name: "greeting" },
      argument: { name: "language", value: "e" },
    });
  },
});

for (
  const [what, does, started] of [
    ["no answer", [], 1],
    ["an error without an id", [
      { line: '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}' },
      { until: "never" },
    ], 1],
    ["an answer under another id", [
      { line: '{"jsonrpc":"2.0","id":"1","result":{"completion":{"values":[]}}}' },
      { until: "never" },
    ], 1],
    ["the end of the server", [{ exit: 1 }], 2],
    ["a flood", [{ ask: "roots/list", times: 9 }, values([])], 2],
  ] as [string, Action[], number][]
) {
  check({
    name: `completion: ${what} is a verdict`,
    processes: [serving({ "completion/complete": does })],
    cases: [completion("a", "language"), alive],
    timeoutMs: 2_000,
    expect: ["a fail 1 completion-stalled-request", "alive pass 1"],
    started,
  });
}

check({
  name: "completion: nothing is asked where completions are not declared",
  processes: [serving({}, { capabilities: { prompts: {} } })],
  cases: [completion("a", "language")],
  expect: ["a pass 0"],
});
