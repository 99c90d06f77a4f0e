// deno-lint-ignore-file no-import-prefix -- only this file needs the package
/** A client and a server that others have written, with a shim between them. */

import assert from "node:assert/strict";
// @ts-types="npm:@modelcontextprotocol/sdk@1.32.2/client/index"
import { Client } from "npm:@modelcontextprotocol/sdk@1.32.2/client/index.js";
// @ts-types="npm:@modelcontextprotocol/sdk@1.32.2/client/stdio"
import { StdioClientTransport } from "npm:@modelcontextprotocol/sdk@1.32.2/client/stdio.js";
// @ts-types="npm:@modelcontextprotocol/sdk@1.32.2/client/streamableHttp"
import { StreamableHTTPClientTransport } from "npm:@modelcontextprotocol/sdk@1.32.2/client/streamableHttp.js";
import { BINARY, SOURCE, type TempFolder, tempFolder } from "../cli/run.ts";
import { realServer } from "../peers/servers.ts";
import { readJournal } from "./conversation.ts";
import { freePort, listening } from "./http-harness.ts";
import { type Tap, tapBefore } from "./http-tap.ts";
import { digest } from "./shimmed.ts";

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

/** A command between two files, which get all that passes in either direction. */
function between(folder: TempFolder, name: string, command: readonly string[]): string[] {
  const [toServer, toAgent] = [folder.file(`${name}-to-server`), folder.file(`${name}-to-agent`)];
  const script = 'in="$1"; out="$2"; shift 2; tee "$in" | "$@" | tee "$out"';
  return ["sh", "-c", script, "sh", toServer, toAgent, ...command];
}

/** SHA-256 of a file that {@link between} has written. */
async function digestOf(folder: TempFolder, name: string): Promise<string> {
  return await digest(await Deno.readFile(folder.file(name)));
}

for (const [name, program] of [["from source", SOURCE], ["compiled", BINARY]] as const) {
  Deno.test(
    `an SDK client calls a server of npm over stdio, and every call is recorded, ${name}`,
    { ...leaky, ignore: Deno.build.os === "windows" },
    async () => {
      await using folder = await tempFolder();
      const { command, env, secret } = await realServer("everything", folder);
      const home = folder.file("home");
      const server = between(folder, "behind", command);
      const shim = [...program, "shim", "--server", "everything", "--", ...server];
      const [first = "", ...args] = between(folder, "before", shim);
      const transport = new StdioClientTransport({
        command: first,
        args,
        env: { ...Deno.env.toObject(), ...env, MCPEVAL_HOME: home },
        stderr: "ignore",
      });
      const client = new Client({ name: "test", version: "1" });
      await client.connect(transport);
      await converse(client, secret);
      await client.close();
      for (const direction of ["to-server", "to-agent"]) {
        const [before, behind] = [`before-${direction}`, `behind-${direction}`];
        assert.ok((await Deno.stat(folder.file(before))).size > 1_000);
        assert.equal(await digestOf(folder, before), await digestOf(folder, behind), direction);
      }
      assert.deepEqual(await calls(home), RECORDED);
      await assertContentFree(folder, home, secret);
    },
  );

  Deno.test(
    `an SDK client calls a server of npm over HTTP, and every call is recorded, ${name}`,
    leaky,
    async () => {
      await using folder = await tempFolder();
      const { command, env, secret } = await realServer("everything", folder);
      const home = folder.file("home");
      const [upstream, port] = [freePort(), freePort()];
      const http = [...command.slice(0, -1), "streamableHttp"];
      await using _server = await listening(upstream, http, { ...env, PORT: String(upstream) });
      await using behind = tapBefore(`http://127.0.0.1:${upstream}/mcp`);
      await using before = tapBefore(`http://127.0.0.1:${port}/mcp`);
      const shim = [
        ...[...program, "shim-http", "--server", "everything", "--listen", `127.0.0.1:${port}`],
        ...["--upstream", behind.url],
      ];
      {
        await using _shim = await listening(port, shim, { MCPEVAL_HOME: home });
        const transport = new StreamableHTTPClientTransport(new URL(before.url));
        const client = new Client({ name: "test", version: "1" });
        await client.connect(transport);
        await converse(client, secret);
        await transport.terminateSession();
        await client.close();
      }
      assert.ok(before.exchanges.size > RECORDED.length);
      assert.deepEqual(await digestsOf(before), await digestsOf(behind));
      assert.deepEqual(await calls(home), RECORDED);
      await assertContentFree(folder, home, secret);
    },
  );
}

/** Each exchange by its number, with the hash of what passed in either direction. */
async function digestsOf({ exchanges }: Tap): Promise<Record<string, string[]>> {
  const digests: Record<string, string[]> = {};
  for (const [number, { method, request, answer }] of exchanges) {
    const sides = [await digest(new Uint8Array(request)), await digest(new Uint8Array(answer))];
    digests[number] = [method, ...sides];
  }
  return digests;
}
