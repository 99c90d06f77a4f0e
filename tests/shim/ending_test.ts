/** How a shim ends, and what it must not leave behind. */

import assert from "node:assert/strict";
import { alive, pidsIn, WITH_CHILD } from "../cli/processes.ts";
import { tempFolder } from "../cli/run.ts";
import { call, shell, shimmed } from "./shimmed.ts";

const linux = { ignore: Deno.build.os !== "linux" };

Deno.test("a server that ignores the end of its input and TERM is ended with all it started", {
  ...linux,
}, async () => {
  await using folder = await tempFolder();
  const pids = folder.file("pids");
  await using shim = shimmed(folder, shell(WITH_CHILD, pids, ""));
  const started = await pidsIn(pids);
  assert.deepEqual(started.map(alive), [true, true]);
  await shim.close();
  assert.equal(await shim.code, 137);
  assert.deepEqual(started.map(alive), [false, false]);
  assert.equal(await shim.stderr, "");
});

Deno.test("a child that a server leaves behind is ended, too", linux, async () => {
  await using folder = await tempFolder();
  const pids = folder.file("pids");
  const script = '(exec sleep 600 >/dev/null 2>&1) & echo "$!" > "$1"; exit 4';
  await using shim = shimmed(folder, shell(script, pids));
  const started = await pidsIn(pids);
  assert.equal(await shim.code, 4);
  assert.deepEqual(started.map(alive), [false]);
});

Deno.test(
  "a process outside the group that holds the pipe open does not hold the shim",
  linux,
  async () => {
    await using folder = await tempFolder();
    const pids = folder.file("pids");
    const script = 'setsid sh -c \'echo "$$" > "$1"; exec sleep 600\' sh "$1" & sleep 0.2; exit 4';
    await using shim = shimmed(folder, shell(script, pids));
    const [daemon = 0] = await pidsIn(pids);
    try {
      assert.equal(await shim.code, 4);
      assert.equal(alive(daemon), true, "a daemon is not the shim's");
    } finally {
      Deno.kill(daemon, "SIGKILL");
    }
  },
);

for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]] as const) {
  Deno.test(`${signal} goes on to the server, then the shim ends`, linux, async () => {
    await using folder = await tempFolder();
    const [seen, pids] = [folder.file("seen"), folder.file("pids")];
    const name = signal.slice(3);
    const script =
      `trap 'echo ${name} > "$1"; exit 9' ${name}; echo $$ > "$2"; while :; do sleep 0.1; done`;
    await using shim = shimmed(folder, shell(script, seen, pids));
    const started = await pidsIn(pids);
    shim.process.kill(signal);
    const status = await shim.process.status;
    assert.deepEqual([status.code, status.signal], [code, null]);
    assert.equal(await Deno.readTextFile(seen), `${name}\n`);
    assert.deepEqual(started.map(alive), [false]);
  });
}

Deno.test("when the shim is killed, the server sees the end of its input", linux, async () => {
  await using folder = await tempFolder();
  const [pids, seen] = [folder.file("pids"), folder.file("seen")];
  const script = 'echo $$ > "$1"; cat; echo end > "$2"';
  await using shim = shimmed(folder, shell(script, pids, seen));
  const started = await pidsIn(pids);
  shim.process.kill("SIGKILL");
  assert.equal((await shim.process.status).signal, "SIGKILL");
  while (started.some(alive)) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(await Deno.readTextFile(seen), "end\n");
});

Deno.test(
  "a server that ignores a signal is killed, and what passed is recorded",
  linux,
  async () => {
    await using folder = await tempFolder();
    const pids = folder.file("pids");
    const answer = '{"jsonrpc":"2.0","id":1,"result":{}}';
    const script = `read line; echo '${answer}'; ${WITH_CHILD}`;
    await using shim = shimmed(folder, shell(script, pids, ""));
    await shim.send(call(1));
    assert.equal(await shim.line(), `${answer}\n`);
    const started = await pidsIn(pids);
    shim.process.kill("SIGTERM");
    assert.equal(await shim.code, 143);
    assert.deepEqual(started.map(alive), [false, false]);
    assert.deepEqual((await shim.records()).map(({ outcome }) => outcome), ["ok"]);
  },
);

Deno.test("responses that are owed are waited for when the agent has gone", async () => {
  await using folder = await tempFolder();
  const answer = '{"jsonrpc":"2.0","id":1,"result":{}}';
  const script = `read line; while read more; do :; done; sleep 2.5; echo '${answer}'; sleep 600`;
  await using shim = shimmed(folder, shell(script));
  await shim.send(call(1));
  await shim.close();
  assert.equal(await shim.line(), `${answer}\n`);
  // Nothing is owed any more: the server gets TERM.
  assert.equal(await shim.code, 143);
  assert.deepEqual((await shim.records()).map(({ outcome }) => outcome), ["ok"]);
});

Deno.test("a cancelled request is not waited for when the agent has gone", async () => {
  await using folder = await tempFolder();
  await using shim = shimmed(folder, shell("read line; read more; echo; exec sleep 600"));
  const cancelled = { method: "notifications/cancelled", params: { requestId: 1 } };
  await shim.send(`${call(1)}${JSON.stringify({ jsonrpc: "2.0", ...cancelled })}\n`);
  assert.equal(await shim.line(), "\n");
  const left = performance.now();
  await shim.close();
  assert.equal(await shim.code, 143);
  assert.ok(performance.now() - left < 20_000, "responses are waited for 30 s");
});

Deno.test("a server that closes its input, or an agent that closes its own, is a failure", async () => {
  await using folder = await tempFolder();
  await using deaf = shimmed(folder, shell("exec <&-; echo deaf; exec sleep 600"));
  assert.equal(await deaf.line(), "deaf\n");
  await deaf.send(call(1));
  assert.equal(await deaf.code, 3);
  assert.equal(await deaf.stderr, "Error: the server closed its input\n");

  await using gone = shimmed(folder, shell("while :; do echo x; sleep 0.05; done"));
  assert.equal(await gone.line(), "x\n");
  await gone.leave();
  assert.equal(await gone.code, 3);
  assert.equal(await gone.stderr, "Error: the agent closed its input\n");
});
