/** `--output` of every command, as a whole program. */

import assert from "node:assert/strict";
import { COMMANDS } from "../../cli/commands.ts";
import { OUTPUT } from "../../cli/options.ts";
import { renderJson } from "../../core/report/json.ts";
import { COMPLETE, PASSES, reportOf } from "../report/samples.ts";
import { BINARY, mcpeval, run, SOURCE, type TempFolder, tempFolder, testServer } from "./run.ts";

const DEMO = testServer("demo/main.ts");
const MANIFEST = JSON.stringify({
  version: 1,
  sandboxes: {},
  probes: [{ id: "pages", probe: "pagination", access: "read_only", max_pages: 5 }],
});

const unix = { ignore: Deno.build.os === "windows" };

/** A folder with a manifest and a report; a server started here leaves the file `started`. */
async function workspace(): Promise<TempFolder & { env: Record<string, string> }> {
  const folder = await tempFolder();
  await folder.write("m.json", MANIFEST);
  await folder.write("r.json", renderJson(reportOf(PASSES)));
  return Object.assign(folder, { env: { MCPEVAL_HOME: folder.file("home") } });
}

/** Arguments of each command that has `--output`; the last ones start a server. */
const WORK: Record<string, { args: string[]; starts: boolean }> = {
  init: { args: ["--server", "a"], starts: true },
  probe: { args: ["--server", "a", "--manifest", "m.json", "--gate-only"], starts: true },
  score: { args: ["--server", "a"], starts: true },
  guidance: { args: ["--server", "a"], starts: true },
  compare: {
    args: ["--server", "a", "--manifest", "m.json", "--endpoint", "b=http://127.0.0.1:1/mcp"],
    starts: true,
  },
  report: { args: ["r.json"], starts: false },
  diff: { args: ["r.json", "r.json"], starts: false },
  trends: { args: [], starts: false },
  findings: { args: [], starts: false },
};

Deno.test("the table holds every command with --output", () => {
  const having = COMMANDS.filter(({ options }) => options.includes(OUTPUT)).map(({ name }) => name);
  assert.deepEqual(["init", ...having].sort(), Object.keys(WORK).sort());
});

for (const [name, { args, starts }] of Object.entries(WORK)) {
  Deno.test(`${name}: an output that cannot be written ends it before any work`, unix, async () => {
    await using folder = await workspace();
    const server = starts ? ["--", "sh", "-c", "touch started", "sh"] : [];
    const started = async (output: string) => {
      const options = { cwd: folder.path, env: folder.env };
      const ran = await mcpeval([name, ...args, "--output", output, ...server], options);
      await assert.rejects(Deno.stat(folder.file("started")), Deno.errors.NotFound);
      return ran;
    };
    const missing = folder.file("no/such.json");
    assert.deepEqual(await started(missing), {
      code: 3,
      stdout: "",
      stderr: `Error: writing ${missing} failed: its folder does not exist\n`,
    });
    const taken = folder.file("home");
    await Deno.mkdir(taken);
    const more = name === "init" ? ["--force"] : [];
    const ran = await mcpeval([name, ...args, ...more, `--output=${taken}`, ...server], {
      cwd: folder.path,
      env: folder.env,
    });
    assert.deepEqual(ran, {
      code: 3,
      stdout: "",
      stderr: `Error: writing ${taken} failed: it is a folder\n`,
    });
    const empty = await started("");
    assert.deepEqual([empty.code, empty.stdout], [2, ""]);
  });
}

Deno.test("a result that cannot be written at the end is printed", unix, async () => {
  await using folder = await workspace();
  const forms: [command: string[], pattern: RegExp][] = [
    [["init", "--server", "a"], /^\{\n {2}"version": 1,\n[^]*\n\}\n$/],
    [
      ["probe", "--server", "a", "--manifest", "m.json", "--gate-only", "--format", "json"],
      /^\{\n[^]*"passed": true,[^]*\n\}\n$/,
    ],
    [["guidance", "--server", "a"], /^a guidance complete=true /],
  ];
  for (const [command, pattern] of forms) {
    const sub = folder.file("sub");
    await Deno.mkdir(sub);
    const output = `${sub}/result`;
    // The server takes the folder away once it is started.
    const server = ["sh", "-c", 'rm -rf "$0"; exec "$@"', sub, ...DEMO];
    const options = { cwd: folder.path, env: folder.env };
    const ran = await mcpeval([...command, "--output", output, "--", ...server], options);
    assert.equal(ran.code, 3);
    assert.equal(ran.stderr, `Error: writing ${output} failed: its folder does not exist\n`);
    assert.match(ran.stdout, pattern);
  }
});

Deno.test("no command overwrites what it reads or keeps", async () => {
  await using folder = await workspace();
  await folder.write("a.json", "{}");
  await Deno.mkdir(folder.file("home/store/probes"), { recursive: true });
  await folder.write("home/store/probes/history.jsonl", "");
  const history = folder.file("home/store/probes/history.jsonl");
  const server = ["--", ...DEMO];
  const probe = ["probe", "--server", "a", "--manifest", "m.json", "--arguments", "a.json"];
  const commands: [args: string[], output: string][] = [
    [["report", "r.json"], "r.json"],
    [["report", "r.json"], "home/../r.json"],
    [["report", "r.json", "--format", "sarif", "--manifest", "m.json"], "m.json"],
    [["diff", "r.json", "-"], folder.file("r.json")],
    [["diff", "-", "r.json"], "r.json"],
    [["trends"], history],
    [["init", "--server", "a", "--force", "--arguments", "a.json", ...server], "a.json"],
    [[...probe, ...server], "m.json"],
    [[...probe, ...server], "a.json"],
    [[...probe, ...server], history],
    [["score", "--server", "a", "--arguments", "a.json", ...server], "a.json"],
    [WORK.compare ? ["compare", ...WORK.compare.args, ...server] : [], "m.json"],
  ];
  if (Deno.build.os !== "windows") {
    await Deno.symlink("r.json", folder.file("link.json"));
    commands.push([["report", "r.json"], "link.json"], [["report", "link.json"], "r.json"]);
  }
  const before = await contents(folder);
  for (const [args, output] of commands) {
    const [name = "", ...more] = args;
    const ran = await mcpeval([name, "--output", output, ...more], {
      cwd: folder.path,
      env: folder.env,
      stdin: "",
    });
    assert.deepEqual([ran.code, ran.stdout], [2, ""], args.join(" "));
    assert.match(
      ran.stderr,
      /^Error: --output would overwrite \S+, which the command itself uses\n/,
    );
    assert.deepEqual(await contents(folder), before);
  }
});

Deno.test("no command overwrites the file that standard input comes from", unix, async () => {
  await using folder = await workspace();
  const json = await Deno.readTextFile(folder.file("r.json"));
  await folder.write("same.json", json);
  for (const program of [SOURCE, BINARY]) {
    for (const args of ["report -", "report /dev/stdin", "diff - same.json", "diff same.json -"]) {
      const script = `"$@" ${args} --output r.json < r.json`;
      const ran = await run(["sh", "-c", script, "sh", ...program], [], { cwd: folder.path });
      assert.deepEqual([args, ran.code, ran.stdout], [args, 2, ""]);
      const message =
        "Error: --output would overwrite standard input, which the command itself uses\n";
      assert.ok(ran.stderr.startsWith(message), ran.stderr);
      assert.equal(await Deno.readTextFile(folder.file("r.json")), json);
    }
    const script = '"$@" report - --format json --output new.json < r.json';
    const other = await run(["sh", "-c", script, "sh", ...program], [], { cwd: folder.path });
    assert.deepEqual(other, { code: 0, stdout: "", stderr: "" });
  }
});

/** What is kept in a home, and what writing it would do to something of it. */
const KEPT = [
  "store",
  "store/calls-2026-11-30.jsonl",
  "store/new/report.html",
  ".salt",
  ".salt.tmp-1",
  "index.db",
  "index.db-journal",
  "lifecycle.db",
  "lifecycle.db-wal",
  "trends.db",
  "config.json",
  "corpus.json",
  "Config.JSON",
];

Deno.test(
  "no command overwrites what is kept in the home; a file beside it is the user's",
  unix,
  async () => {
    await using folder = await workspace();
    await Deno.mkdir(folder.file("home/store"), { recursive: true });
    await Deno.symlink("home", folder.file("link"));
    const server = ["--", ...DEMO];
    for (const output of KEPT.flatMap((name) => [`home/${name}`, `link/../home/${name}`])) {
      await assertKept(folder, ["report", "r.json"], output);
    }
    await assertKept(folder, ["report", "r.json"], "link/lifecycle.db");
    for (const [name, { args, starts }] of Object.entries(WORK)) {
      const more = name === "init" ? ["--force"] : [];
      await assertKept(
        folder,
        [name, ...args, ...more, ...starts ? server : []],
        "home/lifecycle.db",
      );
    }
    const generate = ["generate", "--finding", "f", "--confirm-read-only", "--force"];
    await assertKept(folder, generate, "home/lifecycle.db");
    assert.deepEqual([...Deno.readDirSync(folder.file("home"))].map(({ name }) => name), ["store"]);
    for (const output of ["home/report.html", "home/storefront", "config.json", "my.db"]) {
      const args = ["report", "r.json", "--output", output];
      assert.equal((await mcpeval(args, { cwd: folder.path, env: folder.env })).code, 0, output);
    }
  },
);

async function assertKept(
  folder: TempFolder & { env: Record<string, string> },
  [name = "", ...args]: string[],
  output: string,
): Promise<void> {
  const ran = await mcpeval([name, "--output", output, ...args], {
    cwd: folder.path,
    env: folder.env,
  });
  assert.deepEqual([ran.code, ran.stdout], [2, ""], `${name} ${output}`);
  assert.ok(
    ran.stderr.startsWith("Error: --output would overwrite "),
    `${name} ${output}: ${ran.stderr}`,
  );
}

async function contents(folder: TempFolder): Promise<string[]> {
  const files = ["r.json", "m.json", "a.json", "home/store/probes/history.jsonl"];
  return await Promise.all(files.map((name) => Deno.readTextFile(folder.file(name))));
}

Deno.test("the streams of the process are known by their names", unix, async () => {
  await using folder = await workspace();
  const report = ["report", "r.json", "--format", "json"];
  const options = { cwd: folder.path };
  const json = await Deno.readTextFile(folder.file("r.json"));
  for (const path of ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]) {
    const ran = await mcpeval([...report, "--output", path], options);
    assert.deepEqual(ran, { code: 0, stdout: json, stderr: "" }, path);
  }
  const errors = await mcpeval([...report, "--output", "/dev/stderr"], options);
  assert.deepEqual(errors, { code: 0, stdout: "", stderr: json });
  const nothing = await mcpeval([...report, "--output", "/dev/null"], options);
  assert.deepEqual(nothing, { code: 0, stdout: "", stderr: "" });
  for (const path of ["-", "/dev/stdin", "/dev/fd/0"]) {
    const ran = await mcpeval(["report", path, "--format", "json"], { ...options, stdin: json });
    assert.deepEqual(ran, { code: 0, stdout: json, stderr: "" }, path);
    const diff = await mcpeval(["diff", path, "r.json"], { ...options, stdin: json });
    assert.deepEqual([diff.code, diff.stderr], [0, ""], path);
  }
});

Deno.test("- is standard output to every command", async () => {
  await using folder = await workspace();
  const options = { cwd: folder.path, env: folder.env };
  for (const [name, { args, starts }] of Object.entries(WORK)) {
    const words = ["--print-permissions", name, ...args];
    const server = starts ? ["--", "server"] : [];
    const plan = await mcpeval([...words, "--output", "-", ...server], options);
    assert.deepEqual(plan, await mcpeval([...words, "--output=-", ...server], options));
    const writes = JSON.parse(plan.stdout).keeper.write;
    const isHome = name === "probe" || name === "compare";
    assert.deepEqual(writes, isHome ? [folder.file("home")] : [], name);
  }
  const json = await Deno.readTextFile(folder.file("r.json"));
  const report = await mcpeval(["report", "r.json", "--format", "json", "--output", "-"], options);
  assert.deepEqual(report, { code: 0, stdout: json, stderr: "" });
  await Deno.writeTextFile(folder.file("-"), "mine");
  for (const output of ["-", "/dev/stdout"]) {
    const init = ["init", "--server", "a", "--output", output, "--", ...DEMO];
    const { code, stdout, stderr } = await mcpeval(init, options);
    assert.equal(code, 0);
    assert.equal(JSON.parse(stdout).probes[0].id, "discovery-budget");
    assert.match(stderr, /^wrote the manifest \(12 tools, .*\n[^]*\nnext: .*\n$/);
  }
  assert.equal(await Deno.readTextFile(folder.file("-")), "mine");
});

Deno.test("init writes to a device without --force", unix, async () => {
  for (const output of ["/dev/null", "/dev/stderr"]) {
    const ran = await mcpeval(["init", "--server", "a", "--output", output, "--", ...DEMO]);
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stdout, /^wrote the manifest \(12 tools, /);
    assert.equal(ran.stderr.startsWith("{"), output === "/dev/stderr");
  }
});

Deno.test("what a shell hands over as a path is read and written", unix, async () => {
  await using folder = await workspace();
  const script = '"$@" report <(cat r.json) --format json --output >(cat >out.json) && ' +
    "until [ -s out.json ]; do :; done";
  const ran = await run(["bash", "-c", script, "bash", ...SOURCE], [], { cwd: folder.path });
  assert.deepEqual(ran, { code: 0, stdout: "", stderr: "" });
  assert.equal(
    await Deno.readTextFile(folder.file("out.json")),
    await Deno.readTextFile(folder.file("r.json")),
  );
});

Deno.test(
  "a link that leads to nothing yet is written through, one in a circle refused",
  unix,
  async () => {
    await using folder = await workspace();
    await Deno.mkdir(folder.file("sub"));
    await Deno.symlink("sub/new.json", folder.file("link.json"));
    await Deno.symlink("circle.json", folder.file("circle.json"));
    const report = ["report", "r.json", "--format", "json", "--output"];
    const options = { cwd: folder.path };
    assert.equal((await mcpeval([...report, "link.json"], options)).code, 0);
    assert.equal((await Deno.lstat(folder.file("link.json"))).isSymlink, true);
    assert.equal((await Deno.lstat(folder.file("sub/new.json"))).isFile, true);
    assert.deepEqual(await mcpeval([...report, "circle.json"], options), {
      code: 3,
      stdout: "",
      stderr: "Error: writing circle.json failed: its links lead in a circle\n",
    });
  },
);

Deno.test("a document that cannot be read is refused with the reason", unix, async () => {
  await using folder = await workspace();
  await Deno.symlink("circle", folder.file("circle"));
  const reasons = {
    "": "the path of a file is empty; check the path, or write one with --format json",
    ".": "reading . failed: it is a folder",
    "r.json/x": "reading r.json/x failed: a part of the path is not a folder",
    "circle": "reading circle failed: its links lead in a circle",
    "/proc/self/environ": "reading /proc/self/environ failed: the runtime keeps it closed",
  };
  for (const [path, reason] of Object.entries(reasons)) {
    if (path.startsWith("/proc") && Deno.build.os !== "linux") continue;
    const options = { cwd: folder.path };
    const report = await mcpeval(["report", path], options);
    assert.deepEqual(report, { code: 2, stdout: "", stderr: `Error: ${reason}\n` });
    const diff = await mcpeval(["diff", path, "r.json"], options);
    assert.deepEqual([diff.code, diff.stdout], [2, ""]);
    assert.ok(diff.stderr.endsWith(`\nCaused by:\n    ${reason}\n`), diff.stderr);
  }
  const manifest = await mcpeval(["report", "r.json", "--format", "sarif", "--manifest", ""], {
    cwd: folder.path,
  });
  assert.deepEqual([manifest.code, manifest.stdout], [2, ""]);
  assert.match(
    manifest.stderr,
    /^error: option '--manifest <path>' needs a path that is not empty/,
  );
});

Deno.test("the exit code stays that of the report when it is written", async () => {
  await using folder = await workspace();
  const stdin = renderJson(COMPLETE);
  const ran = await mcpeval(["report", "-", "--output", folder.file("out")], { stdin });
  assert.deepEqual(ran, { code: 3, stdout: "", stderr: "" });
});
