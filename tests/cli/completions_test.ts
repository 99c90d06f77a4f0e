import assert from "node:assert/strict";
import { mcpeval, run } from "./run.ts";

const available = async (shell: string): Promise<boolean> => {
  return (await run(["sh"], ["-c", `command -v ${shell}`])).code === 0;
};

/** What bash offers after the words; the last one is being typed. */
async function bashOffers(...words: string[]): Promise<string[]> {
  const { stdout: script } = await mcpeval(["completions", "bash"]);
  const probe = `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _mcpeval\n` +
    `printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { code, stdout, stderr } = await run(["bash"], ["-c", probe, "bash", "mcpeval", ...words]);
  assert.deepEqual([code, stderr], [0, ""]);
  return stdout.trim().split("\n").filter((word) => word !== "");
}

Deno.test("bash completes commands, options and choices", async () => {
  assert.deepEqual(await bashOffers("prob"), ["probe"]);
  assert.deepEqual(await bashOffers("probe", "--gate"), ["--gate-only"]);
  assert.deepEqual(await bashOffers("probe", "--probe", "out"), ["output-schema"]);
  assert.deepEqual(await bashOffers("schema", "mani"), ["manifest"]);
  assert.deepEqual(await bashOffers("help", "expl"), ["explain"]);
});

Deno.test("bash completes a command of two words", async () => {
  assert.deepEqual(await bashOffers("shi"), ["shim", "shim-http"]);
  assert.deepEqual(await bashOffers("shim", ""), ["install", "uninstall", "--server", "--help"]);
  assert.deepEqual(await bashOffers("shim", "inst"), ["install"]);
  assert.deepEqual(await bashOffers("shim", "install", "--p"), ["--program"]);
  assert.deepEqual(await bashOffers("shim", "--server", "a", "--h"), ["--help"]);
});

for (const shell of ["bash", "zsh", "fish"]) {
  const there = await available(shell);
  if (!there) console.log(`skipped: ${shell} is not installed`);
  Deno.test({
    name: `the completions for ${shell} are a script that it can read`,
    ignore: !there,
    async fn() {
      const { code, stdout } = await mcpeval(["completions", shell]);
      assert.equal(code, 0);
      assert.deepEqual(
        await run([shell], ["-n", "/dev/stdin"], { stdin: stdout }),
        { code: 0, stdout: "", stderr: "" },
      );
    },
  });
}
