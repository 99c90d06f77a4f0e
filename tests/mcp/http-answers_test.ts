import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { faultOf, OK, resultOf, successOf } from "./harness.ts";
import {
  error,
  event,
  events,
  eventsOf,
  type Handler,
  json,
  naming,
  openUrl,
  result,
  type Seen,
  serve,
} from "./http-server.ts";

const LIMIT = 8_388_608;
const REAL = { content: [], real: true };
const typed = (contentType: string): Handler => (seen) =>
  new Response(JSON.stringify(result(seen, REAL)), { headers: { "content-type": contentType } });

/** Calls the tool of a server that answers calls in this way. */
async function calledWith(call: Handler, observing = false) {
  await using server = serve({ "tools/call": call });
  await using connector = openUrl(server.url);
  const session = await connector.connect();
  const outcome = await session.call(OK, {}, { observing });
  // Whatever the answer was, the conversation goes on.
  assert.equal((await session.request("ping", {})).kind, "result");
  return outcome;
}
const refused = async (call: Handler, message: string, observing = false) => {
  const fault = await faultOf(calledWith(call, observing), "transport-error");
  assert.equal(fault.message, message);
};

Deno.test("a success, a tool error and an error in a JSON body", async () => {
  const success = await calledWith((seen) => json(result(seen, REAL)));
  assert.deepEqual(successOf(success), REAL);
  const toolError = await calledWith((seen) => json(result(seen, { isError: true })));
  assert.equal(toolError.kind, "tool-error");
  const rpcError = await calledWith((seen) => json(error(seen, -32602)));
  assert.equal(rpcError.kind === "rpc-error" && rpcError.code, -32602);
});

Deno.test("media types count in any case and without their parameters", async () => {
  for (const type of ["application/json;charset=utf-8", "APPLICATION/JSON ; x=y"]) {
    assert.deepEqual(successOf(await calledWith(typed(type))), REAL);
  }
  const stream: Handler = (seen) =>
    events((write) => write(event(result(seen, REAL))), {
      "content-type": "Text/Event-Stream; charset=utf-8",
    });
  assert.deepEqual(successOf(await calledWith(stream)), REAL);
});

Deno.test("any other media type is a fault", async () => {
  const message = "the server's answer is neither JSON nor an event stream";
  for (
    const type of ["text/html", "text/plain", "application/json-rpc", "application/jsonp", "json"]
  ) {
    await refused(typed(type), message);
  }
  await refused((seen) => {
    const headers = new Headers({ "content-type": "application/json" });
    headers.append("content-type", "text/event-stream");
    return new Response(JSON.stringify(result(seen)), { headers });
  }, message);
  await refused(() => new Response(new Uint8Array([1])), message);
});

Deno.test("a status other than 200 is a fault that says what it may mean", async () => {
  const meanings: [number, string][] = [
    [201, "HTTP 201: such an answer has no reply"],
    [202, "HTTP 202: such an answer has no reply"],
    [204, "HTTP 204: such an answer has no reply"],
    [206, "HTTP 206: such an answer has no reply"],
    [301, "HTTP 301: redirects are not followed; give the final URL"],
    [307, "HTTP 307: redirects are not followed; give the final URL"],
    [400, "HTTP 400"],
    [404, "HTTP 404: there may be no MCP endpoint at this path"],
    [405, "HTTP 405: there may be no MCP endpoint at this path"],
    [406, "HTTP 406"],
    [413, "HTTP 413"],
    [500, "HTTP 500"],
    [503, "HTTP 503"],
  ];
  for (const [status, meaning] of meanings) {
    const body = status === 204 ? null : "secret";
    const headers = { "content-type": "application/json", location: "/elsewhere" };
    await refused(
      () => new Response(body, { status, headers }),
      `the server answered tools/call with ${meaning}`,
    );
  }
});

Deno.test("a redirect is not followed", async () => {
  await using other = serve();
  await using server = serve({
    "tools/call": () => new Response(null, { status: 307, headers: { location: other.url } }),
  });
  await using connector = openUrl(server.url);
  const session = await connector.connect();
  await faultOf(session.call(OK, {}), "transport-error");
  assert.deepEqual(other.seen, []);
});

Deno.test("an answer or an event beyond what is read is a fault that says so", async () => {
  const deep = `{"a":${"[".repeat(127)}${"]".repeat(127)}}`;
  const beyond = [[deep, "nesting is deeper than 127 containers"], [
    '{"n":1E400}',
    "a number is out of range",
  ]] as const;
  for (const [body, problem] of beyond) {
    for (
      const [type, text, what] of [
        ["application/json", body, "an answer"],
        ["text/event-stream", `data: ${body}\n\n`, "an event"],
      ] as const
    ) {
      const call = () => new Response(text, { headers: { "content-type": type } });
      const fault = await faultOf(calledWith(call), "transport-error");
      assert.equal(fault.message, `the server sent ${what} that cannot be read`);
      assert.equal((fault.cause as Error).message, problem);
    }
  }
});

Deno.test("a body that is no JSON object is a fault", async () => {
  const message = "the server sent an answer that is no JSON object";
  for (const body of ["", " ", "{", "[]", "null", "1", '"x"', '{"id":2,}']) {
    await refused(
      () => new Response(body, { headers: { "content-type": "application/json" } }),
      message,
    );
  }
  const bytes = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
  await refused(
    () => new Response(bytes, { headers: { "content-type": "application/json" } }),
    message,
  );
  await refused((seen) => json([result(seen)]), message);
  await refused(
    () => new Response(null, { headers: { "content-type": "application/json" } }),
    message,
  );
});

Deno.test("a byte-order mark before a body is tolerated, exact numbers survive", async () => {
  const outcome = await calledWith(({ message: { id } }) =>
    new Response(
      `\ufeff{"jsonrpc":"2.0","id":${id},"result":{"a":1.0,"b":9007199254740993,"c":1}}`,
      { headers: { "content-type": "application/json" } },
    )
  );
  assert.deepEqual(successOf(outcome), { a: Object(1), b: 9007199254740993n, c: 1 });
});

Deno.test("a plain reply says that it is JSON-RPC 2.0, an observed one need not", async () => {
  const forms = [json, eventsOf] as const;
  for (const form of forms) {
    for (const jsonrpc of ["1.0", 2, undefined]) {
      const call = ({ message: { id } }: Seen) => form({ jsonrpc, id, result: REAL });
      await refused(call, "the server's reply is not JSON-RPC 2.0");
      assert.deepEqual(successOf(await calledWith(call, true)), REAL);
    }
    const both = ({ message: { id } }: Seen) =>
      form({ jsonrpc: "2.0", id, result: REAL, error: { code: 1, message: "" } });
    await refused(both, "a reply needs exactly one of result and error");
    assert.deepEqual(successOf(await calledWith(both, true)), REAL);
    const neither = ({ message: { id } }: Seen) => form({ jsonrpc: "2.0", id });
    await refused(neither, "a reply needs exactly one of result and error");
    await refused(neither, "the server's answer ended without a reply", true);
  }
});

Deno.test("a reply under another id is a fault", async () => {
  const wrong = "the server answered under a wrong id";
  for (const form of [json, eventsOf]) {
    for (const id of [99, "2", 0, true, {}]) {
      await refused(() => form({ jsonrpc: "2.0", id, result: {} }), wrong);
      await refused(() => form({ jsonrpc: "2.0", id, result: {} }), wrong, true);
    }
    const nameless = "the server answered with an error that names no request";
    await refused(() => form({ jsonrpc: "2.0", id: null, error: { code: -32700 } }), nameless);
  }
  await refused(
    ({ message: { id } }) =>
      new Response(`{"jsonrpc":"2.0","id":${id}.0,"result":{}}`, {
        headers: { "content-type": "application/json" },
      }),
    wrong,
  );
});

Deno.test("no null id answers a payload call over HTTP, which is a plain one", async () => {
  await using server = serve({
    "tools/call": (seen) =>
      seen.text.includes("nameless")
        ? json({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "too large" } })
        : json({ id: seen.message.id, result: {} }),
  });
  await using connector = openUrl(server.url);
  const session = await connector.connect();
  const options = { observing: true, acceptNullId: true };
  await faultOf(session.call(OK, { nameless: 1 }, options), "transport-error");
  const fault = await faultOf(session.call(OK, {}, options), "transport-error");
  assert.equal(fault.message, "the server's reply is not JSON-RPC 2.0");
});

Deno.test("a body of 8 MiB is read, one byte more is a fault, after decoding", async () => {
  const padded = ({ message: { id } }: Seen, size: number) => {
    const [head, tail] = [`{"jsonrpc":"2.0","id":${id},"result":{"text":"`, '"}}'];
    return `${head}${"x".repeat(size - head.length - tail.length)}${tail}`;
  };
  const plain = (body: string) =>
    new Response(body, { headers: { "content-type": "application/json" } });
  const zipped = (body: string) =>
    new Response(new Uint8Array(gzipSync(body)), {
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
    });
  for (const form of [plain, zipped]) {
    const full = await calledWith((seen) => form(padded(seen, LIMIT)));
    assert.equal((successOf(full).text as string).length, LIMIT - 45);
    await refused((seen) => form(padded(seen, LIMIT + 1)), "the answer is larger than 8 MiB");
  }
});

Deno.test("an event stream of 8 MiB is read, one byte more is a fault", async () => {
  const filled = (seen: Seen, size: number) => {
    const reply = event(result(seen, REAL));
    return events((write) => {
      const comment = `:${"x".repeat(4_000_000)}\n`;
      write(comment);
      write(comment);
      write(`:${"x".repeat(size - 2 * comment.length - reply.length - 2)}\n`);
      write(reply);
    });
  };
  assert.deepEqual(successOf(await calledWith((seen) => filled(seen, LIMIT))), REAL);
  await refused((seen) => filled(seen, LIMIT + 1), "the answer is larger than 8 MiB");
});

Deno.test("compressed answers are decoded, event streams too", async () => {
  const coded = (body: string, type: string) =>
    new Response(new Uint8Array(gzipSync(body)), {
      headers: { "content-type": type, "content-encoding": "gzip" },
    });
  const zipped: Handler = (seen) => coded(JSON.stringify(result(seen, REAL)), "application/json");
  assert.deepEqual(successOf(await calledWith(zipped)), REAL);
  const stream: Handler = (seen) => coded(event(result(seen, REAL)), "text/event-stream");
  assert.deepEqual(successOf(await calledWith(stream)), REAL);
  const broken: Handler = () =>
    new Response("not compressed", {
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
    });
  const fault = await faultOf(calledWith(broken), "transport-closed");
  assert.equal(fault.message, "the connection was lost, or the answer could not be decoded");
});

Deno.test("data that is no JSON object breaks an event stream", async () => {
  for (const data of ["hello", "{", "[]", "null"]) {
    await refused(
      (seen) => events((write) => write(`data: ${data}\n\n${event(result(seen))}`)),
      "the server sent an event that is no JSON object",
    );
  }
  await refused(
    () => events((write) => write(new Uint8Array([0x64, 0xff, 0x0a, 0x0a]))),
    "the server's event stream is not UTF-8",
  );
  for (const silence of ["", ": comment\n\n", "data:\n\n", "event: ping\ndata: {}\n\n"]) {
    await refused(
      () => events((write) => write(silence)),
      "the server's answer ended without a reply",
    );
  }
});

Deno.test("further replies to the same id are dropped and counted", async () => {
  await using server = serve({
    "tools/call": (seen) => eventsOf(result(seen, REAL), result(seen), result(seen)),
  });
  await using connector = openUrl(server.url);
  const session = await connector.connect();
  assert.deepEqual(await resultOf(session), REAL);
  assert.equal((await session.request("ping", {})).kind, "result");
  await connector.close();
  assert.equal(connector.strays, 2);
});

Deno.test("a session id is 1 to 1024 visible characters and does not change", async () => {
  for (const id of ["x", "!~", "x".repeat(1024)]) {
    await using server = serve(naming(id));
    await using connector = openUrl(server.url);
    await (await connector.connect()).request("ping", {});
    assert.equal(server.of("ping")[0]?.headers.get("mcp-session-id"), id);
  }
  for (const id of ["", "a b", "x".repeat(1025), "a\u00e9"]) {
    await using server = serve(naming(id));
    await using connector = openUrl(server.url);
    const fault = await faultOf(connector.connect(), "transport-error");
    assert.equal(fault.message, "the server named a session by no valid id");
  }
  await using server = serve({
    "tools/call": (seen) => json(result(seen), { headers: { "mcp-session-id": "other" } }),
    ...naming("first"),
  });
  await using connector = openUrl(server.url);
  const session = await connector.connect();
  const fault = await faultOf(session.call(OK, {}), "transport-error");
  assert.equal(fault.message, "the server named another session in the middle of one");
  assert.equal((await session.call(OK, {}, { observing: true })).kind, "success");
});
