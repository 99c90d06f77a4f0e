/** Files that the user names, when they are none: every command refuses them, and none of them hangs. */

import assert from "node:assert/strict";
import { renderJson } from "../../core/report/json.ts";
import { PASSES, reportOf } from "../report/samples.ts";
import { index, promoted } from "../store/findings/journal.ts";
import { mcpeval, tempFolder } from "./run.ts";

const SERVER = ["--", "true"];
const FILE = "/dev/zero";

/** Commands that read it, with the exit code that the specification gives to a bad input. */
const READERS: [args: string[], code: number, place: string][] = [
  [["report", FILE], 2, FILE],
  [["diff", FILE, "-"], 2, FILE],
  [["probe", "--server", "a", "--manifest", FILE, ...SERVER], 2, FILE],
  [["probe", "--server", "a", "--arguments", FILE, ...SERVER], 2, FILE],
  [["score", "--server", "a", "--arguments", FILE, ...SERVER], 2, FILE],
  [["score", "--server", "a", "--client-config", FILE], 2, FILE],
  [["init", "--server", "a", "--arguments", FILE, ...SERVER], 2, FILE],
  [["guidance", "--server", "a", "--client-config", FILE], 2, FILE],
  [["compare", "--server", "a", "--client-config", FILE], 2, FILE],
  [["verify", "--finding", "f", "--case", "c", "--manifest", FILE, ...SERVER], 2, FILE],
  [["shim", "uninstall", "--client", FILE], 2, FILE],
  [
    ["generate", "--finding", "f", "--output", "o", "--confirm-read-only", "--expect", FILE],
    3,
    "the file after --expect",
  ],
];

for (const [args, code, place] of READERS) {
  Deno.test({
    name: `${args[0]} ${args.at(args.indexOf(FILE) - 1)}: a device that never ends is refused`,
    ignore: Deno.build.os === "windows",
    fn: async () => {
      await using folder = await tempFolder();
      const ran = await mcpeval(args, { cwd: folder.path });
      assert.deepEqual([ran.code, ran.stdout], [code, ""]);
      assert.ok(
        ran.stderr.includes(`reading ${place} failed: it is not a regular file\n`),
        ran.stderr,
      );
    },
  });
}

Deno.test({
  name:
    "a report whose manifest never ends goes without its lines; config.json may not be a device",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await using folder = await tempFolder();
    const report = await mcpeval(["report", "-", "--format", "sarif", "--manifest", FILE], {
      stdin: renderJson(reportOf(PASSES)),
    });
    assert.deepEqual([report.code, report.stderr], [0, ""]);
    await index(folder.path, [[{}], [{}]]);
    await Deno.symlink(FILE, folder.file("config.json"));
    const env = { MCPEVAL_HOME: folder.path };
    assert.deepEqual(await mcpeval(["promote"], { env }), {
      code: 3,
      stdout: "",
      stderr: `Error: reading ${folder.file("config.json")} failed: it is not a regular file\n`,
    });
  },
});

Deno.test({
  name: "an expectation may come through a pipe, and one byte beyond its limit is read",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await using folder = await tempFolder();
    await index(folder.path, [[{}], [{}]]);
    await promoted(folder.path);
    const pipe = folder.file("pipe");
    assert.ok((await new Deno.Command("mkfifo", { args: [pipe] }).output()).success);
    const generate = async (script: string, output: string) => {
      const args = ["-c", `${script} > "$0"`, pipe];
      const writer = new Deno.Command("sh", { args, stderr: "null" }).spawn();
      const ran = await mcpeval([
        ...["generate", "--finding", "finding-c51a0331c38ffd99", "--output", output],
        ...["--confirm-read-only", "--expect", pipe],
      ], { cwd: folder.path, env: { MCPEVAL_HOME: folder.path } });
      await writer.status;
      return ran;
    };
    assert.deepEqual(await generate(`printf '{"outcome":"ok"}'`, "made.json"), {
      code: 0,
      stdout: "finding-c51a0331c38ffd99\nprobe=instruction-fidelity\n",
      stderr: "",
    });
    assert.deepEqual(await generate("yes", "other.json"), {
      code: 3,
      stdout: "",
      stderr: "Error: the expectation file is larger than 64 KiB\n",
    });
  },
});
