/** Against servers that others have written. */

import assert from "node:assert/strict";
import { asToolName, type ToolName } from "../../core/labels.ts";
import { discover } from "../../core/mcp/discovery.ts";
import type { JsonObject } from "../../core/mcp/json.ts";
import { successOf, until } from "./harness.ts";
import { openUrl } from "./http-server.ts";
import { serveSdk } from "./sdk-server.ts";

const tool = (name: string) => asToolName(name) as ToolName;
const textOf = ({ content }: JsonObject) => (content as { text: string }[])[0]?.text;
const STUB = {
  role: "assistant",
  content: { type: "text", text: "mcpeval sample" },
  model: "mcpeval-stub",
};

Deno.test("an SDK server is listed, called and left, with event streams and with JSON", async () => {
  for (const json of [false, true]) {
    await using server = serveSdk({ json });
    const connector = openUrl(server.url);
    const session = await connector.connect();
    assert.equal(session.revision, "2025-06-18");
    assert.deepEqual(session.capabilities, {
      tools: {},
      logging: {},
      resources: { subscribe: true },
    });
    const { complete, catalog } = await discover(session);
    assert.deepEqual([complete, catalog.tools.length], [true, 9]);
    const echoed = await session.call(tool("echo"), { é: ["🐎"] });
    assert.equal(textOf(successOf(echoed)), '{"é":["🐎"]}');
    assert.equal((await session.call(tool("fail"), {})).kind, "tool-error");
    assert.equal(textOf(successOf(await session.call(tool("progress"), {}))), '"done"');
    assert.equal((await session.request("ping", {})).kind, "result");
    const unknown = await session.request("mcpeval/unknown", {});
    assert.equal(unknown.kind === "error" && (unknown.error as JsonObject).code, -32601);
    assert.equal(server.sessions.size, 1);
    await connector.close();
    assert.equal(server.sessions.size, 0, "the session was ended");
    assert.equal(connector.strays, 0);
  }
});

Deno.test("an SDK server negotiates on connections of their own", async () => {
  await using server = serveSdk();
  await using connector = openUrl(server.url);
  const latest = await connector.negotiate("2000-01-01");
  assert.equal(latest, "2025-11-25");
  assert.equal(await connector.negotiate("2025-06-18"), "2025-06-18");
  for (const protocol of ["2024-11-05", "2025-03-26", "2025-11-25"] as const) {
    await using other = openUrl(server.url, { protocol });
    const session = await other.connect();
    assert.equal(session.revision, protocol);
    assert.equal((await session.request("ping", {})).kind, "result");
  }
});

Deno.test("an SDK server samples and elicits, in the call's stream and apart from it", async () => {
  await using server = serveSdk();
  await using connector = openUrl(server.url);
  const session = await connector.connect({ capabilities: { sampling: {}, elicitation: {} } });
  const respond = (method: string): JsonObject =>
    method === "sampling/createMessage" ? STUB : { action: "decline" };
  const outcomes = [
    ["sample", "sampling", JSON.stringify(STUB)],
    ["sample-apart", "sampling", JSON.stringify(STUB)],
    ["elicit", "elicitation", '{"action":"decline"}'],
  ] as const;
  for (const [name, announced, text] of outcomes) {
    const outcome = await session.call(tool(name), {}, { observing: true, respond });
    assert.deepEqual(outcome.announced, new Set([announced]));
    assert.deepEqual(JSON.parse(textOf(successOf(outcome)) ?? ""), JSON.parse(text));
  }
});

Deno.test("an SDK server updates a resource", async () => {
  await using server = serveSdk();
  await using connector = openUrl(server.url);
  const session = await connector.connect();
  for (let round = 0; round < 2; round++) {
    const watch = session.watchResource("x:y");
    await session.request("resources/subscribe", { uri: "x:y" });
    await session.call(tool("touch"), {});
    assert.equal(await watch.updated(20_000), true);
    await session.request("resources/unsubscribe", { uri: "x:y" });
    watch.stop();
    await session.request("ping", {});
  }
});

Deno.test("an SDK server that closes the stream of a call is asked again until it answers", async () => {
  await using server = serveSdk({ resumable: true });
  await using connector = openUrl(server.url, { protocol: "2025-11-25" });
  const session = await connector.connect();
  for (let round = 0; round < 2; round++) {
    const outcome = await session.call(tool("leave"), {});
    assert.equal(textOf(successOf(outcome)), '"welcome back"');
    assert.equal((await session.call(tool("echo"), {})).kind, "success");
  }
  assert.equal(connector.strays, 0);
});

Deno.test("an SDK server stops a call that is cancelled", async () => {
  await using server = serveSdk();
  await using connector = openUrl(server.url);
  const session = await connector.connect();
  const outcome = await session.callCancelled(tool("wait"), {}, { reason: "test", graceMs: 400 });
  assert.equal(outcome, "no-result");
  await until(() => server.cancelled.length === 1);
  assert.deepEqual(server.cancelled, ["test"]);
  assert.equal((await session.call(tool("echo"), {})).kind, "success");
});

Deno.test("the reference server of the protocol's authors", async () => {
  const port = freePort();
  const everything = "npm:@modelcontextprotocol/server-everything@2026.8.31";
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--quiet", "--no-lock", "--no-config", "-A", everything].concat(
      "streamableHttp",
    ),
    env: { PORT: String(port) },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const reader = child.stderr.getReader();
  try {
    await firstWords(reader);
    await using connector = openUrl(`http://127.0.0.1:${port}/mcp`);
    const session = await connector.connect();
    assert.equal(session.revision, "2025-06-18");
    const { complete, catalog } = await discover(session);
    assert.equal(complete, true);
    assert.ok(catalog.tools.length > 5);
    const echoed = await session.call(tool("echo"), { message: "žluťoučký 🐎" });
    assert.equal(textOf(successOf(echoed)), "Echo: žluťoučký 🐎");
    assert.equal(await connector.negotiate("2025-06-18"), "2025-06-18");
  } finally {
    child.kill();
    await child.status;
    await reader.cancel();
  }
});

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  listener.close();
  return listener.addr.port;
}

/** Waits until the server says that it listens. */
async function firstWords(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let said = "";
  while (!/listening|running|port/i.test(said)) {
    const { value, done } = await reader.read();
    assert.ok(!done, `the server ended: ${said}`);
    said += new TextDecoder().decode(value);
  }
}
