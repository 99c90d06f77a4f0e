/**
 * Compares with another implementation of the same service: MCPEVAL_REFERENCE names its `mcpeval`
 * program. Without it the comparison is skipped and says so.
 */

import assert from "node:assert/strict";
import { DEMO, tempFolder } from "../cli/run.ts";
import {
  exchange,
  freePort,
  requestText,
  rpc,
  type RunningService,
  startService,
} from "./harness.ts";

const path = Deno.env.get("MCPEVAL_REFERENCE");
if (path === undefined) {
  console.error("comparison of the service skipped: MCPEVAL_REFERENCE is unset");
}

/** A schema without its prose. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([name, member]) =>
    name !== "description" || typeof member !== "string"
  );
  return Object.fromEntries(members.map(([name, member]) => [name, bare(member)]));
}

async function both(work: (service: RunningService) => Promise<unknown>): Promise<unknown[]> {
  await using folder = await tempFolder();
  const results = [];
  for (const program of [undefined, [path ?? ""]]) {
    const options = { allowSpawn: true, ...(program && { program, port: freePort() }) };
    await using service = await startService(folder.file(`home${results.length}`), options);
    results.push(await work(service));
  }
  return results;
}

function compare(name: string, work: (service: RunningService) => Promise<unknown>): void {
  Deno.test({
    name: `as the reference: ${name}`,
    ignore: path === undefined,
    async fn() {
      const [ours, theirs] = await both(work);
      assert.deepEqual(ours, theirs);
    },
  });
}

compare("the catalog but for its prose", async ({ url }) => {
  const { answer } = await rpc(url, "tools/list");
  return bare(answer.result.tools);
});

compare("what is accepted", async ({ port }) => {
  const host = "Host: localhost";
  const type = "Content-Type: application/json";
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const requests = [
    requestText(ping),
    requestText(ping, [host, host, type]),
    requestText(ping, [host, "Origin: null", type]),
    requestText(ping, [host, "Origin: http://localhost:1", type]),
    requestText(ping, [host, "Origin: file://localhost", type]),
    requestText(ping, [type]),
    ...["localhost.", "127.1", "0x7f.1", "[::1]:5", "0.0.0.0", "a.localhost", "localhost/x"].map(
      (name) => requestText(ping, [`Host: ${name}`, type]),
    ),
    requestText("", [host], "GET /mcp HTTP/1.1"),
    requestText(ping, [host, "Content-Type: text/plain"]),
    requestText(ping, [host, "Content-Type: application/json; charset=utf-8"]),
    requestText("{", [host, type]),
    requestText("", [host, type]),
    "POST /mcp HTTP/1.0\r\nHost: localhost\r\n\r\n",
    requestText('{"jsonrpc":"2.0","method":"notifications/initialized"}', [host, type]),
  ];
  const statuses = [];
  for (const text of requests) statuses.push((await exchange(port, text)).status);
  return statuses;
});

compare("how calls are judged", async ({ url }) => {
  const manifest = { version: 1, probes: [] };
  const call = { kind: "workaround", note: "x" };
  const calls: [name: unknown, args: unknown][] = [
    [undefined, {}],
    [7, {}],
    ["no_such", {}],
    ["list_findings", {}],
    ["list_findings", null],
    ["list_findings", { state: 1 }],
    ["get_finding", {}],
    ["get_finding", { finding_id: "x" }],
    ["get_readiness_trends", []],
    ["run_probe", {}],
    ["run_probe", { manifest, command: "x" }],
    ["run_probe", { manifest, command: ["x", 1] }],
    ["run_probe", { manifest }],
    ["run_probe", { manifest, command: ["x"], url: "y" }],
    ["run_probe", { manifest, command: ["x"] }],
    ["scaffold", {}],
    ["scaffold", { command: ["/nonexistent"] }],
    ["score", {}],
    ["score", { command: ["x"], more: 1 }],
    ["score", { command: null }],
    ["score", { url: null, command: ["/nonexistent"] }],
    ["score", { url: "https://example.com/" }],
    ["score", { command: ["x"], server_label: "a b" }],
    ["verify_finding", { finding_id: "a", case_id: "b", manifest: {}, command: ["x"] }],
    ["record_annotation", call],
    ["record_annotation", { ...call, session: "s", seq: 1 }],
    ["record_annotation", { ...call, session: "s", seq: -1 }],
    ["record_annotation", { ...call, session: "s", seq: 1, event_id: null }],
    ["record_annotation", { ...call, kind: "x", session: "s", seq: 1 }],
    ["record_annotation", { ...call, note: "n".repeat(241), session: "s", seq: 1 }],
  ];
  const answers = [];
  for (const [name, args] of calls) {
    const { answer } = await rpc(url, "tools/call", { name, arguments: args });
    const { result, error } = answer;
    const kind = error === undefined ? result.isError === true : [error.code, error.message];
    // The reference names no place in the arguments of a tool that judges them itself.
    answers.push([name, kind, result?.structuredContent?.readiness_error]);
  }
  return answers;
});

compare("what an evaluation gives", async ({ url }) => {
  const command = [DEMO];
  const call = async (name: string, args: object) => {
    const { answer } = await rpc(url, "tools/call", { name, arguments: { command, ...args } });
    return answer.result;
  };
  const scored = await call("score", { server_label: "demo" });
  const manifest = JSON.parse((await call("scaffold", {})).content[0].text);
  const probed = await call("run_probe", { manifest });
  return [
    scored.content[0].text,
    Object.keys(scored.structuredContent).sort(),
    manifest.probes.map(({ id, probe }: { id: string; probe: string }) => [id, probe]),
    probed.content[0].text,
    probed.structuredContent.gate,
  ];
});
