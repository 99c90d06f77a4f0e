import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { parseBuildOptions } from "../../scripts/build.ts";
import { denoCommand } from "../../scripts/deno-command.ts";
import { PROGRAMS } from "../../scripts/programs.ts";
import { executableName, TARGETS } from "../../scripts/targets.ts";

const SCRIPT = fileURLToPath(new URL("../../scripts/build.ts", import.meta.url));

async function runBuild(...args: string[]): Promise<{ code: number; stderr: string }> {
  const { code, stderr } = await denoCommand(["run", "-A", "--no-check", SCRIPT, ...args]).output();
  return { code, stderr: new TextDecoder().decode(stderr) };
}

Deno.test("there are five targets", () => {
  assert.deepEqual([...TARGETS], [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
  ]);
});

Deno.test("only Windows executables have an extension", () => {
  assert.deepEqual(TARGETS.map((target) => executableName("mcpeval", target)), [
    "mcpeval",
    "mcpeval",
    "mcpeval",
    "mcpeval",
    "mcpeval.exe",
  ]);
});

Deno.test("mcpeval gets its permissions by name and mcpeval-demo gets none", () => {
  const permissions = PROGRAMS.map(({ name, permissions }) => [name, [...permissions]]);
  assert.deepEqual(permissions, [
    ["mcpeval", ["read", "write", "net", "run", "env"]],
    ["mcpeval-demo", []],
  ]);
});

Deno.test("without options both programs are built for the host", () => {
  const { target, programs } = parseBuildOptions([], "aarch64-apple-darwin");
  assert.equal(target, "aarch64-apple-darwin");
  assert.deepEqual(programs.map(({ name }) => name), ["mcpeval", "mcpeval-demo"]);
});

Deno.test("--target and --only choose", () => {
  const args = ["--target", "x86_64-pc-windows-msvc", "--only=mcpeval-demo"];
  const { target, programs } = parseBuildOptions(args, "aarch64-apple-darwin");
  assert.equal(target, "x86_64-pc-windows-msvc");
  assert.deepEqual(programs.map(({ name }) => name), ["mcpeval-demo"]);
});

Deno.test("an unknown target ends with 2 and the accepted ones", async () => {
  assert.deepEqual(await runBuild("--target", "riscv64-unknown-linux-gnu"), {
    code: 2,
    stderr:
      "unknown target; accepted: x86_64-unknown-linux-gnu, aarch64-unknown-linux-gnu, x86_64-apple-darwin, aarch64-apple-darwin, x86_64-pc-windows-msvc\n",
  });
});

Deno.test("an unknown option ends with 2 and the accepted ones", async () => {
  assert.deepEqual(await runBuild("--tarket", "x"), {
    code: 2,
    stderr: "unknown or incomplete option; accepted: --target <triple>, --only <program>\n",
  });
});

Deno.test("arguments that build nothing are usage mistakes", () => {
  for (const args of [["mcpeval"], ["--only"], ["--only", "mcpevil"], ["--target", ""]]) {
    assert.throws(() => parseBuildOptions(args), { name: "ScriptError", exitCode: 2 });
  }
});
