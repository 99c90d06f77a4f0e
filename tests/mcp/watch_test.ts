import assert from "node:assert/strict";
import type { Session } from "../../core/mcp/session.ts";
import { fake, faultOf, OK, open, resultOf } from "./harness.ts";
import { event, events, json, naming, openUrl, result, serve, type Write } from "./http-server.ts";

const update = (uri: string, pad = "") => ({
  jsonrpc: "2.0",
  method: "notifications/resources/updated",
  params: { uri, pad },
});
const line = (uri: string, pad = "") => JSON.stringify(update(uri, pad));
const RESULT = '{"jsonrpc":"2.0","id":ID,"result":{}}';
/** Has a stdio server write these lines during a call, and after it. */
const write = (session: Session, during: string[], after: string[] = []) =>
  session.call(OK, { write: [...during, RESULT, ...after] });

Deno.test("an update during a call counts, before anybody waits for it", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  await write(session, [line("x:early")]);
  const watch = session.watchResource("x:y");
  const early = session.watchResource("x:early");
  await write(session, [line("x:other"), line("x:y")]);
  assert.equal(await watch.updated(20_000), true);
  assert.equal(await watch.updated(20_000), true, "and it stays so");
  assert.equal(await early.updated(100), false, "what came before the watch does not count");
  watch.stop();
  watch.stop();
});

Deno.test("an update that comes while somebody waits counts, its URI has to be the same", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  const watch = session.watchResource("x:y");
  const near = session.watchResource("x:Y");
  const waiting = watch.updated(20_000);
  const malformed = [
    '{"jsonrpc":"2.0","method":"notifications/resources/updated"}',
    '{"jsonrpc":"2.0","method":"notifications/resources/updated","params":["x:Y"]}',
    '{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":null}}',
    '{"jsonrpc":"1.0","method":"notifications/resources/updated","params":{"uri":"x:Y"}}',
    '{"jsonrpc":"2.0","method":"notifications/message","params":{"uri":"x:Y"}}',
  ];
  await write(session, malformed, [line("x:y")]);
  assert.equal(await waiting, true);
  assert.equal(await near.updated(100), false);
});

Deno.test("no update is no update, and the end of the stream ends the wait", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  const watch = session.watchResource("x:y");
  const started = performance.now();
  assert.equal(await watch.updated(200), false);
  assert.ok(performance.now() - started >= 190);
  const waiting = watch.updated(60_000);
  await faultOf(session.call(OK, { exit: 3 }), "transport-closed");
  assert.equal(await waiting, false);
  assert.equal(await session.watchResource("x:y").updated(60_000), false);
  await using other = open(fake());
  const closing = (await other.connect()).watchResource("x:y").updated(60_000);
  await other.close();
  assert.equal(await closing, false);
});

Deno.test("128 updates of other resources pass between calls, one more ends the watch", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  const others = (count: number) => Array<string>(count).fill(line("x:other"));
  const watch = session.watchResource("x:y");
  await write(session, [], [...others(127), line("x:y")]);
  assert.equal(await watch.updated(20_000), true);
  const flooded = session.watchResource("x:flooded");
  await write(session, [], [...others(129), line("x:flooded")]);
  assert.equal(await flooded.updated(20_000), false);
  const large = session.watchResource("x:large");
  const repeat = { line: line("x:other", "x".repeat(1_048_576)), times: 4 };
  const started = performance.now();
  await session.call(OK, { write: [RESULT], repeat });
  assert.equal(await large.updated(60_000), false);
  assert.ok(performance.now() - started < 30_000, "the watch ended by itself");
  // Other notifications are read and dropped at once.
  const chatty = session.watchResource("x:chatty");
  const note = '{"jsonrpc":"2.0","method":"notifications/message"}';
  await write(session, [], [...Array(500).fill(note), line("x:chatty")]);
  assert.equal(await chatty.updated(20_000), true);
});

Deno.test("a wait for an update ends with the budget", async () => {
  await using server = serve({ GET: () => events((_write, gone) => gone) });
  await using connector = openUrl(server.url, { limits: { ms: 500, requests: 100 } });
  const watch = (await connector.connect()).watchResource("x:y");
  await faultOf(watch.updated(60_000), "evaluation-budget-exceeded");
  await faultOf(watch.updated(10), "evaluation-budget-exceeded");
});

Deno.test("over HTTP the GET stream is open before the next request is sent", async () => {
  const hungUp = Promise.withResolvers<void>();
  let stream: Write | null = null;
  await using server = serve({
    ...naming("s-1"),
    GET: async () => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      return events(async (write, gone) => {
        stream = write;
        write(": welcome\n\n");
        await gone;
        stream = null;
        hungUp.resolve();
      });
    },
    // Like servers do: what no stream takes is lost.
    "tools/call": (seen) => {
      stream?.(event(update("x:other")) + event(update("x:y")));
      return json(result(seen));
    },
  });
  await using connector = openUrl(server.url);
  const session = await connector.connect();
  await resultOf(session);
  assert.equal(server.of("GET").length, 0);
  const watch = session.watchResource("x:y");
  await session.request("resources/subscribe", { uri: "x:y" });
  await resultOf(session);
  assert.equal(await watch.updated(20_000), true);
  watch.stop();
  await hungUp.promise;
  const [get] = server.of("GET");
  assert.deepEqual(
    ["accept", "mcp-session-id", "mcp-protocol-version"].map((name) => get?.headers.get(name)),
    ["text/event-stream", "s-1", "2025-06-18"],
  );
  assert.equal((await session.request("ping", {})).kind, "result");
});

Deno.test("an update in the stream of a call counts, and one that comes while waiting", async () => {
  const stream = Promise.withResolvers<Write>();
  await using server = serve({
    GET: () =>
      events(async (write, gone) => {
        stream.resolve(write);
        await gone;
      }),
    "tools/call": (seen) => events((write) => write(event(update("x:call")) + event(result(seen)))),
  });
  await using connector = openUrl(server.url);
  const session = await connector.connect();
  const [inCall, later] = ["x:call", "x:later"].map((uri) => session.watchResource(uri));
  const outcome = await session.call(OK, {});
  assert.deepEqual(outcome.announced, new Set(["resource-updated"]));
  assert.equal(await inCall?.updated(20_000), true);
  const waiting = later?.updated(20_000);
  (await stream.promise)(event(update("x:later")));
  assert.equal(await waiting, true);
  assert.equal(server.of("GET").length, 1, "one stream serves both");
});

Deno.test("without a stream only the answers of calls can bring updates", async () => {
  const pages = [
    () => new Response(null, { status: 405 }),
    () => new Response("<html>", { headers: { "content-type": "text/html" } }),
    () => json({ jsonrpc: "2.0", id: 1, result: {} }),
    () => new Response(null, { status: 404, headers: { "content-type": "text/event-stream" } }),
  ];
  for (const GET of pages) {
    await using server = serve({
      GET,
      "tools/call": (seen) =>
        // The update is in the tail of the answer, after the reply.
        events(async (write) => {
          write(event(result(seen)));
          await new Promise((resolve) => setTimeout(resolve, 20));
          write(event(update("x:y")));
        }),
    });
    await using connector = openUrl(server.url);
    const session = await connector.connect();
    const watch = session.watchResource("x:y");
    const started = performance.now();
    assert.equal(await watch.updated(60_000), false);
    assert.ok(performance.now() - started < 20_000);
    await session.call(OK, {});
    assert.equal(await watch.updated(60_000), true);
    assert.equal(server.of("GET").length, 1, "no stream is asked for again");
  }
});

Deno.test("a stream that floods, or that is no text, ends the wait and is not reopened", async () => {
  const ends: ((write: Write, gone: Promise<void>) => Promise<void>)[] = [
    async (write, gone) => {
      write(event(update("x:other")).repeat(129));
      await gone;
    },
    async (write, gone) => {
      write(new Uint8Array([0x64, 0xff]));
      await gone;
    },
  ];
  for (const act of ends) {
    await using server = serve({ GET: () => events(act) });
    await using connector = openUrl(server.url);
    const watch = (await connector.connect()).watchResource("x:y");
    assert.equal(await watch.updated(60_000), false);
    assert.equal(server.of("GET").length, 1);
  }
});

Deno.test("a silent stream lasts as long as it is waited for, whatever the other limits", async () => {
  await using server = serve({
    GET: () =>
      events(async (write, gone) => {
        await new Promise((resolve) => setTimeout(resolve, 600));
        write(event(update("x:y")));
        await gone;
      }),
  });
  await using connector = openUrl(server.url, { timeoutMs: 200 });
  const watch = (await connector.connect()).watchResource("x:y");
  assert.equal(await watch.updated(20_000), true);
});
