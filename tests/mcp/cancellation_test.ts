import assert from "node:assert/strict";
import type { Json, JsonObject } from "../../core/mcp/json.ts";
import type { Session } from "../../core/mcp/session.ts";
import { fake, faultOf, OK, open, resultOf, until } from "./harness.ts";

/** Cancels a scripted call at once. */
const cancel = (session: Session, script: JsonObject, graceMs = 300) =>
  session.callCancelled(OK, script, { reason: "test", graceMs });
/** Cancels a call to which exactly these lines are written; `ID` stands for its id. */
const cancelled = (session: Session, ...write: string[]) => cancel(session, { write });

Deno.test("a cancelled call and its notification as a server sees them", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  assert.equal(await cancel(session, { wait: "never" }), "no-result");
  const { received } = await resultOf(session);
  assert.deepEqual((received as string[]).slice(2), [
    '{"id":2,"jsonrpc":"2.0","method":"tools/call","params":{"arguments":{"wait":"never"},' +
    '"name":"ok"}}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"reason":"test","requestId":2}}',
    '{"id":3,"jsonrpc":"2.0","method":"tools/call","params":{"arguments":{},"name":"ok"}}',
  ]);
});

Deno.test("what a server answers to a cancelled call", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  const answers: [string, string][] = [
    ['{"jsonrpc":"2.0","id":ID,"result":{}}', "completed"],
    ['{"jsonrpc":"2.0","id":ID,"result":{"isError":false}}', "completed"],
    ['{"jsonrpc":"2.0","id":ID,"result":{"isError":true}}', "error"],
    ['{"jsonrpc":"2.0","id":ID,"error":{"code":-32800}}', "no-result"],
    ['{"jsonrpc":"2.0","id":ID,"error":{"code":-32603}}', "error"],
    // However malformed, it is an error.
    ['{"jsonrpc":"2.0","id":ID,"error":{"code":-32800.0}}', "error"],
    ['{"jsonrpc":"2.0","id":ID,"error":{"code":"-32800"}}', "error"],
    ['{"jsonrpc":"2.0","id":ID,"error":{"code":9223372036854775808}}', "error"],
    ['{"jsonrpc":"2.0","id":ID,"error":{}}', "error"],
    ['{"jsonrpc":"2.0","id":ID,"error":[]}', "error"],
    ['{"jsonrpc":"2.0","id":ID,"error":"no"}', "error"],
    ['{"jsonrpc":"2.0","id":ID,"error":null}', "error"],
  ];
  for (const [answer, outcome] of answers) {
    assert.equal(await cancelled(session, answer), outcome, answer);
  }
  const malformed = [
    '{"jsonrpc":"1.0","id":ID,"result":{}}',
    '{"id":ID,"result":{}}',
    '{"jsonrpc":"2.0","id":ID,"result":{},"error":{"code":-32800}}',
    '{"jsonrpc":"2.0","id":ID}',
    '{"jsonrpc":"2.0","id":ID,"result":[]}',
    '{"jsonrpc":"2.0","id":ID,"result":{"isError":1}}',
    '{"jsonrpc":"2.0","id":ID,"result":{},"error":null}',
  ];
  for (const answer of malformed) {
    await faultOf(cancelled(session, answer), "transport-error");
  }
  assert.equal(session.broken, false);
  assert.equal((await session.request("ping", {})).kind, "result");
});

Deno.test("nothing but the reply counts while a cancelled call is watched", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  const note = '{"jsonrpc":"2.0","method":"notifications/message"}';
  const ignored = [
    "text",
    ...Array(200).fill(note),
    '{"jsonrpc":"2.0","id":ID,"method":"ping"}',
    ...Array(20).fill('{"jsonrpc":"2.0","id":"r","method":"roots/list"}'),
    '{"jsonrpc":"2.0","id":1,"result":{}}',
    '{"jsonrpc":"2.0","id":999,"result":{}}',
    '{"jsonrpc":"2.0","id":"ID","result":{}}',
    '{"jsonrpc":"2.0","id":ID.0,"result":{}}',
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32603}}',
  ];
  assert.equal(await cancelled(session, ...ignored), "no-result");
  const real = '{"jsonrpc":"2.0","id":ID,"result":{}}';
  assert.equal(await cancelled(session, ...ignored, real), "completed");
  assert.equal(connector.noise.lines, 2);
  assert.equal(connector.strays, 0);
  const { answers } = await resultOf(session);
  assert.deepEqual(answers, [] as Json, "server requests stay unanswered");
});

Deno.test("a late reply to a cancelled call is dropped", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  assert.equal(await cancel(session, { wait: 400 }, 100), "no-result");
  await until(() => connector.strays === 1);
  assert.equal((await session.request("ping", {})).kind, "result");
});

Deno.test("a server that dies of a cancelled call is a closed transport", async () => {
  await using dying = open(fake("dies-on-cancel"));
  const session = await dying.connect();
  await faultOf(cancel(session, { wait: "never" }, 20_000), "transport-closed");
  assert.equal(session.broken, true);
  await faultOf(cancel(session, {}), "transport-closed");
});

Deno.test("a cancelled call counts in the budget and ends with it", async () => {
  await using counted = open(fake(), { limits: { ms: 60_000, requests: 2 } });
  const session = await counted.connect();
  assert.equal(await cancel(session, {}), "completed");
  await faultOf(cancel(session, {}), "evaluation-budget-exceeded");
  await using timed = open(fake(), { limits: { ms: 2_000, requests: 100 } });
  const other = await timed.connect();
  await faultOf(cancel(other, { wait: "never" }, 60_000), "evaluation-budget-exceeded");
});

Deno.test("a server that does not read a cancelled call is a timeout, not silence", async () => {
  await using connector = open(fake("deaf"));
  const session = await connector.connect({ waitMs: 400, handshakeWaitMs: 20_000 });
  const call = cancel(session, { a: "x".repeat(1_000_000) }, 20_000);
  await faultOf(call, "transport-timeout");
  assert.equal(session.broken, true);
});
