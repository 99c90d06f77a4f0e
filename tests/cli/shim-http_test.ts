import assert from "node:assert/strict";
import { readJournal } from "../shim/conversation.ts";
import { freePort, post, resultOf, toolCall } from "../shim/http-harness.ts";
import { mcpeval, SOURCE, tempFolder } from "./run.ts";

Deno.test("start-up failures end with 3 before anything is opened", async () => {
  await using folder = await tempFolder();
  const env = { MCPEVAL_HOME: folder.file("home") };
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const upstream = "http://127.0.0.1:1/mcp";
  const listen = `127.0.0.1:${freePort()}`;
  const cases: [server: string, listen: string, upstream: string, message: RegExp][] = [
    ["no label", listen, upstream, /label/],
    ["a", "localhost:8080", upstream, /--listen .*literal loopback/],
    ["a", "0.0.0.0:8080", upstream, /--listen .*literal loopback/],
    ["a", listen, "http://example.com/mcp", /--allow-remote-http/],
    ["a", listen, "ftp://127.0.0.1/", /http/],
    ["a", listen, "http://user:SECRET@127.0.0.1/", /user name/],
    ["a", listen, `${upstream}?token=SECRET`, /query/],
    ["a", `127.0.0.1:${taken.addr.port}`, upstream, /in use/],
  ];
  for (const [server, address, url, message] of cases) {
    const args = ["shim-http", "--server", server, "--listen", address, "--upstream", url];
    const { code, stdout, stderr } = await mcpeval(args, { env });
    assert.deepEqual([code, stdout], [3, ""], url);
    assert.match(stderr, /^Error: /);
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /SECRET/);
  }
  assert.deepEqual([...Deno.readDirSync(folder.path)], []);

  await folder.write("file", "");
  const { code } = await mcpeval(
    ["shim-http", "--server", "a", "--listen", listen, "--upstream", upstream],
    { env: { MCPEVAL_HOME: folder.file("file") } },
  );
  assert.equal(code, 3);
});

Deno.test("it is silent, and an interrupt ends it after the last record", async () => {
  await using folder = await tempFolder();
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (it) => {
    if (it.method === "GET") {
      const open = new ReadableStream({ start: (it) => it.enqueue(new Uint8Array([0x3a, 0x0a])) });
      return new Response(open, { headers: { "content-type": "text/event-stream" } });
    }
    const { id } = await it.json();
    if (id === "hangs") {
      await new Promise((resolve) => it.signal.addEventListener("abort", resolve));
    }
    return Response.json(resultOf(id));
  });
  const port = freePort();
  const [program = "", ...args] = SOURCE;
  const child = new Deno.Command(program, {
    args: [
      ...[...args, "shim-http", "--server", "a", "--listen", `127.0.0.1:${port}`],
      ...["--upstream", `http://127.0.0.1:${server.addr.port}/mcp`],
    ],
    env: { MCPEVAL_HOME: folder.file("home"), MCPEVAL_SESSION: "sess-1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const url = `http://127.0.0.1:${port}/`;
  let response = await post(url, toolCall(1)).catch(() => null);
  while (response === null) response = await post(url, toolCall(1)).catch(() => null);
  assert.deepEqual(await response.json(), resultOf(1));
  const open = await fetch(url);
  await post(url, toolCall(2)).then((response) => response.text());
  const hanging = post(url, toolCall("hangs")).catch(() => null);
  const third = await post(url, toolCall(3)).then((response) => response.text());
  assert.equal(third, JSON.stringify(resultOf(3)));
  child.kill("SIGTERM");
  const { code, stdout, stderr } = await child.output();
  assert.deepEqual([code, stdout.length, stderr.length], [143, 0, 0]);
  assert.equal(await hanging, null);
  await open.body?.cancel().catch(() => {}); // the shim has cut it off
  const records = await readJournal(folder.file("home"));
  assert.deepEqual(
    records.map(({ seq, session, method, outcome }) => [seq, session, method, outcome]),
    [1, 2, 3].map((seq) => [
      seq,
      "session:abe633f3a47a2758174eabe9160daf36c4b1a33e8642ebf96e8f91c3fcbd5f9c",
      "tools/call",
      "ok",
    ]),
  );
});

Deno.test("a failed recording is exit 3 after an interrupt", async () => {
  await using folder = await tempFolder();
  const home = folder.file("home");
  // Folders in the place of the journals of today and, should midnight come, of tomorrow.
  for (const ahead of [0, 86_400_000]) {
    const day = new Date(Date.now() + ahead).toISOString().slice(0, 10);
    await Deno.mkdir(`${home}/store/calls-${day}.jsonl`, { recursive: true });
  }
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (it) => {
    const { id } = await it.json();
    return Response.json(resultOf(id));
  });
  const port = freePort();
  const [program = "", ...args] = SOURCE;
  const child = new Deno.Command(program, {
    args: [
      ...[...args, "shim-http", "--server", "a", "--listen", `127.0.0.1:${port}`],
      ...["--upstream", `http://127.0.0.1:${server.addr.port}/mcp`],
    ],
    env: { MCPEVAL_HOME: home },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const url = `http://127.0.0.1:${port}/`;
  let response = await post(url, toolCall(1)).catch(() => null);
  while (response === null) response = await post(url, toolCall(1)).catch(() => null);
  await response.body?.cancel();
  const reader = child.stderr.getReader();
  assert.match(new TextDecoder().decode((await reader.read()).value), /^recording failed, /);
  child.kill("SIGTERM");
  assert.equal((await child.status).code, 3);
  await reader.cancel();
});
