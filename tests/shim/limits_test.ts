/** Large frames, many frames, and an agent that does not read. */

import assert from "node:assert/strict";
import { BINARY, SOURCE, tempFolder, testServer } from "../cli/run.ts";
import { call, digest, shell, shimmed } from "./shimmed.ts";

const MAX = 4_194_304;

/** A frame of exactly so many bytes with its newline. */
function frame(bytes: number): Uint8Array<ArrayBuffer> {
  const filled = new Uint8Array(bytes).fill(0x78);
  filled[bytes - 1] = 0x0a;
  return filled;
}

const PROGRAMS = [["from source", SOURCE], ["compiled", BINARY]] as const;

for (const [name, program] of PROGRAMS) {
  Deno.test(`frames of 4 MiB pass, an unterminated one at the end, too, ${name}`, async () => {
    await using folder = await tempFolder();
    await using shim = shimmed(folder, ["cat"], { program });
    const bytes = new Uint8Array([
      ...frame(MAX),
      ...frame(5),
      ...frame(MAX),
      ...frame(MAX).fill(0x79),
    ]);
    const passed = shim.rest();
    await shim.send(bytes);
    await shim.close();
    assert.equal(await digest(await passed), await digest(bytes));
    assert.equal(await shim.code, 0);
    assert.equal((await shim.records()).length, 8);
  });

  Deno.test(`ten thousand requests at once lose nothing, ${name}`, async () => {
    await using folder = await tempFolder();
    const server = testServer("tests/shim/echo-server.ts");
    await using shim = shimmed(folder, server, { program });
    const ids = Array.from({ length: 10_000 }, (_, index) => index + 1);
    const answers = shim.rest();
    await shim.send(ids.map((id) => call(id, { n: id })).join(""));
    await shim.close();
    const expected = ids.map((id) => `{"jsonrpc":"2.0","id":${id},"result":{"pad":""}}\n`).join("");
    assert.equal(new TextDecoder().decode(await answers), expected);
    assert.equal(await shim.code, 0);
    const records = await shim.records();
    assert.deepEqual(records.map(({ seq }) => seq), ids);
    assert.deepEqual(
      records.map(({ args, outcome }) => [args, outcome]),
      ids.map((id) => [{ n: `num:${id}` }, "ok"]),
    );
  });
}

Deno.test("a longer frame of the agent is not passed on: the server is killed", async () => {
  await using folder = await tempFolder();
  const got = folder.file("got");
  const script = 'read line; echo "$line"; cat > "$1"; sleep 600';
  await using shim = shimmed(folder, shell(script, got));
  await shim.send("before\n");
  assert.equal(await shim.line(), "before\n");
  await shim.send(frame(MAX + 1)).catch(() => {}); // the shim ends while it is written
  assert.equal(await shim.code, 3);
  assert.equal(await shim.stderr, "Error: the agent sent a frame of more than 4 MiB\n");
  assert.equal(await Deno.readTextFile(got), "");
});

Deno.test("a longer frame of the server is not passed on", async () => {
  await using folder = await tempFolder();
  const script = "echo before; head -c 4194304 /dev/zero; echo; read line; sleep 600";
  await using shim = shimmed(folder, shell(script));
  assert.equal(new TextDecoder().decode(await shim.rest()), "before\n");
  assert.equal(await shim.code, 3);
  assert.equal(await shim.stderr, "Error: the server sent a frame of more than 4 MiB\n");
});

Deno.test("a server that floods is slowed down rather than let off the record", async () => {
  await using folder = await tempFolder();
  await using shim = shimmed(folder, shell("yes | head -n 100000"));
  assert.equal((await shim.rest()).length, 200_000);
  assert.equal(await shim.code, 0);
  const records = await shim.records();
  assert.equal(records.length, 100_000);
  assert.deepEqual(records.at(-1)?.seq, 100_000);
});

Deno.test("results of 4 MiB are recorded like small ones", async () => {
  await using folder = await tempFolder();
  await using shim = shimmed(
    folder,
    testServer("tests/shim/echo-server.ts", `--replies-of=${MAX}`),
  );
  for (const id of [1, 2, 3]) {
    await shim.send(call(id));
    assert.equal((await shim.line())?.length, MAX);
  }
  await shim.close();
  assert.equal(await shim.code, 0);
  const records = await shim.records();
  assert.deepEqual(records.map(({ seq, outcome }) => [seq, outcome]), [[1, "ok"], [2, "ok"], [
    3,
    "ok",
  ]]);
});

Deno.test("an agent that does not read for a while still reaches the server, and loses nothing", async () => {
  await using folder = await tempFolder();
  const got = folder.file("got");
  // Each request is answered at once, with a little more than 100 bytes: 700 answers fill a pipe.
  const answer = "x".repeat(100);
  const script = `while read line; do echo "${answer}"; echo "$line" >> "$1"; done`;
  await using shim = shimmed(folder, shell(script, got));
  let sent = "";
  const ask = async (id: number) => {
    sent += call(id);
    await shim.send(call(id));
    while (await sizeOf(got) < sent.length) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  for (let id = 1; id <= 20; id++) {
    await ask(id);
    assert.equal(await shim.line(), `${answer}\n`);
  }
  // The agent goes on to ask, one request at a time, as if it had read its answers.
  for (let id = 21; id <= 1_020; id++) await ask(id);
  await shim.close();
  assert.equal(new TextDecoder().decode(await shim.rest()), `${answer}\n`.repeat(1_000));
  assert.equal(await shim.code, 0);
  assert.equal(await Deno.readTextFile(got), sent);
});

Deno.test("a flood that nobody reads does not hold the other direction", async () => {
  await using folder = await tempFolder();
  const script = '(yes "$(printf %0999d 0)" | head -c 2000000) & cat > "$1"; wait';
  const got = folder.file("got");
  await using shim = shimmed(folder, shell(script, got));
  const sent = Array.from({ length: 20_000 }, (_, index) => call(index)).join("");
  await shim.send(sent);
  await shim.close();
  while (await sizeOf(got) < sent.length) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(await Deno.readTextFile(got), sent);
  assert.equal((await shim.rest()).length, 2_000_000);
  assert.equal(await shim.code, 0);
});

async function sizeOf(path: string): Promise<number> {
  return (await Deno.stat(path).catch(() => ({ size: -1 }))).size;
}
