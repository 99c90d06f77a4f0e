import assert from "node:assert/strict";
import { RequestFlood } from "../../core/mcp/faults.ts";
import type { Json } from "../../core/mcp/json.ts";
import { fake, faultOf, OK, open, resultOf, successOf, until } from "./harness.ts";

const DECLINED = { code: -32601, message: "method unavailable" };

Deno.test("requests during a call are answered and the call goes on", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  const ask = ["ping", "roots/list", "sampling/createMessage", "elicitation/create", "x"].map(
    (method) => ({ method }),
  );
  for (const options of [{}, { observing: true }]) {
    const outcome = await session.call(OK, { ask }, options);
    assert.deepEqual(outcome.announced, new Set(["sampling", "elicitation"]));
    const answers = (successOf(outcome).answers as Json[]).slice(-5);
    assert.deepEqual(answers.map((answer) => (answer as { result?: Json }).result), [
      {},
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    for (const answer of answers.slice(1)) {
      assert.deepEqual((answer as { error: Json }).error, DECLINED);
    }
  }
});

Deno.test("declared roots are an empty list", async () => {
  await using connector = open(fake());
  const session = await connector.connect({ capabilities: { roots: { listChanged: false } } });
  const { answers } = await resultOf(session, { ask: [{ method: "roots/list" }] });
  assert.deepEqual(answers, [{ jsonrpc: "2.0", id: 100, result: { roots: [] } }]);
});

Deno.test("a responder answers, declines with null and never sees a ping", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  const seen: [string, Json][] = [];
  const outcome = await session.call(OK, {
    ask: [{ method: "sampling/createMessage", params: { messages: [] } }, { method: "ping" }, {
      method: "other",
    }],
  }, {
    respond: (method, params) => {
      seen.push([method, params]);
      return method === "other" ? null : { model: "stub" };
    },
  });
  assert.deepEqual(seen, [["sampling/createMessage", { messages: [] }], ["other", null]]);
  assert.deepEqual(successOf(outcome).answers, [
    { jsonrpc: "2.0", id: 100, result: { model: "stub" } },
    { jsonrpc: "2.0", id: 101, result: {} },
    { jsonrpc: "2.0", id: 102, error: DECLINED },
  ]);
});

Deno.test("requests before a call are answered at once, ids as they were written", async () => {
  await using connector = open(fake("asks-first"));
  const session = await connector.connect();
  await until(() => connector.strays === 1); // the server's sign that both answers have come
  const { received } = await resultOf(session);
  const answers = (received as string[]).slice(2, 4);
  assert.deepEqual(answers, [
    '{"error":{"code":-32601,"message":"method unavailable"},"id":"r-1","jsonrpc":"2.0"}',
    '{"id":1.0,"jsonrpc":"2.0","result":{}}',
  ]);
});

Deno.test("a request may have the id of the call, a notification with an id gets no answer", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  for (const options of [{}, { observing: true }]) {
    const outcome = await session.call(OK, {
      write: [
        '{"jsonrpc":"2.0","id":ID,"method":"ping"}',
        '{"jsonrpc":"2.0","id":5000,"method":"notifications/message"}',
        '{"jsonrpc":"2.0","id":ID,"result":{"real":true}}',
      ],
    }, options);
    assert.deepEqual(successOf(outcome), { real: true });
  }
  const { answers } = await resultOf(session);
  assert.deepEqual(answers, [
    { jsonrpc: "2.0", id: 2, result: {} },
    { jsonrpc: "2.0", id: 3, result: {} },
  ]);
});

Deno.test("eight requests are answered, the ninth breaks the call", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  const ask = (times: number) => Array.from({ length: times }, () => ({ method: "ping" }));
  assert.equal((await session.call(OK, { ask: ask(8) })).kind, "success");
  const flood = await faultOf(session.call(OK, { ask: ask(9) }), "transport-error");
  assert.ok(flood instanceof RequestFlood);
  assert.equal(flood.message, "the server sent more than 8 requests during one call");
  assert.equal(session.broken, false);
  const two = session.call(OK, { ask: ask(3) }, { maxServerRequests: 2 });
  assert.ok(await faultOf(two, "transport-error") instanceof RequestFlood);
  // 8 and then 8 and 2: the ones above the limits stay unanswered.
  assert.equal(((await resultOf(session)).answers as Json[]).length, 18);
});

Deno.test("a changed resource is announced", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  const outcome = await session.call(OK, {
    write: [
      '{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"x:y"}}',
      '{"jsonrpc":"2.0","id":ID,"result":{}}',
    ],
  });
  assert.deepEqual(outcome.announced, new Set(["resource-updated"]));
  assert.deepEqual((await session.call(OK, {})).announced, new Set());
});
