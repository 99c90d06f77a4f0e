/** `mcpeval shim install` and `uninstall` as a whole program. */

import assert from "node:assert/strict";
import { readJournal } from "../shim/conversation.ts";
import { bytesOf } from "../clients/samples.ts";
import { BINARY, mcpeval, type Ran, run, SOURCE, type TempFolder, tempFolder } from "./run.ts";

const DENO = Deno.execPath();
const DEMO = new URL("../../demo/main.ts", import.meta.url).pathname;

/** A config whose servers are a demo server and one that nobody starts. */
const CONFIG = `{
  // mine
  "mcpServers": {
    "the demo": {
      "command": ${JSON.stringify(DENO)},
      "args": ["run", "--quiet", "--no-check", ${JSON.stringify(DEMO)}],
      "env": { "TOKEN": "SECRET" }
    },
    "remote": { "url": "https://example.com/mcp", "headers": { "Authorization": "SECRET" } },
  },
}
`;

/** A program of the name `mcpeval` that runs it from source. */
async function program(folder: TempFolder): Promise<string> {
  const words = SOURCE.map((word) => `'${word}'`).join(" ");
  const path = await folder.write("mcpeval", `#!/bin/sh\nexec ${words} "$@"\n`);
  await Deno.chmod(path, 0o755);
  return path;
}

function install(folder: TempFolder, config: string, ...more: string[]): Promise<Ran> {
  const args = ["shim", "install", "--client", config, "--program", folder.file("mcpeval")];
  return mcpeval([...args, ...more], { cwd: folder.path });
}

function uninstall(folder: TempFolder, config: string, ...more: string[]): Promise<Ran> {
  return mcpeval(["shim", "uninstall", "--client", config, ...more], { cwd: folder.path });
}

/** What is in a folder, without the program. */
function names(folder: TempFolder): string[] {
  return [...Deno.readDirSync(folder.path)].map(({ name }) => name)
    .filter((name) => name !== "mcpeval").sort();
}

Deno.test("install wraps what can be wrapped, keeps a copy, and says so; uninstall undoes it", async () => {
  await using folder = await tempFolder();
  const path = await program(folder);
  const config = await folder.write("mcp.json", CONFIG);
  await Deno.chmod(config, 0o600);

  assert.deepEqual(await install(folder, "mcp.json"), {
    code: 0,
    stdout: `the demo: wrapped, recorded as the-demo
remote: skipped, is an HTTP server; put mcpeval shim-http in front of it and its address into the config
copy of the old file: mcp.json.mcpeval-backup
wrote mcp.json; restart the client so that it reads it
`,
    stderr: "",
  });
  const wrapped = CONFIG.replace(`"command": ${JSON.stringify(DENO)}`, `"command": "${path}"`)
    .replace(
      '"args": [',
      `"args": ["shim", "--server", "the-demo", "--", ${JSON.stringify(DENO)}, `,
    );
  assert.equal(await Deno.readTextFile(config), wrapped);
  assert.equal(await Deno.readTextFile(`${config}.mcpeval-backup`), CONFIG);
  for (const file of [config, `${config}.mcpeval-backup`]) {
    assert.equal((Deno.statSync(file).mode ?? 0) & 0o777, 0o600, file);
  }

  assert.deepEqual(await install(folder, "mcp.json", "--server", "the demo"), {
    code: 0,
    stdout: "the demo: wrapped already\nnothing to change in mcp.json\n",
    stderr: "",
  });
  assert.deepEqual(names(folder), ["mcp.json", "mcp.json.mcpeval-backup"]);

  assert.deepEqual(await uninstall(folder, "mcp.json"), {
    code: 0,
    stdout: `the demo: unwrapped
remote: not wrapped
copy of the old file: mcp.json.mcpeval-backup.2
wrote mcp.json; restart the client so that it reads it
`,
    stderr: "",
  });
  assert.equal(await Deno.readTextFile(config), CONFIG);
  assert.equal(await Deno.readTextFile(`${config}.mcpeval-backup.2`), wrapped);

  // A copy that is there already is not made again, and none is ever overwritten.
  assert.match(
    (await install(folder, "mcp.json")).stdout,
    /copy of the old file: mcp\.json\.mcpeval-backup\n/,
  );
  assert.match((await uninstall(folder, "mcp.json")).stdout, /mcpeval-backup\.2\n/);
  assert.deepEqual(names(folder), [
    "mcp.json",
    "mcp.json.mcpeval-backup",
    "mcp.json.mcpeval-backup.2",
  ]);
});

Deno.test("a dry run shows the changed lines, without any other value, and writes nothing", async () => {
  await using folder = await tempFolder();
  const path = await program(folder);
  const text = '{"mcpServers": {"a": {"command": "x", "env": {"TOKEN": "SECRET"}}}}';
  await folder.write("mcp.json", text);
  const ran = await install(folder, "mcp.json", "--dry-run");
  assert.deepEqual(ran, {
    code: 0,
    stdout: `a: wrapped, recorded as a
--- mcp.json
+++ mcp.json
@@ -1,1 +1,1 @@
-{"mcpServers": {"a": {"command": "x", "env": {"TOKEN": "…"}}}}
+{"mcpServers": {"a": {"command": "${path}", "args": [ "shim", "--server", "a", "--", "x" ], "env": {"TOKEN": "…"}}}}
dry run: nothing was written
`,
    stderr: "",
  });
  assert.deepEqual(names(folder), ["mcp.json"]);
  assert.equal(await Deno.readTextFile(folder.file("mcp.json")), text);
});

Deno.test("the plan is the config, what it becomes and its copy; nothing for a dry run", async () => {
  await using folder = await tempFolder();
  await folder.write("mcpeval", "");
  await folder.write("mcp.json", CONFIG);
  await folder.write("mcp.json.mcpeval-backup", "older");
  const plan = async (...more: string[]) => {
    const args = ["--print-permissions", "shim", "install", "--client", "mcp.json"];
    const { stdout } = await mcpeval([...args, "--program", "mcpeval", ...more], {
      cwd: folder.path,
    });
    return JSON.parse(stdout);
  };
  const lists = { net: [], run: [], env: [] };
  const files = ["mcp.json", "mcp.json.partial", "mcp.json.mcpeval-backup.2"];
  assert.deepEqual(await plan(), { engine: null, keeper: { read: files, write: files, ...lists } });
  assert.deepEqual(await plan("--dry-run"), {
    engine: null,
    keeper: { read: ["mcp.json"], write: [], ...lists },
  });
});

Deno.test("an older copy stays, and the new one says its name", async () => {
  await using folder = await tempFolder();
  await folder.write("mcpeval", "");
  await folder.write("mcp.json", CONFIG);
  await folder.write("mcp.json.mcpeval-backup", "older");
  const { code, stdout } = await install(folder, "mcp.json");
  assert.equal(code, 0);
  assert.match(stdout, /copy of the old file: mcp\.json\.mcpeval-backup\.2\n/);
  assert.equal(await Deno.readTextFile(folder.file("mcp.json.mcpeval-backup")), "older");
  assert.equal(await Deno.readTextFile(folder.file("mcp.json.mcpeval-backup.2")), CONFIG);
});

Deno.test("a link stays a link; the file behind it is changed, its copy lies beside it", async () => {
  await using folder = await tempFolder();
  await folder.write("mcpeval", "");
  await Deno.mkdir(folder.file("dotfiles"));
  const real = await folder.write("dotfiles/mcp.json", CONFIG);
  await Deno.symlink("dotfiles/mcp.json", folder.file("link.json"));
  const { code, stdout } = await install(folder, "link.json");
  assert.equal(code, 0);
  assert.ok(Deno.lstatSync(folder.file("link.json")).isSymlink);
  const shown = await Deno.realPath(real);
  assert.match(stdout, new RegExp(`^wrote ${shown};`, "m"));
  assert.match(await Deno.readTextFile(real), /"the-demo"/);
  assert.equal(await Deno.readTextFile(`${real}.mcpeval-backup`), CONFIG);
});

Deno.test("a program that has moved gets its new path into the config", async () => {
  await using folder = await tempFolder();
  const path = await program(folder);
  const entry = (command: string) =>
    `{"mcpServers": {"a": {"command": "${command}", "args": ["shim", "--server", "a", "--", "x"]}}}`;
  const config = await folder.write("mcp.json", entry("/opt/1.0/mcpeval"));
  const { code, stdout } = await install(folder, "mcp.json");
  assert.equal(code, 0);
  assert.match(stdout, /^a: wrapped already, the path of mcpeval brought up to date\n/);
  assert.equal(await Deno.readTextFile(config), entry(path));
  assert.match(
    (await install(folder, "mcp.json")).stdout,
    /^a: wrapped already\nnothing to change/,
  );
  // The name alone is written as it is where PATH knows it.
  await Deno.mkdir(folder.file("elsewhere"));
  await Deno.writeTextFile(config, entry("/opt/1.0/mcpeval"));
  const args = ["shim", "install", "--client", config, "--program", "mcpeval"];
  const PATH = `${folder.path}:${Deno.env.get("PATH")}`;
  const named = await mcpeval(args, { cwd: folder.file("elsewhere"), env: { PATH } });
  assert.deepEqual([named.code, named.stderr], [0, ""]);
  assert.equal(await Deno.readTextFile(config), entry("mcpeval"));
});

Deno.test("the compiled program writes the path by which PATH knows it", async () => {
  await using folder = await tempFolder();
  const [binary = ""] = BINARY;
  await Deno.mkdir(folder.file("bin"));
  await Deno.symlink(binary, folder.file("bin/mcpeval"));
  const written = async (PATH: string) => {
    const config = await folder.write("mcp.json", CONFIG);
    const args = ["shim", "install", "--client", "mcp.json"];
    const { code } = await run(BINARY, args, { cwd: folder.path, env: { PATH } });
    assert.equal(code, 0);
    return /"command": "(.*mcpeval)"/.exec(await Deno.readTextFile(config))?.[1];
  };
  assert.equal(await written(`${folder.path}/bin:/usr/bin`), folder.file("bin/mcpeval"));
  // Another program of that name is not this one.
  await Deno.remove(folder.file("bin/mcpeval"));
  await Deno.symlink("/bin/sh", folder.file("bin/mcpeval"));
  assert.equal(await written(`${folder.path}/bin:/usr/bin`), await Deno.realPath(binary));
});

Deno.test("a file that is read-only is left alone, without a copy", async () => {
  await using folder = await tempFolder();
  await folder.write("mcpeval", "");
  const config = await folder.write("mcp.json", CONFIG);
  await Deno.chmod(config, 0o444);
  const ran = await install(folder, "mcp.json");
  assert.equal(ran.code, 3);
  assert.match(ran.stderr, /^Error: writing mcp\.json failed: it is read-only\n$/);
  assert.equal(ran.stdout, "", "nothing was done");
  assert.equal(await Deno.readTextFile(config), CONFIG);
  assert.deepEqual(names(folder), ["mcp.json"]);
});

Deno.test("a client is known by its name", async () => {
  await using folder = await tempFolder();
  await folder.write("mcpeval", "");
  const config = await folder.write("config.toml", "mcp_servers.a.command = 'x' # mine\n");
  const args = ["shim", "install", "--client", "codex", "--program", folder.file("mcpeval")];
  const ran = await mcpeval(args, { env: { CODEX_HOME: folder.path } });
  assert.deepEqual([ran.code, ran.stderr], [0, ""]);
  assert.equal(
    await Deno.readTextFile(config),
    `mcp_servers.a.command = ${JSON.stringify(folder.file("mcpeval"))}\n` +
      `mcp_servers.a.args = [ "shim", "--server", "a", "--", 'x' ] # mine\n`,
  );
});

Deno.test("mistakes are exit 2, change nothing and quote nothing", async () => {
  await using folder = await tempFolder();
  await folder.write("mcpeval", "");
  await folder.write("other", "");
  await folder.write("mcp.json", CONFIG);
  await folder.write("broken.json", '{"mcpServers": SECRET}');
  await folder.write("empty.json", "{}");
  const base = ["shim", "install", "--client"];
  const named = ["--program", "mcpeval"];
  const mistakes: [args: string[], message: RegExp][] = [
    [["shim", "install"], /^error: required option '--client <file>' not specified/],
    [
      ["shim", "instal", "--client", "x"],
      /^error: unknown command 'shim instal'\n\(Did you mean shim install\?\)/,
    ],
    [["shim", "install", "x"], /^error: too many arguments for 'shim install'/],
    [["shim", "install", "--", "x"], /^error: 'shim install' takes no server command after --/],
    [[...base, "mcp.json"], /^Error: mcpeval runs from source, .*--program\n/],
    [[...base, "mcp.json", "--program", "other"], /^Error: the program has to be called mcpeval/],
    [[...base, "mcp.json", "--program", "no/mcpeval"], /^Error: the program .* does not exist\n/],
    [
      [...base, "no.json", ...named],
      /^Error: reading no\.json failed: no such file; .*claude-desktop/,
    ],
    [[...base, "broken.json", ...named], /^Error: .* not valid JSON \(broken\.json:1\)\n/],
    [
      [...base, "empty.json", ...named],
      /^Error: the client config has no servers: .*\(empty\.json\)\n/,
    ],
    [
      [...base, "mcp.json", ...named, "--server", "demo"],
      /^Error: the client config has no server of that name; it has the demo, remote\n/,
    ],
    [[...base, "mcp.json", ...named, "--server", "remote"], /^Error: remote is an HTTP server; /],
  ];
  for (const [args, message] of mistakes) {
    const { code, stdout, stderr } = await mcpeval(args, { cwd: folder.path });
    assert.deepEqual([args, code, stdout], [args, 2, ""]);
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /SECRET/);
  }
  assert.equal(await Deno.readTextFile(folder.file("mcp.json")), CONFIG);
  assert.deepEqual(names(folder), ["broken.json", "empty.json", "mcp.json", "other"]);
});

Deno.test("a server that is called install is still a server", async () => {
  const words = ["--print-permissions", "shim", "--server", "a", "--", "install", "--client", "x"];
  const { code, stdout } = await mcpeval(words);
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).engine.run[0], "install");
});

Deno.test("help knows the two commands, as words after help and as commands", async () => {
  for (const name of ["install", "uninstall"]) {
    const { code, stdout } = await mcpeval(["help", "shim", name]);
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`^Usage: mcpeval shim ${name} \\[options\\]\n`));
    assert.match(stdout, new RegExp(`Examples:\n  mcpeval shim ${name} --client`));
    assert.deepEqual(await mcpeval(["shim", name, "--help"]), { code: 0, stdout, stderr: "" });
  }
});

/** Starts what a config says and asks the server for its tools, as a client would. */
async function askForTools(config: string, home: string): Promise<string[]> {
  const text = (await Deno.readTextFile(config)).replace("// mine", "").replace(/,(?=\s*})/g, "");
  const { command, args, env } = JSON.parse(text).mcpServers["the demo"];
  const frames = [
    {
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: "test", version: "1" },
      },
    },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/call", params: { name: "describe_status", arguments: {} } },
  ].map((frame) => `${JSON.stringify({ jsonrpc: "2.0", ...frame })}\n`);
  const { code, stdout } = await run([command], args, {
    env: { ...env, MCPEVAL_HOME: home },
    stdin: frames.join(""),
  });
  assert.equal(code, 0);
  return stdout.trim().split("\n");
}

/** Checks that a wrapped server answers, and that its call is recorded. */
async function checkRecorded(folder: TempFolder, config: string): Promise<void> {
  const home = folder.file("home");
  const answers = (await askForTools(config, home)).map((line) => JSON.parse(line));
  assert.deepEqual(answers.map(({ id, error }) => [id, error]), [[1, undefined], [2, undefined]]);
  const records = await readJournal(home);
  assert.deepEqual(records.map(({ server, method, outcome }) => [server, method, outcome]), [
    ["the-demo", "initialize", "ok"],
    ["the-demo", "tools/call", "ok"],
  ]);
}

Deno.test("a wrapped server starts, answers through the shim and is recorded", async () => {
  await using folder = await tempFolder();
  await program(folder);
  const config = await folder.write("mcp.json", CONFIG);
  assert.equal((await install(folder, "mcp.json")).code, 0);
  await checkRecorded(folder, config);
});

Deno.test("the compiled program writes its own path, and what it wraps starts, too", async () => {
  await using folder = await tempFolder();
  const config = await folder.write("mcp.json", bytesOf(CONFIG));
  const ran = await run(BINARY, ["shim", "install", "--client", "mcp.json"], { cwd: folder.path });
  assert.deepEqual([ran.code, ran.stderr], [0, ""]);
  const [path = ""] = BINARY;
  assert.match(
    await Deno.readTextFile(config),
    new RegExp(`"command": "${await Deno.realPath(path)}"`),
  );
  await checkRecorded(folder, config);
  assert.equal((await run(BINARY, ["shim", "uninstall", "--client", config])).code, 0);
  assert.equal(await Deno.readTextFile(config), CONFIG);
});

Deno.test(
  "a copy that cannot be written whole is removed",
  { ignore: Deno.build.os === "windows" },
  async () => {
    await using folder = await tempFolder();
    const config = await folder.write("mcp.json", CONFIG.padEnd(3000));
    // A limit on the size of files stands for the full disk: the write after it fails.
    const limited = ["sh", "-c", 'trap "" XFSZ; ulimit -f 1; exec "$@"', "sh", ...BINARY];
    const ran = await run(limited, ["shim", "install", "--client", config]);
    assert.deepEqual([ran.code, ran.stdout], [3, ""]);
    assert.match(ran.stderr, /^Error: writing .*mcp\.json\.mcpeval-backup failed: \w+\n$/);
    assert.deepEqual(names(folder), ["mcp.json"]);
    assert.equal(await Deno.readTextFile(config), CONFIG.padEnd(3000));
  },
);
