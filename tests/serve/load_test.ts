/** Many clients at once: each is answered or refused, and memory does not grow with them. */

import assert from "node:assert/strict";
import { tempFolder, testServer } from "../cli/run.ts";
import { callTool, exchange, requestText, startService } from "./harness.ts";

const CLIENTS = 64;
/** Longer by hand: MCPEVAL_LOAD_SECONDS=30. */
const SECONDS = Number(Deno.env.get("MCPEVAL_LOAD_SECONDS") ?? "4");

/** Runs a server and leaves a mark when that of another evaluation runs meanwhile. */
const WATCHED = `ls "$0" | grep -qv "^$1[.]" && touch "$0-overlap"
file="$0/$1.$$"; touch "$file"; shift; "$@"; rm "$file"`;

/** Resident memory of a process in MiB; only Linux tells. */
function memoryOf(pid: number): number {
  const text = Deno.readTextFileSync(`/proc/${pid}/status`);
  return Number(/VmRSS:\s+([0-9]+) kB/.exec(text)?.[1]) / 1024;
}

Deno.test("64 clients at once are answered or refused, and evaluations never overlap", async () => {
  await using folder = await tempFolder();
  await using service = await startService(folder.file("home"), { allowSpawn: true });
  const running = folder.file("running");
  await Deno.mkdir(running);
  let evaluations = 0;
  const evaluation = () => ({
    command: ["sh", "-c", WATCHED, running, `e${evaluations++}`, ...testServer("demo/main.ts")],
  });
  const calls = [
    ["list_findings", () => ({})],
    ["get_finding", () => ({ finding_id: "finding-0123456789abcdef" })],
    ["get_readiness_trends", () => ({})],
    ["scaffold", evaluation],
  ] as const;
  const counts = new Map<string, number>();
  const until = performance.now() + SECONDS * 1_000;

  async function client(number: number): Promise<void> {
    for (let id = number; performance.now() < until; id++) {
      const [name, args] = calls[id % calls.length] ?? calls[0];
      const params = { name, arguments: args() };
      const body = JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params });
      const { status, text, body: answer } = await exchange(service.port, requestText(body));
      let kind = String(status);
      if (status === 200) {
        const { id: answered, result } = JSON.parse(answer);
        assert.equal(answered, id);
        const said = result.content[0].text;
        kind = /already running/.test(said) ? "busy" : name;
        if (name === "scaffold" && kind === "scaffold") assert.notEqual(result.isError, true, said);
      } else assert.equal(status, 503, text);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  }
  await callTool(service.url, "scaffold", evaluation());
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  const after = memoryOf(service.child.pid);
  assert.deepEqual([...Deno.readDirSync(running)], []);
  await assert.rejects(Deno.lstat(`${running}-overlap`), Deno.errors.NotFound);
  for (const kind of ["list_findings", "get_finding", "get_readiness_trends", "scaffold", "503"]) {
    assert.ok((counts.get(kind) ?? 0) > 0, kind);
  }
  // The heaps of four isolates settle at about 260 MiB, compiled, however long the load lasts.
  assert.ok(after < 400, `${after} MiB`);
  assert.equal(service.stderr(), service.announcement);
  assert.match((await callTool(service.url, "list_findings", {})).content[0].text, /^no findings/);
});
