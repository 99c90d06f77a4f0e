/** A session in place of another, before real servers of which only one can run. */

import assert from "node:assert/strict";
import { openTarget } from "../../core/mcp/connector.ts";
import { reconnect } from "../../core/mcp/reconnect.ts";

/** Takes a lock file for as long as it runs, or ends at once; leaves a moment after its input. */
const SERVER = `
const [lock] = Deno.args;
try {
  Deno.writeTextFileSync(lock, "", { createNew: true });
} catch {
  Deno.exit(1);
}
for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  for (const line of chunk.split("\\n").filter(Boolean)) {
    const { id } = JSON.parse(line);
    if (id === undefined) continue;
    const result = { protocolVersion: "2025-06-18", capabilities: {}, serverInfo: { name: "s", version: "1" } };
    console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
  }
}
await new Promise((resolve) => setTimeout(resolve, 300));
Deno.removeSync(lock);
`;

Deno.test("a server that can run once only is started again when the old one has gone", async () => {
  const folder = await Deno.makeTempDir();
  const script = `${folder}/server.ts`;
  await Deno.writeTextFile(script, SERVER);
  const command = [
    Deno.execPath(),
    "run",
    "--quiet",
    "--no-config",
    "-A",
    script,
    `${folder}/lock`,
  ];
  const connector = openTarget({
    kind: "stdio",
    command: command as [string, ...string[]],
  }, { timeoutMs: null, killProgram: null });
  try {
    const first = await connector.connect();
    await assert.rejects(connector.connect(), { label: "transport-closed" });
    const second = await reconnect(connector, first);
    assert.equal(second.broken, false);
    assert.deepEqual(await second.request("ping", {}), {
      kind: "result",
      result: {
        protocolVersion: "2025-06-18",
        capabilities: {},
        serverInfo: { name: "s", version: "1" },
      },
    });
    // Without a session that still ends there is nothing to wait for.
    await assert.rejects(reconnect(connector, null), { label: "transport-closed" });
  } finally {
    await connector.close();
    await Deno.remove(folder, { recursive: true });
  }
});
