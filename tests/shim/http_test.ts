/** The HTTP relay, over real sockets. */

import assert from "node:assert/strict";
import {
  event,
  exchangeRaw,
  feed,
  outlines,
  pieces,
  post,
  resultOf,
  serveShim,
  shimBefore,
  toolCall,
} from "./http-harness.ts";

const EVENTS = { "content-type": "text/event-stream" };

Deno.test("a POST goes to the endpoint with its headers, and its answer comes back with its own", async () => {
  let seen: { path: string; headers: Headers; body: string } | null = null;
  await using shim = serveShim(async (request) => {
    seen = {
      path: new URL(request.url).pathname,
      headers: request.headers,
      body: await request.text(),
    };
    return Response.json(resultOf(1), {
      status: 201,
      headers: { "mcp-session-id": "s1", "x-more": "a", location: "/elsewhere" },
    });
  });
  const body = ` ${JSON.stringify(toolCall(1, { n: 1 }))}\n`;
  const response = await post(`${shim.url}ignored?x=1`, body, {
    "mcp-protocol-version": "2025-11-25",
    "mcp-method": "tools/call",
    "authorization": "Bearer t",
    "x-own": "1",
    "proxy-authorization": "Basic x",
  });
  assert.equal(response.status, 201);
  assert.equal(await response.text(), JSON.stringify(resultOf(1)));
  const { headers } = response;
  assert.deepEqual(
    ["content-type", "mcp-session-id", "x-more", "location"].map((name) => headers.get(name)),
    ["application/json", "s1", "a", null],
  );
  const got = seen as { path: string; headers: Headers; body: string } | null;
  assert.equal(got?.path, "/mcp");
  assert.equal(got?.body, body);
  assert.notEqual(got?.headers.get("host"), `127.0.0.1:${shim.port}`);
  const names = ["mcp-protocol-version", "mcp-method", "authorization", "x-own"];
  assert.deepEqual(
    [...names, "proxy-authorization"].map((name) => got?.headers.get(name)),
    ["2025-11-25", "tools/call", "Bearer t", "1", null],
  );
  await shim.recorded(1);
  assert.deepEqual(outlines(shim.records), [
    { seq: 1, method: "tools/call", tool: "tool", args: { n: "num:1" }, outcome: "ok" },
  ]);
});

Deno.test("events of a POST's answer are passed on as they come, and each is recorded", async () => {
  const answer = feed();
  await using shim = serveShim(async (request) => {
    await request.text();
    return new Response(answer.stream, { headers: EVENTS });
  });
  answer.send(": hello\n\n");
  const response = await post(shim.url, [toolCall(1), toolCall(2)]);
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  const body = pieces(response);
  assert.equal(await body.next(), ": hello\n\n");
  const progress = event({ jsonrpc: "2.0", method: "notifications/progress", params: {} });
  answer.send(progress);
  assert.equal(await body.next(), progress);
  await shim.recorded(1);
  const question = event({ jsonrpc: "2.0", id: 1, method: "sampling/createMessage", params: {} });
  const [second, first] = [event(resultOf(2)), event(resultOf(1))];
  // Split anywhere, the end of a line included.
  answer.send(question + second.slice(0, -1));
  assert.equal(await body.next(), question + second.slice(0, -1));
  answer.send("\n");
  assert.equal(await body.next(), "\n");
  await shim.recorded(2);
  answer.send("data: no JSON\n\n");
  assert.equal(await body.next(), "data: no JSON\n\n");
  answer.send(first);
  assert.equal(await body.next(), first);
  answer.end();
  assert.equal(await body.next(), undefined);
  await shim.recorded(4);
  assert.deepEqual(outlines(shim.records), [
    { seq: 1, method: "notifications/progress", outcome: "unknown" },
    { seq: 2, method: "tools/call", tool: "tool", args: {}, outcome: "ok" },
    { seq: 3, method: "unparsed/inbound", outcome: "unparsed" },
    { seq: 4, method: "tools/call", tool: "tool", args: {}, outcome: "ok" },
  ]);
});

Deno.test("a stream that is no text is passed on, and recorded as unreadable", async () => {
  const bytes = new Uint8Array([0x64, 0x61, 0x74, 0x61, 0x3a, 0xff, 0x0a, 0x0a, 0x78]);
  await using shim = serveShim(async (request) => {
    await request.text();
    return new Response(bytes, { headers: EVENTS });
  });
  const response = await post(shim.url, toolCall(1));
  assert.deepEqual(await response.bytes(), bytes);
  // What cannot be read, and what is missing, is one record.
  const text = await post(shim.url, toolCall(2)).then((response) => response.bytes());
  assert.deepEqual(text, bytes);
  await post(shim.url, { jsonrpc: "2.0", method: "x" }).then((response) => response.bytes());
  await shim.recorded(3);
  assert.deepEqual(shim.records.map(({ method }) => method), Array(3).fill("unparsed/inbound"));
});

Deno.test("GET streams last and are not recorded; DELETE and OPTIONS are passed on", async () => {
  const open = feed();
  const methods: string[] = [];
  await using shim = serveShim((request) => {
    methods.push(`${request.method} ${request.headers.get("last-event-id")}`);
    if (request.method === "GET") return new Response(open.stream, { headers: EVENTS });
    return new Response(null, { status: request.method === "DELETE" ? 204 : 405 });
  });
  const response = await fetch(shim.url, { headers: { "last-event-id": "7" } });
  const body = pieces(response);
  open.send("data: 1\n\n");
  assert.equal(await body.next(), "data: 1\n\n");
  open.send("data: 2\n\n");
  assert.equal(await body.next(), "data: 2\n\n");
  for (const [method, status] of [["DELETE", 204], ["OPTIONS", 405]] as const) {
    const other = await fetch(shim.url, { method });
    assert.deepEqual([other.status, await other.text()], [status, ""]);
  }
  assert.deepEqual(methods, ["GET 7", "DELETE null", "OPTIONS null"]);
  // The agent leaves: so does the shim.
  await body.cancel();
  await open.cancel;
  assert.deepEqual(shim.records, []);
});

Deno.test("open streams do not take the places of calls", async () => {
  const streams = Array.from({ length: 24 }, feed);
  const waiting = [...streams];
  await using shim = serveShim(async (request) => {
    const { id, method } = request.method === "GET" ? { method: "" } : await request.json();
    if (method === "tools/call") return Response.json(resultOf(id));
    return new Response(waiting.shift()?.stream ?? null, { headers: EVENTS });
  });
  const listen = { jsonrpc: "2.0", id: 1, method: "subscriptions/listen" };
  const responses: Response[] = [];
  for (const { send } of streams) {
    send("data: 1\n\n");
    const isPost = responses.length % 2 === 1;
    responses.push(await (isPost ? post(shim.url, listen) : fetch(shim.url)));
  }
  assert.deepEqual(await (await post(shim.url, toolCall(1))).json(), resultOf(1));
  for (const response of responses) await response.body?.cancel();
  for (const { cancel } of streams) await cancel;
});

Deno.test("what is answered to notifications and responses leaves no record", async () => {
  await using shim = serveShim(async (request) => {
    await request.text();
    return new Response(null, { status: 202 });
  });
  for (const body of [{ jsonrpc: "2.0", method: "notifications/initialized" }, resultOf(1)]) {
    const response = await post(shim.url, body);
    assert.deepEqual([response.status, await response.text()], [202, ""]);
  }
  await post(shim.url, toolCall(1)).then((response) => response.text());
  await shim.recorded(1);
  assert.deepEqual(outlines(shim.records), [
    { seq: 1, method: "unparsed/inbound", outcome: "unparsed" },
  ]);
});

Deno.test("what is not JSON is passed on and recorded without content", async () => {
  await using shim = serveShim(async (request) => {
    await request.text();
    return new Response("<html>no</html>", {
      status: 500,
      headers: { "content-type": "text/html" },
    });
  });
  const response = await post(shim.url, "{not json");
  assert.deepEqual([response.status, await response.text()], [500, "<html>no</html>"]);
  await shim.recorded(2);
  assert.deepEqual(outlines(shim.records), [
    { seq: 1, method: "unparsed/outbound", outcome: "unparsed" },
    { seq: 2, method: "unparsed/inbound", outcome: "unparsed" },
  ]);
});

Deno.test("ids mean nothing outside of their exchange, and methods need no grammar", async () => {
  const releases: (() => void)[] = [];
  await using shim = serveShim(async (request) => {
    const { id, method } = await request.json();
    if (method === "slow one") await new Promise<void>((resolve) => releases.push(resolve));
    return Response.json(resultOf(id));
  });
  const slow = post(shim.url, { id: 1, method: "slow one" });
  while (releases.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  await post(shim.url, toolCall(1)).then((response) => response.text());
  releases[0]?.();
  await slow.then((response) => response.text());
  await shim.recorded(2);
  assert.deepEqual(outlines(shim.records), [
    { seq: 1, method: "tools/call", tool: "tool", args: {}, outcome: "ok" },
    // The keeper replaces it by `unparsed/metadata`.
    { seq: 2, method: "slow one", outcome: "ok" },
  ]);
});

Deno.test("redirects are passed on, not followed", async () => {
  let requests = 0;
  await using shim = serveShim((request) => {
    requests++;
    return new Response(null, { status: 307, headers: { location: request.url } });
  });
  const response = await fetch(shim.url, { method: "DELETE", redirect: "manual" });
  await response.body?.cancel();
  assert.deepEqual([response.status, response.headers.get("location"), requests], [307, null, 1]);
});

Deno.test("a compressed answer arrives readable", async () => {
  await using shim = serveShim(async (request) => {
    await request.text();
    const text = new Blob([JSON.stringify(resultOf(1))]).stream();
    return new Response(text.pipeThrough(new CompressionStream("gzip")), {
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
    });
  });
  const response = await post(shim.url, toolCall(1));
  assert.deepEqual(await response.json(), resultOf(1));
  await shim.recorded(1);
  assert.equal(shim.records[0]?.outcome, "ok");
});

/** Sends a call over a connection of its own; a client of the runtime would decode the answer. */
async function rawAnswer(port: number, headers: string): Promise<string> {
  const body = JSON.stringify(toolCall(1));
  return await exchangeRaw(
    port,
    `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n` +
      `Connection: close\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`,
  );
}

Deno.test("an answer is not compressed on its way, whatever the client accepts", async () => {
  const text = JSON.stringify(resultOf(1, { pad: "x".repeat(1_000) }));
  // The runtime's own server would compress it.
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  await using shim = shimBefore(`http://127.0.0.1:${listener.addr.port}/mcp`);
  const cases: [given: string, control: string][] = [
    ["", "no-transform"],
    ["Cache-Control: no-cache\r\n", "no-cache, no-transform"],
    ["Cache-Control: no-transform, private\r\n", "no-transform, private"],
  ];
  for (const type of ["application/json", "text/event-stream"]) {
    for (const [given, control] of cases) {
      const sent = rawAnswer(shim.port, "Accept-Encoding: gzip, deflate, br, zstd\r\n");
      using connection = await listener.accept();
      await connection.read(new Uint8Array(10_000));
      await connection.write(
        new TextEncoder().encode(
          `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nETag: "1"\r\n${given}` +
            `Connection: close\r\n\r\ndata: ${text}\n\n`,
        ),
      );
      await connection.closeWrite();
      const answer = await sent;
      assert.match(answer, /^etag: "1"\r$/m);
      assert.doesNotMatch(answer, /^content-encoding:/m);
      assert.ok(answer.includes(text), "the body as it is");
      assert.equal(/^cache-control: (.*)\r$/m.exec(answer)?.[1], control);
    }
  }
});
