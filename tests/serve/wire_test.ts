/** The service as the network sees it: what it refuses, how much it bears, how long it waits. */

import assert from "node:assert/strict";
import { tempFolder, testServer } from "../cli/run.ts";
import { connect, exchange, requestText, rpc, startService } from "./harness.ts";

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const HOST = "Host: localhost";
const TYPE = "Content-Type: application/json";

Deno.test("requests are refused in a fixed order before anything is read of their body", async () => {
  await using folder = await tempFolder();
  await using service = await startService(folder.path);
  const { port } = service;
  const evil = "Origin: https://evil.example";
  const cases: [text: string, status: number, error: string][] = [
    ["POST /mcp HTTP/1.0\r\nHost: localhost\r\n\r\n", 400, "invalid request"],
    [requestText("").replace("Length: 0", "Length: 1048577"), 400, "invalid request"],
    [
      requestText(PING, [HOST, HOST, evil, TYPE]),
      400,
      "Host, Origin and Content-Type may be sent only once",
    ],
    [requestText(PING, [evil]), 403, "Origin is not a loopback address"],
    [requestText(PING, ["Origin: null", HOST, TYPE]), 403, "Origin is not a loopback address"],
    [requestText(PING, [TYPE]), 400, "a Host header is required"],
    [requestText(PING, ["Host: rebound.example", TYPE]), 403, "Host is not a loopback address"],
    [requestText("", [HOST], "GET /other HTTP/1.1"), 404, "only /mcp is served"],
    [requestText("", [HOST], "GET /mcp HTTP/1.1"), 405, "POST only"],
    [requestText("", [HOST], "DELETE /mcp HTTP/1.1"), 405, "POST only"],
    [requestText("", [HOST], "OPTIONS /mcp HTTP/1.1"), 405, "POST only"],
    [
      requestText(PING, [HOST, "Content-Type: text/plain"]),
      415,
      "Content-Type must be application/json",
    ],
    [requestText("{", [HOST, TYPE]), 400, "invalid JSON body"],
  ];
  for (const [text, status, error] of cases) {
    const answer = await exchange(port, text);
    assert.deepEqual([answer.status, answer.body], [status, JSON.stringify({ error })]);
    assert.match(answer.text, /\r\ncontent-type: application\/json\r\n/);
    assert.match(answer.text, /\r\nconnection: close\r\n/);
    assert.doesNotMatch(answer.text, /access-control/i);
  }
  const answer = await exchange(port, requestText(PING, [HOST, TYPE, "Origin: http://localhost"]));
  assert.deepEqual([answer.status, JSON.parse(answer.body)], [
    200,
    { jsonrpc: "2.0", id: 1, result: {} },
  ]);
});

Deno.test("an answer reaches a client that has sent a large body, or more than one request", async () => {
  await using folder = await tempFolder();
  await using service = await startService(folder.path);
  const large = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "ping",
    params: { a: "b".repeat(65_536) },
  });
  for (let round = 0; round < 20; round++) {
    const twice = await exchange(service.port, requestText(large, [HOST, HOST, TYPE]));
    assert.equal(twice.status, 400);
    const refused = await exchange(service.port, requestText(large, ["Host: x", TYPE]));
    assert.equal(refused.status, 403);
    const tooLarge = requestText("", [HOST, TYPE]).replace("Length: 0", "Length: 9999999");
    assert.equal((await exchange(service.port, tooLarge + large)).status, 400);
    const pipelined = await exchange(service.port, requestText(PING) + requestText(PING));
    assert.equal(pipelined.status, 200);
    assert.equal(pipelined.text.match(/HTTP\/1\.1/g)?.length, 1);
  }
});

Deno.test("notifications are taken, batches and other values are not", async () => {
  await using folder = await tempFolder();
  await using service = await startService(folder.path);
  const post = (body: string) => exchange(service.port, requestText(body));
  const taken = await post('{"jsonrpc":"2.0","method":"tools/call","params":{}}');
  assert.deepEqual([taken.status, taken.body], [202, ""]);
  for (const body of [`[${PING}]`, "[]", "1", '"x"', "null"]) {
    const { status, body: text } = await post(body);
    assert.equal(status, 400, body);
    assert.equal(JSON.parse(text).error.code, -32600);
  }
  const methodless = await post('{"jsonrpc":"2.0","id":"a"}');
  assert.deepEqual([methodless.status, JSON.parse(methodless.body)], [
    200,
    { jsonrpc: "2.0", id: "a", error: { code: -32600, message: "invalid request" } },
  ]);
  const { answer } = await rpc(service.url, "no/such", {});
  assert.deepEqual(answer.error, { code: -32601, message: "unknown method no/such" });
});

Deno.test("slow, half-open and silent connections end at the deadline, with an answer", async () => {
  await using folder = await tempFolder();
  await using service = await startService(folder.path);
  const started = performance.now();
  const pieces = [
    "",
    "POST /mcp HTTP/1.1\r\nHost: localhost\r\n",
    requestText(PING).slice(0, -3),
  ];
  const answers = await Promise.all(pieces.map((piece) => exchange(service.port, piece)));
  const waited = performance.now() - started;
  for (const { status, body } of answers) {
    assert.deepEqual([status, body], [400, '{"error":"invalid request"}']);
  }
  assert.ok(waited > 4_500 && waited < 9_000, `${waited}`);
});

Deno.test("bytes that trickle do not extend the deadline", async () => {
  await using folder = await tempFolder();
  await using service = await startService(folder.path);
  const started = performance.now();
  using connection = await connect(service.port);
  const answer = connection.answer();
  let ended = false;
  answer.finally(() => ended = true);
  await connection.send("POST /mcp HTTP/1.1\r\nHost: localhost\r\nX: ");
  while (!ended) {
    await connection.send("a").catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.ok(performance.now() - started < 9_000);
  }
  assert.equal((await answer).status, 400);
});

Deno.test("four connections are at work, sixteen wait, one more is told so at once", async () => {
  await using folder = await tempFolder();
  await using service = await startService(folder.path);
  const { port } = service;
  const holding = await Promise.all(Array.from({ length: 4 }, () => connect(port)));
  const held = Promise.all(holding.map((each) => each.answer()));
  // That they are at work shows by the next one waiting.
  await Promise.all(holding.map((each) => each.send("POST ")));
  const queued = await Promise.all(Array.from({ length: 16 }, () => connect(port)));
  await Promise.all(queued.map((each) => each.send(requestText(PING))));
  const waiting = Promise.all(queued.map((each) => each.answer()));
  const started = performance.now();
  const refused = await exchange(port, requestText(PING));
  assert.ok(performance.now() - started < 2_000);
  assert.equal(refused.status, 503);
  assert.match(refused.text, /\r\nretry-after: 1\r\n/);
  assert.equal(refused.body, '{"error":"too many connections"}');
  assert.deepEqual((await held).map(({ status }) => status), [400, 400, 400, 400]);
  assert.deepEqual((await waiting).map(({ status }) => status), Array(16).fill(200));
  assert.equal((await exchange(port, requestText(PING))).status, 200);
});

Deno.test("a header may hold any text, a target may be a whole URL", async () => {
  await using folder = await tempFolder();
  await using service = await startService(folder.path);
  const headers = [HOST, TYPE, "User-Agent: agent 🤖", "X-Name: €uro"];
  const first = `POST http://127.0.0.1:${service.port}/mcp HTTP/1.1`;
  const { status, body } = await exchange(service.port, requestText(PING, headers, first));
  assert.deepEqual([status, body], [200, '{"result":{},"jsonrpc":"2.0","id":1}']);
});

Deno.test("a client that has ended its side is answered, however long that takes", async () => {
  await using folder = await tempFolder();
  await using service = await startService(folder.path, { allowSpawn: true });
  const command = testServer("demo/main.ts");
  const call = (name: string, args: object) =>
    JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: args },
    });
  const events = [HOST, TYPE, "Accept: text/event-stream"];
  const requests: [text: string, answer: RegExp][] = [
    [requestText(PING), /"result":\{\}/],
    [requestText(call("list_findings", {})), /no findings/],
    [requestText(call("score", { command })), /readiness 91\/100/],
    [requestText(call("score", { command }), events), /readiness 91\/100/],
  ];
  for (const [request, expected] of requests) {
    using connection = await connect(service.port);
    await connection.send(request);
    await connection.end();
    const { text } = await connection.answer();
    // What comes before the answer means nothing.
    const answer = text.replace(/^(HTTP\/1\.1 100 Continue\r\n\r\n)*/, "");
    assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
    assert.match(answer, expected);
  }
});

Deno.test("an answer that fails is a 500 without a word of what failed", async () => {
  const worker = new Worker(new URL("failing-listener.ts", import.meta.url), { type: "module" });
  try {
    const port = await new Promise<number>((resolve) => {
      worker.onmessage = ({ data }) => resolve(data);
    });
    const { status, body } = await exchange(port, requestText(PING));
    assert.deepEqual([status, body], [500, '{"error":"mcpeval failed; please report this"}']);
  } finally {
    worker.terminate();
  }
});
