/** What the HTTP relay refuses, and how much and how long it relays. */

import assert from "node:assert/strict";
import {
  event,
  exchangeRaw,
  feed,
  freePort,
  outlines,
  pieces,
  post,
  resultOf,
  serveShim,
  shimBefore,
  toolCall,
} from "./http-harness.ts";

const EVENTS = { "content-type": "text/event-stream" };
const JSON_TYPE = { "content-type": "application/json" };

Deno.test("refusals are empty, and nothing is relayed or recorded", async () => {
  let requests = 0;
  await using shim = serveShim(() => {
    requests++;
    return new Response("relayed");
  });
  const head = "POST / HTTP/1.1\r\nConnection: close\r\n";
  const json = "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
  const host = `Host: 127.0.0.1:${shim.port}\r\n`;
  const status = async (text: string) => {
    const answer = await exchangeRaw(shim.port, text);
    assert.match(answer, /\r\n\r\n$/, "an empty body");
    return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
  };
  assert.equal(await status(`${head}${host}${host}${json}`), 400);
  assert.equal(await status(`${head}${host}Origin: null\r\n${json}`), 403);
  assert.equal(await status(`${head}${host}Origin: http://a\r\nOrigin: http://a\r\n${json}`), 400);
  assert.equal(await status(`${head}${json}`), 400);
  assert.equal(await status(`${head}Host: evil.example\r\n${json}`), 403);
  assert.equal(
    await status(`${head}${host}Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}`),
    415,
  );
  assert.equal(requests, 0);
  assert.deepEqual(shim.records, []);
});

Deno.test("bodies of 8 MiB pass in both directions; longer requests are refused, longer answers cut off", async () => {
  const MAX = 8_388_608;
  let extra = 0;
  let received = 0;
  await using shim = serveShim(async (request) => {
    received = (await request.bytes()).length;
    const body = new Uint8Array(MAX + extra).fill(0x20);
    return new Response(body, { headers: { "content-type": "application/json" } });
  });
  const fits = await post(shim.url, "5".padEnd(MAX, " "));
  assert.deepEqual([fits.status, (await fits.bytes()).length, received], [200, MAX, MAX]);

  const over = await post(shim.url, "5".padEnd(MAX + 1, " "));
  assert.deepEqual([over.status, (await over.bytes()).length], [400, 0]);

  extra = 1;
  await assert.rejects(post(shim.url, "5").then((response) => response.bytes()));
});

Deno.test("a POST's stream of more than 8 MiB is cut off, a GET's is not", async () => {
  const chunk = `: ${"x".repeat(1_048_573)}\n`;
  await using shim = serveShim(async (request) => {
    await request.text();
    let left = 9;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (left-- === 0) controller.close();
        else controller.enqueue(new TextEncoder().encode(chunk));
      },
    });
    return new Response(body, { headers: EVENTS });
  });
  assert.equal((await fetch(shim.url).then((response) => response.bytes())).length, 9 * 1_048_576);
  await assert.rejects(post(shim.url, toolCall(1)).then((response) => response.bytes()));
});

Deno.test("eight calls run, thirty-two wait, more are turned away", async () => {
  const releases: (() => void)[] = [];
  await using shim = serveShim(async (request) => {
    const { id } = await request.json();
    await new Promise<void>((resolve) => releases.push(resolve));
    return Response.json(resultOf(id));
  });
  const calls = Array.from({ length: 41 }, (_, index) => post(shim.url, toolCall(index)));
  const statuses: number[] = [];
  for (const sent of calls) {
    sent.then((response) => {
      statuses.push(response.status);
      return response.body?.cancel();
    });
  }
  while (statuses.length < 1) await new Promise((resolve) => setTimeout(resolve, 1));
  assert.deepEqual(statuses, [503]);
  while (releases.length < 8) await new Promise((resolve) => setTimeout(resolve, 1));
  while (statuses.length < 41) {
    assert.ok(releases.length <= 8);
    releases.shift()?.();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  assert.deepEqual(statuses.filter((status) => status !== 200), [503]);
});

Deno.test("a call that nobody waits for any more is not made", async () => {
  const releases: (() => void)[] = [];
  const seen: unknown[] = [];
  await using shim = serveShim(async (request) => {
    const { id } = await request.json();
    seen.push(id);
    if (id !== "last") await new Promise<void>((resolve) => releases.push(resolve));
    return Response.json(resultOf(id));
  });
  const running = Array.from({ length: 8 }, (_, index) => post(shim.url, toolCall(index)));
  while (releases.length < 8) await new Promise((resolve) => setTimeout(resolve, 1));
  const abort = new AbortController();
  const waiting = post(shim.url, toolCall("waits"), {}, abort.signal);
  const last = post(shim.url, toolCall("last"));
  // Time to be queued; when it is too short, nothing is sent at all.
  await new Promise((resolve) => setTimeout(resolve, 50));
  abort.abort();
  await assert.rejects(waiting);
  for (const release of releases) release();
  for (const sent of [...running, last]) await (await sent).body?.cancel();
  assert.deepEqual(seen.slice(0, 8).sort(), [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(seen.slice(8), ["last"]);
});

Deno.test("notifications and answers to the server do not wait for calls", async () => {
  const releases: (() => void)[] = [];
  await using shim = serveShim(async (request) => {
    const { id, method } = await request.json().catch(() => ({}));
    if (method !== "tools/call") return new Response(null, { status: 202 });
    await new Promise<void>((resolve) => releases.push(resolve));
    return Response.json(resultOf(id));
  });
  const calls = Array.from({ length: 9 }, (_, index) => post(shim.url, toolCall(index)));
  while (releases.length < 8) await new Promise((resolve) => setTimeout(resolve, 1));
  const bodies = [
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1, reason: '"id"' } },
    [{ jsonrpc: "2.0", method: "notifications/progress", params: { id: 1 } }],
    { jsonrpc: "2.0", id: 7, result: { content: { text: '"method"', method: "id" } } },
    { jsonrpc: "2.0", id: 7, error: { code: -1, message: "method" } },
    "{not json",
  ];
  for (const body of bodies) {
    const response = await post(shim.url, body);
    assert.deepEqual([response.status, await response.text()], [202, ""]);
  }
  assert.equal(releases.length, 8);
  releases.shift()?.();
  while (releases.length < 8) await new Promise((resolve) => setTimeout(resolve, 1));
  for (const release of releases) release();
  for (const sent of calls) assert.equal((await (await sent).json()).jsonrpc, "2.0");
});

Deno.test("bodies that do not come do not hold a call; beyond 64 they are turned away", async () => {
  await using shim = serveShim(async (request) => {
    const { id } = await request.json();
    return Response.json(resultOf(id));
  });
  const stalled = await Promise.all(Array.from({ length: 63 }, async () => {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port: shim.port });
    await connection.write(
      new TextEncoder().encode(
        `POST / HTTP/1.1\r\nHost: 127.0.0.1:${shim.port}\r\nContent-Type: application/json\r\n` +
          `Content-Length: 9\r\n\r\n{`,
      ),
    );
    return connection;
  }));
  // Whatever is answered to one of them comes when its time is over.
  const late = stalled.map((connection) => connection.read(new Uint8Array(1)).catch(() => null));
  const call = post(shim.url, toolCall(1)).then((response) => response.json());
  assert.deepEqual(await Promise.race([call, ...late]), resultOf(1));
  stalled.push(await Deno.connect({ hostname: "127.0.0.1", port: shim.port }));
  await stalled.at(-1)?.write(
    new TextEncoder().encode(
      `POST / HTTP/1.1\r\nHost: 127.0.0.1:${shim.port}\r\nContent-Length: 9\r\n\r\n{`,
    ),
  );
  let status = 0;
  while (status !== 503) {
    const response = await post(shim.url, toolCall(2));
    status = response.status;
    await response.body?.cancel();
  }
  for (const connection of stalled) connection.close();
  await Promise.all(late);
});

Deno.test("without an answer of the server there is a 502", async () => {
  await using nobody = shimBefore(`http://127.0.0.1:${freePort()}/mcp`);
  const response = await post(nobody.url, toolCall(1));
  assert.deepEqual([response.status, await response.text()], [502, ""]);
  assert.deepEqual(nobody.records, []);

  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  await using mute = shimBefore(`http://127.0.0.1:${listener.addr.port}/mcp`);
  const sent = post(mute.url, toolCall(1));
  using connection = await listener.accept();
  const head = new Uint8Array(1_000);
  await connection.read(head);
  // The path alone: servers that are no proxies may know nothing else.
  assert.match(new TextDecoder().decode(head), /^POST \/mcp HTTP\/1\.1\r\n/);
  await connection.closeWrite();
  const answer = await sent;
  assert.deepEqual([answer.status, await answer.text()], [502, ""]);
  assert.deepEqual(mute.records, []);
});

Deno.test("a status that is none is a 502, recorded, and takes no place from later calls", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let isOdd = true;
  const serving = (async () => {
    for await (const connection of listener) {
      await connection.read(new Uint8Array(10_000));
      const text = isOdd
        ? "HTTP/1.1 999 Request denied\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno"
        : "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 36\r\n" +
          `Connection: close\r\n\r\n${JSON.stringify(resultOf(1))}`;
      await connection.write(new TextEncoder().encode(text));
      connection.close();
    }
  })();
  await using shim = shimBefore(`http://127.0.0.1:${listener.addr.port}/mcp`);
  for (let call = 1; call <= 9; call++) {
    const response = await post(shim.url, toolCall(call));
    assert.deepEqual([response.status, await response.text()], [502, ""]);
  }
  isOdd = false;
  const response = await post(shim.url, toolCall(1));
  assert.deepEqual([response.status, await response.json()], [200, resultOf(1)]);
  await shim.recorded(10);
  assert.deepEqual(
    shim.records.map(({ method, outcome }) => `${method} ${outcome}`),
    [...Array(9).fill("unparsed/inbound unparsed"), "tools/call ok"],
  );
  listener.close();
  await serving;
});

/** Longer than any single operation towards the agent may take. */
const SLOW_MS = 5_500;

Deno.test("an answer is waited for as long as it takes, whole or as a stream", async () => {
  await using shim = serveShim(async (request) => {
    const { id } = await request.json();
    const answer = new Promise<string>((resolve) =>
      setTimeout(() => resolve(JSON.stringify(resultOf(id))), SLOW_MS)
    );
    if (id === "whole") return new Response(await answer, { headers: JSON_TYPE });
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode(": soon\n\n"));
        controller.enqueue(new TextEncoder().encode(`data: ${await answer}\n\n`));
        controller.close();
      },
    });
    return new Response(body, { headers: EVENTS });
  });
  const [whole, stream] = await Promise.all(
    ["whole", "stream"].map(async (id) => await (await post(shim.url, toolCall(id))).text()),
  );
  assert.equal(whole, JSON.stringify(resultOf("whole")));
  assert.equal(stream, `: soon\n\n${event(resultOf("stream"))}`);
  await shim.recorded(2);
  assert.deepEqual(shim.records.map(({ outcome }) => outcome), ["ok", "ok"]);
  assert.ok(shim.records.every(({ latency_ms = 0 }) => latency_ms >= SLOW_MS - 100));
});

Deno.test("an agent that gives up ends the request to the server, and leaves no record", async () => {
  const ended: Promise<void>[] = [];
  const answer = feed();
  await using shim = serveShim(async (request) => {
    const { id, method } = await request.json();
    if (method === "next") return Response.json(resultOf(id));
    const { promise, resolve } = Promise.withResolvers<void>();
    ended.push(promise);
    if (id === "stream") {
      answer.cancel.then(resolve);
      return new Response(answer.stream, { headers: EVENTS });
    }
    request.signal.addEventListener("abort", () => resolve());
    await promise;
    return new Response(null);
  });
  for (const id of ["whole", "stream"]) {
    const abort = new AbortController();
    const sent = post(shim.url, toolCall(id), {}, abort.signal);
    if (id === "stream") {
      answer.send(": soon\n\n");
      const body = pieces(await sent);
      assert.equal(await body.next(), ": soon\n\n");
      abort.abort();
      await assert.rejects(body.next());
    } else {
      while (ended.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      abort.abort();
      await assert.rejects(sent);
    }
    await ended.at(-1);
  }
  await post(shim.url, { jsonrpc: "2.0", id: 1, method: "next" }).then((it) => it.text());
  await shim.recorded(1);
  assert.deepEqual(outlines(shim.records), [{ seq: 1, method: "next", outcome: "ok" }]);
});
