/**
 * Compares journals with those of another implementation of the same records, on the same
 * conversations: MCPEVAL_REFERENCE names its `mcpeval` program. Without it the comparison is skipped
 * and says so.
 */

import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { run, SOURCE, type TempFolder, tempFolder } from "../cli/run.ts";
import { agent, play, type Played, readJournal, server, type Step } from "./conversation.ts";
import { event, freePort, listening, post } from "./http-harness.ts";

const path = Deno.env.get("MCPEVAL_REFERENCE");
if (path === undefined) {
  console.error("comparison with the reference skipped: MCPEVAL_REFERENCE is unset");
}

const call = (id: unknown, args: unknown = {}, name: unknown = "t") => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});
const request = (id: unknown, method: string, params?: unknown) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});
const result = (id: unknown, value: unknown = {}) => ({ jsonrpc: "2.0", id, result: value });
const error = (id: unknown, value: unknown) => ({ jsonrpc: "2.0", id, error: value });

const TOOLS = [
  {
    name: "t",
    inputSchema: {
      type: "object",
      properties: {
        a: { enum: ["x", "two words"] },
        l: { items: { anyOf: [{ enum: ["i"] }, { properties: { k: { enum: ["deep"] } } }] } },
        "a.b": { enum: ["dotted"] },
      },
    },
  },
  { name: "no schema" },
];

const CONVERSATIONS: Record<string, Step[]> = {
  "an ordinary session": [
    agent(request(0, "initialize", { protocolVersion: "2025-11-25" })),
    server(result(0, { protocolVersion: "2025-11-25", capabilities: {} })),
    agent({ jsonrpc: "2.0", method: "notifications/initialized" }),
    agent(request(1, "tools/list")),
    server(result(1, { tools: TOOLS })),
    agent(call(2, { a: "x", l: ["i"], b: "x", "a.b": "dotted" })),
    server({ jsonrpc: "2.0", method: "notifications/progress", params: { name: "p" } }),
    server({ jsonrpc: "2.0", id: 2, method: "roots/list" }),
    agent(result(2, { roots: [] })),
    server(result(2)),
    agent(call(3, { a: "two words", l: [{ k: "deep" }, "i"] })),
    server(result(3, { isError: true, content: [{ type: "text", text: "No row 7 in /srv/x" }] })),
    server(result(3)),
    agent(request(4, "prompts/get", { name: "a prompt", arguments: { city: "Chicago" } })),
    server(error(4, { code: -32602, message: "Unknown prompt 'a prompt'" })),
    agent(request(5, "unanswered")),
  ],
  "what is no message": [
    agent(""),
    agent("\r"),
    server("Server listening on port 3000"),
    server('{"jsonrpc":"2.0","id":1,"result":NaN}'),
    agent([call(1)]),
    server([result(1)]),
    agent({ id: 1, method: "tools/call" }),
    agent({ jsonrpc: "1.0", id: 1, method: "x" }),
    agent({ jsonrpc: "2.0", id: 1 }),
    agent({ jsonrpc: "2.0" }),
    agent(request(1, "a b")),
    agent(request(1, "a//b")),
    agent(request(1, "a".repeat(129))),
    agent(request({}, "a")),
    agent(request(true, "a")),
    agent(request(null, "a")),
    agent(request(1, "a", "text")),
    agent('{"jsonrpc":"2.0","id":1,"method":"a","params":null}'),
    agent({ jsonrpc: "2.0", id: 1, method: 5 }),
    agent({ jsonrpc: "2.0", id: 1, method: "x", result: 1 }),
    agent('{"jsonrpc":"2.0","id":1,"method":"x"} trailing'),
    agent('{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":"\\ud800"}}'),
    agent('{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":1e400}}'),
  ],
  "responses that are none": [
    agent(call(1)),
    server(error(1, { code: "x", message: "m" })),
    server(error(1, { code: 1.5, message: "m" })),
    server('{"jsonrpc":"2.0","id":1,"error":{"code":1.0,"message":"m"}}'),
    server(error(1, { code: 1 })),
    server(error(1, "x")),
    server(error(null, { code: 1, message: "m" })),
    server({ jsonrpc: "2.0", id: 1, result: {}, error: null }),
    server(result("1")),
    server(error(1, { code: -32000, message: "m 1", retryable: true, layer: "abc", kind: "k" })),
  ],
  "outcomes": [
    agent(call(1)),
    server(result(1, null)),
    agent(call(1)),
    server(result(1, { isError: "yes" })),
    agent(call(1)),
    server(result(1, { isError: null })),
    agent(request(1, "prompts/get")),
    server(result(1, { isError: "yes" })),
    agent(request(1, "prompts/get")),
    server(result(1, { isError: true, content: [{ text: "bad 7" }] })),
    agent(request(1, "ping")),
    server(result(1, null)),
  ],
  "ids": [
    agent(call("7")),
    agent(call(7)),
    server(result(7)),
    server(result("7", { isError: true })),
    agent(call(1.5)),
    server(result(1.5)),
    agent('{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}'),
    server('{"jsonrpc":"2.0","id":9007199254740993,"result":{}}'),
    agent(call("é\n", { first: 1 })),
    agent(call("é\n", { second: 1 })),
    server(result("é\n")),
    server(result("é\n")),
  ],
  "arguments": [
    agent(call(1, null)),
    server(result(1)),
    agent(call(1, [1, "x"], 5)),
    server(result(1)),
    agent(call(1, "text", "two words")),
    server(result(1)),
    agent(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{"a":1.0,' +
        '"b":1e3,"c":-0,"d":18446744073709551615,"e":1e16,"f":0.1,"g":1234567890123456789012}}}',
    ),
    server(result(1)),
    agent(call(1, {
      url: "https://www.example.co.uk/a?b#c",
      id: "123e4567-e89b-42d3-a456-426614174000",
      list: [],
      nested: { deep: [[true, null]] },
      long: "é".repeat(3000),
    })),
    server(result(1)),
  ],
  "CRLF": [agent(`${JSON.stringify(call(1))}\r`), server(`${JSON.stringify(result(1))}\r`)],
};

/** A record without what differs from run to run. */
function comparable(record: Record<string, unknown>): Record<string, unknown> {
  const { identity: _identity, ts: _ts, latency_ms, shim_self_us: _self, ...rest } = record;
  return { ...rest, timed: latency_ms !== undefined, members: Object.keys(record) };
}

const outcome = ({ code, received, stderr, records }: Played) => ({
  code,
  received,
  stderr,
  records: records.map(comparable),
});

for (const [name, steps] of Object.entries(CONVERSATIONS)) {
  Deno.test(`both record the same of ${name}`, { ignore: path === undefined }, async () => {
    await using folder = await tempFolder();
    const env = { MCPEVAL_SESSION: "sess-1" };
    const ours = await play(SOURCE, steps, folder, env);
    const theirs = await play([path ?? ""], steps, folder, env);
    assert.deepEqual(outcome(ours), outcome(theirs));
    assert.equal(ours.code, 0);
  });
}

/** What a program says of a home, which is copied first: an index is not for everybody. */
async function readBy(
  program: readonly string[],
  home: string,
  folder: TempFolder,
): Promise<unknown[]> {
  const copy = folder.file(`copy-${crypto.randomUUID()}`);
  cpSync(home, copy, { recursive: true });
  const said: unknown[] = [];
  for (const command of [["index"], ["doctor"], ["share", "--dir", `${copy}-out`]]) {
    const { code, stdout, stderr } = await run(program, command, { env: { MCPEVAL_HOME: copy } });
    said.push([code, stdout.replaceAll(copy, "HOME"), stderr]);
  }
  for (const { name } of Deno.readDirSync(`${copy}-out/store`)) {
    said.push(await Deno.readTextFile(`${copy}-out/store/${name}`));
  }
  return said;
}

Deno.test("each reads the journal of the other", { ignore: path === undefined }, async () => {
  await using folder = await tempFolder();
  const steps = [
    ...CONVERSATIONS["an ordinary session"] ?? [],
    ...CONVERSATIONS["responses that are none"] ?? [],
    ...CONVERSATIONS["arguments"] ?? [],
  ];
  for (const writer of [SOURCE, [path ?? ""]]) {
    const { home, records } = await play(writer, steps, folder);
    const [{ identity } = {}] = records as { identity?: { event_id: string } }[];
    const note = ["--event-id", identity?.event_id ?? "", "--kind=workaround", "--note=see"];
    assert.equal(
      (await run(writer, ["annotate", ...note], { env: { MCPEVAL_HOME: home } })).code,
      0,
    );
    const ours = await readBy(SOURCE, home, folder);
    assert.deepEqual(ours, await readBy([path ?? ""], home, folder));
    assert.deepEqual(ours.slice(0, 1), [
      [0, "indexed 19 calls, 3 failures, 1 annotations\n", ""],
    ]);
    assert.equal(ours.length, 5);
  }
});

/** Messages by POST, with the answer of the server and its type. */
const EXCHANGES: [body: unknown, type: string, answer: string][] = [
  ...([
    [request(1, "tools/list"), result(1, { tools: TOOLS })],
    [call(1, { a: "x", b: 1.0 }), result(1)],
    [call("1"), result("1", { isError: true, content: [{ type: "text", text: "No row 7" }] })],
    [call(2), error(2, { code: -32602, message: "Unknown tool 'x'" })],
    [call(3), error(3, "odd")],
    [call(4, null), result(5)],
    ["no JSON", result(1)],
    [request(1, "a b"), result(1)],
  ] as const).map(([body, answer]) =>
    [body, "application/json", JSON.stringify(answer)] as [unknown, string, string]
  ),
  [call(6), "text/event-stream", event(result(6))],
  [call(7), "text/event-stream; charset=utf-8", `: hello\r\nid: 1\r\n${event(result(7))}`],
  [call(8), "text/html", "<p>no</p>"],
  [call(9), "application/json", "{"],
];

async function exchangeThrough(
  program: readonly string[],
  folder: TempFolder,
): Promise<Record<string, unknown>[]> {
  const home = folder.file(`home-${crypto.randomUUID()}`);
  await Deno.mkdir(home);
  await Deno.writeFile(`${home}/.salt`, new Uint8Array(32), { mode: 0o600 });
  const answers = EXCHANGES.values();
  const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
  await using upstream = Deno.serve(options, async (request) => {
    await request.text();
    const [, type, answer] = answers.next().value ?? [];
    return new Response(answer ?? "", { headers: { "content-type": type ?? "" } });
  });
  const port = freePort();
  const url = `http://127.0.0.1:${upstream.addr.port}/mcp`;
  const places = ["--listen", `127.0.0.1:${port}`, "--upstream", url];
  const shim = [...program, "shim-http", "--server", "test", ...places];
  {
    await using _shim = await listening(port, shim, {
      MCPEVAL_HOME: home,
      MCPEVAL_SESSION: "sess-1",
    });
    for (const [body, , answer] of EXCHANGES) {
      const response = await post(`http://127.0.0.1:${port}/`, body);
      assert.equal(await response.text(), answer);
    }
  }
  return (await readJournal(home)).map(comparable);
}

Deno.test("both record the same of HTTP exchanges", { ignore: path === undefined }, async () => {
  await using folder = await tempFolder();
  assert.deepEqual(
    await exchangeThrough(SOURCE, folder),
    await exchangeThrough([path ?? ""], folder),
  );
});
