/**
 * A server of which there can be only one: it holds a file, named by its argument, from its start to
 * its end, and cannot start while another one holds it.
 */

const [path = ""] = Deno.args;
Deno.openSync(path, { createNew: true, write: true }).close();

function write(message: unknown): void {
  const bytes = new TextEncoder().encode(`${JSON.stringify(message)}\n`);
  for (let sent = 0; sent < bytes.length;) sent += Deno.stdout.writeSync(bytes.subarray(sent));
}

const RESULTS: Record<string, unknown> = {
  initialize: {
    protocolVersion: "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "only-one", version: "0" },
  },
  "tools/list": {
    tools: [{ name: "a", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }],
  },
  "tools/call": { content: [] },
  ping: {},
};

let held = "";
for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (held + text).split("\n");
  held = lines.pop() ?? "";
  for (const line of lines) {
    const { id, method } = JSON.parse(line);
    if (id === undefined) continue;
    const result = RESULTS[method];
    if (result !== undefined) write({ jsonrpc: "2.0", id, result });
    else write({ jsonrpc: "2.0", id, error: { code: -32601, message: "no such method" } });
  }
}
Deno.removeSync(path);
