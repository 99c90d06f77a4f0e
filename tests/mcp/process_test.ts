import assert from "node:assert/strict";
import { startServer } from "../../core/mcp/process.ts";
import { fake, faultOf, KILL, OK, open, reportedPids, runs, until } from "./harness.ts";

/** Runs a function and says how long it took, in ms. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Children of this test run that have ended and were not collected. */
async function zombies(): Promise<string[]> {
  const { stdout } = await new Deno.Command("ps", { args: ["-eo", "ppid=,stat=,comm="] }).output();
  return new TextDecoder().decode(stdout).split("\n")
    .filter((line) => line.trim().split(/\s+/)[0] === String(Deno.pid) && / Z/.test(line));
}

Deno.test("a server that ends with its input is gone at once", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  assert.ok(await timed(() => session.close()) < 900);
  await until(async () => (await zombies()).length === 0);
});

Deno.test("closing is the same whenever and however often it is asked for", async () => {
  const connector = open(fake());
  const session = await connector.connect();
  await Promise.all([session.close(), session.close(), connector.close()]);
  await session.close();
  await connector.close();
  assert.equal(session.broken, true);
  await faultOf(session.request("ping", {}), "transport-closed");
});

Deno.test("a server and a grandchild that ignore the end of input and TERM are killed", async () => {
  await using connector = open(fake("stubborn"));
  const session = await connector.connect();
  const pids = await reportedPids(session);
  for (const pid of pids) assert.equal(await runs(pid), true);
  const ms = await timed(() => session.close());
  assert.ok(ms >= 1_900 && ms < 8_000, `${ms} ms`);
  for (const pid of pids) assert.equal(await runs(pid), false);
  await until(async () => (await zombies()).length === 0);
});

Deno.test("a grandchild does not outlive a leader that ends with its input", async () => {
  await using connector = open(fake("parent"));
  const session = await connector.connect();
  const pids = await reportedPids(session);
  assert.equal(await runs(pids[1] ?? 0), true);
  await session.close();
  for (const pid of pids) assert.equal(await runs(pid), false);
});

Deno.test("a grandchild does not outlive a leader that has died long before", async () => {
  await using connector = open(fake("parent"));
  const session = await connector.connect();
  const [leader = 0, grandchild = 0] = await reportedPids(session);
  await faultOf(session.call(OK, { exit: 1 }), "transport-closed");
  assert.deepEqual([await runs(leader), await runs(grandchild)], [false, true]);
  await connector.close();
  assert.equal(await runs(grandchild), false);
});

Deno.test("a server behind a shell ends with the shell", async () => {
  const command = fake("parent").map((part) => `'${part}'`).join(" ");
  await using connector = open(["sh", "-c", `${command}; true`]);
  const session = await connector.connect();
  const pids = await reportedPids(session);
  await session.close();
  for (const pid of pids) assert.equal(await runs(pid), false);
});

const LINUX_ONLY = { ignore: Deno.build.os !== "linux" }; // setsid is not everywhere

Deno.test(
  "whoever keeps the pipes outside the group does not hold up the end",
  LINUX_ONLY,
  async () => {
    const pidFile = await Deno.makeTempFile();
    const escape = `setsid sh -c 'echo $$ > ${pidFile}; exec sleep 60' & exec cat > /dev/null`;
    await using connector = open(["sh", "-c", escape], { timeoutMs: 300 });
    await faultOf(connector.connect(), "transport-timeout");
    assert.ok(await timed(() => connector.close()) < 8_000);
    const pid = Number(await Deno.readTextFile(pidFile));
    assert.ok(pid > 0);
    assert.equal(await runs(pid), true);
    Deno.kill(pid, "SIGKILL");
    await Deno.remove(pidFile);
  },
);

Deno.test("without a kill program the leader still ends", async () => {
  await using connector = open(fake("stubborn"), { killProgram: "no-such-kill" });
  const session = await connector.connect();
  const [leader = 0, grandchild = 0] = await reportedPids(session);
  await session.close();
  assert.equal(await runs(leader), false);
  Deno.kill(grandchild, "SIGKILL");
});

Deno.test("a server leads a process group of its own", async () => {
  const server = startServer(["sh", "-c", "ps -o pgid= -p $$; echo $$"], KILL);
  const text = await new Response(server.stdout).text();
  const [group, leader] = text.trim().split(/\s+/);
  assert.equal(group, leader);
  await server.exited;
  assert.equal(server.exitCode, 0);
  await server.stdin.close();
  await server.end();
});

Deno.test("an exit by a signal has the code that shells give it", async () => {
  const server = startServer(["sh", "-c", "kill -KILL $$"], KILL);
  await server.exited;
  assert.equal(server.exitCode, 137);
  await Promise.all([server.stdin.close(), server.stdout.cancel(), server.end()]);
});
