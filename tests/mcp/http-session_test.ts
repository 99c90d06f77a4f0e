import assert from "node:assert/strict";
import { faultOf, OK, resultOf } from "./harness.ts";
import { error, events, json, naming, openUrl, result, serve, serveRaw } from "./http-server.ts";

Deno.test("a session that the server has ended fails its case, and a new one follows", async () => {
  let sessions = 0;
  const ended = new Set<string | null>();
  const gone = () => new Response("no such session", { status: 404 });
  await using server = serve({
    initialize: (seen) =>
      json(result(seen, { protocolVersion: "2025-06-18" }), {
        headers: { "mcp-session-id": `s-${++sessions}` },
      }),
    "tools/call": (seen) => {
      const session = seen.headers.get("mcp-session-id");
      if (seen.text.includes("expire")) ended.add(session);
      return ended.has(session) ? gone() : json(result(seen, { session }));
    },
  });
  const connector = openUrl(server.url);
  const session = await connector.connect();
  assert.deepEqual(await resultOf(session), { session: "s-1" });
  const fault = await faultOf(session.call(OK, { expire: true }), "transport-error");
  assert.equal(
    fault.message,
    "the server answered tools/call with HTTP 404: the session has ended",
  );
  assert.equal(session.broken, true);
  const after = await faultOf(session.call(OK, {}), "transport-error");
  assert.equal(after.message, "the server has ended the session before");
  assert.equal(server.of("tools/call").length, 2, "nothing is sent in an ended session");
  const fresh = await connector.connect();
  assert.deepEqual(await resultOf(fresh), { session: "s-2" });
  await connector.close();
  const deleted = server.of("DELETE").map(({ headers }) => headers.get("mcp-session-id"));
  assert.deepEqual(deleted, ["s-2"], "an ended session is not ended again");
});

Deno.test("404 without a session, and 400 in one, leave the connection as it is", async () => {
  for (const [status, session] of [[404, null], [400, "s-1"]] as const) {
    await using server = serve({
      "tools/call": () => new Response(null, { status }),
      ...(session === null ? {} : naming(session)),
    });
    await using connector = openUrl(server.url);
    const open = await connector.connect();
    await faultOf(open.call(OK, {}), "transport-error");
    assert.equal(open.broken, false);
    assert.equal((await open.request("ping", {})).kind, "result");
  }
});

Deno.test("an expired session that is answered with 200 is judged by its error", async () => {
  await using server = serve({ "tools/call": (seen) => json(error(seen, -32001)) });
  await using connector = openUrl(server.url);
  const outcome = await (await connector.connect()).call(OK, {});
  assert.equal(outcome.kind === "rpc-error" && outcome.code, -32001);
});

Deno.test("an unknown method is answered with a code or with a status", async () => {
  await using plain = serve();
  await using connector = openUrl(plain.url);
  const reply = await (await connector.connect()).request("mcpeval/unknown", {});
  assert.deepEqual(reply, { kind: "error", error: { code: -32601, message: "no" } });
  for (const status of [400, 500]) {
    await using server = serve({
      "mcpeval/unknown": (seen) => json(error(seen, -32601), { status }),
    });
    await using other = openUrl(server.url);
    const session = await other.connect();
    await faultOf(session.request("mcpeval/unknown", {}), "transport-error");
    assert.equal((await session.request("ping", {})).kind, "result");
  }
});

Deno.test("a lost connection breaks the session, though the next request may get through", async () => {
  let calls = 0;
  await using server = serveRaw(async (connection) => {
    for (let request = await connection.read(); request !== null;) {
      if (request.includes("tools/call")) {
        calls++;
        return connection.close();
      }
      const id = request.includes('"ping"') ? 3 : 1;
      const body = request.includes('"id"') ? `{"jsonrpc":"2.0","id":${id},"result":{}}` : "";
      await connection.write(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n" +
          `content-length: ${body.length}\r\n\r\n${body}`,
      );
      request = await connection.read();
    }
  });
  await using connector = openUrl(server.url);
  const session = await connector.connect();
  assert.equal(session.broken, false);
  await faultOf(session.call(OK, {}), "transport-closed");
  assert.equal(session.broken, true);
  assert.equal((await session.request("ping", {})).kind, "result");
  assert.equal(calls, 1, "a request that may have been read is not sent again");
});

Deno.test("closing fails what waits, hangs up and sends nothing more", async () => {
  const hungUp = Promise.withResolvers<void>();
  await using server = serve({
    ...naming("s-1"),
    "tools/call": () =>
      events(async (_write, gone) => {
        await gone;
        hungUp.resolve();
      }),
  });
  const connector = openUrl(server.url);
  const session = await connector.connect();
  const calling = faultOf(session.call(OK, {}), "transport-closed");
  await server.first("tools/call");
  await connector.close();
  assert.equal((await calling).message, "this run has closed the connection");
  await hungUp.promise;
  await faultOf(session.call(OK, {}), "transport-closed");
  await faultOf(session.notify("notifications/x", {}), "transport-closed");
  await faultOf(connector.connect(), "transport-closed");
  assert.equal(session.broken, true);
  assert.deepEqual(server.seen.slice(3).map(({ verb }) => verb), ["DELETE"]);
});

Deno.test("a server that does not let its session be ended is left alone", async () => {
  for (const answer of [405, 404, 500, "never"] as const) {
    await using server = serve({
      ...naming("s-1"),
      DELETE: () =>
        answer === "never" ? new Promise(() => {}) : new Response("no", { status: answer }),
    });
    const connector = openUrl(server.url);
    await connector.connect();
    const started = performance.now();
    await connector.close();
    assert.ok(performance.now() - started < 10_000);
    assert.equal(server.of("DELETE").length, 1);
  }
});

Deno.test("nothing of a closed target keeps its connections open", async () => {
  const closed: Promise<string | null>[] = [];
  await using server = serveRaw(async (connection) => {
    for (let n = 0; n < 2; n++) {
      const request = await connection.read();
      const body = request?.includes('"id"') ? '{"jsonrpc":"2.0","id":1,"result":{}}' : "";
      await connection.write(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n" +
          `content-length: ${body.length}\r\n\r\n${body}`,
      );
    }
    closed.push(connection.read());
  });
  const connector = openUrl(server.url);
  await connector.connect();
  await connector.close();
  assert.equal(closed.length, 1);
  assert.equal(await closed[0], null);
});
