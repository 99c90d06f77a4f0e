// deno-lint-ignore-file no-import-prefix -- only this file needs the package
/** The service as official clients of both generations use it. */

import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "npm:@modelcontextprotocol/sdk@1.32.2/client/index.js";
import {
  StreamableHTTPClientTransport as OldTransport,
} from "npm:@modelcontextprotocol/sdk@1.32.2/client/streamableHttp.js";
import { tempFolder, testServer } from "../cli/run.ts";
import { callTool, startService } from "./harness.ts";

const INFO = { name: "test", version: "1" };
const TOOLS = [
  "list_findings",
  "get_finding",
  "get_readiness_trends",
  "run_probe",
  "scaffold",
  "score",
  "verify_finding",
  "record_annotation",
];

/** What the tests need of a client of either generation. */
interface AnyClient {
  revision: string | undefined;
  tools(): Promise<string[]>;
  call(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<unknown>;
  resources(): Promise<string[]>;
  read(uri: string): Promise<string>;
  prompt(name: string, args: Record<string, string>): Promise<string>;
  ping: (() => Promise<unknown>) | null;
  close(): Promise<void>;
}

interface Named {
  name: string;
}

interface CallOptions {
  signal?: AbortSignal;
  onprogress?: (state: { progress: number }) => void;
}

async function first(url: string): Promise<AnyClient> {
  const client = new OldClient(INFO);
  const transport = new OldTransport(new URL(url));
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    revision: transport.protocolVersion,
    tools: async () => (await client.listTools()).tools.map((tool: Named) => tool.name),
    call: (name, args, options) => client.callTool({ name, arguments: args }, undefined, options),
    resources: async () =>
      (await client.listResources()).resources.map((resource: { uri: string }) => resource.uri),
    read: async (uri) => String((await client.readResource({ uri })).contents[0]?.["text"]),
    prompt: async (name, args) =>
      JSON.stringify((await client.getPrompt({ name, arguments: args })).messages),
    ping: () => client.ping(),
    close: () => client.close(),
  };
}

async function second(url: string, mode: "legacy" | { pin: string }): Promise<AnyClient> {
  const client = new Client(INFO, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return {
    revision: client.getNegotiatedProtocolVersion(),
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, args, options) => client.callTool({ name, arguments: args }, options),
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    read: async (uri) => JSON.stringify((await client.readResource({ uri })).contents[0]),
    prompt: async (name, args) =>
      JSON.stringify((await client.getPrompt({ name, arguments: args })).messages),
    ping: mode === "legacy" ? () => client.ping() : null,
    close: () => client.close(),
  };
}

const CLIENTS: Record<string, [revision: string, open: (url: string) => Promise<AnyClient>]> = {
  "SDK 1": ["2025-11-25", first],
  "SDK 2, legacy era": ["2025-11-25", (url) => second(url, "legacy")],
  "SDK 2, modern era": ["2026-07-28", (url) => second(url, { pin: "2026-07-28" })],
};

for (const [name, [revision, open]] of Object.entries(CLIENTS)) {
  Deno.test(`${name}: lists, calls, reads, is told of progress, and cancels`, async () => {
    await using folder = await tempFolder();
    await using service = await startService(folder.path, { allowSpawn: true });
    const client = await open(service.url);
    assert.equal(client.revision, revision);
    assert.deepEqual(await client.tools(), TOOLS);
    await client.ping?.();
    assert.match(JSON.stringify(await client.call("list_findings", {})), /no findings/);
    await assert.rejects(client.call("get_finding", {}), /missing required property finding_id/);
    assert.match(await client.prompt("fix_loop", {}), /verify_finding/);

    const steps: number[] = [];
    const command = testServer("demo/main.ts");
    const scored = await client.call("score", { command, server_label: "demo" }, {
      onprogress: ({ progress }) => void steps.push(progress),
    });
    // The client has checked the result against the output schema.
    assert.match(JSON.stringify(scored), /readiness 91\/100/);
    assert.ok(steps.length > 10);
    assert.deepEqual(steps, steps.toSorted((a, b) => a - b));
    assert.equal(new Set(steps).size, steps.length);
    assert.deepEqual(await client.resources(), ["mcpeval://readiness/latest"]);
    assert.match(await client.read("mcpeval://readiness/latest"), /mcpeval-standard\/2/);

    const marker = crypto.randomUUID();
    const hanging = testServer("tests/serve/silent-server.ts", marker);
    const controller = new AbortController();
    const cancelled = client.call("score", { command: hanging }, {
      signal: controller.signal,
      onprogress() {},
    });
    cancelled.catch(() => {});
    await until(() => commandsWith(marker).length > 0);
    assert.match(
      (await callTool(service.url, "score", { command })).content[0].text,
      /evaluation already running/,
    );
    controller.abort();
    await assert.rejects(cancelled);
    await until(() => commandsWith(marker).length === 0);
    await until(async () => {
      const next = await callTool(service.url, "scaffold", { command });
      return next.isError !== true;
    });
    await client.close();
  });
}

Deno.test("a client that goes away ends its evaluation, and an interrupt ends every server", async () => {
  await using folder = await tempFolder();
  const service = await startService(folder.path, { allowSpawn: true });
  const call = (marker: string, signal?: AbortSignal) => {
    const command = testServer("tests/serve/silent-server.ts", marker);
    const params = { name: "score", arguments: { command } };
    return fetch(service.url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call", params }),
      ...(signal === undefined ? {} : { signal }),
    });
  };
  const [leaving, staying] = [crypto.randomUUID(), crypto.randomUUID()];
  const controller = new AbortController();
  const left = call(leaving, controller.signal);
  left.catch(() => {});
  await until(() => commandsWith(leaving).length > 0);
  // Another client's cancellation of the same id is no reason.
  const other = await fetch(service.url, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Mcp-Session-Id": "other" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 7 },
    }),
  });
  assert.deepEqual([other.status, await other.text()], [202, ""]);
  assert.equal(commandsWith(leaving).length, 1);
  controller.abort();
  await assert.rejects(left);
  await until(() => commandsWith(leaving).length === 0);
  await until(async () => {
    const { content } = await callTool(service.url, "score", { command: ["/nonexistent"] });
    return !content[0].text.includes("already running");
  });

  const stayed = call(staying);
  stayed.catch(() => {});
  await until(() => commandsWith(staying).length > 0);
  await service[Symbol.asyncDispose]();
  assert.equal((await service.child.status).code, 143);
  await assert.rejects(stayed);
  await until(() => commandsWith(staying).length === 0);
});

/** Command lines of the processes that have a word among their arguments. */
function commandsWith(word: string): string[] {
  return [...Deno.readDirSync("/proc")].filter(({ name }) => /^\d+$/.test(name)).flatMap(
    ({ name }) => {
      try {
        const command = Deno.readTextFileSync(`/proc/${name}/cmdline`);
        return command.includes(word) ? [command] : [];
      } catch {
        return [];
      }
    },
  );
}

/** Waits for what has no event; a process that never ends fails the test. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!await holds()) {
    assert.ok(performance.now() < deadline, "it never came to hold");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
