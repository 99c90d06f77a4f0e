/** Servers that ask the client for samples and for the user's input, over both transports. */

import assert from "node:assert/strict";
import type { ProbeCase } from "../../core/manifest/types.ts";
import type { Json } from "../../core/mcp/json.ts";
import type { Action } from "./behavior.ts";
import { named } from "./cases.ts";
import { check } from "./gate-runs.ts";
import { error, isError, ok, serving } from "./replies.ts";

const never: Action = { until: "never" };
const declined = { code: -32601, message: "method unavailable" };

const alive = named("alive", "schema-guessability", { tool: "good" });

const KINDS = {
  sampling: {
    method: "sampling/createMessage",
    other: "elicitation/create",
    params: { messages: [{ role: "user", content: { type: "text", text: "x" } }], maxTokens: 5 },
    answer: {
      role: "assistant",
      content: { type: "text", text: "mcpeval sample" },
      model: "mcpeval-stub",
    },
    malformed: { messages: "x" },
  },
  elicitation: {
    method: "elicitation/create",
    other: "sampling/createMessage",
    params: { message: "x", requestedSchema: { type: "object", properties: {} } },
    answer: { action: "accept" },
    malformed: { message: "x" },
  },
} as const;

for (const [name, { method, other, answer, malformed, ...kind }] of Object.entries(KINDS)) {
  const probe = name as keyof typeof KINDS;
  const params = kind.params as unknown as Json;
  const asks = { ask: method, params, answer: answer as unknown as Json };
  const asking = (tool: string, fields: object = {}): ProbeCase =>
    named(tool, probe, {
      tool,
      max_requests: 2,
      ...(probe === "elicitation" && { respond: "accept" }),
      ...fields,
    });
  const invalid = `${probe}-invalid-request`;

  check({
    name: `${probe}: every verdict that needs no fault`,
    processes: [serving({
      once: [asks, ok],
      twice: [asks, asks, isError],
      silent: [ok],
      others: [
        { ask: "ping", answer: {} },
        { ask: other, params: { messages: [] }, answer: declined },
        ok,
      ],
      // Does not wait for what it asks.
      hasty: [{ ask: method, params, times: 2 }, ok],
      errs: [asks, error(-32603)],
      malformed: [{ ask: method, params: malformed }, ok],
      unspecified: [{ ask: method }, ok],
      floods: [asks, asks, { ask: method, params }, ok],
      mixed: [{ ask: "ping", times: 3 }, ok],
      good: [ok],
    })],
    cases: [
      asking("once"),
      asking("twice"),
      asking("silent"),
      asking("others"),
      asking("hasty"),
      asking("errs"),
      asking("malformed"),
      asking("unspecified"),
      asking("floods"),
      asking("mixed"),
      alive,
    ],
    expect: [
      "once pass 1",
      "twice pass 1",
      "silent pass 1",
      "others pass 1",
      "hasty pass 1",
      `errs fail 1 ${invalid}`,
      `malformed fail 1 ${invalid}`,
      `unspecified fail 1 ${invalid}`,
      `floods fail 1 ${probe}-request-flood`,
      `mixed fail 1 ${probe}-request-flood`,
      "alive pass 1",
    ],
    journal: [
      "once ok",
      "twice tool-error",
      "silent ok",
      "others ok",
      "hasty ok",
      "errs rpc-error",
      "malformed ok",
      "unspecified ok",
      "good ok",
    ],
    // The shared one stays; over stdio at most four are started ahead, and all of them are used.
    started: 11,
    also: (_cases, { received }) => {
      const declared = received().map(([first]) => first?.params?.capabilities);
      assert.equal(declared.filter((one) => JSON.stringify(one) === `{"${probe}":{}}`).length, 10);
      assert.equal(declared.filter((one) => JSON.stringify(one) === "{}").length, 1);
      for (const messages of received().filter((_, index) => index > 0)) {
        const methods = messages.map(({ method }) => method ?? "answer");
        assert.ok(!methods.includes("tools/list"), "the catalog is not listed again");
        assert.ok(methods.filter((method) => method === "answer").length <= 2);
      }
    },
  });

  check({
    name: `${probe}: what ends a call is a verdict only when it is a flood or a delay`,
    processes: [serving({
      stalls: [asks, never],
      // Frames that have nothing to do with the call do not make it longer.
      chatters: [
        ...Array<Action[]>(6).fill([
          { line: '{"jsonrpc":"2.0","method":"notifications/message","params":{}}' },
          { sleep: 700 },
        ]).flat(),
        ok,
      ],
      dies: [asks, { exit: 1 }],
      confuses: [asks, { line: '{"jsonrpc":"2.0","id":"x","result":{}}' }, never],
      breaks: [{ ask: method, params: malformed }, { result: [] }],
      good: [ok],
    })],
    cases: [
      asking("stalls"),
      asking("chatters"),
      asking("dies"),
      asking("confuses"),
      asking("breaks"),
      alive,
    ],
    timeoutMs: 3_000,
    expect: [
      `stalls fail 1 ${probe}-stalled-call`,
      `chatters fail 1 ${probe}-stalled-call`,
      "dies errored transport-closed",
      "confuses errored transport-error",
      "breaks errored transport-error",
      "alive pass 1",
    ],
    journal: ["good ok"],
  });

  for (
    const [what, second, reason] of [
      [
        "ends in the handshake",
        { on: { initialize: [{ exit: 1 } as Action] } },
        "transport-closed",
      ],
      ["never shakes hands", { on: { initialize: [] } }, "transport-timeout"],
    ] as const
  ) {
    check({
      name: `${probe}: a server that ${what} is no verdict`,
      processes: [
        serving({ t: [ok], good: [ok] }),
        second as object,
        serving({ t: [ok], good: [ok] }),
      ],
      cases: [asking("t"), alive],
      timeoutMs: 2_000,
      expect: [`t errored ${reason}`, "alive pass 1"],
      started: 3,
    });
  }

  check({
    name: `${probe} over HTTP: a request on the stream that belongs to no call is answered`,
    stdio: null,
    processes: [serving({
      t: [{ ...asks, apart: true }, { ask: "ping", answer: {}, apart: true }, ok],
      malformed: [{
        ask: method,
        params: malformed,
        answer: probe === "sampling" ? answer as unknown as Json : declined,
        apart: true,
      }, ok],
    })],
    cases: [asking("t"), asking("malformed")],
    expect: ["t pass 1", `malformed fail 1 ${invalid}`],
  });
}

for (const respond of ["accept", "decline", "cancel"]) {
  check({
    name: `elicitation: the action is ${respond}, without content`,
    processes: [serving({
      t: [
        {
          ask: "elicitation/create",
          params: { message: "", requestedSchema: {} },
          answer: { action: respond },
        },
        ok,
      ],
    })],
    cases: [named("t", "elicitation", { tool: "t", max_requests: 1, respond })],
    expect: ["t pass 1"],
    http: null,
  });
}

check({
  name: "sampling: the other side of the conversation is speaking",
  processes: [serving({
    t: [
      {
        ask: "sampling/createMessage",
        params: { messages: [{ role: "assistant" }, { role: "user" }] },
        answer: {
          role: "user",
          content: { type: "text", text: "mcpeval sample" },
          model: "mcpeval-stub",
        },
      },
      ok,
    ],
  })],
  cases: [named("t", "sampling", { tool: "t", max_requests: 1 })],
  expect: ["t pass 1"],
  http: null,
});
