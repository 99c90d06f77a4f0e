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
import { judge } from "../../core/probes/registry.ts";
import type { Verdict } from "../../core/probes/verdict.ts";
import { tempFolder } from "../cli/run.ts";
import { KILL } from "../mcp/harness.ts";
import { discoveryOf } from "../probes/fake-session.ts";
import { lineOf } from "../probes/gate-runs.ts";
import { fails, passes } from "../probes/verdict-table.ts";
import { realServer } from "./servers.ts";

const MANIFEST = new URL("everything.manifest.json", import.meta.url);
const { manifest } = loadManifest(await Deno.readTextFile(MANIFEST), "everything.manifest.json");

/** Their tools exist only for clients that declare the capability, so the gate would refuse them. */
const ASKING = manifest.probes.filter(({ probe }) =>
  probe === "sampling" || probe === "elicitation"
);
const OTHERS = manifest.probes.filter((probeCase) => !ASKING.includes(probeCase));

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

/** Judges cases that have a connection of their own. */
async function judgeAll(connector: Connector, cases: ProbeCase[]): Promise<Verdict[]> {
  const session = await connector.connect();
  const verdicts: Verdict[] = [];
  for (const probeCase of cases) {
    verdicts.push(await judge(probeCase, { session, connector, discovery: discoveryOf() }));
  }
  return verdicts;
}

for (const [name, withServer] of [["stdio", withStdioServer], ["HTTP", withHttpServer]] as const) {
  Deno.test(`SDK server over ${name}: the gate`, () =>
    withServer(async (connector) => {
      const gate = await runGate({ cases: OTHERS, connector });
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
      ]);
      const cancelled = gate.cases.find(({ id }) => id === "operation-is-cancelled");
      assert.deepEqual(cancelled?.result, passes(2, { cancellation_outcome: "no-result" }));
      assert.deepEqual([connector.noise.lines, connector.strays], [0, 0]);
    }));

  Deno.test(`SDK server over ${name}: what asks the client`, () =>
    withServer(async (connector) => {
      assert.deepEqual(ASKING.map(({ id }) => id), [
        "sampling-is-answered",
        "input-is-declined",
        "input-is-accepted",
      ]);
      assert.deepEqual(await judgeAll(connector, ASKING), [passes(1), passes(1), passes(1)]);
      const none = ASKING.map((probeCase) => ({ ...probeCase, max_requests: 0 }) as ProbeCase);
      assert.deepEqual(await judgeAll(connector, none), [
        fails(1, "sampling-request-flood"),
        fails(1, "elicitation-request-flood"),
        fails(1, "elicitation-request-flood"),
      ]);
    }));
}
