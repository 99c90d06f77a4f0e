/**
 * A stdio server with one tool `a`, which takes a string `s`, and one flaw, named by the first
 * argument. The second names a file that counts the starts, one byte each.
 */

interface Request {
  id?: number | string;
  method?: string;
  params?: { name?: string; arguments?: { s?: unknown }; protocolVersion?: string };
}

const [flaw, counter = ""] = Deno.args;
Deno.writeTextFileSync(counter, ".", { append: true });
const starts = Deno.readTextFileSync(counter).length;
if (flaw === "never-again" && starts > 1) Deno.exit(1);

const TOOL = {
  name: "a",
  description: "Takes any text whatsoever and says that it took it.",
  inputSchema: { type: "object", properties: { s: { type: "string", description: "Text" } } },
  annotations: { readOnlyHint: true },
};

function write(message: unknown): void {
  const bytes = new TextEncoder().encode(`${JSON.stringify(message)}\n`);
  for (let sent = 0; sent < bytes.length;) sent += Deno.stdout.writeSync(bytes.subarray(sent));
}

let calls = 0;

/** Answers a call, unless the flaw has something else in mind. */
function call(id: Request["id"], text: unknown): void {
  calls++;
  const huge = typeof text === "string" && text.length === 1_000_000;
  if (flaw === "never-again") Deno.exit(1);
  if (flaw === "crash-on-payload" && huge) Deno.exit(1);
  if (flaw === "crash-once" && calls === 2 && starts === 1) Deno.exit(1);
  if (flaw === "refuse-payload-frame" && huge) {
    return write({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "too large" } });
  }
  if (flaw?.startsWith("ask-")) {
    for (let n = 1; n <= Number(flaw.slice(4)); n++) {
      write({ jsonrpc: "2.0", id: `q${n}`, method: "sampling/createMessage", params: {} });
    }
  }
  if (typeof text === "number") {
    return write({ jsonrpc: "2.0", id, error: { code: -32602, message: "s must be a string" } });
  }
  write({ jsonrpc: "2.0", id, result: { content: [] } });
}

function answer({ id, method, params }: Request): void {
  switch (method) {
    case "initialize":
      return write({
        jsonrpc: "2.0",
        id,
        result: {
          // An unknown version is answered with the newest, as by servers of the SDK.
          protocolVersion: params?.protocolVersion === "2025-06-18" ? "2025-06-18" : "2025-11-25",
          capabilities: { tools: {} },
          serverInfo: { name: "strange", version: "0" },
        },
      });
    case "tools/list":
      return write({ jsonrpc: "2.0", id, result: { tools: [TOOL] } });
    case "tools/call":
      if (params?.name === "a") return call(id, params.arguments?.s);
      return write({ jsonrpc: "2.0", id, error: { code: -32602, message: "no such tool" } });
    case "ping":
      return write({ jsonrpc: "2.0", id, result: {} });
    default:
      return write({ jsonrpc: "2.0", id, error: { code: -32601, message: "no such method" } });
  }
}

let held = "";
for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (held + text).split("\n");
  held = lines.pop() ?? "";
  for (const line of lines) {
    const request = JSON.parse(line) as Request;
    if (request.id !== undefined && request.method !== undefined) answer(request);
  }
}
