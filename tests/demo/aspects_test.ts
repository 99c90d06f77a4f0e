import assert from "node:assert/strict";
import { answered, ask, call, type Frame, request } from "./client.ts";

const COMPLETION = {
  ref: { type: "ref/prompt", name: "welcome" },
  argument: { name: "language", value: "e" },
};

/** Touches everything that an aspect may change; the id is the index. */
const SCRIPT: readonly Frame[] = [
  request(0, "initialize", { protocolVersion: "1999-01-01" }),
  call(1, "describe_status"),
  call(2, "read_counter"),
  call(3, "read_counter"),
  call(4, "read_counter"),
  call(5, "read_counter"),
  call(6, "shared_read", { port: 80 }),
  call(7, "shared_read", { port: "x" }),
  call(8, "flaky_read"),
  call(9, "flaky_read"),
  call(10, "flaky_read"),
  call(11, "break_session"),
  call(12, "session_status"),
  call(13, "recover_session"),
  call(14, "session_status"),
  call(15, "report_weather", { city: "Rome" }),
  call(16, "sampled_read"),
  call(17, "elicited_read"),
  call(18, "publish_status"),
  call(19, "slow_read"),
  call(20, "extra_padding_tool"),
  request(21, "ping"),
  request(22, "resources/list"),
  request(23, "resources/read", { uri: "demo://status" }),
  request(24, "resources/subscribe", { uri: "demo://status" }),
  request(25, "prompts/list"),
  request(26, "prompts/get", { name: "welcome" }),
  request(27, "completion/complete", COMPLETION),
  request(28, "completion/complete", { ...COMPLETION, argument: { name: "other" } }),
];

/** What the server said to each request, the messages that went ahead of an answer included. */
async function transcript(args: readonly string[]): Promise<Frame[][]> {
  const groups: Frame[][] = [];
  let ahead: Frame[] = [];
  for (const frame of await ask(args, SCRIPT)) {
    if ("method" in frame) {
      ahead.push(frame);
    } else {
      assert.equal(frame.id, groups.length);
      groups.push([...ahead, frame]);
      ahead = [];
    }
  }
  assert.deepEqual(ahead, []);
  assert.equal(groups.length, SCRIPT.length);
  return groups;
}

const result = (id: number, value: Frame) => ({ jsonrpc: "2.0", id, result: value });

function initialized(protocolVersion: string, subscribe: boolean): Frame {
  return result(0, {
    protocolVersion,
    capabilities: { tools: {}, resources: { subscribe }, prompts: {}, completions: {} },
    serverInfo: { name: "mcpeval-demo", version: "0.9.0" },
  });
}

const NOT_SUBSCRIBABLE = { 0: [initialized("2025-06-18", false)] };

/** An error whose message is free. */
const failed = (id: number, code: number, retryable = false) => ({
  jsonrpc: "2.0",
  id,
  error: { code, retryable },
});

const WEATHER = [{ type: "text", text: "weather for Rome" }];

/** For each aspect the answers that differ from those of a clean server, by request id. */
const CHANGES: Readonly<Record<string, Readonly<Record<number, readonly Frame[]>>>> = {
  schema: NOT_SUBSCRIBABLE,
  fidelity: {
    ...NOT_SUBSCRIBABLE,
    1: [result(1, {
      content: [{ type: "text", text: "status: degraded" }],
      structuredContent: { status: "degraded" },
      status: "degraded",
    })],
  },
  "unstable-errors": { ...NOT_SUBSCRIBABLE, 9: [failed(9, -32002, true)] },
  bloated: NOT_SUBSCRIBABLE,
  "duplicate-page": NOT_SUBSCRIBABLE,
  "stalled-cursor": NOT_SUBSCRIBABLE,
  slow: NOT_SUBSCRIBABLE,
  cancellation: NOT_SUBSCRIBABLE,
  negotiation: { 0: [initialized("1999-01-01", false)] },
  sampling: {
    ...NOT_SUBSCRIBABLE,
    16: [
      {
        jsonrpc: "2.0",
        id: 1016,
        method: "sampling/createMessage",
        params: { messages: "one message, but not in an array", model: "demo-stub" },
      },
      failed(16, -32010),
    ],
  },
  elicitation: {
    ...NOT_SUBSCRIBABLE,
    17: [
      {
        jsonrpc: "2.0",
        id: 117,
        method: "elicitation/create",
        params: { message: "Is it all right to go on?" },
      },
      failed(17, -32011),
    ],
  },
  subscription: { 18: [answered(18, "published", { published: true })] },
  completion: { ...NOT_SUBSCRIBABLE, 27: [result(27, { completion: { values: [1, 2, 3] } })] },
  surface: {
    ...NOT_SUBSCRIBABLE,
    22: [result(22, { unexpected: true })],
    25: [failed(25, -32005)],
  },
  "output-schema": { ...NOT_SUBSCRIBABLE, 15: [result(15, { content: WEATHER })] },
  flaky: {
    ...NOT_SUBSCRIBABLE,
    3: [result(3, {
      content: [{ type: "text", text: "The counter is out of reach." }],
      isError: true,
    })],
    5: [result(5, {
      content: [{ type: "text", text: "The counter is out of reach." }],
      isError: true,
    })],
  },
  undescribed: NOT_SUBSCRIBABLE,
  "unknown-method": { ...NOT_SUBSCRIBABLE, 26: [result(26, {})] },
  "lying-errors": { ...NOT_SUBSCRIBABLE, 7: [answered(7, "shared ok", { ok: true })] },
};

/** Takes the free wording out of an error. */
function withoutErrorText(frame: Frame): Frame {
  if (!("error" in frame)) return frame;
  const { message, ...error } = frame.error as Frame;
  assert.ok(typeof message === "string" && message !== "");
  return { ...frame, error };
}

let clean: Promise<Frame[][]> | undefined;

/** The transcript of a clean server, taken once and inside a test. */
function cleanTranscript(): Promise<Frame[][]> {
  return clean ??= transcript([]);
}

Deno.test("a clean server passes through the script", async () => {
  const groups = await cleanTranscript();
  assert.deepEqual(groups[0], [initialized("2025-06-18", true)]);
  const failures = groups.flat().filter((frame) => "error" in frame).map(withoutErrorText);
  assert.deepEqual(failures, [
    failed(7, -32602),
    failed(8, -32001, true),
    failed(9, -32001, true),
    failed(11, -32002),
    failed(12, -32003),
    failed(20, -32602),
    failed(26, -32601),
    failed(28, -32602),
  ]);
});

for (const [aspect, changes] of Object.entries(CHANGES)) {
  Deno.test(`${aspect} changes exactly what it should`, async () => {
    const expected = (await cleanTranscript()).map((group) => group.map(withoutErrorText));
    for (const [id, frames] of Object.entries(changes)) expected[Number(id)] = [...frames];
    const actual = await transcript(["--broken", aspect]);
    assert.deepEqual(actual.map((group) => group.map(withoutErrorText)), expected);
  });
}

Deno.test("lying-errors accepts wrong types of every tool, and counts these calls", async () => {
  const frames = await ask(["--broken", "lying-errors"], [
    call(0, "report_weather", { city: 5 }),
    call(1, "shared_read", { port: 1.5 }),
    call(2, "read_counter"),
  ]);
  assert.deepEqual(frames, [
    answered(0, "weather for unknown", { temperature: 21, conditions: "clear" }),
    answered(1, "shared ok", { ok: true }),
    answered(2, "count=3", { count: 3 }),
  ]);
});

Deno.test("negotiation falls back on the own revision when none is offered", async () => {
  const frames = await ask(["--broken", "negotiation"], [request(0, "initialize")]);
  assert.deepEqual(frames, [initialized("2025-06-18", false)]);
});

Deno.test("unknown-method answers a frame without a method as well", async () => {
  assert.deepEqual(await ask(["--broken", "unknown-method"], [{ id: 5 }]), [result(5, {})]);
});

Deno.test("completion stays right about what it does not know", async () => {
  const frames = await ask(["--broken", "completion"], [
    request(0, "completion/complete", { ...COMPLETION, argument: { name: "other" } }),
  ]);
  assert.deepEqual(frames.map(withoutErrorText), [failed(0, -32602)]);
});

for (
  const [aspect, tool, code] of [
    ["sampling", "sampled_read", -32010],
    ["elicitation", "elicited_read", -32011],
  ] as const
) {
  Deno.test(`${aspect} fails a call with a string id too, without a request`, async () => {
    const frames = await ask(["--broken", aspect], [call("a", tool)]);
    assert.deepEqual(frames.map(withoutErrorText), [
      { jsonrpc: "2.0", id: "a", error: { code, retryable: false } },
    ]);
  });

  Deno.test(`${aspect} still takes the client's answer in silence`, async () => {
    const frames = await ask(["--broken", aspect], [
      call(1, tool),
      { jsonrpc: "2.0", id: 101, result: {} },
      { jsonrpc: "2.0", id: 1001, result: {} },
      request(2, "ping"),
    ]);
    assert.deepEqual(frames.slice(1).map((frame) => frame.id), [1, 2]);
  });
}
