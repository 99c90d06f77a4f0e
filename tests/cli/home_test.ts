/** A home that cannot be used: every command says which path it is, and what to check. */

import assert from "node:assert/strict";
import { loadFindings } from "../../store/findings/read.ts";
import { readableFindings } from "../../store/service-data.ts";
import { mcpeval, tempFolder } from "./run.ts";

const MANIFEST = JSON.stringify({
  version: 1,
  sandboxes: {},
  probes: [{
    probe: "instruction-fidelity",
    id: "a",
    tool: "a",
    access: "read_only",
    arguments: {},
    expect: { outcome: "ok" },
  }],
});

/** Commands with what they do first to which path under the home. */
const COMMANDS: [args: string[], act: string, path: string][] = [
  [["findings"], "opening", "index.db"],
  [
    ["generate", "--finding", "f", "--output", "o.json", "--confirm-read-only"],
    "opening",
    "index.db",
  ],
  [["export-issues", "--dir", "issues"], "opening", "index.db"],
  [
    ["verify", "--finding", "f", "--case", "a", "--manifest", "m.json", "--", "true"],
    "opening",
    "index.db",
  ],
  [["promote", "--threshold", "0"], "opening", "index.db"],
  [["promote"], "reading", "config.json"],
  [["index"], "creating", "store"],
  [["doctor"], "creating", "store"],
  [["share", "--dir", "envelope"], "looking at", "store"],
  [
    ["annotate", "--session", "s", "--seq", "1", "--kind", "workaround", "--note", "n"],
    "creating",
    "store",
  ],
  [["shim", "--server", "a", "--", "true"], "creating", "store"],
  [
    [
      ...["shim-http", "--server", "a", "--listen", "127.0.0.1:0"],
      ...["--upstream", "http://127.0.0.1:9/mcp"],
    ],
    "creating",
    "store",
  ],
  [["trends"], "reading", "store/probes/history.jsonl"],
  [
    ["probe", "--server", "a", "--manifest", "m.json", "--gate-only", "--", "cat"],
    "creating",
    "store",
  ],
];

for (const [args, act, path] of COMMANDS) {
  Deno.test({
    name: `a home that is a file, or links that lead in a circle: ${args.slice(0, 2).join(" ")}`,
    ignore: Deno.build.os === "windows",
    fn: async () => {
      await using folder = await tempFolder();
      await folder.write("m.json", MANIFEST);
      const file = await folder.write("file", "");
      const circle = folder.file("circle");
      await Deno.symlink("circle", circle);
      const homes = [[file, "a part of the path is not a folder"]];
      // Making a folder there shows only that something is there.
      if (act !== "creating") homes.push([circle, "its links lead in a circle"]);
      for (const [home = "", problem] of homes) {
        const ran = await mcpeval(args, { cwd: folder.path, env: { MCPEVAL_HOME: home } });
        assert.deepEqual([ran.code, ran.stdout], [3, ""]);
        const [line] = ran.stderr.split("\n");
        assert.equal(
          line,
          `Error: ${act} ${home}/${path} failed: ${problem}; check MCPEVAL_HOME and the ` +
            "permissions of its folders",
        );
      }
    },
  });
}

Deno.test("findings in a home that is a file are unusable to the service, too", async () => {
  await using folder = await tempFolder();
  const home = await folder.write("file", "");
  assert.equal(loadFindings(home).kind, "unusable");
  assert.deepEqual(readableFindings(home), { kind: "unusable" });
});

const unix = { ignore: Deno.build.os === "windows" };

Deno.test("a path in an error hides nothing, and neither does one on stdout", unix, async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(folder.file("store"));
  const name = "calls-\x1b[2J\n##[error].jsonl";
  const shown = "calls-\\u{1b}[2J\\u{a}\\u{23}#[error].jsonl";
  await folder.write(`store/${name}`, '[]\n"ann@example"\n');
  const env = { MCPEVAL_HOME: folder.path };
  const index = await mcpeval(["index"], { env });
  assert.equal(index.code, 3);
  assert.ok(index.stderr.startsWith(`Error: ${folder.file("store")}/${shown} line 1 `));
  const doctor = await mcpeval(["doctor"], { env });
  assert.ok(doctor.stdout.includes(`\n${folder.file("store")}/${shown}:2\n`), doctor.stdout);
  const share = await mcpeval(["share", "--dir", folder.file("out")], { env });
  assert.equal(share.code, 3);
  assert.ok(share.stderr.includes(shown), share.stderr);
  for (const { stdout, stderr } of [index, doctor, share]) {
    assert.ok(!`${stdout}${stderr}`.includes("\x1b"));
    assert.ok(!`${stdout}${stderr}`.includes("##["));
  }
});
