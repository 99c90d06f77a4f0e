import assert from "node:assert/strict";
import { tempFolder } from "../cli/run.ts";
import { mcpeval } from "../cli/run.ts";
import { KILL } from "../mcp/harness.ts";
import { call } from "./shimmed.ts";

const path = (file: string) => new URL(file, import.meta.url).pathname;

const REFUSED = [
  ...["read", "write", "connect", "listen", "spawn", "environment", "system", "library"],
].map((attempt) => ({ attempt, result: "NotCapable" }));

Deno.test("the engine of a running shim cannot leave its plan", async () => {
  const answer = '{"jsonrpc":"2.0","id":1,"result":{}}';
  const args = ["run", "--quiet", "--no-check", "--allow-all", path("boundary-driver.ts")];
  const child = new Deno.Command(Deno.execPath(), {
    args: [...args, KILL, "sh", "-c", `read line; echo '${answer}'; read line; exit 7`],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(call(1)));
  const reader = child.stderr.pipeThrough(new TextDecoderStream()).getReader();
  const { value } = await reader.read();
  assert.deepEqual(JSON.parse(value ?? ""), REFUSED);
  // The relay goes on.
  await writer.write(new TextEncoder().encode("\n"));
  assert.equal(await new Response(child.stdout).text(), `${answer}\n`);
  assert.equal((await child.status).code, 7);
  await writer.close().catch(() => {}); // the other end has gone
  await reader.cancel();
});

Deno.test("the plans of the shims name one program or two addresses, and the home", async () => {
  await using folder = await tempFolder();
  const home = folder.file("home");
  const options = { env: { MCPEVAL_HOME: home, LD_LIBRARY_PATH: "" } };
  const nothing = { read: [], write: [], net: [], run: [], env: [] };
  const keeper = { ...nothing, read: [home], write: [home] };
  const plan = async (...args: string[]) => {
    const { code, stdout } = await mcpeval(["--print-permissions", ...args], options);
    assert.equal(code, 0);
    return JSON.parse(stdout);
  };
  const stdio = await plan("shim", "--server", "a", "--", "node", "server.js");
  const [program, killer, ...more] = stdio.engine.run;
  assert.deepEqual([program, more], ["node", []]);
  assert.match(killer, /\/kill$/);
  assert.deepEqual(stdio, { engine: { ...nothing, run: [program, killer] }, keeper });

  const http = ["shim-http", "--server", "a", "--listen", "127.0.0.1:8080"];
  assert.deepEqual(await plan(...http, "--upstream", "http://localhost:3000/mcp"), {
    engine: { ...nothing, net: ["127.0.0.1:8080", "localhost:3000"] },
    keeper,
  });
  assert.deepEqual([...Deno.readDirSync(folder.path)], [], "nothing was opened");
});
