/** `--client-config`: the server under test is what a client's config says. */

import assert from "node:assert/strict";
import { json, result, serve } from "../mcp/http-server.ts";
import {
  mcpeval,
  type Ran,
  type RunOptions,
  type TempFolder,
  tempFolder,
  testServer,
} from "./run.ts";

const DEMO = testServer("demo/main.ts");
const [PROGRAM = "", ...ARGS] = DEMO;

/** Writes `.mcp.json` with these servers. */
function write(folder: TempFolder, servers: Record<string, unknown>): Promise<string> {
  return folder.write(".mcp.json", JSON.stringify({ mcpServers: servers }));
}

/** Scores a server of the config in a folder. */
function score(folder: TempFolder, label: string, ...more: string[]): Promise<Ran> {
  return from(folder, "score", "--server", label, "--client-config", ".mcp.json", ...more);
}

function from(folder: TempFolder, ...args: string[]): Promise<Ran> {
  return mcpeval(args, options(folder));
}

function options(folder: TempFolder): RunOptions {
  return { cwd: folder.path, env: { MCPEVAL_HOME: folder.file("home"), SET_BY_TEST: "outer" } };
}

/** A manifest with one case that every server passes. */
const MANIFEST = JSON.stringify({
  version: 1,
  sandboxes: {},
  probes: [{ probe: "pagination", id: "pages", access: "read_only", max_pages: 5 }],
});

Deno.test("a server gets its command, arguments, variables and folder from the config", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(folder.file("sub"));
  const check = 'test "$A" = "outer-x" && test "$SET_BY_TEST" = outer && ' +
    'test "$(pwd -P)" = "$1" && shift && exec "$@"';
  const place = `${await Deno.realPath(folder.path)}/sub`;
  const args = ["-c", check, "sh", place, ...DEMO];
  await write(folder, {
    files: { command: "sh", args, cwd: "sub", env: { A: "${SET_BY_TEST}-${NOT_SET:-x}" } },
    wrong: { command: "sh", args, cwd: "sub", env: { A: "other" } },
  });
  const right = await score(folder, "files");
  assert.deepEqual([right.code, right.stderr], [0, ""]);
  assert.match(right.stdout, /^files readiness \d+\/100 /m);
  const wrong = await score(folder, "wrong");
  assert.equal(wrong.code, 3);
});

Deno.test("a project's config knows its folder, from wherever it is named", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(folder.file("project/.vscode"), { recursive: true });
  await Deno.mkdir(folder.file("project/.cursor"));
  await Deno.mkdir(folder.file("project/sub"));
  const project = await Deno.realPath(folder.file("project"));
  const check = 'test "$A" = "$1" && shift && exec "$@"';
  const entry = {
    command: "sh",
    args: ["-c", check, "sh", project, ...DEMO],
    env: { A: "${workspaceFolder}" },
  };
  await folder.write("project/.vscode/mcp.json", JSON.stringify({ servers: { a: entry } }));
  await folder.write("project/.cursor/mcp.json", JSON.stringify({ mcpServers: { a: entry } }));
  const places: [cwd: string, config: string][] = [
    ["project", ".vscode/mcp.json"],
    ["project/.vscode", "mcp.json"],
    ["project/.cursor", "mcp.json"],
    ["project/sub", "../.cursor/mcp.json"],
    [".", "project/.vscode/mcp.json"],
  ];
  for (const [cwd, config] of places) {
    const args = ["score", "--server", "a", "--client-config", config];
    const ran = await mcpeval(args, { ...options(folder), cwd: folder.file(cwd) });
    assert.deepEqual([cwd, config, ran.code, ran.stderr], [cwd, config, 0, ""]);
  }
});

Deno.test("a folder whose name begins with dots is around nothing else", async () => {
  await using folder = await tempFolder();
  const here = await Deno.realPath(folder.path);
  await Deno.mkdir(folder.file("..x"));
  const broken = { command: "mcpeval-no-such-program" };
  await folder.write(
    ".claude.json",
    JSON.stringify({
      mcpServers: { demo: broken },
      projects: { [here]: { mcpServers: { demo: { command: PROGRAM, args: ARGS } } } },
    }),
  );
  const args = ["score", "--server", "demo", "--client-config", "../.claude.json"];
  const ran = await mcpeval(args, { ...options(folder), cwd: folder.file("..x") });
  assert.deepEqual([ran.code, ran.stderr], [0, ""]);
});

Deno.test("a wrapped server is evaluated without the shim", async () => {
  await using folder = await tempFolder();
  const args = ["shim", "--server", "a", "--", ...DEMO];
  await write(folder, { a: { command: "/nowhere/mcpeval", args } });
  const ran = await score(folder, "a");
  assert.deepEqual([ran.code, ran.stderr], [0, ""]);
  assert.deepEqual([...Deno.readDirSync(folder.path)].map(({ name }) => name), [".mcp.json"]);
});

Deno.test("a label finds the server whose name cannot be one", async () => {
  await using folder = await tempFolder();
  await write(folder, { "my notes": { command: PROGRAM, args: ARGS }, other: { command: "x" } });
  const { code, stdout } = await score(folder, "my-notes");
  assert.equal(code, 0);
  assert.match(stdout, /^my-notes readiness /m);
});

Deno.test("a name that is no label is answered with the one that is", async () => {
  await using folder = await tempFolder();
  await write(folder, { "my notes!": { command: PROGRAM, args: ARGS } });
  for (const command of ["score", "init"]) {
    const named = [command, "--server", "my notes!", "--client-config", ".mcp.json"];
    const { code, stderr } = await from(folder, ...named);
    assert.equal(code, command === "init" ? 3 : 2);
    assert.match(
      stderr,
      /^Error: the server label is invalid; use 1 to 128 of A-Za-z0-9_\.:-; that of this server is my-notes-\n/,
    );
    const other = [command, "--server", "SECRET!", "--client-config", ".mcp.json"];
    assert.doesNotMatch((await from(folder, ...other)).stderr, /SECRET/);
  }
  assert.equal((await score(folder, "my-notes-")).code, 0);
});

Deno.test("an HTTP server gets the headers of its entry, and they are shown nowhere", async () => {
  await using folder = await tempFolder();
  await using server = serve({
    "tools/list": (seen) => json(result(seen, { tools: [{ name: "a", inputSchema: {} }] })),
  });
  const headers = { Authorization: "Bearer SECRET", "X-Key": "${SET_BY_TEST}" };
  await write(folder, { web: { type: "http", url: server.url, headers } });
  const { code, stdout, stderr } = await score(folder, "web", "--format", "json");
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stdout + stderr, /SECRET|outer/);
  assert.ok(server.seen.length > 0);
  for (const { headers } of server.seen) {
    assert.equal(headers.get("authorization"), "Bearer SECRET");
    assert.equal(headers.get("x-key"), "outer");
  }
});

Deno.test("an endpoint of a config that is not loopback needs the same consent as any other", async () => {
  await using folder = await tempFolder();
  await write(folder, { web: { url: "https://mcpeval.invalid/mcp" } });
  const refused = await score(folder, "web");
  assert.equal(refused.code, 3);
  assert.match(refused.stderr + refused.stdout, /--allow-remote-http/);
  const args = ["--print-permissions", "score", "--server", "web", "--client-config", ".mcp.json"];
  const { code, stdout } = await from(folder, ...args, "--allow-remote-http");
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(stdout).engine.net, ["mcpeval.invalid:443"]);
});

Deno.test("init and probe take their server from the config, too", async () => {
  await using folder = await tempFolder();
  await write(folder, { demo: { command: PROGRAM, args: ARGS } });
  const named = ["--server", "demo", "--client-config", ".mcp.json"];
  const init = await from(folder, "init", ...named, "--dry-run");
  assert.deepEqual([init.code, init.stderr], [0, ""]);
  assert.match(init.stdout, /^describe_status {2}candidate/m);
  await folder.write("mcp-eval.manifest.json", MANIFEST);
  const probe = await from(folder, "probe", ...named, "--gate-only");
  assert.deepEqual([probe.code, probe.stderr], [0, ""]);
  assert.match(probe.stdout, /^demo gate 1\/1 passed$/m);
});

Deno.test("Codex's TOML and the servers of a project in Claude Code's file are read as well", async () => {
  await using folder = await tempFolder();
  const here = await Deno.realPath(folder.path);
  await folder.write(
    "config.toml",
    `[mcp_servers.demo]\ncommand = ${JSON.stringify(PROGRAM)}\nargs = ${JSON.stringify(ARGS)}\n`,
  );
  const broken = { command: "mcpeval-no-such-program" };
  const works = { mcpServers: { demo: { command: PROGRAM, args: ARGS } } };
  await folder.write(
    ".claude.json",
    JSON.stringify({
      mcpServers: { demo: broken },
      projects: { "/elsewhere": { mcpServers: { other: broken } }, [here]: works },
    }),
  );
  for (const file of ["config.toml", ".claude.json"]) {
    const ran = await from(folder, "score", "--server", "demo", "--client-config", file);
    assert.deepEqual([file, ran.code, ran.stderr], [file, 0, ""]);
  }
  const other = await from(folder, "score", "--server", "other", "--client-config", ".claude.json");
  assert.equal(other.code, 2);
  assert.match(other.stderr, /^Error: the client config has no server of that name; it has demo\n/);
});

Deno.test("compare takes all servers of a config that are not switched off", async () => {
  await using folder = await tempFolder();
  await using server = serve({
    "tools/list": (seen) => json(result(seen, { tools: [{ name: "a", inputSchema: {} }] })),
  });
  await folder.write("mcp-eval.manifest.json", MANIFEST);
  await write(folder, {
    "my demo": { command: PROGRAM, args: ARGS },
    off: { command: "mcpeval-no-such-program", disabled: true },
    web: { url: server.url },
    left: { command: "mcpeval-no-such-program", enabled: false },
  });
  const args = ["compare", "--server", "ours", "--client-config", ".mcp.json"];
  assert.deepEqual(await from(folder, ...args, "--gate-only"), {
    code: 0,
    stdout: "case       my demo  web\npages      pass  pass\nreadiness  —  —\n",
    stderr: "",
  });
});

Deno.test("mistakes are exit 2, name the place and quote nothing", async () => {
  await using folder = await tempFolder();
  await write(folder, {
    one: { command: "x", env: { TOKEN: "SECRET", OTHER: "${NOT_SET}" } },
    gone: { command: "x", cwd: "SECRET" },
  });
  await folder.write("broken.json", "SECRET");
  const config = ["--client-config", ".mcp.json"];
  const both = /^Error: name one server: either --client-config, or --url, or a command\n/;
  const mistakes: [args: string[], message: RegExp][] = [
    [["score", "--server", "one", ...config, "--", "x"], both],
    [["score", "--server", "one", ...config, "--url", "http://127.0.0.1:1/"], both],
    [["init", "--server", "one", ...config, "--", "x"], both],
    [["probe", "--server", "one", ...config, "--url", "http://127.0.0.1:1/"], both],
    [
      ["score", "--server", "two", ...config],
      /^Error: the client config has no server of that name; it has one, gone\n\nUsage: /,
    ],
    [
      ["score", "--server", "one", ...config],
      /^Error: mcpServers\.one\.env\.OTHER needs the environment variable NOT_SET, .*\n$/,
    ],
    [["score", "--server", "gone", ...config], /^Error: mcpServers\.gone\.cwd is not a folder\n$/],
    [
      ["score", "--server", "one", "--client-config", "no.json"],
      /^Error: reading no\.json failed: no such file; .*\n$/,
    ],
    [
      ["score", "--server", "one", "--client-config", "broken.json"],
      /^Error: the client config is not valid JSON \(broken\.json:1\)\n$/,
    ],
    [
      ["compare", "--server", "a", ...config, "--", "x"],
      /^Error: name the servers either by --client-config, or /,
    ],
    [
      ["compare", "--server", "a", ...config, "--endpoint", "a=http://127.0.0.1:1/"],
      /^Error: name the servers either by --client-config, or /,
    ],
    [
      ["score", "--server", "one", "--allow-remote-http", "--", "x"],
      /^error: option '--allow-remote-http' requires '--url' or '--client-config'\n/,
    ],
  ];
  for (const [args, message] of mistakes) {
    const { code, stdout, stderr } = await from(folder, ...args);
    assert.deepEqual([args, code, stdout], [args, 2, ""]);
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /SECRET/);
  }
  await write(folder, { one: { command: "x" } });
  const one = await from(folder, "compare", "--server", "a", ...config);
  assert.equal(one.code, 2);
  assert.match(
    one.stderr,
    /^Error: a comparison needs two servers, and the client config has fewer\n$/,
  );
});

Deno.test("the plan names the program as it is found, and the config that was read", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(folder.file("bin"));
  const tool = await folder.write("bin/tool", "#!/bin/sh\n");
  await Deno.chmod(tool, 0o755);
  await write(folder, {
    named: { command: "some-server", env: { TOKEN: "SECRET" } },
    relative: { command: "./tool", cwd: "bin" },
    found: { command: "tool", env: { PATH: folder.file("bin") } },
    linked: { command: "x", env: { LD_PRELOAD: "SECRET" } },
    missing: { command: "mcpeval-no-such-program", env: { PATH: folder.file("bin") } },
  });
  const plan = async (label: string) => {
    const args = ["score", "--server", label, "--client-config", ".mcp.json", "--format", "json"];
    const { stdout } = await from(folder, "--print-permissions", ...args);
    assert.doesNotMatch(stdout, /SECRET/);
    return JSON.parse(stdout);
  };
  const isLinked = Object.keys(Deno.env.toObject()).some((name) => /^(LD|DYLD)_/.test(name));
  const run = async (label: string) => (await plan(label)).engine.run[0];
  const found = (path: string) => isLinked ? "*" : path;
  assert.equal(await run("named"), found("some-server"));
  assert.equal(await run("relative"), found(`${await Deno.realPath(folder.file("bin"))}/tool`));
  assert.equal(await run("found"), found(tool));
  assert.equal(await run("linked"), "*");
  assert.deepEqual((await plan("named")).keeper.read, [".mcp.json"]);
  const missing = await score(folder, "missing");
  assert.equal(missing.code, 3);
  assert.match(missing.stderr, /^Error: the server program mcpeval-no-such-program was not found/);
});
