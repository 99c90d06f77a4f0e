/**
 * The gate against a server that is made with the TypeScript SDK of MCP and uses all of it, over
 * both transports.
 */

import assert from "node:assert/strict";
import { runGate } from "../../core/gate.ts";
import { loadManifest } from "../../core/manifest/load.ts";
import type { ProbeCase } from "../../core/manifest/types.ts";
import { openTarget } from "../../core/mcp/connector.ts";
import type { Connector, Target } from "../../core/mcp/session.ts";
import { tempFolder } from "../cli/run.ts";
import { KILL } from "../mcp/harness.ts";
import { lineOf } from "../probes/gate-runs.ts";
import { passes } from "../probes/verdict-table.ts";
import { realServer } from "./servers.ts";

const MANIFEST = new URL("everything.manifest.json", import.meta.url);
const { manifest } = loadManifest(await Deno.readTextFile(MANIFEST), "everything.manifest.json");

/** Their tools are listed only to clients that declare the capability. */
const ASKING = manifest.probes.filter(({ probe }) =>
  probe === "sampling" || probe === "elicitation"
);

async function withTarget(
  target: Target,
  use: (connector: Connector) => Promise<void>,
): Promise<void> {
  const connector = openTarget(target, { timeoutMs: manifest.timeout_ms, killProgram: KILL });
  try {
    await use(connector);
  } finally {
    await connector.close();
  }
}

async function withStdioServer(use: (connector: Connector) => Promise<void>): Promise<void> {
  await using folder = await tempFolder();
  const { command: [program = "", ...args] } = await realServer("everything", folder);
  await withTarget({ kind: "stdio", command: [program, ...args] }, use);
}

/** A port of the loopback that is free now. */
function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  return port;
}

/** Starts the server, waits until it says that it listens, and ends it afterwards. */
async function withHttpServer(use: (connector: Connector) => Promise<void>): Promise<void> {
  await using folder = await tempFolder();
  const { command: [program = "", ...args] } = await realServer("everything", folder);
  const port = freePort();
  const server = new Deno.Command(program, {
    args: [...args.slice(0, -1), "streamableHttp"],
    env: { PORT: `${port}` },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const said = server.stderr.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let text = ""; !text.includes("listening on port");) {
      const { value, done } = await said.read();
      assert.ok(!done, "the server has started");
      text += value;
    }
    const url = `http://127.0.0.1:${port}/mcp`;
    await withTarget({ kind: "http", url, allowRemote: false }, use);
  } finally {
    server.kill("SIGKILL");
    await said.cancel();
    await server.status;
  }
}

for (const [name, withServer] of [["stdio", withStdioServer], ["HTTP", withHttpServer]] as const) {
  Deno.test(`SDK server over ${name}: the gate`, () =>
    withServer(async (connector) => {
      const said: string[] = [];
      const gate = await runGate({
        cases: manifest.probes,
        connector,
        onDiagnostic: (line) => said.push(line),
      });
      assert.deepEqual(said, []);
      assert.deepEqual(gate.cases.map(lineOf), [
        "echo-answers pass 1",
        "echo-without-message pass 1",
        "weather-conforms pass 1",
        "operation-is-cancelled pass 2",
        "operation-survives-cancelling pass 3",
        "subscriber-is-told pass 3",
        "unknown-resource fail 1 resource-unreadable",
        "department-is-completed pass 1",
        "department-has-too-many-values fail 1 completion-value-flood",
        "resource-id-is-completed pass 1",
        "unknown-prompt fail 1 completion-invalid-request",
        "sums-one-after-another pass 4",
        "two-clients pass 2",
        "revisions pass 3",
        "surfaces pass 1",
        "sampling-is-answered pass 1",
        "input-is-declined pass 1",
        "input-is-accepted pass 1",
      ]);
      const cancelled = gate.cases.find(({ id }) => id === "operation-is-cancelled");
      assert.deepEqual(cancelled?.result, passes(2, { cancellation_outcome: "no-result" }));
      const names = gate.catalog?.map(({ name }) => name) ?? [];
      assert.ok(names.includes("echo"), "the catalog is that of a client without capabilities");
      for (const { tool } of gate.cases.slice(-3)) assert.ok(!names.includes(tool ?? "none"));
      assert.deepEqual([connector.noise.lines, connector.strays], [0, 0]);
    }));

  Deno.test(`SDK server over ${name}: what asks the client more than it may`, () =>
    withServer(async (connector) => {
      const none = ASKING.map((probeCase) => ({ ...probeCase, max_requests: 0 }) as ProbeCase);
      const gate = await runGate({ cases: none, connector });
      assert.deepEqual(gate.cases.map(lineOf), [
        "sampling-is-answered fail 1 sampling-request-flood",
        "input-is-declined fail 1 elicitation-request-flood",
        "input-is-accepted fail 1 elicitation-request-flood",
      ]);
    }));

  Deno.test(`SDK server over ${name}: a tool that no client is shown`, () =>
    withServer(async (connector) => {
      const [first] = ASKING;
      const cases = [{ ...first, tool: "trigger-nothing" } as ProbeCase];
      await assert.rejects(runGate({ cases, connector }), {
        name: "UsageError",
        message:
          "probe case sampling-is-answered: sampling tool: the server does not list trigger-nothing",
      });
    }));
}
