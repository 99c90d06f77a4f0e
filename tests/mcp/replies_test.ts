import assert from "node:assert/strict";
import type { ExchangeOptions, Session } from "../../core/mcp/session.ts";
import { fake, faultOf, OK, open, resultOf, successOf, until } from "./harness.ts";

/** Calls a tool that writes exactly these lines; `ID` stands for the call's id. */
const lines = (session: Session, write: string[], options?: ExchangeOptions) =>
  session.call(OK, { write }, options);
const observing = { observing: true } as const;

Deno.test("a success, a tool error and an error are told apart, with the time they took", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  const success = await session.call(OK, { wait: 50 });
  assert.equal(success.kind, "success");
  assert.ok(success.ms >= 45 && success.ms < 10_000, `${success.ms} ms`);
  assert.deepEqual(success.announced, new Set());
  const toolError = await lines(session, ['{"jsonrpc":"2.0","id":ID,"result":{"isError":true}}']);
  assert.equal(toolError.kind, "tool-error");
  const error = await lines(session, ['{"jsonrpc":"2.0","id":ID,"error":{"code":-32602}}']);
  assert.equal(error.kind === "rpc-error" && error.code, -32602);
  const malformed = lines(session, ['{"jsonrpc":"2.0","id":ID,"result":[]}']);
  await faultOf(malformed, "transport-error");
  assert.equal(session.broken, false);
});

Deno.test("a reply under another id fails the call at once, and the connection stays", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  const wrong = [
    '{"jsonrpc":"2.0","id":999,"result":{}}',
    '{"jsonrpc":"2.0","id":"ID","result":{}}',
    '{"jsonrpc":"2.0","id":ID.0,"result":{}}',
    '{"jsonrpc":"2.0","id":0,"result":{}}',
    '{"jsonrpc":"2.0","id":-1,"error":{"code":1}}',
    '{"jsonrpc":"2.0","id":true,"result":{}}',
    '{"jsonrpc":"2.0","id":{},"result":{}}',
  ];
  for (const line of wrong) {
    await faultOf(lines(session, [line]), "transport-error");
    await faultOf(lines(session, [line], observing), "transport-error");
  }
  assert.equal((await session.request("ping", {})).kind, "result");
  assert.equal(connector.strays, 0);
});

Deno.test("the right reply after one under a wrong id is no news of its own", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  const wrong = '{"jsonrpc":"2.0","id":"ID","result":{}}';
  const right = '{"jsonrpc":"2.0","id":ID,"result":{}}';
  await faultOf(lines(session, [wrong, right]), "transport-error");
  assert.equal((await session.request("ping", {})).kind, "result");
  assert.equal(connector.strays, 0);
  await faultOf(lines(session, [wrong, right, right]), "transport-error");
  assert.equal((await session.request("ping", {})).kind, "result");
  assert.equal(connector.strays, 1, "one more is a stray reply like any other");
});

Deno.test("a plain reply has exactly one of result and error; observing, the result wins", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  const both = ['{"jsonrpc":"2.0","id":ID,"result":{},"error":{"code":1,"message":""}}'];
  const neither = '{"jsonrpc":"2.0","id":ID}';
  const real = '{"jsonrpc":"2.0","id":ID,"result":{"real":true}}';
  await faultOf(lines(session, both), "transport-error");
  await faultOf(lines(session, [neither]), "transport-error");
  assert.equal((await lines(session, both, observing)).kind, "success");
  const late = await lines(session, [neither, '{"jsonrpc":"2.0","id":998}', real], observing);
  assert.deepEqual(successOf(late), { real: true });
});

Deno.test("a plain request ignores frames of another JSON-RPC version, observing accepts them", async () => {
  await using connector = open(fake());
  const session = await connector.connect({ waitMs: 400, handshakeWaitMs: 20_000 });
  for (const version of ['"jsonrpc":"1.0",', '"jsonrpc":2.0,', ""]) {
    const write = [`{${version}"id":ID,"result":{}}`];
    await faultOf(lines(session, write), "transport-timeout");
    assert.equal((await lines(session, write, observing)).kind, "success");
  }
  assert.equal(connector.noise.lines, 1, "only the one without any version is no protocol text");
});

Deno.test("exact numbers of a result survive", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  const line = '{"jsonrpc":"2.0","id":ID,"result":{"a":1.0,"b":9007199254740993,"c":1}}';
  const outcome = await lines(session, [line]);
  assert.deepEqual(successOf(outcome), { a: Object(1), b: 9007199254740993n, c: 1 });
});

Deno.test("stray replies are dropped, counted and never attributed to a later request", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  const again = '{"jsonrpc":"2.0","id":ID,"result":{"first":true}}';
  const twice = await lines(session, [again, again.replace("first", "second")]);
  assert.deepEqual(successOf(twice), { first: true });
  const earlier = '{"jsonrpc":"2.0","id":1,"result":{"old":true}}';
  const next = await lines(session, [earlier, again]);
  assert.deepEqual(successOf(next), { first: true });
  assert.equal((await session.request("ping", {})).kind, "result");
  assert.equal(connector.strays, 2);
});

Deno.test("replies while nothing waits, and replies to notifications, are dropped", async () => {
  await using idle = open(fake("stray-idle"));
  const session = await idle.connect();
  await until(() => idle.strays === 4);
  assert.equal((await session.request("ping", {})).kind, "result");
  assert.equal(idle.strays, 4);
  assert.equal(session.broken, false);

  await using answering = open(fake("answers-notification"));
  const other = await answering.connect();
  assert.equal((await other.list("tools/list", null)).kind, "result");
  assert.equal(answering.strays, 1);
  // It has answered the one notification; a second such reply answers nothing.
  await faultOf(other.list("tools/list", null), "transport-error");
});

Deno.test("an error without a request's id fails the call, unless the reply follows in a second", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  const nullId = '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}';
  const noId = '{"jsonrpc":"2.0","error":{"code":-32600,"message":"no"}}';
  await faultOf(lines(session, [nullId]), "transport-error");
  await faultOf(lines(session, [noId], observing), "transport-error");
  const real = '{"jsonrpc":"2.0","id":ID,"result":{"real":true}}';
  const rescued = await lines(session, [nullId, real]);
  assert.deepEqual(successOf(rescued), { real: true });
  assert.equal(session.broken, false);
});

Deno.test("a null id rejects a frame only in payload-bounds and only in the agreed shape", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  const accepting = { observing: true, acceptNullId: true } as const;
  const frame = (code: number, more = "") =>
    `{"jsonrpc":"2.0","id":null,"error":{"code":${code},"message":"no"}${more}}`;
  const started = performance.now();
  const outcome = await lines(session, [frame(-32700)], accepting);
  assert.equal(outcome.kind === "rpc-error" && outcome.code, -32700);
  const graceMs = performance.now() - started - outcome.ms;
  assert.ok(graceMs >= 950, "the time is that of the answer, not of the wait after it");
  await faultOf(lines(session, [frame(-32603)], accepting), "transport-error");
  await faultOf(lines(session, [frame(-32700, ',"result":{}')], accepting), "transport-error");
  const real = '{"jsonrpc":"2.0","id":ID,"result":{}}';
  assert.equal((await lines(session, [frame(-32700), real], accepting)).kind, "success");
});

Deno.test("a late reply to a request that was given up is dropped", async () => {
  await using connector = open(fake("late"));
  const session = await connector.connect({ waitMs: 300, handshakeWaitMs: 20_000 });
  const fault = await faultOf(session.call(OK, { wait: "never" }), "transport-timeout");
  assert.equal(fault.message, "no reply to tools/call within 0.3 s");
  // This server answers the given-up call first, then the ping.
  const reply = await session.request("ping", {});
  assert.deepEqual(reply, { kind: "result", result: {} });
  assert.equal(connector.strays, 1);
  assert.equal(session.broken, false);
});

Deno.test("nothing that a server sends extends the deadline", async () => {
  await using connector = open(fake());
  const session = await connector.connect({ waitMs: 500, handshakeWaitMs: 20_000 });
  const note = '{"jsonrpc":"2.0","method":"notifications/progress"}';
  const chatter = Array(50).fill(note);
  await faultOf(session.call(OK, { write: [...chatter, "banner"] }), "transport-timeout");
  const longer = await session.call(OK, { wait: 700 }, { extraWaitMs: 10_000 });
  assert.equal(longer.kind, "success");
});

Deno.test("death in a call is a closed transport, and so is every request after it", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  const fault = await faultOf(session.call(OK, { exit: 9 }), "transport-closed");
  assert.match(fault.message, /exit code 9$/);
  assert.equal(session.broken, true);
  await faultOf(session.request("ping", {}), "transport-closed");
  await faultOf(session.notify("notifications/initialized", {}), "transport-closed");
  const fresh = await connector.connect();
  assert.deepEqual((await resultOf(fresh)).content, []);
});

Deno.test("a server that dies of a cancellation fails the next request with a name", async () => {
  await using connector = open(fake("dies-on-cancel"));
  const session = await connector.connect();
  await session.notify("notifications/cancelled", { requestId: 1, reason: "test" });
  await faultOf(session.request("ping", {}), "transport-closed");
  const fresh = await connector.connect();
  assert.equal((await fresh.request("ping", {})).kind, "result");
});

Deno.test("an unknown method is answered with whatever code the server has", async () => {
  for (const [behaviour, code] of [["plain", -32601], ["unknown-method", -32000]] as const) {
    await using connector = open(fake(behaviour));
    const reply = await (await connector.connect()).request("mcpeval/unknown", {});
    assert.deepEqual(reply, { kind: "error", error: { code, message: "no" } });
  }
});

Deno.test("surfaces that are declared and not served answer with their error", async () => {
  await using connector = open(fake("surfaces"));
  const session = await connector.connect();
  assert.deepEqual(session.capabilities, { resources: {}, prompts: {} });
  for (const method of ["resources/list", "prompts/list"] as const) {
    const reply = await session.list(method, null);
    assert.deepEqual(reply, { kind: "error", error: { code: -32601, message: "no" } });
  }
});
