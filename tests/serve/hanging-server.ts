/**
 * A server whose tool `save` never answers. Each call writes the server's process id into the file
 * that its argument names.
 */

const [mark = ""] = Deno.args;
const RESULTS: Record<string, unknown> = {
  initialize: {
    protocolVersion: "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "hanging", version: "0" },
  },
  "tools/list": {
    tools: [{ name: "save", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }],
  },
};

let held = "";
for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (held + text).split("\n");
  held = lines.pop() ?? "";
  for (const line of lines) {
    const { id, method } = JSON.parse(line);
    if (method === "tools/call") Deno.writeTextFileSync(mark, `${Deno.pid}\n`);
    if (id === undefined || RESULTS[method] === undefined) continue;
    const answer = { jsonrpc: "2.0", id, result: RESULTS[method] };
    Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(answer)}\n`));
  }
}
