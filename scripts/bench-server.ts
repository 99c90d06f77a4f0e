/**
 * A server for `bench.ts` that costs next to nothing: answers at once, with as many ordinary tools
 * as its argument says. What a run against it takes is the evaluator's own time.
 */

const count = Number(Deno.args[0] ?? 1);

const tools = Array.from({ length: count }, (_, index) => ({
  name: `find_${index}`,
  description: `Finds the entries of catalog ${index} that match a query, the best ones first.`,
  inputSchema: {
    type: "object",
    properties: {
      query: { type: "string", minLength: 1, description: "words to look for" },
      limit: { type: "integer", minimum: 1, maximum: 100, default: 10, description: "entries" },
      order: { type: "string", enum: ["best", "newest"], description: "what comes first" },
    },
    required: ["query"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: { found: { type: "array", items: { type: "string" } } },
    required: ["found"],
  },
  annotations: { readOnlyHint: true },
}));

interface Request {
  id?: number | string;
  method: string;
  params?: { name?: string; arguments?: { query?: unknown } };
}

/** The member of the response beside the id. */
function answer({ method, params }: Request): object {
  const invalid = (message: string) => ({ error: { code: -32602, message } });
  switch (method) {
    case "initialize":
      return {
        result: {
          protocolVersion: "2025-06-18",
          capabilities: { tools: {} },
          serverInfo: { name: "bench", version: "1" },
        },
      };
    case "ping":
      return { result: {} };
    case "tools/list":
      return { result: { tools } };
    case "tools/call":
      if (!tools.some(({ name }) => name === params?.name)) return invalid("unknown tool");
      if (typeof params?.arguments?.query !== "string") return invalid("query must be a string");
      return { result: { content: [], structuredContent: { found: [] } } };
    default:
      return { error: { code: -32601, message: "unknown method" } };
  }
}

const encoder = new TextEncoder();
let rest = "";
for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) {
    const request: Request = JSON.parse(line);
    if (request.id === undefined) continue;
    const response = { jsonrpc: "2.0", id: request.id, ...answer(request) };
    const bytes = encoder.encode(`${JSON.stringify(response)}\n`);
    for (let sent = 0; sent < bytes.length;) sent += Deno.stdout.writeSync(bytes.subarray(sent));
  }
}
