import assert from "node:assert/strict";
import { openTarget } from "../../core/mcp/connector.ts";
import { fake, faultOf, KILL, OK, open, resultOf, runs, stateOf, until } from "./harness.ts";

/** A command that notes its start in a file and then is a fake server, a plain one unless named. */
async function counting(...behaviour: string[]): Promise<
  { command: [string, ...string[]]; starts: () => Promise<number[]> } & AsyncDisposable
> {
  const log = await Deno.makeTempFile();
  const server = fake(...behaviour).map((part) => `'${part}'`).join(" ");
  return {
    command: ["sh", "-c", `echo $$ >> '${log}'; exec ${server}`],
    starts: async () =>
      (await Deno.readTextFile(log)).trim().split("\n").filter(Boolean).map(Number),
    [Symbol.asyncDispose]: () => Deno.remove(log),
  };
}

Deno.test("every connection has a process of its own", async () => {
  await using counted = await counting();
  await using connector = open(counted.command);
  const [one, two] = await Promise.all([connector.connect(), connector.connect()]);
  await connector.negotiate("2000-01-01");
  assert.equal(new Set(await counted.starts()).size, 3);
  const results = await Promise.all([resultOf(one), resultOf(two, { wait: 20 })]);
  assert.equal(results.length, 2);
});

Deno.test("what a handshake was answered is not asked for again, faults and declarations apart", async () => {
  await using counted = await counting("negotiating", "2024-11-05");
  await using connector = open(counted.command, { protocol: "2025-11-25" });
  await connector.connect({ capabilities: { sampling: {} } });
  assert.equal(connector.hasNegotiated("2025-11-25"), false, "such a server may answer otherwise");
  await connector.connect();
  assert.equal((await counted.starts()).length, 2);
  const answers: string[] = ["2025-11-25", "2025-06-18", "2025-06-18", "2000-01-01", "2025-11-25"];
  for (const version of answers) assert.equal(await connector.negotiate(version), "2024-11-05");
  assert.equal((await counted.starts()).length, 4, "of the two that no session has offered");
  await connector.connect();
  assert.equal((await counted.starts()).length, 5, "a session is never shared");

  await using silent = open(fake("silent"));
  for (let twice = 0; twice < 2; twice++) {
    await faultOf(silent.negotiate("2025-06-18", { waitMs: 200 }), "transport-timeout");
    assert.equal(silent.hasNegotiated("2025-06-18"), false);
  }
});

Deno.test("servers started ahead are used first, and ended when nobody uses them", async () => {
  await using counted = await counting();
  const connector = open(counted.command);
  connector.startAhead(3);
  await until(async () => (await counted.starts()).length === 3);
  const session = await connector.connect();
  await connector.negotiate("2000-01-01");
  await session.close();
  const pids = await counted.starts();
  assert.equal(pids.length, 3);
  await connector.close();
  for (const pid of pids) assert.equal(await runs(pid), false);
});

Deno.test("a server that asks while it waits for its connection is answered later", async () => {
  await using counted = await counting("asks-at-once");
  await using connector = open(counted.command);
  connector.startAhead(1);
  await until(async () => (await counted.starts()).length === 1);
  // Time to start and to ask, which it says to nobody.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const session = await connector.connect({ capabilities: { sampling: {} } });
  const { answers } = await resultOf(session);
  assert.deepEqual(answers, [
    { jsonrpc: "2.0", id: "s", error: { code: -32601, message: "method unavailable" } },
    { jsonrpc: "2.0", id: "p", result: {} },
  ]);
  assert.equal((await counted.starts()).length, 1);
  assert.deepEqual([connector.strays, connector.noise.lines], [0, 0]);
});

Deno.test("a server that did not survive the wait is not used", async () => {
  await using counted = await counting();
  const [shell, flag, script] = counted.command as [string, string, string];
  const [note, server] = script.split("; ");
  const first = `test -s ${note?.split(" ").at(-1)}`; // the file is empty at the first start
  await using connector = open([shell, flag, `${first} || { ${note}; exit 0; }; ${server}`]);
  connector.startAhead(1);
  await until(async () => (await counted.starts()).length === 1);
  const [pid = 0] = await counted.starts();
  await until(async () => (await stateOf(pid)) === "");
  assert.equal((await connector.connect()).revision, "2025-06-18");
});

Deno.test("starting ahead never fails; the connection does", async () => {
  await using connector = open(["no-such-program-here"]);
  connector.startAhead(2);
  await faultOf(connector.connect(), "transport-error");
});

Deno.test("the budget counts requests, handshakes included, and nothing else", async () => {
  await using counted = await counting();
  await using connector = open(counted.command, { limits: { ms: 60_000, requests: 4 } });
  const session = await connector.connect();
  for (let n = 0; n < 10; n++) await session.notify("notifications/x", {});
  await session.call(OK, { ask: [{ method: "ping" }, { method: "ping" }] });
  await connector.negotiate("2000-01-01");
  await session.request("ping", {});
  connector.checkBudget();
  await faultOf(session.request("ping", {}), "evaluation-budget-exceeded");
  assert.throws(() => connector.checkBudget(), { label: "evaluation-budget-exceeded" });
  connector.startAhead(2);
  await faultOf(connector.connect(), "evaluation-budget-exceeded");
  await faultOf(connector.negotiate("2000-01-02"), "evaluation-budget-exceeded");
  await faultOf(session.request("ping", {}), "evaluation-budget-exceeded");
  assert.equal((await counted.starts()).length, 2);
});

Deno.test("nothing is started when no request is left", async () => {
  await using counted = await counting();
  await using connector = open(counted.command, { limits: { ms: 60_000, requests: 1 } });
  await connector.connect();
  connector.checkBudget();
  await faultOf(connector.connect(), "evaluation-budget-exceeded");
  assert.equal((await counted.starts()).length, 1);
});

Deno.test("a wait ends with the budget, and the fault says so", async () => {
  await using connector = open(fake(), { limits: { ms: 3_000, requests: 100 } });
  const session = await connector.connect();
  await faultOf(session.call(OK, { wait: "never" }), "evaluation-budget-exceeded");
  await faultOf(session.request("ping", {}), "evaluation-budget-exceeded");
  assert.throws(() => connector.checkBudget(), { label: "evaluation-budget-exceeded" });
});

Deno.test("a session may have its own wait, and its handshake another", async () => {
  await using connector = open(fake(), { timeoutMs: 20_000 });
  const session = await connector.connect({ waitMs: 200, handshakeWaitMs: 10_000 });
  await faultOf(session.call(OK, { wait: "never" }), "transport-timeout");
  await using silent = open(fake("silent"), { timeoutMs: 20_000 });
  await faultOf(silent.connect({ waitMs: 200 }), "transport-timeout");
  await faultOf(silent.connect({ handshakeWaitMs: 200 }), "transport-timeout");
  await faultOf(silent.negotiate("2025-06-18", { waitMs: 200 }), "transport-timeout");
});

Deno.test("closing ends what is under way", async () => {
  const connector = open(fake("silent"));
  connector.startAhead(1);
  const connecting = faultOf(connector.connect(), "transport-closed");
  const negotiating = faultOf(connector.negotiate("2025-06-18"), "transport-closed");
  await connector.close();
  await Promise.all([connecting, negotiating]);
  await faultOf(connector.connect(), "transport-closed");
  connector.startAhead(1);

  const other = open(fake());
  const session = await other.connect();
  const calling = faultOf(session.call(OK, { wait: "never" }), "transport-closed");
  await other.close();
  await calling;
});

Deno.test("closing while the server does not read ends in bounded time", async () => {
  const connector = open(fake("deaf"));
  const session = await connector.connect();
  const calling = faultOf(session.call(OK, { a: "x".repeat(1_000_000) }), "transport-closed");
  await connector.close();
  await calling;
});

Deno.test("the permission to run the server and kill is all that is needed", async () => {
  const worker = new Worker(new URL("permitted-worker.ts", import.meta.url), {
    type: "module",
    deno: {
      permissions: {
        read: false,
        write: false,
        net: false,
        env: false,
        sys: false,
        ffi: false,
        import: false,
        run: [Deno.execPath(), KILL],
      },
    },
  } as WorkerOptions);
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = (event) => reject(new Error(event.message));
  worker.postMessage({ command: fake("parent"), killProgram: KILL });
  const { pids, ...report } = await promise as { pids: number[] };
  worker.terminate();
  assert.deepEqual(report, { tools: 1, outsider: "program outside this run's permissions" });
  assert.equal(pids.length, 2);
  for (const pid of pids) assert.equal(await runs(pid), false);
});

Deno.test("a handshake waits 30 s over stdio and 5 s over HTTP, whatever the manifest says", async () => {
  await using stdio = open(fake());
  assert.equal(stdio.defaultWaitMs, 30_000);
  const target = { kind: "http", url: "http://127.0.0.1:1/mcp", allowRemote: false } as const;
  const http = openTarget(target, { timeoutMs: 20_000, killProgram: null });
  assert.equal(http.defaultWaitMs, 5_000);
  await http.close();
});
