import assert from "node:assert/strict";
import { callTool, rpc, startService } from "../serve/harness.ts";
import { BINARY, mcpeval, run, tempFolder, testServer } from "./run.ts";

const LISTEN = ["--listen", "127.0.0.1:8091"];

Deno.test("start-up failures end with 3, usage mistakes with 2, and nothing is made", async () => {
  await using folder = await tempFolder();
  const env = { MCPEVAL_HOME: folder.file("home") };
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const cases: [args: string[], code: number, message: RegExp][] = [
    [[], 2, /--listen/],
    [["--print-config"], 2, /--listen/],
    [["--listen", "localhost:8091"], 3, /listen address is invalid/],
    [["--listen", "127.0.0.1"], 3, /listen address is invalid/],
    [["--listen", "127.0.0.1:65536"], 3, /listen address is invalid/],
    [["--listen", "0.0.0.0:8091"], 3, /loopback address/],
    [["--listen", "192.168.0.1:8091"], 3, /loopback address/],
    [["--listen", "[::]:8091"], 3, /loopback address/],
    [["--listen", `127.0.0.1:${taken.addr.port}`], 3, /binding findings server failed: .*in use/],
    [[...LISTEN, "--client", "zed"], 2, /--print-config/],
    [[...LISTEN, "--print-config", "--client", "other"], 2, /claude-code/],
  ];
  for (const [args, expected, message] of cases) {
    const { code, stdout, stderr } = await mcpeval(["serve", ...args], { env });
    assert.deepEqual([code, stdout], [expected, ""], args.join(" "));
    assert.match(stderr, message);
  }
  assert.deepEqual([...Deno.readDirSync(folder.path)], []);
});

Deno.test("--print-config prints the entry of each client and looks at no address", async () => {
  const print = async (...more: string[]) => {
    const args = ["serve", "--listen", "garbage", "--print-config", ...more];
    const { code, stdout, stderr } = await mcpeval(args);
    assert.deepEqual([code, stderr], [0, ""]);
    return stdout;
  };
  const url = "http://garbage/mcp";
  const entry = { type: "http", url };
  const line = await print();
  assert.equal(line.split("\n").length, 2);
  assert.deepEqual(JSON.parse(line), { mcpServers: { mcpeval: entry } });
  const expected: Record<string, unknown> = {
    "claude-code": { mcpServers: { mcpeval: entry } },
    "claude-desktop": {
      mcpServers: { mcpeval: { command: "npx", args: ["-y", "mcp-remote", url] } },
    },
    "cursor": { mcpServers: { mcpeval: { url } } },
    "vscode": { servers: { mcpeval: entry } },
    "windsurf": { mcpServers: { mcpeval: { serverUrl: url } } },
    "zed": { context_servers: { mcpeval: { url } } },
  };
  for (const [client, config] of Object.entries(expected)) {
    assert.deepEqual(JSON.parse(await print("--client", client)), config, client);
  }
  assert.equal(
    await print("--client", "codex"),
    '[mcp_servers.mcpeval]\nurl = "http://garbage/mcp"\n',
  );
});

Deno.test("the guide shows entries as they are printed", async () => {
  const guide = await Deno.readTextFile(new URL("../../docs/agents.md", import.meta.url));
  for (const client of ["vscode", "codex"]) {
    const args = ["serve", ...LISTEN, "--print-config", "--client", client];
    assert.ok(guide.includes(`\n${(await mcpeval(args)).stdout}\`\`\`\n`), client);
  }
});

Deno.test("the first line names home and address, a second what is disabled; nothing is made", async () => {
  await using folder = await tempFolder();
  const home = folder.file("home");
  {
    await using service = await startService(home);
    const [first, second, ...more] = service.stderr().split("\n");
    assert.match(first ?? "", new RegExp(`${home} at http://127\\.0\\.0\\.1:0/mcp`));
    assert.match(second ?? "", /evaluation tools are disabled.*--allow-spawn/);
    assert.deepEqual(more, [""]);
    const { answer } = await rpc(service.url, "tools/list");
    assert.equal(answer.result.tools.length, 4);
    assert.match((await callTool(service.url, "list_findings", {})).content[0].text, /no findings/);
    const trends = await callTool(service.url, "get_readiness_trends", {});
    assert.deepEqual(trends.structuredContent, { points: [] });
    assert.deepEqual([...Deno.readDirSync(folder.path)], []);
  }
  await using service = await startService(home, { allowSpawn: true });
  assert.equal(service.stderr().split("\n").length, 2);
  const { answer } = await rpc(service.url, "tools/list");
  assert.equal(answer.result.tools.length, 8);
});

Deno.test("an index that cannot be used is a failure that names no path", async () => {
  await using folder = await tempFolder();
  await using service = await startService(folder.path);
  const text = async (name: string, args: unknown) => {
    const { content, isError } = await callTool(service.url, name, args);
    return `${isError === true} ${content[0].text}`;
  };
  const index = folder.file("index.db");
  const states: [name: string, make: () => void | Promise<unknown>][] = [
    ["garbage", () => folder.write("index.db", "garbage".repeat(100))],
    ["nothing", () => folder.write("index.db", "")],
    ["a folder", () => Deno.mkdir(index)],
    ["a dangling link", () => Deno.symlink(folder.file("nowhere"), index)],
  ];
  for (const [name, make] of states) {
    await make();
    for (
      const [tool, args] of [["list_findings", {}], ["get_finding", { finding_id: "x" }]] as const
    ) {
      const said = await text(tool, args);
      assert.match(said, /^true findings unavailable.*mcpeval index.*mcpeval promote/, name);
      assert.ok(!said.includes(folder.path));
    }
    await Deno.remove(index, { recursive: true });
  }
  assert.equal(await text("get_finding", { finding_id: "x" }), "true no such finding");
  await Deno.mkdir(folder.file("store/probes"), { recursive: true });
  await folder.write("store/probes/history.jsonl", "{}\n");
  assert.match(await text("get_readiness_trends", {}), /^true trend history is corrupt/);
});

Deno.test("an evaluation through the service records calls but no point of the history", async () => {
  await using folder = await tempFolder();
  await using service = await startService(folder.path, { allowSpawn: true });
  const command = testServer("demo/main.ts");
  const status = {
    id: "status",
    probe: "instruction-fidelity",
    tool: "describe_status",
    access: "read_only",
    arguments: {},
    expect: { outcome: "ok", equals: { status: "ready" } },
  };
  const manifestOf = (...probes: object[]) => ({ version: 1, probes });
  const manifest = manifestOf(status);
  const passed = await callTool(service.url, "run_probe", { manifest, command });
  assert.equal(
    passed.content[0].text,
    "all cases passed; readiness 91/100 (mcpeval-standard/2)",
  );
  assert.equal(passed.structuredContent.server, "probed");
  assert.deepEqual(passed.structuredContent.gate, { passed: 1, total: 1 });
  assert.deepEqual([...Deno.readDirSync(folder.path)].map(({ name }) => name).sort(), [
    ".salt",
    "store",
  ]);
  assert.equal([...Deno.readDirSync(folder.file("store"))].length, 1);

  const mutating = { ...status, access: "mutating", sandbox: "box" };
  const sandboxes = { box: { description: "its own process" } };
  const refusals: [name: string, args: Record<string, unknown>, message: RegExp][] = [
    ["run_probe", { manifest: { version: 1, probes: [] }, command }, /^manifest probes [^:]*$/],
    ["run_probe", { manifest: manifestOf({ ...status, tool: 5 }), command }, /tool[^:]*$/],
    ["run_probe", { manifest, command, server_label: "a b" }, /server label is invalid/],
    ["run_probe", { manifest: manifestOf({ ...status, tool: "no_such" }), command }, /no_such$/],
    ["run_probe", { manifest, command: ["/nonexistent"] }, /spawning MCP server failed/],
    ["run_probe", { manifest, url: "https://example.com/" }, /--allow-remote-http/],
    [
      "run_probe",
      { manifest: { ...manifestOf(mutating), sandboxes }, command, allow_mutation: true },
      /--allow-mutation/,
    ],
    ["score", { command, skip_tools: ["no_such"] }, /--skip-tool/],
    ["scaffold", { command: ["true"] }, /initializing MCP server/],
    ["scaffold", { url: "http://127.0.0.1:1/mcp" }, /initializing MCP server/],
  ];
  for (const [name, args, message] of refusals) {
    const { content, isError } = await callTool(service.url, name, args);
    assert.equal(isError, true, content[0].text);
    assert.match(content[0].text, message);
  }
  const unreached: [args: object, reason: string, cause: RegExp][] = [
    [{ url: "https://example.com/" }, "transport-error", /not a loopback address/],
    [{ command: ["no-such-program"] }, "transport-error", /program not found: no-such-program/],
    [{ url: "http://127.0.0.1:1/mcp" }, "transport-closed", /does not accept connections/],
    [{ command: ["false"] }, "transport-closed", /ended with exit code 1/],
  ];
  for (const [args, reason, cause] of unreached) {
    const { structuredContent, content } = await callTool(service.url, "score", args);
    assert.equal(structuredContent.readiness_error, reason);
    const [first, second, ...more] = content.map(({ text }: { text: string }) => text);
    assert.match(first, new RegExp(`^readiness not measured: ${reason} — .*$`));
    assert.match(second, cause);
    assert.deepEqual(more, []);
  }
});

Deno.test("an agent is told what the command line prints to stderr, without content", async () => {
  await using folder = await tempFolder();
  await using service = await startService(folder.path, { allowSpawn: true });
  const noise = /^the server wrote 2 lines to stdout that are not protocol messages, .*stderr$/;
  const rows: [fault: string, said: RegExp][] = [
    ["banner", noise],
    ["too-deep", /^the server wrote \d+ messages? to stdout that cannot be read .*: nesting is/],
    ["dies-in-call", /^look transport-closed: /],
  ];
  for (const [fault, said] of rows) {
    const command = testServer("tests/cli/strange-server.ts", fault);
    const args = { command, confirm_read_only: true };
    const { content } = await callTool(service.url, "scaffold", args);
    assert.equal(content.length, 2, fault);
    assert.match(content[1].text.split("\n")[0], said);
    assert.doesNotMatch(JSON.stringify(content), /SECRET/);
  }
  const command = testServer("tests/cli/strange-server.ts", "twice");
  const args = { command, confirm_read_only: true };
  const { content } = await callTool(service.url, "score", args);
  assert.match(content[1].text, /^the server sent \d+ responses? that nothing was waiting for; /m);
});

Deno.test("the plan names one address for the service; no isolate leaves it", async () => {
  await using folder = await tempFolder();
  const home = folder.file("home");
  const env = { MCPEVAL_HOME: home };
  const nothing = { read: [], write: [], net: [], run: [], env: [] };
  const plan = async (...more: string[]) => {
    const { code, stdout } = await mcpeval(["--print-permissions", "serve", ...LISTEN, ...more], {
      env,
    });
    assert.equal(code, 0);
    return JSON.parse(stdout);
  };
  assert.deepEqual(await plan(), {
    engine: null,
    keeper: { ...nothing, read: [home], write: [home] },
    service: { ...nothing, net: ["127.0.0.1:8091"] },
  });
  assert.deepEqual(await plan("--allow-spawn"), {
    engine: { ...nothing, read: ["*"], run: ["*"], net: ["127.0.0.0/8", "[::1]", "localhost"] },
    front: { ...nothing, read: ["*"], env: ["*"] },
    keeper: { ...nothing, read: [home, Deno.execPath()], write: [home] },
    service: { ...nothing, net: ["127.0.0.1:8091"] },
  });
  assert.deepEqual(await plan("--print-config"), { engine: null, keeper: nothing });
  for (const program of [null, BINARY]) {
    const args = ["--prove-permissions", "serve", ...LISTEN];
    const { code, stdout } =
      await (program === null ? mcpeval(args, { env }) : run(program, args, { env }));
    const proof = JSON.parse(stdout);
    assert.deepEqual(Object.keys(proof).sort(), ["engine", "front", "keeper", "service"]);
    for (const { attempt, result } of proof.service) assert.equal(result, "NotCapable", attempt);
    assert.equal(code, 0);
  }
});

Deno.test("with --allow-spawn each isolate can do what the plan names, and no more", async () => {
  const possible = (attempts: { attempt: string; result: string; planned?: true }[]) =>
    attempts.filter(({ attempt, result, planned }) => {
      assert.equal(planned ?? false, result !== "NotCapable", `${attempt} ${result}`);
      return planned;
    }).map(({ attempt }) => attempt);
  for (const program of [null, BINARY]) {
    const args = ["--prove-permissions", "serve", ...LISTEN, "--allow-spawn"];
    const { code, stdout } = await (program === null ? mcpeval(args) : run(program, args));
    const { engine, front, keeper, service } = JSON.parse(stdout);
    assert.deepEqual([engine, front, keeper, service].map(possible), [
      ["read", "connect", "listen", "spawn"],
      ["read", "environment"],
      [],
      [],
    ]);
    assert.equal(code, 0);
  }
});
