/**
 * The service as the Inspector's command line uses it. The Inspector is installed by npm for this
 * test, because one of its optional dependencies keeps Deno from resolving it.
 */

import assert from "node:assert/strict";
import { tempFolder } from "../cli/run.ts";
import { startService } from "./harness.ts";

const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";

Deno.test("the Inspector lists, calls and reads", async () => {
  await using folder = await tempFolder();
  const installing = await new Deno.Command("npm", {
    args: ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--silent", INSPECTOR],
    cwd: folder.path,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  assert.ok(installing.success, new TextDecoder().decode(installing.stderr));
  await using service = await startService(folder.file("home"), { allowSpawn: true });

  /** Runs the Inspector; it says that it wants Node 22, and our Deno does as well. */
  async function inspect(method: string, ...more: string[]) {
    const program = folder.file(
      "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
    );
    const target = ["--cli", service.url, "--transport", "http", "--method", method, ...more];
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-lock", "-A", program, ...target],
      cwd: folder.path,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).output();
    const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    assert.notEqual(stdout.length, 0, decode(stderr));
    return JSON.parse(decode(stdout));
  }
  assert.equal((await inspect("tools/list")).tools.length, 8);
  const called = await inspect(
    "tools/call",
    "--tool-name",
    "list_findings",
    "--tool-arg",
    "state=open",
  );
  assert.match(called.content[0].text, /^no findings/);
  assert.deepEqual(await inspect("resources/list"), { resources: [] });
  assert.deepEqual((await inspect("prompts/list")).prompts[0].name, "fix_loop");
});
