/** From a captured failure to its verified repair, through the service alone. */

import assert from "node:assert/strict";
import { BINARY, mcpeval, type TempFolder, tempFolder, testServer } from "../cli/run.ts";
import { callTool, rpc, startService } from "./harness.ts";

const BROKEN = testServer("demo/main.ts", "--broken", "flaky");
const REPAIRED = testServer("demo/main.ts");

/** Runs a command that has to succeed. */
async function succeed(home: string, args: string[], stdin?: string): Promise<string> {
  const env = { MCPEVAL_HOME: home };
  const { code, stdout, stderr } = await mcpeval(args, {
    env,
    ...(stdin === undefined ? {} : { stdin }),
  });
  assert.equal(code, 0, stderr);
  return stdout;
}

/** Two sessions in which a tool fails, captured, indexed and promoted. */
async function captureFinding(folder: TempFolder): Promise<string> {
  const home = folder.file("home");
  const messages = [
    {
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", clientInfo: { name: "agent", version: "1" } },
    },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/list" },
    ...[3, 4, 5].map((id) => ({
      id,
      method: "tools/call",
      params: { name: "read_counter", arguments: {} },
    })),
  ];
  const session = messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  for (const _ of [1, 2]) {
    await succeed(home, ["shim", "--server", "demo", "--", ...BROKEN], session.join(""));
  }
  await succeed(home, ["index"]);
  assert.equal(
    await succeed(home, ["promote", "--threshold", "0.1"]),
    "promoted 1 of 1 issues\n",
  );
  return home;
}

Deno.test("an agent finds, reproduces, repairs, verifies and annotates", async () => {
  await using folder = await tempFolder();
  const home = await captureFinding(folder);
  await using service = await startService(home, { allowSpawn: true });
  const call = (name: string, args: unknown) => callTool(service.url, name, args);
  const text = async (name: string, args: unknown) => (await call(name, args)).content[0].text;

  const row = await text("list_findings", { state: "open" });
  const [, id = ""] = /^(finding-[0-9a-f]{16}) demo\/read_counter state=open /.exec(row) ?? [];
  assert.match(row, / class=recurring-error probe=none failures=2\/6 sessions=2 repro=/);
  assert.match(await text("get_finding", { finding_id: id }), /\nhint: \w/);
  const { answer } = await rpc(service.url, "resources/read", { uri: `mcpeval://finding/${id}` });
  assert.equal(JSON.parse(answer.result.contents[0].text).finding_id, id);
  const listed = await rpc(service.url, "resources/list");
  assert.deepEqual(listed.answer.result.resources.map(({ uri }: { uri: string }) => uri), [
    `mcpeval://finding/${id}`,
  ]);

  const manifest = JSON.parse(await text("scaffold", { command: BROKEN }));
  const broken = await call("run_probe", { manifest, command: BROKEN, server_label: "demo" });
  assert.equal(broken.structuredContent.passed, false);
  assert.match(broken.content[0].text, /^read_counter-repeat: unexpected-outcome — \w/m);
  assert.match(broken.structuredContent.manifest_sha256, /^[0-9a-f]{64}$/);

  const verification = { finding_id: id, case_id: "read_counter-repeat", manifest };
  const red = await call("verify_finding", { ...verification, command: BROKEN });
  assert.notEqual(red.isError, true, red.content[0].text);
  assert.deepEqual(
    [red.structuredContent.verified, red.structuredContent.reason, red.structuredContent.lifecycle],
    [false, "unexpected-outcome", { state: "fix-claimed", consecutive_passes: 0 }],
  );
  assert.match(
    red.content[0].text,
    /^finding-\S+ state=fix-claimed probe=read_counter-repeat consecutive_passes=0 reason=unexpected-outcome\n {2}hint: \w/,
  );
  const passes = [];
  for (const _ of [1, 2, 3]) {
    const green = await call("verify_finding", { ...verification, command: REPAIRED });
    passes.push(green.structuredContent.lifecycle);
    assert.equal(green.structuredContent.report.readiness, null);
    assert.equal(green.structuredContent.report.server, "demo");
  }
  assert.deepEqual(passes, [
    { state: "verifying", consecutive_passes: 1 },
    { state: "verifying", consecutive_passes: 2 },
    { state: "closed", consecutive_passes: 3 },
  ]);
  assert.match(await text("list_findings", { state: "closed" }), /probe=read_counter-repeat /);
  assert.match(await text("list_findings", { state: "open" }), /^no findings/);

  const unknown = { ...verification, finding_id: "finding-0000000000000000", command: REPAIRED };
  const cases: [args: object, said: RegExp][] = [
    [unknown, /finding is unavailable/],
    [{ ...verification, case_id: "no-such", command: REPAIRED }, /not declared/],
    [{ ...verification, case_id: "describe_status-repeat", command: REPAIRED }, /does not match/],
    [{ ...verification, case_id: "discovery-budget", command: REPAIRED }, /requires a tool probe/],
    [{ ...verification, command: ["/nonexistent"] }, /verification executable/],
    [{ ...verification, url: "https://example.com/" }, /--allow-remote-http/],
    [{ ...verification, manifest: {}, command: REPAIRED }, /manifest/],
  ];
  for (const [args, said] of cases) {
    const refused = await call("verify_finding", args);
    assert.equal(refused.isError, true);
    assert.match(refused.content[0].text, said);
  }
  const silent = { ...verification, command: ["sleep", "0"] };
  const lost = await call("verify_finding", silent);
  assert.equal(lost.isError, true);
  assert.match(await text("list_findings", { state: "closed" }), /probe=read_counter-repeat /);

  const records = (await Deno.readTextFile(await journal(home, "calls"))).trimEnd().split("\n")
    .map((line) => JSON.parse(line));
  const { event_id } = records.find(({ tool }) => tool === "read_counter").identity;
  assert.equal(
    await text("record_annotation", { event_id, kind: "workaround", note: "asked twice" }),
    `recorded workaround annotation for event ${event_id}`,
  );
  assert.match(await Deno.readTextFile(await journal(home, "annotations")), /asked twice/);
});

Deno.test("the service scores 90 or more by itself, 95 or more with a finding that is named", async () => {
  await using folder = await tempFolder();
  const score = async (url: string, ...more: string[]) => {
    const args = ["score", "--server", "self", "--url", url, "--format", "json", ...more];
    const { code, stdout, stderr } = await mcpeval(args, {
      env: { MCPEVAL_HOME: folder.file("other") },
    });
    assert.equal(code, 0, stderr);
    const { readiness } = JSON.parse(stdout);
    const areas = Object.fromEntries(
      readiness.areas.map(({ area, score }: { area: string; score: number }) => [area, score]),
    );
    return { score: readiness.score, areas };
  };
  {
    await using service = await startService(folder.file("empty"));
    const { score: points, areas } = await score(service.url);
    assert.ok(points >= 90, JSON.stringify([points, areas]));
  }
  const home = await captureFinding(folder);
  await using service = await startService(home, { allowSpawn: true, program: BINARY });
  const row = (await callTool(service.url, "list_findings", {})).content[0].text;
  const file = await folder.write(
    "arguments.json",
    JSON.stringify({ get_finding: { finding_id: row.split(" ")[0] } }),
  );
  const { score: points, areas } = await score(service.url, "--arguments", file);
  assert.ok(points >= 95, JSON.stringify([points, areas]));
});

/** The only file of a journal. */
async function journal(home: string, name: string): Promise<string> {
  for await (const entry of Deno.readDir(`${home}/store`)) {
    if (entry.name.startsWith(`${name}-`)) return `${home}/store/${entry.name}`;
  }
  throw new Error(`there is no journal ${name}`);
}
