/** Recording fails: traffic goes on, and the end says so. */

import assert from "node:assert/strict";
import { tempFolder, testServer } from "../cli/run.ts";
import { call, shimmed } from "./shimmed.ts";

const ECHO = testServer("tests/shim/echo-server.ts");
const DAY_MS = 86_400_000;
const linux = { ignore: Deno.build.os !== "linux" };

/** The journals of today and of tomorrow, should midnight come. */
function journals(home: string): string[] {
  return [0, DAY_MS].map((ahead) => {
    const day = new Date(Date.now() + ahead).toISOString().slice(0, 10);
    return `${home}/store/calls-${day}.jsonl`;
  });
}

Deno.test("a journal that cannot be written does not hold the traffic", async () => {
  await using folder = await tempFolder();
  const home = folder.file("home");
  // Folders in the place of the journals: nobody can write to them, whatever rights they have.
  for (const path of journals(home)) await Deno.mkdir(path, { recursive: true });
  await using shim = shimmed(folder, ECHO, { home });
  for (const id of [1, 2, 3]) {
    await shim.send(call(id));
    assert.equal(await shim.line(), `{"jsonrpc":"2.0","id":${id},"result":{"pad":""}}\n`);
    // Later records come in batches of their own.
    await shim.complained;
  }
  await shim.close();
  assert.equal(await shim.code, 3);
  const lines = (await shim.stderr).split("\n");
  assert.equal(lines.length, 2, "it is said once");
  assert.match(lines[0] ?? "", /^recording failed, .*calls-\d{4}-\d\d-\d\d\.jsonl/);
});

Deno.test("a failed recording is exit 3 after an interrupt, too", linux, async () => {
  await using folder = await tempFolder();
  const home = folder.file("home");
  for (const path of journals(home)) await Deno.mkdir(path, { recursive: true });
  await using shim = shimmed(folder, ECHO, { home });
  await shim.send(call(1));
  await shim.line();
  await shim.complained;
  shim.process.kill("SIGTERM");
  assert.equal(await shim.code, 3);
});

Deno.test("records that an interrupt leaves no time for are missed aloud", linux, async () => {
  await using folder = await tempFolder();
  const home = folder.file("home");
  await Deno.mkdir(`${home}/store`, { recursive: true });
  const held = journals(home).map((path) => Deno.openSync(path, { append: true, create: true }));
  for (const file of held) await file.lock(true);
  await using shim = shimmed(folder, ECHO, { home });
  await shim.send(call(1));
  assert.equal(await shim.line(), '{"jsonrpc":"2.0","id":1,"result":{"pad":""}}\n');
  shim.process.kill("SIGTERM");
  assert.equal(await shim.code, 3);
  assert.equal(
    await shim.stderr,
    "recording failed, calls are missing from the journal; traffic is not affected: " +
      "the interrupt left no time to write them\n",
  );
  for (const file of held) file.close();
  assert.deepEqual(await shim.records(), []);
});

Deno.test("a journal that can be written again takes what comes then", async () => {
  await using folder = await tempFolder();
  const home = folder.file("home");
  for (const path of journals(home)) await Deno.mkdir(path, { recursive: true });
  await using shim = shimmed(folder, ECHO, { home });
  await shim.send(call(1));
  await shim.line();
  await shim.complained;
  for (const path of journals(home)) await Deno.remove(path);
  await shim.send(call(2));
  await shim.line();
  await shim.close();
  assert.equal(await shim.code, 3, "a record was lost");
  assert.deepEqual((await shim.records()).map(({ seq }) => seq), [2]);
});
