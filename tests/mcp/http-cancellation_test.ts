import assert from "node:assert/strict";
import { faultOf, OK } from "./harness.ts";
import {
  error,
  event,
  events,
  eventsOf,
  type Handler,
  type Handlers,
  json,
  naming,
  openUrl,
  result,
  serve,
  type Write,
} from "./http-server.ts";

const NEVER: Handler = () => new Promise(() => {});
const OPEN: Handler = () => events((_write, gone) => gone);

/** Cancels a call to a server that behaves in this way. */
async function cancelled(handlers: Handlers, graceMs = 400) {
  await using server = serve({ ...naming("s-1"), ...handlers });
  await using connector = openUrl(server.url);
  const session = await connector.connect();
  return await session.callCancelled(OK, {}, { reason: "test", graceMs });
}

Deno.test("a call and its cancellation over HTTP as a server sees them", async () => {
  await using server = serve({ ...naming("s-1"), "tools/call": OPEN });
  await using connector = openUrl(server.url);
  const session = await connector.connect();
  const started = performance.now();
  const outcome = await session.callCancelled(OK, {}, { reason: "test", graceMs: 500 });
  assert.equal(outcome, "no-result");
  const took = performance.now() - started;
  assert.ok(took >= 490 && took < 10_000, `${took} ms`);
  const [call] = server.of("tools/call");
  const [notification] = server.of("notifications/cancelled");
  assert.equal(
    notification?.text,
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"reason":"test","requestId":2}}',
  );
  assert.equal(notification?.headers.get("mcp-session-id"), "s-1");
  assert.notEqual(call?.port, notification?.port, "the call has a connection of its own");
  const after = (notification?.at ?? 0) - (call?.at ?? 0);
  assert.ok(after >= 40 && after < 400, `cancelled after ${after} ms`);
  assert.equal((await session.request("ping", {})).kind, "result");
  assert.deepEqual(server.of("ping")[0]?.message.id, 3);
});

Deno.test("what a server answers to a cancelled call over HTTP", async () => {
  const outcomes: [Handler, string][] = [
    [(seen) => json(result(seen)), "completed"],
    [(seen) => eventsOf(result(seen)), "completed"],
    [(seen) => json(result(seen, { isError: true })), "error"],
    [(seen) => eventsOf(error(seen, -32603)), "error"],
    [(seen) => json({ jsonrpc: "2.0", id: seen.message.id, error: null }), "error"],
    [(seen) => eventsOf({ jsonrpc: "2.0", id: seen.message.id, error: { code: "no" } }), "error"],
    [(seen) => json(error(seen, -32800)), "no-result"],
    [NEVER, "no-result"],
    [OPEN, "no-result"],
    [() => events((write) => write(": nothing\n\n")), "no-result"],
    [() => eventsOf({ jsonrpc: "2.0", id: 99, result: {} }), "no-result"],
    [(seen) => json(result(seen), { headers: { "mcp-session-id": "other" } }), "completed"],
  ];
  for (const [call, outcome] of outcomes) {
    assert.equal(await cancelled({ "tools/call": call }), outcome);
  }
});

Deno.test("whatever breaks a cancelled call over HTTP is a transport error", async () => {
  const broken: Handler[] = [
    () => new Response(null, { status: 202 }),
    () => new Response("no", { status: 500 }),
    () => new Response("<html>", { headers: { "content-type": "text/html" } }),
    () => new Response("{", { headers: { "content-type": "application/json" } }),
    (seen) => json({ id: seen.message.id, result: {} }),
    (seen) => json({ jsonrpc: "2.0", id: seen.message.id }),
    () => json({ jsonrpc: "2.0", id: 99, result: {} }),
    (seen) => eventsOf({ jsonrpc: "2.0", id: seen.message.id, result: [] }),
    () => events((write) => write("data: {\n\n")),
    () =>
      new Response("x", {
        headers: { "content-type": "application/json", "content-encoding": "gzip" },
      }),
  ];
  for (const call of broken) {
    await faultOf(cancelled({ "tools/call": call }), "transport-error");
  }
});

Deno.test("the notification may get any 2xx, and nothing else", async () => {
  for (const status of [200, 202, 204]) {
    const outcome = await cancelled({
      "tools/call": NEVER,
      "notifications/cancelled": () => new Response(null, { status }),
    }, 150);
    assert.equal(outcome, "no-result");
  }
  for (const call of [NEVER, (seen) => json(result(seen))] satisfies Handler[]) {
    const refused = cancelled({
      "tools/call": call,
      "notifications/cancelled": () => new Response(null, { status: 400 }),
    }, 150);
    const fault = await faultOf(refused, "transport-error");
    assert.equal(
      fault.message,
      "the server answered notifications/cancelled with HTTP 400",
    );
  }
});

Deno.test("the call is awaited though its notification fails", async () => {
  const ended = Promise.withResolvers<void>();
  const refused = cancelled({
    "tools/call": () =>
      events(async (_write, gone) => {
        await gone;
        ended.resolve();
      }),
    "notifications/cancelled": () => new Response(null, { status: 500 }),
  });
  const started = performance.now();
  await faultOf(refused, "transport-error");
  assert.ok(performance.now() - started >= 390);
  await ended.promise;
});

Deno.test("server requests stay unanswered while a cancelled call is watched", async () => {
  const asked = Promise.withResolvers<void>();
  const ask = (write: Write) => {
    for (let id = 0; id < 20; id++) write(event({ jsonrpc: "2.0", id, method: "ping" }));
  };
  await using server = serve({
    GET: () =>
      events(async (write, gone) => {
        await asked.promise;
        ask(write);
        await gone;
      }),
    "tools/call": () =>
      events(async (write, gone) => {
        ask(write);
        asked.resolve();
        await gone;
      }),
  });
  await using connector = openUrl(server.url);
  const session = await connector.connect({ capabilities: { roots: {} } });
  const outcome = await session.callCancelled(OK, {}, { reason: "test", graceMs: 300 });
  assert.equal(outcome, "no-result");
  assert.equal(server.of("GET").length, 1);
  assert.equal(server.of("answer").length, 0);
});

Deno.test("a cancelled call over HTTP ends with the budget", async () => {
  await using server = serve({ "tools/call": OPEN });
  await using connector = openUrl(server.url, { limits: { ms: 600, requests: 100 } });
  const session = await connector.connect();
  const call = session.callCancelled(OK, {}, { reason: "test", graceMs: 60_000 });
  await faultOf(call, "evaluation-budget-exceeded");
});
