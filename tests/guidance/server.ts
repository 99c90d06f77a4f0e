/**
 * A stdio server whose tools and instructions depend on the client: `base` for all, `rooted` once a
 * client with roots has told them, `sampler` for one that samples. The instructions speak of all
 * three. The first argument names a flaw:
 *
 * - `uninstructed`: no instructions;
 * - `toolless`: declares no tools;
 * - `mute-elicitation`: leaves as soon as a client with elicitation says hello;
 * - `ask-8`, `ask-9`: asks for the roots so often during the listing.
 */

interface Message {
  id?: number | string;
  method?: string;
  params?: { capabilities?: Record<string, unknown> };
  result?: { roots?: unknown[] };
}

const [flaw = "none"] = Deno.args;
const INSTRUCTIONS =
  "Call `base` first. With roots there is `rooted`, else `sampler`. `unknown` is no tool, nor is base`.";

let capabilities: Record<string, unknown> = {};
const tools = new Set(["base"]);

function write(message: unknown): void {
  const bytes = new TextEncoder().encode(`${JSON.stringify(message)}\n`);
  for (let sent = 0; sent < bytes.length;) sent += Deno.stdout.writeSync(bytes.subarray(sent));
}

function askForRoots(id: string): void {
  write({ jsonrpc: "2.0", id, method: "roots/list" });
}

function answer({ id, method, params, result }: Message): void {
  switch (method) {
    case "initialize":
      capabilities = params?.capabilities ?? {};
      if (flaw === "mute-elicitation" && "elicitation" in capabilities) Deno.exit(0);
      return write({
        jsonrpc: "2.0",
        id,
        result: {
          protocolVersion: "2025-06-18",
          capabilities: flaw === "toolless" ? {} : { tools: { listChanged: true } },
          serverInfo: { name: "moody", version: "0" },
          ...(flaw === "uninstructed" ? {} : { instructions: INSTRUCTIONS }),
        },
      });
    case "notifications/initialized":
      if ("sampling" in capabilities) tools.add("sampler");
      if ("roots" in capabilities) askForRoots("first");
      return;
    case "tools/list":
      if (flaw.startsWith("ask-")) {
        for (let n = 1; n <= Number(flaw.slice(4)); n++) askForRoots(`again ${n}`);
      }
      return write({
        jsonrpc: "2.0",
        id,
        result: { tools: [...tools].map((name) => ({ name, inputSchema: { type: "object" } })) },
      });
    case undefined:
      if (id === "first" && result?.roots?.length === 0) tools.add("rooted");
      return;
    default:
      return write({ jsonrpc: "2.0", id, error: { code: -32601, message: "no such method" } });
  }
}

let held = "";
for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (held + text).split("\n");
  held = lines.pop() ?? "";
  for (const line of lines) answer(JSON.parse(line) as Message);
}
