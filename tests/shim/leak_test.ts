/** Long runs of random calls through the whole program leave no content anywhere. */

import assert from "node:assert/strict";
import { BINARY, SOURCE, tempFolder } from "../cli/run.ts";
import { freePort, listening, post } from "./http-harness.ts";
import { assertCanonical, assertNoContent } from "./leak.ts";
import { randomTurns } from "./random-calls.ts";
import { shimmed } from "./shimmed.ts";

/** The programs with the numbers of calls that they get over stdio and over HTTP. */
const PROGRAMS = [["from source", SOURCE, 1_000, 100], [
  "compiled",
  BINARY,
  10_000,
  1_000,
]] as const;
const LINE_SERVER = new URL("line-server.ts", import.meta.url).pathname;

for (const [name, program, overStdio, overHttp] of PROGRAMS) {
  Deno.test(`${overStdio} random calls over stdio leave no content, ${name}`, async () => {
    await using folder = await tempFolder();
    const seed = Math.floor(Math.random() * 2 ** 31);
    const turns = randomTurns(overStdio, seed);
    const replies = turns.map(({ reply }) => `${reply}\n`).join("");
    const path = await folder.write("replies", replies);
    const deno = ["run", "--quiet", "--no-check", "--no-prompt", `--allow-read=${path}`];
    const server = [Deno.execPath(), ...deno, LINE_SERVER, path];
    const env = { MCPEVAL_SESSION: "QXKVWJ SESSION" };
    await using shim = shimmed(folder, server, { program, env });
    const answers = shim.rest();
    await shim.send(turns.map(({ request }) => `${request}\n`).join(""));
    await shim.close();
    assert.equal(new TextDecoder().decode(await answers), replies, `seed ${seed}`);
    assert.equal(await shim.code, 0);
    const calls = turns.filter(({ request }) => request.includes('"id":'));
    const records = assertCanonical(shim.home);
    assert.ok(records >= calls.length * 0.9, `${records} records of ${calls.length} calls`);
    const secrets = ["QXKVWJ SESSION", ...turns.flatMap(({ secrets }) => secrets)];
    await assertNoContent(program, shim.home, secrets, await shim.stderr);
  });

  Deno.test(`${overHttp} random calls over HTTP leave no content, ${name}`, async () => {
    await using folder = await tempFolder();
    const seed = Math.floor(Math.random() * 2 ** 31);
    const turns = randomTurns(overHttp, seed);
    const replies = turns.values();
    let turn = 0;
    const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
    await using server = Deno.serve(options, async (request) => {
      await request.text();
      const reply = replies.next().value?.reply ?? "";
      return turn++ % 2 === 0
        ? new Response(reply, { headers: { "content-type": "application/json" } })
        : new Response(`data: ${reply}\n\n`, { headers: { "content-type": "text/event-stream" } });
    });
    const port = freePort();
    const home = folder.file("home");
    const upstream = `http://127.0.0.1:${server.addr.port}/mcp`;
    const places = ["--listen", `127.0.0.1:${port}`, "--upstream", upstream];
    {
      const command = [...program, "shim-http", "--server", "test", ...places];
      await using _shim = await listening(port, command, { MCPEVAL_HOME: home });
      for (const [index, { request, reply }] of turns.entries()) {
        const response = await post(`http://127.0.0.1:${port}/`, request);
        const expected = index % 2 === 0 ? reply : `data: ${reply}\n\n`;
        assert.equal(await response.text(), expected, `seed ${seed}`);
      }
    }
    assert.ok(assertCanonical(home) >= overHttp * 0.8);
    await assertNoContent(program, home, turns.flatMap(({ secrets }) => secrets), "");
  });
}
