import assert from "node:assert/strict";
import { faultOf, OK, resultOf, successOf } from "./harness.ts";
import {
  event,
  events,
  eventsOf,
  json,
  openUrl,
  type RawConnection,
  result,
  serve,
  serveRaw,
} from "./http-server.ts";

const encoder = new TextEncoder();
const TEXT = "příliš žluťoučký 🐎";
const EVENTS = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n";
const JSON_HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";

/** The id of the request in a raw POST. */
const idOf = (request: string) => JSON.parse(request.slice(request.indexOf("\r\n\r\n") + 4)).id;

/** Answers the handshake of a raw connection and returns the request that follows, if any. */
async function afterHandshake(connection: RawConnection): Promise<string | null> {
  for (;;) {
    const request = await connection.read();
    if (request === null) return null;
    if (request.includes('"initialize"')) {
      const body = '{"jsonrpc":"2.0","id":1,"result":{}}';
      await connection.write(`${JSON_HEAD}content-length: ${body.length}\r\n\r\n${body}`);
    } else if (request.includes('"notifications/initialized"')) {
      await connection.write("HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n");
    } else return request;
  }
}

/** Calls the tool of a server that answers the call with what `answer` writes. */
async function calledRaw(
  answer: (connection: RawConnection, id: number) => Promise<void>,
  timeoutMs = 20_000,
) {
  await using server = serveRaw(async (connection) => {
    const request = await afterHandshake(connection);
    if (request === null) return;
    await answer(connection, idOf(request));
  });
  await using connector = openUrl(server.url, { timeoutMs });
  return successOf(await (await connector.connect()).call(OK, {}));
}
const reply = (id: number) => ({ jsonrpc: "2.0", id, result: { text: TEXT } });

Deno.test("a stream may come byte by byte, inside of characters too", async () => {
  const answer = await calledRaw(async (connection, id) => {
    await connection.write(`${EVENTS}connection: close\r\n\r\n`);
    for (const byte of encoder.encode(`: hello\r\n\r\n${event(reply(id))}`)) {
      await connection.write(Uint8Array.of(byte));
    }
    connection.close();
  });
  assert.deepEqual(answer, { text: TEXT });
});

Deno.test("chunks may end inside of a character, of a line end and of an event", async () => {
  for (const end of ["\n", "\r", "\r\n"]) {
    const answer = await calledRaw(async (connection, id) => {
      await connection.write(`${EVENTS}transfer-encoding: chunked\r\n\r\n`);
      const lines = JSON.stringify(reply(id), null, 1).split("\n").map((line) => `data: ${line}`);
      const bytes = encoder.encode([":", "", "id: 1", ...lines, "", ""].join(end));
      for (let at = 0; at < bytes.length; at += 3) {
        const part = bytes.slice(at, at + 3);
        await connection.write(`${part.length.toString(16)}\r\n`);
        await connection.write(part);
        await connection.write("\r\n");
      }
      await connection.write("0\r\n\r\n");
    });
    assert.deepEqual(answer, { text: TEXT }, JSON.stringify(end));
  }
});

Deno.test("a call ends with its reply, though the stream stays open", async () => {
  for (const end of ["\n", "\r"]) {
    const closed = Promise.withResolvers<void>();
    await using server = serve({
      "tools/call": (seen) =>
        events(async (write, gone) => {
          write(event(result(seen, { early: true })).replaceAll("\n", end));
          await gone;
          closed.resolve();
        }),
    });
    await using connector = openUrl(server.url);
    const session = await connector.connect();
    const started = performance.now();
    assert.deepEqual(await resultOf(session), { early: true });
    assert.equal((await session.request("ping", {})).kind, "result");
    await closed.promise; // the client hangs up by itself
    assert.ok(performance.now() - started < 4_000, "the stream was not waited for");
  }
});

Deno.test("a stream that is silent for too long is a timeout", async () => {
  for (const first of ["", ": comment\n\n", "data: {"]) {
    await using server = serve({
      "tools/call": () =>
        events(async (write, gone) => {
          if (first !== "") write(first);
          await gone;
        }),
    });
    await using connector = openUrl(server.url, { timeoutMs: 300 });
    const session = await connector.connect();
    await faultOf(session.call(OK, {}), "transport-timeout");
    assert.equal(session.broken, false);
    assert.equal((await session.request("ping", {})).kind, "result");
  }
});

Deno.test("keep-alives do not extend the time of a call", async () => {
  await using server = serve({
    "tools/call": () =>
      events(async (write, gone) => {
        const timer = setInterval(() => write(": keep-alive\n\n"), 20);
        await gone;
        clearInterval(timer);
      }),
  });
  await using connector = openUrl(server.url, { timeoutMs: 500 });
  const session = await connector.connect();
  const fault = await faultOf(session.call(OK, {}), "transport-timeout");
  assert.equal(fault.message, "no reply to tools/call within 0.5 s");
});

Deno.test("an error without an id may be followed by the real reply, or by nothing", async () => {
  const nameless = event({ jsonrpc: "2.0", id: null, error: { code: -32603, message: "no" } });
  await using server = serve({
    "tools/call": (seen) =>
      events(async (write, gone) => {
        write(nameless);
        if (seen.text.includes("recovers")) write(event(result(seen, { real: true })));
        else await gone;
      }),
  });
  await using connector = openUrl(server.url);
  const session = await connector.connect();
  assert.deepEqual(await resultOf(session, { recovers: true }), { real: true });
  const started = performance.now();
  const fault = await faultOf(session.call(OK, {}), "transport-error");
  assert.equal(fault.message, "the server answered with an error that names no request");
  assert.ok(performance.now() - started >= 950, "the real reply has a second");
});

Deno.test("what a server says under old ids is dropped and counted", async () => {
  await using server = serve({
    "tools/call": (seen) =>
      eventsOf({ jsonrpc: "2.0", id: 1, result: {} }, result(seen, { real: true })),
  });
  await using connector = openUrl(server.url);
  const session = await connector.connect();
  assert.deepEqual(await resultOf(session), { real: true });
  assert.equal(connector.strays, 1);
});

Deno.test("128 notifications pass in one call, the 129th closes the transport", async () => {
  const note = { jsonrpc: "2.0", method: "notifications/message", params: {} };
  await using server = serve({
    "tools/call": (seen) =>
      eventsOf(...Array(seen.text.includes("over") ? 129 : 128).fill(note), result(seen)),
  });
  await using connector = openUrl(server.url);
  const session = await connector.connect();
  for (let n = 0; n < 2; n++) await resultOf(session);
  const fault = await faultOf(session.call(OK, { over: true }), "transport-closed");
  assert.equal(fault.message, "the server sent more notifications during one call than are read");
  assert.equal(session.broken, true);
});

Deno.test("an answer that breaks off is a closed transport", async () => {
  const answers = [
    "", // not a word
    "HTTP/1.1 200 OK\r\n",
    "garbage\r\n\r\n",
    "HTTP/9.9 200 OK\r\n\r\n",
    `${JSON_HEAD}content-length: 100\r\n\r\n{"jsonrpc":"2.0"`,
    `${EVENTS}content-length: 100\r\n\r\n: early end\n\n`,
    `${EVENTS}transfer-encoding: chunked\r\n\r\n5\r\n: hey\r\n`,
    `${EVENTS}transfer-encoding: chunked\r\n\r\nzz\r\n: hey\r\n`,
    `${EVENTS}transfer-encoding: chunked\r\n\r\n3\r\ndata: too much for its chunk\r\n`,
  ];
  for (const answer of answers) {
    const fault = await faultOf(
      calledRaw(async (connection) => {
        await connection.write(answer);
        connection.close();
      }),
      "transport-closed",
    );
    assert.equal(fault.message, "the connection was lost", answer);
  }
});

Deno.test("an answer may end with its connection, and take the reply from HTTP/1.0", async () => {
  for (const head of [JSON_HEAD, JSON_HEAD.replace("1.1", "1.0")]) {
    const answer = await calledRaw(async (connection, id) => {
      await connection.write(`${head}\r\n`);
      await connection.write(encoder.encode(JSON.stringify(reply(id))));
      connection.close();
    });
    assert.deepEqual(answer, { text: TEXT });
  }
});

Deno.test("nothing at the endpoint is a closed transport", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${listener.addr.port}/mcp`;
  listener.close();
  await using connector = openUrl(url);
  const fault = await faultOf(connector.connect(), "transport-closed");
  assert.equal(fault.message, "the endpoint does not accept connections");
  await faultOf(connector.negotiate("2025-06-18"), "transport-closed");
});

Deno.test("a plain server at an https endpoint is a closed transport", async () => {
  await using server = serve();
  await using connector = openUrl(server.url.replace("http:", "https:"));
  await faultOf(connector.connect(), "transport-closed");
});

Deno.test("headers that do not come are a timeout, and so is a body that stops", async () => {
  const stalls = [
    "",
    "HTTP/1.1 200",
    JSON_HEAD,
    `${JSON_HEAD}content-length: 100\r\n\r\n`,
    `${JSON_HEAD}content-length: 100\r\n\r\n{"json`,
    `${EVENTS}transfer-encoding: chunked\r\n\r\n6\r\n: hey\n\r\n`,
  ];
  for (const stall of stalls) {
    const hungUp = Promise.withResolvers<void>();
    await using server = serveRaw(async (connection) => {
      if (await afterHandshake(connection) === null) return;
      await connection.write(stall);
      if (await connection.read() === null) hungUp.resolve();
    });
    await using connector = openUrl(server.url, { timeoutMs: 300 });
    const session = await connector.connect();
    await faultOf(session.call(OK, {}), "transport-timeout");
    await hungUp.promise;
  }
});

Deno.test("a body that goes on, however slowly, is read until the call's time is over", async () => {
  const answer = await calledRaw(async (connection, id) => {
    const body = encoder.encode(JSON.stringify(reply(id)));
    await connection.write(`${JSON_HEAD}content-length: ${body.length}\r\n\r\n`);
    for (let at = 0; at < body.length; at += 16) {
      await connection.write(body.slice(at, at + 16));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  assert.deepEqual(answer, { text: TEXT });
});

Deno.test("without a wait of the manifest's each operation has five seconds, not the whole", async () => {
  await using silent = serveRaw(async (connection) => {
    await connection.read();
    await connection.read();
  });
  await using slow = serve({
    "tools/call": (seen) =>
      events(async (write) => {
        for (let n = 0; n < 6; n++) {
          write(": keep-alive\n\n");
          await new Promise((resolve) => setTimeout(resolve, 950));
        }
        write(event(result(seen, { late: true })));
      }),
  });
  await using impatient = openUrl(silent.url);
  await using patient = openUrl(slow.url);
  const started = performance.now();
  const giveUp = async () => {
    const fault = await faultOf(impatient.connect(), "transport-timeout");
    assert.equal(
      fault.message,
      "no answer to initialize within 5 s; " +
        "check that the URL is that of the server's MCP endpoint",
    );
    const took = performance.now() - started;
    assert.ok(took >= 4_900 && took < 20_000, `${took} ms`);
  };
  const [answer] = await Promise.all([resultOf(await patient.connect()), giveUp()]);
  assert.deepEqual(answer, { late: true });
});

Deno.test("a wait of its own holds for the operations of a session and for the whole", async () => {
  const later = () => new Promise((resolve) => setTimeout(resolve, 900));
  await using server = serve({
    "tools/call": async (seen) => {
      await later();
      return json(result(seen, { late: true }));
    },
  });
  await using connector = openUrl(server.url, { timeoutMs: 300 });
  const session = await connector.connect();
  await faultOf(session.call(OK, {}), "transport-timeout");
  const longer = await session.call(OK, {}, { extraWaitMs: 10_000 });
  assert.deepEqual(successOf(longer), { late: true });
  const patient = await connector.connect({ waitMs: 10_000, handshakeWaitMs: 5_000 });
  assert.deepEqual(await resultOf(patient), { late: true });
});

Deno.test("a wait ends with the budget over HTTP, and the fault says so", async () => {
  await using server = serve({
    "tools/call": () => events((_write, gone) => gone),
    ping: () => new Promise(() => {}),
  });
  for (const method of ["tools/call", "ping"]) {
    await using connector = openUrl(server.url, { limits: { ms: 700, requests: 100 } });
    const session = await connector.connect();
    const params = { name: "ok", arguments: {} };
    await faultOf(session.request(method, params), "evaluation-budget-exceeded");
    await faultOf(session.request("ping", {}), "evaluation-budget-exceeded");
  }
});
