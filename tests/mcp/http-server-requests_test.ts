import assert from "node:assert/strict";
import { RequestFlood } from "../../core/mcp/faults.ts";
import { faultOf, OK, successOf, until } from "./harness.ts";
import {
  event,
  events,
  type HttpFake,
  json,
  type Message,
  naming,
  openUrl,
  result,
  type Seen,
  serve,
  type Write,
} from "./http-server.ts";

const DECLINED = { code: -32601, message: "method unavailable" };

/** A server whose call asks these questions, each only when the last one has been answered. */
function asking(
  questions: unknown[],
  how: { stream?: "call" | "GET"; answerStatus?: number } = {},
): HttpFake {
  let answered = Promise.withResolvers<Message>();
  const open = Promise.withResolvers<Write>();
  const answers: Message[] = [];
  const ask = async (write: Write) => {
    for (const question of questions) {
      answered = Promise.withResolvers();
      write(event(question));
      answers.push(await answered.promise);
    }
  };
  return serve({
    ...naming("s-1"),
    answer: (seen) => {
      answered.resolve(seen.message);
      return new Response(null, { status: how.answerStatus ?? 202 });
    },
    GET: () =>
      events(async (write, gone) => {
        open.resolve(write);
        await gone;
      }),
    "tools/call": async (seen) => {
      if (how.stream !== "GET") {
        return events(async (write) => {
          await ask(write);
          write(event(result(seen, { answers })));
        });
      }
      await ask(await open.promise);
      return json(result(seen, { answers }));
    },
  });
}
const request = (id: unknown, method: string, params: unknown = {}) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});

Deno.test("requests during a call are answered by a POST while its stream is open", async () => {
  await using server = asking([
    request("r-1", "ping"),
    request(0, "roots/list"),
    request(2, "sampling/createMessage"), // 2 is also the id of the call
    request("x", "elicitation/create"),
  ]);
  await using connector = openUrl(server.url);
  const session = await connector.connect();
  const outcome = await session.call(OK, {});
  assert.deepEqual(outcome.announced, new Set(["sampling", "elicitation"]));
  assert.deepEqual(successOf(outcome).answers, [
    { jsonrpc: "2.0", id: "r-1", result: {} },
    { jsonrpc: "2.0", id: 0, error: DECLINED },
    { jsonrpc: "2.0", id: 2, error: DECLINED },
    { jsonrpc: "2.0", id: "x", error: DECLINED },
  ]);
  for (const { headers } of server.of("answer")) {
    assert.equal(headers.get("mcp-session-id"), "s-1");
    assert.equal(headers.get("mcp-protocol-version"), "2025-06-18");
    assert.equal(headers.get("accept"), "application/json, text/event-stream");
  }
});

Deno.test("any status may answer an answer", async () => {
  for (const answerStatus of [200, 204, 400, 500]) {
    await using server = asking([request(1, "ping")], { answerStatus });
    await using connector = openUrl(server.url);
    const outcome = await (await connector.connect()).call(OK, {});
    assert.equal((successOf(outcome).answers as unknown[]).length, 1);
  }
});

Deno.test("declared capabilities are served, on the stream of the call or on the GET stream", async () => {
  for (const stream of ["call", "GET"] as const) {
    await using server = asking(
      [request(1, "roots/list"), request(2, "sampling/createMessage", { messages: [] })],
      { stream },
    );
    await using connector = openUrl(server.url);
    const session = await connector.connect({ capabilities: { roots: {}, sampling: {} } });
    const seen: unknown[] = [];
    const outcome = await session.call(OK, {}, {
      respond: (method, params) => {
        seen.push([method, params]);
        return { model: "stub" };
      },
    });
    assert.deepEqual(seen, [["sampling/createMessage", { messages: [] }]]);
    assert.deepEqual(successOf(outcome).answers, [
      { jsonrpc: "2.0", id: 1, result: { roots: [] } },
      { jsonrpc: "2.0", id: 2, result: { model: "stub" } },
    ]);
    assert.deepEqual(outcome.announced, new Set(["sampling"]));
    const [get] = server.of("GET");
    assert.equal(get?.headers.get("accept"), "text/event-stream");
    assert.equal(get?.headers.get("mcp-session-id"), "s-1");
    assert.equal(get?.headers.get("mcp-protocol-version"), "2025-06-18");
  }
});

Deno.test("eight requests are answered, the ninth breaks the call", async () => {
  const questions = (count: number) =>
    Array.from({ length: count }, (_, id) => request(id, "ping"));
  await using eight = asking(questions(8));
  await using patient = openUrl(eight.url);
  assert.equal((await (await patient.connect()).call(OK, {})).kind, "success");
  await using nine = asking(questions(9));
  await using connector = openUrl(nine.url);
  const session = await connector.connect();
  const flood = await faultOf(session.call(OK, {}), "transport-error");
  assert.ok(flood instanceof RequestFlood);
  assert.equal(flood.message, "the server sent more than 8 requests during one call");
  assert.equal(nine.of("answer").length, 8);
  assert.equal((await session.request("ping", {})).kind, "result");
  await using two = asking(questions(3));
  await using strict = openUrl(two.url);
  const call = (await strict.connect()).call(OK, {}, { maxServerRequests: 2 });
  assert.ok(await faultOf(call, "transport-error") instanceof RequestFlood);
  assert.equal(two.of("answer").length, 2);
});

Deno.test("a flood that takes no answers breaks off", async () => {
  const held = Promise.withResolvers<Response>();
  await using server = serve({
    answer: () => held.promise,
    GET: () =>
      events(async (write, gone) => {
        for (let id = 0; id < 40; id++) write(event(request(id, "ping")));
        await gone;
      }),
  });
  await using connector = openUrl(server.url);
  const session = await connector.connect({ capabilities: { roots: {} } });
  await until(() => session.broken && server.of("answer").length >= 16);
  await connector.close();
  assert.equal(server.of("answer").length, 16);
  held.resolve(new Response(null, { status: 202 }));
});

Deno.test("a page at GET is no stream, and is asked for once", async () => {
  const pages = [
    () => new Response("<html>", { headers: { "content-type": "text/html" } }),
    () => json({ jsonrpc: "2.0", id: 1, method: "ping" }),
    () => new Response(null, { status: 405 }),
    () => new Response("no", { status: 500 }),
    () => events((write) => write("data: {\n\n")), // ends at once
  ];
  for (const GET of pages) {
    await using server = serve({ GET });
    await using connector = openUrl(server.url);
    const session = await connector.connect({ capabilities: { sampling: {} } });
    for (let n = 0; n < 3; n++) assert.equal((await session.request("ping", {})).kind, "result");
    assert.equal(server.of("GET").length, 1);
    assert.equal(server.of("answer").length, 0);
    assert.equal(connector.strays, 0);
  }
});

Deno.test("a server that holds the headers of its GET stream back delays one request only", async () => {
  await using server = serve({ GET: () => new Promise<Response>(() => {}) });
  await using connector = openUrl(server.url);
  const session = await connector.connect({ capabilities: { sampling: {} } });
  const started = performance.now();
  for (let n = 0; n < 8; n++) assert.equal((await session.request("ping", {})).kind, "result");
  const took = performance.now() - started;
  assert.ok(took >= 990 && took < 6_000, `${took} ms`);
});

Deno.test("replies on the GET stream are stray ones", async () => {
  const stream = Promise.withResolvers<Write>();
  await using server = serve({
    GET: () =>
      events(async (write, gone) => {
        stream.resolve(write);
        await gone;
      }),
    "tools/call": async (seen: Seen) => {
      const write = await stream.promise;
      write(event(result(seen, { stray: true })));
      write(event(request("after it", "ping")));
      await server.first("answer");
      return json(result(seen, { real: true }));
    },
  });
  await using connector = openUrl(server.url);
  const session = await connector.connect({ capabilities: { sampling: {} } });
  assert.deepEqual(successOf(await session.call(OK, {})), { real: true });
  assert.equal(connector.strays, 1);
});
