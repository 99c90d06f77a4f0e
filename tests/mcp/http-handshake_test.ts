import assert from "node:assert/strict";
import { faultOf, resultOf } from "./harness.ts";
import {
  error,
  events,
  type HttpFake,
  json,
  naming,
  openUrl,
  result,
  serve,
} from "./http-server.ts";

/** Values of some headers, request by request. */
const headersOf = ({ seen }: HttpFake, ...names: string[]) =>
  seen.map(({ verb, headers }) => [verb, ...names.map((name) => headers.get(name))]);

Deno.test("the requests of a session as a server sees them", async () => {
  await using server = serve(naming("s-1"));
  const connector = openUrl(server.url);
  const session = await connector.connect();
  assert.equal(session.revision, "2025-06-18");
  assert.deepEqual(session.capabilities, { tools: {} });
  assert.deepEqual(await resultOf(session, { a: "é" }), { content: [] });
  await connector.close();
  assert.deepEqual(server.seen.map(({ text }) => text), [
    '{"id":1,"jsonrpc":"2.0","method":"initialize","params":{"capabilities":{},"clientInfo":' +
    '{"name":"mcpeval","version":"0.9.0"},"protocolVersion":"2025-06-18"}}',
    '{"jsonrpc":"2.0","method":"notifications/initialized","params":{}}',
    '{"id":2,"jsonrpc":"2.0","method":"tools/call","params":{"arguments":{"a":"é"},"name":"ok"}}',
    "",
  ]);
  assert.deepEqual(headersOf(server, "accept", "content-type", "mcp-session-id"), [
    ["POST", "application/json, text/event-stream", "application/json", null],
    ["POST", "application/json, text/event-stream", "application/json", "s-1"],
    ["POST", "application/json, text/event-stream", "application/json", "s-1"],
    ["DELETE", "*/*", null, "s-1"],
  ]);
  assert.deepEqual(headersOf(server, "user-agent", "mcp-protocol-version", "cookie", "origin"), [
    ["POST", "mcpeval/0.9.0", "2025-06-18", null, null],
    ["POST", "mcpeval/0.9.0", "2025-06-18", null, null],
    ["POST", "mcpeval/0.9.0", "2025-06-18", null, null],
    ["DELETE", "mcpeval/0.9.0", "2025-06-18", null, null],
  ]);
  assert.equal(server.seen[2]?.headers.get("content-length"), "92");
  assert.equal(server.of("GET").length, 0);
});

Deno.test("one connection carries the messages of a session", async () => {
  await using server = serve();
  await using connector = openUrl(server.url);
  const session = await connector.connect();
  for (let n = 0; n < 5; n++) await session.request("ping", {});
  assert.equal(new Set(server.seen.map(({ port }) => port)).size, 1);
});

Deno.test("the answer to a notification may end a little later, and need not end", async () => {
  for (const ends of [true, false]) {
    await using server = serve({
      "notifications/initialized": () =>
        events(async (write, gone) => {
          write(": wait a moment\n\n");
          await (ends ? new Promise((resolve) => setTimeout(resolve, 20)) : gone);
        }),
    });
    await using connector = openUrl(server.url);
    const session = await connector.connect();
    assert.equal((await session.request("ping", {})).kind, "result");
    const { size } = new Set(server.seen.map(({ port }) => port));
    assert.equal(size, ends ? 1 : 2, "an answer that ended leaves its connection");
  }
});

Deno.test("after the handshake the negotiated revision is named", async () => {
  const answering = (protocolVersion: unknown) =>
    serve({ initialize: (seen) => json(result(seen, { protocolVersion })) });
  const cases = [
    ["2025-11-25", "2025-11-25", "2025-11-25"],
    // Revisions before the header was introduced: whoever does not know it ignores it.
    ["2025-03-26", "2025-03-26", "2025-03-26"],
    ["2024-11-05", "2024-11-05", "2024-11-05"],
    ["2099-01-01", "2099-01-01", "2099-01-01"],
    // Nothing was negotiated, or nothing that a header can hold.
    [undefined, null, "2025-06-18"],
    [7, null, "2025-06-18"],
    ["a\nb: c", "a\nb: c", "2025-06-18"],
    ["é", "é", "2025-06-18"],
  ] as const;
  for (const [answer, revision, header] of cases) {
    await using server = answering(answer);
    await using connector = openUrl(server.url);
    const session = await connector.connect();
    assert.equal(session.revision, revision);
    await session.request("ping", {});
    assert.deepEqual(headersOf(server, "mcp-protocol-version"), [
      ["POST", "2025-06-18"],
      ["POST", header],
      ["POST", header],
    ]);
  }
});

Deno.test("another revision may be offered", async () => {
  for (const protocol of ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] as const) {
    await using server = serve({
      initialize: (seen) =>
        json(result(seen, { protocolVersion: "2025-03-26" }), {
          headers: { "mcp-session-id": "s-1" },
        }),
    });
    const connector = openUrl(server.url, { protocol });
    const session = await connector.connect();
    assert.equal(session.revision, "2025-03-26");
    assert.equal(server.seen[0]?.message.params?.protocolVersion, protocol);
    session.watchResource("x:y");
    await server.first("GET");
    await connector.close();
    assert.deepEqual(headersOf(server, "mcp-protocol-version"), [
      ["POST", protocol],
      ["POST", "2025-03-26"],
      ["GET", "2025-03-26"],
      ["DELETE", "2025-03-26"],
    ]);
  }
});

Deno.test("an error to initialize with status 200 passes the handshake", async () => {
  await using server = serve({ initialize: (seen) => json(error(seen, -32603)) });
  await using connector = openUrl(server.url);
  const session = await connector.connect();
  assert.deepEqual([session.revision, session.capabilities], [null, {}]);
});

Deno.test("initialized may be answered with any 2xx and with a body, and with nothing else", async () => {
  for (const status of [200, 201, 202, 204]) {
    await using server = serve({
      "notifications/initialized": () =>
        new Response(status === 204 ? null : '{"jsonrpc":"2.0","id":null,"result":{}}', {
          status,
          headers: { "content-type": "application/json" },
        }),
    });
    await using connector = openUrl(server.url);
    const session = await connector.connect();
    assert.equal((await session.request("ping", {})).kind, "result");
    assert.equal(connector.strays, 0);
    assert.equal(new Set(server.seen.map(({ port }) => port)).size, 1);
  }
  for (const status of [302, 400, 404, 500]) {
    await using server = serve({
      "notifications/initialized": () => new Response("no", { status }),
    });
    await using connector = openUrl(server.url);
    const fault = await faultOf(connector.connect(), "transport-error");
    assert.match(
      fault.message,
      RegExp(`^the server answered notifications/initialized with HTTP ${status}`),
    );
  }
});

Deno.test("each handshake has a connection and a session of its own, and none is made twice", async () => {
  let sessions = 0;
  await using server = serve({
    initialize: (seen) =>
      json(result(seen, { protocolVersion: seen.message.params?.protocolVersion }), {
        headers: { "mcp-session-id": `s-${++sessions}` },
      }),
  });
  const connector = openUrl(server.url);
  const session = await connector.connect();
  assert.equal(connector.hasNegotiated("2000-01-01"), false);
  for (let twice = 0; twice < 2; twice++) {
    assert.equal(await connector.negotiate("2025-06-18"), "2025-06-18");
    assert.equal(await connector.negotiate("2000-01-01"), "2000-01-01");
  }
  assert.equal(connector.hasNegotiated("2000-01-01"), true);
  assert.equal((await session.request("ping", {})).kind, "result");
  await connector.close();
  const opened = server.of("initialize");
  assert.deepEqual(opened.map(({ headers }) => headers.get("mcp-session-id")), [null, null]);
  assert.deepEqual(opened.map(({ headers }) => headers.get("mcp-protocol-version")), [
    "2025-06-18",
    "2000-01-01",
  ]);
  assert.equal(new Set(opened.map(({ port }) => port)).size, 2);
  assert.equal(server.of("notifications/initialized").length, 1);
  const ended = server.of("DELETE").map(({ headers }) => headers.get("mcp-session-id"));
  assert.deepEqual(ended.sort(), ["s-1", "s-2"]);
});

Deno.test("a client error to a negotiation is an answer without a version, others are faults", async () => {
  for (const status of [400, 401, 404, 415, 499]) {
    await using server = serve({
      initialize: (seen) => json(error(seen, -32602), { status }),
    });
    await using connector = openUrl(server.url);
    assert.equal(await connector.negotiate("2000-01-01"), null);
  }
  for (const status of [202, 302, 500, 503]) {
    await using server = serve({ initialize: () => new Response("{}", { status }) });
    await using connector = openUrl(server.url);
    await faultOf(connector.negotiate("2000-01-01"), "transport-error");
  }
  for (const body of ["[]", "{}", "null"]) {
    await using server = serve({ initialize: () => new Response(body, { status: 400 }) });
    await using connector = openUrl(server.url);
    assert.equal(await connector.negotiate("2000-01-01"), null);
  }
});

Deno.test("a server of the modern era only is named as such", async () => {
  const supported = ["2026-07-28", "secret", 5, "2027-01-01"];
  const named = "the server does not serve MCP 2025-06-18, which this run offered; it offers " +
    "2026-07-28, 2027-01-01";
  for (const status of [200, 400, 404]) {
    await using server = serve({
      initialize: (seen) => json(error(seen, -32022, { supported }), { status }),
    });
    await using connector = openUrl(server.url);
    const fault = await faultOf(connector.connect(), "transport-error");
    assert.equal(fault.message, named);
  }
  await using wordy = serve({
    initialize: () =>
      json({
        jsonrpc: "2.0",
        id: null,
        error: {
          code: -32000,
          message: "UnsupportedProtocolVersionError: secret",
          data: { supported },
        },
      }, { status: 400 }),
  });
  await using connector = openUrl(wordy.url, { protocol: "2025-11-25" });
  assert.equal(
    (await faultOf(connector.connect(), "transport-error")).message,
    named.replace("2025-06-18", "2025-11-25"),
  );
  await using mismatch = serve({
    initialize: (seen) => json(error(seen, -32020), { status: 400 }),
  });
  await using other = openUrl(mismatch.url);
  assert.match(
    (await faultOf(other.connect(), "transport-error")).message,
    /2025-06-18.* offers no revision by name$/,
  );
  await using unrelated = serve({
    initialize: (seen) => json(error(seen, -32600, { supported }), { status: 400 }),
  });
  await using plain = openUrl(unrelated.url);
  assert.equal(
    (await faultOf(plain.connect(), "transport-error")).message,
    "the server answered initialize with HTTP 400",
  );
});

Deno.test("an endpoint that may not be used fails every connection", async () => {
  await using server = serve();
  await using connector = openUrl(`${server.url}?`);
  for (const attempt of [connector.connect(), connector.negotiate("2025-06-18")]) {
    const fault = await faultOf(attempt, "transport-error");
    assert.equal(fault.message, "the endpoint's URL must not have a query");
  }
  assert.deepEqual(server.seen, []);
});

Deno.test("the budget counts requests over HTTP, and nothing else", async () => {
  await using server = serve(naming("s-1"));
  await using connector = openUrl(server.url, { limits: { ms: 60_000, requests: 3 } });
  const session = await connector.connect();
  for (let n = 0; n < 5; n++) await session.notify("notifications/x", {});
  await session.request("ping", {});
  await connector.negotiate("2000-01-01");
  connector.checkBudget();
  await faultOf(session.request("ping", {}), "evaluation-budget-exceeded");
  await faultOf(connector.connect(), "evaluation-budget-exceeded");
  assert.equal(server.of("ping").length, 1);
  assert.equal(server.of("initialize").length, 2);
});
