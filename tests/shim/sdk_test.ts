// deno-lint-ignore-file no-import-prefix -- only this file needs the package
/** A client and a server that others have written, with a shim between them. */

import assert from "node:assert/strict";
// @ts-types="npm:@modelcontextprotocol/sdk@1.32.2/client/index"
import { Client } from "npm:@modelcontextprotocol/sdk@1.32.2/client/index.js";
// @ts-types="npm:@modelcontextprotocol/sdk@1.32.2/client/stdio"
import { StdioClientTransport } from "npm:@modelcontextprotocol/sdk@1.32.2/client/stdio.js";
// @ts-types="npm:@modelcontextprotocol/sdk@1.32.2/client/streamableHttp"
import { StreamableHTTPClientTransport } from "npm:@modelcontextprotocol/sdk@1.32.2/client/streamableHttp.js";
import { SOURCE, type TempFolder, tempFolder } from "../cli/run.ts";
import { realServer } from "../peers/servers.ts";
import { readJournal } from "./conversation.ts";
import { freePort, listening } from "./http-harness.ts";

/** What the client asks for; the secret is in arguments, results and errors. */
async function converse(client: Client, secret: string): Promise<void> {
  await client.ping();
  await client.listTools();
  const call = (name: string, args: Record<string, unknown>) =>
    client.callTool({ name, arguments: args });
  assert.match(JSON.stringify(await call("echo", { message: secret })), new RegExp(secret));
  await call("get-sum", { a: 1, b: 2.5 });
  await call("get-structured-content", { location: "Chicago" });
  await call("get-annotated-message", { messageType: "debug", includeImage: false });
  await call("trigger-long-running-operation", { duration: 0.1, steps: 2 });
  assert.equal((await call("get-sum", { a: secret })).isError, true);
  assert.equal((await call(`no ${secret}`, {})).isError, true);
  await client.listPrompts();
  await client.getPrompt({ name: "args-prompt", arguments: { city: secret } });
  await assert.rejects(client.readResource({ uri: `demo://${secret}` }));
}

const RECORDED = [
  ["initialize", undefined, undefined, "ok"],
  ["ping", undefined, undefined, "ok"],
  ["tools/list", undefined, undefined, "ok"],
  ["tools/call", "echo", { message: "str<128" }, "ok"],
  ["tools/call", "get-sum", { a: "num:1", b: "num:2.5" }, "ok"],
  ["tools/call", "get-structured-content", { location: "enum:Chicago" }, "ok"],
  [
    "tools/call",
    "get-annotated-message",
    { includeImage: "bool:false", messageType: "enum:debug" },
    "ok",
  ],
  ["tools/call", "trigger-long-running-operation", { duration: "num:0.1", steps: "num:2" }, "ok"],
  ["tools/call", "get-sum", { a: "str<128" }, "error"],
  ["tools/call", "unlisted", {}, "error"],
  ["prompts/list", undefined, undefined, "ok"],
  ["prompts/get", "args-prompt", { city: "str<128" }, "ok"],
  ["resources/read", undefined, undefined, "error"],
];

/** The calls of a journal; what the server sent by itself is left out. */
async function calls(home: string): Promise<unknown[]> {
  const records = await readJournal(home);
  return records.filter(({ latency_ms }) => latency_ms !== undefined)
    .map(({ method, tool, args, outcome }) => [method, tool, args, outcome]);
}

async function assertContentFree(folder: TempFolder, home: string, secret: string): Promise<void> {
  const text = JSON.stringify(await readJournal(home));
  assert.equal(text.includes(secret), false);
  assert.equal(text.includes(folder.path), false);
}

// The SDK leaves timers of its own behind.
const leaky = { sanitizeOps: false, sanitizeResources: false };

Deno.test(
  "an SDK client calls a server of npm over stdio, and every call is recorded",
  leaky,
  async () => {
    await using folder = await tempFolder();
    const { command, env, secret } = await realServer("everything", folder);
    const home = folder.file("home");
    const [program = "", ...args] = SOURCE;
    const transport = new StdioClientTransport({
      command: program,
      args: [...args, "shim", "--server", "everything", "--", ...command],
      env: { ...Deno.env.toObject(), ...env, MCPEVAL_HOME: home },
      stderr: "ignore",
    });
    const client = new Client({ name: "test", version: "1" });
    await client.connect(transport);
    await converse(client, secret);
    await client.close();
    assert.deepEqual(await calls(home), RECORDED);
    await assertContentFree(folder, home, secret);
  },
);

Deno.test(
  "an SDK client calls a server of npm over HTTP, and every call is recorded",
  leaky,
  async () => {
    await using folder = await tempFolder();
    const { command, env, secret } = await realServer("everything", folder);
    const home = folder.file("home");
    const [upstream, port] = [freePort(), freePort()];
    const http = [...command.slice(0, -1), "streamableHttp"];
    await using _server = await listening(upstream, http, { ...env, PORT: String(upstream) });
    const shim = [
      ...[...SOURCE, "shim-http", "--server", "everything", "--listen", `127.0.0.1:${port}`],
      ...["--upstream", `http://127.0.0.1:${upstream}/mcp`],
    ];
    {
      await using _shim = await listening(port, shim, { MCPEVAL_HOME: home });
      const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`));
      const client = new Client({ name: "test", version: "1" });
      await client.connect(transport);
      await converse(client, secret);
      await transport.terminateSession();
      await client.close();
    }
    assert.deepEqual(await calls(home), RECORDED);
    await assertContentFree(folder, home, secret);
  },
);
