/**
 * Strange servers behind the shims: whatever they do passes unchanged, and the records tell it.
 * Banners, CRLF, blank lines, byte-order marks, frames that come byte by byte and floods on stderr
 * are in `tests/cli/shim_test.ts`, servers that do not want to end in `ending_test.ts`.
 */

import assert from "node:assert/strict";
import { SOURCE, tempFolder } from "../cli/run.ts";
import { agent, play, server, type Step } from "./conversation.ts";
import { exchangeRaw, post, resultOf, serveShim, shimBefore, toolCall } from "./http-harness.ts";
import { call, shell, shimmed } from "./shimmed.ts";

const EVENTS = { "content-type": "text/event-stream" };
const request = (id: unknown, method: string, params?: unknown) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});
const error = (id: unknown, code: number) => ({
  jsonrpc: "2.0",
  id,
  error: { code, message: "m" },
});
const toolCallOf = (id: number, name: string, args: unknown = {}) =>
  request(id, "tools/call", { name, arguments: args });

/** Asserts what is recorded of a conversation that passes unchanged. */
async function assertRecorded(steps: Step[], expected: unknown[]): Promise<void> {
  await using folder = await tempFolder();
  const { code, stderr, received, records } = await play(SOURCE, steps, folder);
  assert.deepEqual([code, stderr], [0, ""]);
  const sent = steps.filter(({ from }) => from === "server").map(({ text }) => text).join("");
  assert.equal(received, sent);
  assert.deepEqual(
    records.map(({ method, tool, outcome }) =>
      tool === undefined ? [method, outcome] : [method, tool, outcome]
    ),
    expected,
  );
}

Deno.test("pages for ever", async () => {
  const pages = Array.from({ length: 300 }, (_, index) => [
    agent(request(index, "tools/list", { cursor: "same" })),
    server(resultOf(index, { tools: [], nextCursor: ["same", "", null][index % 3] })),
  ]).flat();
  await assertRecorded(pages, Array(300).fill(["tools/list", "ok"]));
});

Deno.test("an error with id null while a request waits: no message, the request goes on waiting", () =>
  assertRecorded([
    agent(toolCallOf(1, "t")),
    server(error(null, -32700)),
    server(resultOf(1)),
  ], [["unparsed/inbound", "unparsed"], ["tools/call", "t", "ok"]]));

Deno.test("a server that dies on a cancellation: its exit code is the shim's", async () => {
  await using folder = await tempFolder();
  const script = "read call; echo started; read cancelled; exit 9";
  await using shim = shimmed(folder, shell(script));
  await shim.send(call(1));
  assert.equal(await shim.line(), "started\n");
  const params = { requestId: 1 };
  const method = "notifications/cancelled";
  await shim.send(`${JSON.stringify({ jsonrpc: "2.0", method, params })}\n`);
  assert.equal(await shim.code, 9);
  assert.deepEqual((await shim.records()).map(({ method }) => method), ["unparsed/inbound"]);
});

Deno.test("a declared surface that is not there, a server of the modern era", () =>
  assertRecorded([
    agent(request(0, "initialize", { protocolVersion: "2025-11-25" })),
    server({
      ...error(0, -32022),
      error: { code: -32022, message: "m", data: { supported: ["2026-07-28"] } },
    }),
    agent(request(1, "server/discover")),
    server(resultOf(1, { supportedVersions: ["2026-07-28"] })),
    agent(request(2, "resources/list")),
    server(error(2, -32601)),
    agent(toolCallOf(3, "t")),
    server(resultOf(3, { resultType: "input_required", inputRequests: {} })),
  ], [
    ["initialize", "error"],
    ["server/discover", "ok"],
    ["resources/list", "error"],
    ["tools/call", "t", "unknown"],
  ]));

Deno.test("800 tools in a catalog of 2 MiB, and names of every kind", async () => {
  const names = ["a.b", "a:b", "with space", "with/slash", "ä", "", "x".repeat(129)];
  const schema = { type: "object", properties: { size: { enum: ["small", "large"] } } };
  const tools = Array.from({ length: 800 }, (_, index) => ({
    name: names[index] ?? `tool_${index}`,
    description: "d".repeat(2_500),
    inputSchema: schema,
  }));
  const calls = names.map((name, index) => [
    agent(toolCallOf(index, name, { size: "large" })),
    server(resultOf(index)),
  ]).flat();
  await assertRecorded([
    agent(request("list", "tools/list")),
    server(resultOf("list", { tools })),
    ...calls,
  ], [
    ["tools/list", "ok"],
    ["tools/call", "a.b", "ok"],
    ["tools/call", "a:b", "ok"],
    ...Array(5).fill(["tools/call", "unlisted", "ok"]),
  ]);
});

Deno.test("what is not JSON, and a batch: the next frame is read", () =>
  assertRecorded([
    agent(toolCallOf(1, "t")),
    server('{"jsonrpc":"2.0","id":1,"result":NaN}'),
    server('{"jsonrpc":"2.0","id":1,"result":{},}'),
    server([resultOf(1)]),
    server(resultOf(1)),
  ], [...Array(3).fill(["unparsed/inbound", "unparsed"]), ["tools/call", "t", "ok"]]));

Deno.test("a server that asks before and during a call gets its answers", () =>
  assertRecorded([
    server(request(1, "roots/list")),
    agent(resultOf(1, { roots: [] })),
    agent(toolCallOf(1, "t")),
    server(request(1, "ping")),
    agent(resultOf(1)),
    server(resultOf(1)),
  ], [["tools/call", "t", "ok"]]));

Deno.test("an event stream of every shape, split anywhere", async () => {
  const answer = JSON.stringify(resultOf(1, { text: "é🐎" }));
  const half = answer.indexOf(",") + 1;
  for (const end of ["\n", "\r\n", "\r"]) {
    const lines = [
      ...[": hello", "", "retry: 1", "id: 7", "data:", "", "event: message"],
      ...[`data: ${answer.slice(0, half)}`, `data:${answer.slice(half)}`, "", ": end", ""],
    ];
    const bytes = new TextEncoder().encode(lines.map((line) => line + end).join(""));
    await using shim = serveShim(async (request) => {
      await request.text();
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
          controller.close();
        },
      });
      return new Response(body, { headers: EVENTS });
    });
    const response = await post(shim.url, toolCall(1));
    assert.deepEqual(await response.bytes(), bytes);
    await shim.recorded(1);
    assert.deepEqual(shim.records.map(({ outcome }) => outcome), ["ok"], JSON.stringify(end));
  }
});

Deno.test("a GET that is answered with a page, a session that has ended", async () => {
  await using shim = serveShim(async (request) => {
    if (request.method === "GET") {
      return new Response("<p>hello</p>", { headers: { "content-type": "text/html" } });
    }
    const { id } = await request.json();
    return Response.json(error(id, -32001), { status: id === 1 ? 404 : id === 2 ? 400 : 200 });
  });
  const page = await fetch(shim.url);
  assert.deepEqual([page.status, await page.text()], [200, "<p>hello</p>"]);
  for (const [id, status] of [[1, 404], [2, 400], [3, 200]] as const) {
    const response = await post(shim.url, toolCall(id), { "mcp-session-id": "gone" });
    assert.deepEqual([response.status, await response.json()], [status, error(id, -32001)]);
  }
  await shim.recorded(3);
  assert.deepEqual(
    shim.records.map(({ outcome, error }) => [outcome, error?.code]),
    Array(3).fill(["error", -32001]),
  );
});

Deno.test("a server that looks at Accept gets what the agent sends; statuses pass", async () => {
  const both = "application/json, text/event-stream";
  await using shim = serveShim(async (request) => {
    const { id, method } = await request.json();
    if (request.headers.get("accept") !== both) return new Response(null, { status: 406 });
    if (method === "no/such") return new Response("oops", { status: 500 });
    return Response.json(resultOf(id));
  });
  const statuses: number[] = [];
  for (
    const [body, accept] of [
      [toolCall(1), "application/json"],
      [toolCall(2), both],
      [request(3, "no/such"), both],
    ] as const
  ) {
    const response = await post(shim.url, body, { accept });
    statuses.push(response.status);
    await response.body?.cancel();
  }
  assert.deepEqual(statuses, [406, 200, 500]);
  await shim.recorded(3);
  assert.deepEqual(shim.records.map(({ method }) => method), [
    "unparsed/inbound",
    "tools/call",
    "unparsed/inbound",
  ]);
});

Deno.test("a listener that answers with no HTTP at all is a 502", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const answering = (async () => {
    using connection = await listener.accept();
    await connection.read(new Uint8Array(1_000));
    await connection.write(new TextEncoder().encode("220 mail.example ESMTP\r\n"));
  })();
  await using shim = shimBefore(`http://127.0.0.1:${listener.addr.port}/mcp`);
  const body = JSON.stringify(toolCall(1));
  const head = `POST / HTTP/1.1\r\nHost: 127.0.0.1:${shim.port}\r\nConnection: close\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  assert.match(await exchangeRaw(shim.port, head), /^HTTP\/1\.1 502 /);
  await answering;
  assert.deepEqual(shim.records, []);
});
