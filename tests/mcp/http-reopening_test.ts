/** Servers that end the stream of what belongs to no request, and what becomes of it. */

import assert from "node:assert/strict";
import type { Session } from "../../core/mcp/session.ts";
import { resultOf, until } from "./harness.ts";
import {
  event,
  events,
  eventsOf,
  type Handler,
  type HttpFake,
  json,
  naming,
  openUrl,
  result,
  serve,
  serveRaw,
  type Write,
} from "./http-server.ts";

const UPDATE = {
  jsonrpc: "2.0",
  method: "notifications/resources/updated",
  params: { uri: "x:y" },
};
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const OPEN: Handler = () => events((_write, gone) => gone);
const ENDS: Handler = () => events((write) => write(": bye\n\n"));

/** Answers each GET by the next of these, the last one again and again. */
function inTurn(...handlers: Handler[]): Handler {
  let count = 0;
  return (seen) => handlers[Math.min(count++, handlers.length - 1)]!(seen);
}

/** The times between the GETs, in ms. */
function gaps(server: HttpFake): number[] {
  const times = server.of("GET").map(({ at }) => at);
  return times.slice(1).map((at, index) => at - (times[index] ?? 0));
}

/** Watches a resource of a server that answers each GET in this way. */
async function watching(
  handlers: Record<string, Handler>,
  use: (session: Session, server: HttpFake) => Promise<void>,
): Promise<void> {
  await using server = serve({ ...naming("s-1"), ...handlers });
  await using connector = openUrl(server.url);
  await use(await connector.connect(), server);
}

Deno.test("a stream that has ended before the wait is reopened", () =>
  watching({ GET: inTurn(ENDS, () => eventsOf(UPDATE)) }, async (session, server) => {
    const watch = session.watchResource("x:y");
    await server.first("GET");
    await resultOf(session);
    assert.equal(await watch.updated(20_000), true);
    watch.stop();
    const [first, second] = server.of("GET");
    assert.equal(second?.headers.get("mcp-session-id"), "s-1");
    assert.equal(second?.headers.get("accept"), "text/event-stream");
    for (const get of [first, second]) assert.equal(get?.headers.get("last-event-id"), null);
    const [gap = 0] = gaps(server);
    assert.ok(gap >= 950 && gap < 10_000, `${gap} ms`);
  }));

Deno.test("a stream that ends during the wait is reopened, at once when it was a long one", () => {
  const long: Handler = () => events(() => sleep(1_300));
  return watching({ GET: inTurn(long, () => eventsOf(UPDATE)) }, async (session, server) => {
    assert.equal(await session.watchResource("x:y").updated(20_000), true);
    const [gap = 0] = gaps(server);
    assert.ok(gap >= 1_250, `${gap} ms`);
  });
});

Deno.test("a reopened stream is there before the next request is sent", () => {
  let stream: Write | null = null;
  const ended = Promise.withResolvers<void>();
  const long: Handler = () => events(() => sleep(1_100).finally(ended.resolve));
  const slow: Handler = async () => {
    await sleep(300);
    return events(async (write, gone) => {
      stream = write;
      write(": welcome\n\n");
      await gone;
    });
  };
  return watching({
    GET: inTurn(long, slow),
    // What no stream takes is lost.
    "tools/call": (seen) => {
      stream?.(event(UPDATE));
      return json(result(seen));
    },
  }, async (session, server) => {
    const watch = session.watchResource("x:y");
    await ended.promise;
    await until(() => server.of("GET").length === 2);
    await resultOf(session);
    assert.equal(await watch.updated(20_000), true);
  });
});

Deno.test("a stream whose connection breaks is reopened", async () => {
  let gets = 0;
  const answer = (body: string, type = "application/json") =>
    `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  await using server = serveRaw(async (connection) => {
    for (;;) {
      const request = await connection.read();
      if (request === null) return;
      if (request.startsWith("GET") && ++gets === 1) {
        await connection.write(
          "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 99\r\n\r\n: he",
        );
        return connection.close();
      }
      if (request.startsWith("GET")) {
        await connection.write(answer(event(UPDATE), "text/event-stream"));
      } else if (request.includes('"initialize"')) {
        await connection.write(answer('{"jsonrpc":"2.0","id":1,"result":{}}'));
      } else await connection.write("HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n");
    }
  });
  await using connector = openUrl(server.url);
  const watch = (await connector.connect()).watchResource("x:y");
  assert.equal(await watch.updated(20_000), true);
  assert.equal(gets, 2);
});

Deno.test("streams that always end are asked for once a second, and no longer than needed", () =>
  watching({ GET: ENDS }, async (session, server) => {
    const watch = session.watchResource("x:y");
    const started = performance.now();
    assert.equal(await watch.updated(2_500), false);
    assert.ok(performance.now() - started >= 2_400, "the wait lasts until its end");
    watch.stop();
    const count = server.of("GET").length;
    assert.ok(count === 2 || count === 3, `${count} streams`);
    for (const gap of gaps(server)) assert.ok(gap >= 950, `${gap} ms`);
    await sleep(1_200);
    assert.equal(server.of("GET").length, count, "nobody watches any more");
  }));

Deno.test("no further stream ends the wait, and none is asked for again", async () => {
  const refusals: Handler[] = [
    () => new Response(null, { status: 405 }),
    () => new Response("<html>", { headers: { "content-type": "text/html" } }),
    (seen) => json(result(seen)),
  ];
  await Promise.all(
    refusals.map((refusal) =>
      watching({ GET: inTurn(ENDS, refusal) }, async (session, server) => {
        const watch = session.watchResource("x:y");
        assert.equal(await watch.updated(60_000), false);
        await sleep(1_200);
        assert.equal(server.of("GET").length, 2);
      })
    ),
  );
});

Deno.test("a stream goes on where it ended, when the server says where that is", () => {
  const handlers = [
    () => events((write) => write("id: e-1\ndata:\n\n: bye\n\n")),
    () => events((write) => write("data: {}\n\n")), // keeps the last id
    () => events((write) => write("id: příliš\n\n")), // cannot be sent
    () => events((write) => write("id: e-2\n\nid:\n\n")), // takes it back
    () => events((write) => write("id: e-3\n\nid: e-4\ndata: cut o")), // e-4 did not come whole
    OPEN,
  ];
  return watching({ GET: inTurn(...handlers) }, async (session, server) => {
    const watch = session.watchResource("x:y");
    await until(() => server.of("GET").length === 6);
    const ids = server.of("GET").map(({ headers }) => headers.get("last-event-id"));
    assert.deepEqual(ids, [null, "e-1", "e-1", null, null, "e-3"]);
    watch.stop();
    session.watchResource("x:y");
    await until(() => server.of("GET").length === 7);
    const last = server.of("GET").at(-1);
    assert.equal(last?.headers.get("last-event-id"), null, "another watch begins anew");
  });
});

Deno.test("a server may ask to be asked later, not sooner and not never", () => {
  const retry = (ms: number | string): Handler => () =>
    events((write) => write(`retry: ${ms}\n\n`));
  const handlers = [retry(1_600), retry(0), OPEN];
  return watching({ GET: inTurn(...handlers) }, async (session, server) => {
    session.watchResource("x:y");
    await until(() => server.of("GET").length === 3);
    const [later = 0, sooner = 0] = gaps(server);
    assert.ok(later >= 1_550, `${later} ms`);
    assert.ok(sooner >= 950 && sooner < 10_000, `${sooner} ms`);
  });
});

Deno.test("a server that wants to be asked in years can still be left at once", () =>
  watching(
    { GET: () => events((write) => write("retry: 99999999999999999999\n\n")) },
    async (session, server) => {
      const started = performance.now();
      const watch = session.watchResource("x:y");
      assert.equal(await watch.updated(1_500), false);
      assert.ok(performance.now() - started >= 1_400);
      assert.equal(server.of("GET").length, 1, "the timer has not overflowed");
      watch.stop();
    },
  ));

Deno.test("a client that can be asked reopens its stream, too", () => {
  const answered = Promise.withResolvers<void>();
  const asking: Handler = () =>
    events(async (write, gone) => {
      write(event({ jsonrpc: "2.0", id: "r", method: "sampling/createMessage" }));
      await gone;
    });
  return (async () => {
    await using server = serve({
      GET: inTurn(ENDS, asking),
      answer: () => {
        answered.resolve();
        return new Response(null, { status: 202 });
      },
      "tools/call": async (seen) => {
        await answered.promise;
        return json(result(seen));
      },
    });
    await using connector = openUrl(server.url);
    const session = await connector.connect({ capabilities: { sampling: {} } });
    await resultOf(session);
    assert.deepEqual(server.of("answer")[0]?.message.id, "r");
  })();
});
