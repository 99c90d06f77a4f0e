/** Servers that close the stream of a call and let the client come back for the reply. */

import assert from "node:assert/strict";
import { faultOf, OK, resultOf } from "./harness.ts";
import {
  event,
  events,
  type Handler,
  type Handlers,
  type HttpFake,
  naming,
  openUrl,
  result,
  type Seen,
  serve,
  serveRaw,
} from "./http-server.ts";

/** An event without data, by which a server says where its stream goes on. */
const PRIMED = (id: string, retry: number | string = 100) =>
  `id: ${id}\nretry: ${retry}\ndata: \n\n`;
const CLOSES: Handler = () => events((write) => write(PRIMED("e-1")));

/** A server whose calls end at once, and go on in what `go` answers to each GET in turn. */
function polled(go: ((call: Seen) => Handler)[], call: Handler = CLOSES, more: Handlers = {}) {
  let last: Seen | null = null;
  let gets = 0;
  return serve({
    ...naming("s-1"),
    "tools/call": (seen) => call(last = seen),
    GET: (seen) => {
      assert.ok(last !== null, "nothing is resumed before the call");
      const next = go[Math.min(gets++, go.length - 1)];
      return next === undefined ? new Response(null, { status: 400 }) : next(last)(seen);
    },
    ...more,
  });
}
const replying = (call: Seen): Handler => () =>
  events((write) => write(event(result(call, { polled: true }))));

/** The event ids that a server was asked to go on after. */
const resumedAfter = (server: HttpFake) =>
  server.of("GET").map(({ headers }) => headers.get("last-event-id"));

Deno.test("a call whose stream the server closes is taken up again, whatever the revision", async () => {
  for (const protocol of ["2025-03-26", "2025-06-18", "2025-11-25"] as const) {
    await using server = polled([
      () => () => events((write) => write(`${PRIMED("e-2", 300)}: nothing yet\n\n`)),
      replying,
    ]);
    await using connector = openUrl(server.url, { protocol });
    const session = await connector.connect();
    const outcome = await session.call(OK, {});
    assert.deepEqual(outcome.kind === "success" && outcome.result, { polled: true });
    assert.ok(outcome.ms >= 390, "the pauses belong to the call's time");
    assert.deepEqual(resumedAfter(server), ["e-1", "e-2"]);
    const [call] = server.of("tools/call");
    const [first, second] = server.of("GET");
    assert.ok(call && first && second);
    assert.ok(first.at - call.at >= 90, "the first pause");
    assert.ok(second.at - first.at >= 290, "the server has asked for a longer one");
    assert.deepEqual(
      ["accept", "mcp-session-id", "mcp-protocol-version"].map((name) => first.headers.get(name)),
      ["text/event-stream", "s-1", protocol],
    );
    assert.equal(server.of("tools/call").length, 1, "a call is not repeated");
    assert.equal((await session.request("ping", {})).kind, "result");
    assert.equal(connector.strays, 0);
  }
});

Deno.test("without a word of the server's the pause is one second", async () => {
  await using server = polled([replying], () => events((write) => write("id: e-1\n\n")));
  await using connector = openUrl(server.url);
  assert.deepEqual(await resultOf(await connector.connect()), { polled: true });
  const [[call], [get]] = [server.of("tools/call"), server.of("GET")];
  const pause = (get?.at ?? 0) - (call?.at ?? 0);
  assert.ok(pause >= 950 && pause < 10_000, `${pause} ms`);
});

Deno.test("requests of the server are answered in a stream that was taken up again", async () => {
  const answered = Promise.withResolvers<unknown>();
  const asking = (call: Seen): Handler => () =>
    events(async (write) => {
      write(event({ jsonrpc: "2.0", id: "p", method: "ping" }));
      write(event(result(call, { answer: await answered.promise })));
    });
  await using server = polled([asking], CLOSES, {
    answer: ({ message }) => {
      answered.resolve(message.result);
      return new Response(null, { status: 202 });
    },
  });
  await using connector = openUrl(server.url);
  assert.deepEqual(await resultOf(await connector.connect()), { answer: {} });
});

Deno.test("a handshake can be taken up again, too", async () => {
  let call: Seen | null = null;
  await using server = serve({
    initialize: (seen) => {
      call = seen;
      return events((write) => write(PRIMED("i-1")), { "mcp-session-id": "s-1" });
    },
    GET: (seen) => {
      assert.equal(seen.headers.get("mcp-session-id"), "s-1");
      return events((write) => {
        if (call !== null) write(event(result(call, { protocolVersion: "2025-11-25" })));
      });
    },
  });
  await using connector = openUrl(server.url, { protocol: "2025-11-25" });
  assert.equal((await connector.connect()).revision, "2025-11-25");
});

Deno.test("a call whose connection breaks goes on where the last event was", async () => {
  const gets: string[] = [];
  const answer = (body: string, type: string) =>
    `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  await using server = serveRaw(async (connection) => {
    for (;;) {
      const request = await connection.read();
      if (request === null) return;
      if (request.includes('"tools/call"')) {
        await connection.write(
          "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 999\r\n\r\n" +
            `${PRIMED("e-1")}id: e-2\ndata: {"cut`,
        );
        return connection.close();
      }
      if (request.startsWith("GET")) {
        gets.push(/last-event-id: (.*)\r/i.exec(request)?.[1] ?? "none");
        const reply = event({ jsonrpc: "2.0", id: 2, result: { real: true } });
        await connection.write(answer(reply, "text/event-stream"));
      } else if (request.includes('"initialize"')) {
        await connection.write(answer('{"jsonrpc":"2.0","id":1,"result":{}}', "application/json"));
      } else await connection.write("HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n");
    }
  });
  await using connector = openUrl(server.url);
  const session = await connector.connect();
  assert.deepEqual(await resultOf(session), { real: true });
  assert.equal(session.broken, false);
  assert.deepEqual(gets, ["e-1"]);
});

Deno.test("a stream that cannot be taken up again ends the call", async () => {
  const ends: [Handler, string[]][] = [
    [() => events((write) => write(": no id\n\n")), []],
    [() => events((write) => write("id: e-1\n\nid:\n\n")), []],
    [() => events((write) => write("id: příliš\n\n")), []],
    [CLOSES, ["e-1"]],
  ];
  for (const [call, ids] of ends) {
    await using server = polled([], call);
    await using connector = openUrl(server.url);
    const session = await connector.connect();
    const fault = await faultOf(session.call(OK, {}), "transport-error");
    assert.equal(fault.message, "the server's answer ended without a reply");
    assert.deepEqual(resumedAfter(server), ids);
    assert.equal((await session.request("ping", {})).kind, "result");
  }
});

Deno.test("polling ends with the time of the call, and is not faster than ten times a second", async () => {
  const idle: Handler = () => events((write) => write(PRIMED("e-1", 0)));
  await using server = polled([() => idle], idle);
  await using connector = openUrl(server.url, { timeoutMs: 1_000 });
  const session = await connector.connect();
  const fault = await faultOf(session.call(OK, {}), "transport-timeout");
  assert.equal(fault.message, "no reply to tools/call within 1 s");
  const { length } = server.of("GET");
  assert.ok(length >= 2 && length <= 10, `${length} polls`);
  assert.equal((await session.request("ping", {})).kind, "result");
  assert.equal(server.of("GET").length, length, "nobody polls any more");
});

Deno.test("a server that wants to be asked in years is not asked, and can be left at once", async () => {
  const never: Handler = () => events((write) => write(PRIMED("e-1", "9".repeat(20))));
  await using server = polled([], never);
  await using connector = openUrl(server.url, { timeoutMs: 500 });
  const session = await connector.connect();
  await faultOf(session.call(OK, {}), "transport-timeout");
  assert.equal(server.of("GET").length, 0, "the timer has not overflowed");

  const other = openUrl(server.url);
  const patient = await other.connect();
  const calling = faultOf(patient.call(OK, {}), "transport-closed");
  await server.first("tools/call");
  const started = performance.now();
  await other.close();
  await calling;
  assert.ok(performance.now() - started < 4_000);
});

Deno.test("the pause is bounded by the budget, whose requests are not spent on it", async () => {
  const idle: Handler = () => events((write) => write(PRIMED("e-1")));
  await using server = polled([() => idle, () => idle, replying]);
  await using connector = openUrl(server.url, { limits: { ms: 60_000, requests: 2 } });
  assert.deepEqual(await resultOf(await connector.connect()), { polled: true });
  assert.equal(server.of("GET").length, 3);

  await using endless = polled([() => idle]);
  await using brief = openUrl(endless.url, { limits: { ms: 700, requests: 100 } });
  const session = await brief.connect();
  await faultOf(session.call(OK, {}), "evaluation-budget-exceeded");
});

Deno.test("a cancelled call is watched where the server goes on with it", async () => {
  const outcomes: [(call: Seen) => Handler, string][] = [
    [replying, "completed"],
    [(call) => () => events((write) => write(event(result(call, { isError: true })))), "error"],
    [() => () => events((_write, gone) => gone), "no-result"],
    [() => () => new Response(null, { status: 400 }), "no-result"],
  ];
  for (const [go, outcome] of outcomes) {
    await using server = polled([go]);
    await using connector = openUrl(server.url);
    const session = await connector.connect();
    const cancellation = { reason: "test", graceMs: 1_000 };
    assert.equal(await session.callCancelled(OK, {}, cancellation), outcome);
    assert.deepEqual(resumedAfter(server), ["e-1"]);
  }
});
