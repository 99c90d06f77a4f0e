/** The guide shows what the programs really print: its commands are run, one after another. */

import assert from "node:assert/strict";
import { codeBlocks } from "../action/markdown.ts";
import { DEMO, run, SOURCE, tempFolder } from "./run.ts";

/** A command of the guide with what it prints. */
interface Shown {
  command: string;
  output: string;
}

function commandsOf(block: string): Shown[] {
  return block.split(/^\$ /m).slice(1).map((text) => {
    const [command = "", ...output] = text.split("\n");
    return { command, output: output.join("\n") };
  });
}

/** What another salt and another time change. */
function withoutChance(text: string): string {
  return text.replace(/finding-[0-9a-f]{16}/g, "finding-…")
    .replace(/(template_id|last_seen|recency)=\S+/g, "$1=…")
    .replace(/(score=\d\.\d{3})\d+/g, "$1…");
}

/** A program of this name in a folder of the PATH. */
async function install(path: string, program: readonly string[]): Promise<void> {
  const words = program.map((word) => `'${word}'`).join(" ");
  await Deno.writeTextFile(path, `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
}

Deno.test("every command of the guide prints what the guide says", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(folder.file("bin"));
  await install(folder.file("bin/mcpeval"), SOURCE);
  await install(folder.file("bin/mcpeval-demo"), [DEMO]);
  const options = {
    cwd: folder.path,
    env: {
      MCPEVAL_HOME: folder.file("home"),
      PATH: `${folder.file("bin")}:${Deno.env.get("PATH")}`,
    },
  };
  const scripts = await codeBlocks("findings.md", "sh");
  const capture = scripts.find(({ text }) => text.startsWith("session()"))?.text ?? "exit 1";
  assert.deepEqual(await run(["sh", "-c"], [capture], options), {
    code: 0,
    stdout: "",
    stderr: "",
  });
  const examples = await codeBlocks("findings.md", "console");
  const shown = examples.flatMap(({ text }) => commandsOf(text));
  assert.equal(shown.length, 10);
  let id = "";
  for (const { command, output } of shown) {
    const words = command.replaceAll(/finding-[0-9a-f]{16}/g, id);
    const { stdout, stderr } = await run(["sh", "-c"], [words], options);
    assert.equal(stderr, "", command);
    assert.equal(withoutChance(stdout), withoutChance(output), command);
    id ||= /finding-[0-9a-f]{16}/.exec(stdout)?.[0] ?? "";
  }
});
