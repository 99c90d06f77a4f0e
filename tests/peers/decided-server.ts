/**
 * A server with one habit, named by its argument, on which implementations disagree and a decision
 * was made (docs/differences.md). With none, or with one that does no harm, it passes every case.
 */

const habit = Deno.args[0] ?? "none";
const encoder = new TextEncoder();

function write(text: string): void {
  let rest = encoder.encode(text);
  while (rest.length > 0) rest = rest.subarray(Deno.stdout.writeSync(rest));
}
function send(message: object): void {
  write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

const RESULTS: Record<string, object> = {
  initialize: {
    protocolVersion: "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "decided", version: "1" },
  },
  ping: {},
  "tools/list": {
    tools: [{
      name: "look",
      inputSchema: { type: "object", properties: { q: { type: "string" } } },
      annotations: { readOnlyHint: true },
    }],
  },
  "tools/call": { content: [] },
};

/** Ids of our own requests to the calls that wait for their answers. */
const asked = new Map<unknown, number>();
let handshakes = 0;
let asking = 0;

/** What is done before, beside or instead of the answer; true when there is none. */
const HABITS: Record<string, (method: string, id: number | undefined) => boolean | void> = {
  "asks-in-call": (method, id) => {
    if (method !== "tools/call" || id === undefined) return;
    const request = `ask-${++asking}`;
    asked.set(request, id);
    send({ id: request, method: "roots/list" });
    return true;
  },
  "pings-in-listing": (method) => {
    if (method === "tools/list") send({ id: 1, method: "ping" });
  },
  "one-handshake": (method, id) => {
    if (method !== "initialize" || ++handshakes === 1) return;
    send({ id, error: { code: -32600, message: "already initialized" } });
    return true;
  },
  "logs-always": (method) => {
    if (method !== "tools/call") return;
    for (let n = 0; n < 12; n++) send({ method: "notifications/message", params: { n } });
  },
  "answers-twice": (method, id) => {
    if (method === "tools/call") send({ id, result: RESULTS["tools/call"] });
  },
  "answers-notifications": (method, id) => {
    if (id === undefined) send({ id: null, result: {} });
    else if (method === "tools/call") send({ id: null, error: { code: -32600, message: "what" } });
  },
  "text-ids": (method, id) => {
    if (method !== "tools/call") return;
    send({ id: String(id), result: RESULTS["tools/call"] });
    return true;
  },
  "empty-cursor": (method, id) => {
    if (method !== "tools/list") return;
    send({ id, result: { ...RESULTS["tools/list"], nextCursor: "" } });
    return true;
  },
  "byte-order-mark": (method) => {
    if (method === "initialize") write("\ufeff");
  },
  "batches": (method, id) => {
    if (method !== "ping" && method !== "tools/call") return;
    write(`${JSON.stringify([{ jsonrpc: "2.0", id, result: {} }])}\n`);
  },
  // Ended by signals: on its own it would go on for an hour after the end of its input.
  "stays-on": (method) => {
    if (method === "initialize") setTimeout(() => {}, 3_600_000);
  },
};

function answer({ id, method }: { id?: number; method?: string }): void {
  if (method === undefined) {
    const call = asked.get(id);
    if (call !== undefined) send({ id: call, result: RESULTS["tools/call"] });
    return;
  }
  if (HABITS[habit]?.(method, id) === true || id === undefined) return;
  const result = RESULTS[method];
  if (result === undefined) send({ id, error: { code: -32601, message: "unknown method" } });
  else send({ id, result });
}

let buffered = "";
for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (buffered + chunk).split("\n");
  buffered = lines.pop() ?? "";
  for (const line of lines) answer(JSON.parse(line));
}
