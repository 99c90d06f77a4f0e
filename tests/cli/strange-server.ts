/**
 * A server with one fault, named by its argument. Everything that it says holds a secret, which
 * must not appear in any output of mcpeval.
 */

const SECRET = "SECRET-8c1f";
const fault = Deno.args[0] ?? "none";
const encoder = new TextEncoder();
const end = fault === "crlf" ? "\r\n" : "\n";

function write(text: string): void {
  let rest = encoder.encode(text + end);
  while (rest.length > 0) rest = rest.subarray(Deno.stdout.writeSync(rest));
}
function send(message: object): void {
  write(JSON.stringify({ jsonrpc: "2.0", ...message }));
}

/** What happens in a call; anything else answers well. */
const CALLS: Record<string, (id: number) => void> = {
  "dies-in-call": () => Deno.exit(1),
  silent: () => {},
  "wrong-id": (id) => send({ id: id + 7, result: { content: [] } }),
  twice: (id) => {
    succeed(id);
    succeed(id);
  },
  "too-deep": (id) => {
    write(`{"jsonrpc":"2.0","method":"x","params":${"[".repeat(127)}${"]".repeat(127)}}`);
    succeed(id);
  },
  "large-frame": (id) => {
    const empty = JSON.stringify({ jsonrpc: "2.0", id, result: { text: "" } }).length + 1;
    const text = SECRET.padEnd(4_194_304 + 1 - empty, "x");
    send({ id, result: { text } });
  },
  chatty: (id) => {
    for (let n = 0; n < 129; n++) {
      send({ method: "notifications/message", params: { level: "info", data: SECRET } });
    }
    send({ id, result: { content: [] } });
  },
  "tool-error": (id) => {
    send({ id, result: { isError: true, content: [{ type: "text", text: SECRET }] } });
  },
};

if (fault === "dies-at-start") Deno.exit(1);
if (fault === "one-line") write(`${SECRET} listening`);
if (fault === "banner") write(`${SECRET} listening\n${SECRET} ready`);
if (fault === "stderr") { for (let n = 0; n < 4096; n++) console.error(SECRET.padEnd(63, ".")); }

const tool = {
  name: "look",
  description: SECRET,
  inputSchema: { type: "object", properties: { q: { type: "string", default: SECRET } } },
  annotations: { readOnlyHint: true },
};
let buffered = "";
for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (buffered + chunk).split("\n");
  buffered = lines.pop() ?? "";
  for (const line of lines) answer(JSON.parse(line));
}

function answer({ id, method }: { id?: number; method: string }): void {
  if (id === undefined) return;
  if (method === "initialize" && fault === "modern") {
    const data = { supported: ["2026-07-28"], requested: "2025-06-18" };
    return send({ id, error: { code: -32022, message: SECRET, data } });
  }
  if (method === "tools/call") return (CALLS[fault] ?? succeed)(id);
  const results: Record<string, object> = {
    initialize: {
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: SECRET, version: "1" },
    },
    "tools/list": { tools: [tool] },
  };
  const result = results[method];
  if (result === undefined) send({ id, error: { code: -32601, message: SECRET } });
  else send({ id, result });
}

function succeed(id: number): void {
  send({ id, result: { content: [{ type: "text", text: SECRET }] } });
}
