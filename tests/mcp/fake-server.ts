/**
 * A small MCP server on stdio whose faults are switched on by its first argument. What it does in
 * a call can also be scripted by the call's arguments (see `script`), so that a test shows the
 * frames it is about.
 */

interface Message {
  id?: unknown;
  method?: string;
  params?: { [name: string]: unknown; arguments?: Script; cursor?: string };
}

/** What a scripted call does, in this order. */
interface Script {
  /** Lines to write; `ID` becomes the call's id. */
  write?: string[];
  /** One line to write many times. */
  repeat?: { line: string; times: number };
  /** Requests to send, each answer awaited before the next. */
  ask?: { method: string; params?: unknown }[];
  /** Milliseconds before the result, or "never". */
  wait?: number | "never";
  /** Exit code to end with instead of an answer. */
  exit?: number;
  /** Exact size of the answer's frame in bytes, newline included. */
  frame?: number;
}

interface Behaviour {
  /** Before the first message is read. */
  start?: () => void | Promise<void>;
  /** Handles a message; true when nothing else is to be done with it. */
  on?: (message: Message) => boolean | Promise<boolean>;
  /** After an answer to a request of this server. */
  answered?: () => Promise<void>;
  /** Members of the result of `initialize`. */
  initialize?: Record<string, unknown>;
  tools?: unknown[];
  /** After the end of input, instead of ending. */
  end?: () => Promise<void>;
}

const encoder = new TextEncoder();
const received: string[] = [];
const answers: unknown[] = [];
let answered: (() => void) | undefined;
let asked = 100;

async function raw(bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
}
const line = (text: string) => raw(encoder.encode(`${text}\n`));
let send = (message: unknown) => line(JSON.stringify({ jsonrpc: "2.0", ...message as object }));
const result = (id: unknown, value: unknown) => send({ id, result: value });
const error = (id: unknown, code: number, data?: unknown) =>
  send({ id, error: { code, message: "no", ...(data === undefined ? {} : { data }) } });
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const tool = (name: string, more: object = {}) => ({ inputSchema: {}, name, ...more });
const ask = async (method: string, params?: unknown) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  answered = resolve;
  await send({ id: asked++, method, ...(params === undefined ? {} : { params }) });
  await promise;
};

function grandchild(script: string): number {
  return new Deno.Command("sh", { args: ["-c", script], stdin: "null", stdout: "null" }).spawn()
    .pid;
}
const STUBBORN = `trap "" TERM HUP; while :; do sleep 0.2; done`;

async function script(id: unknown, steps: Script): Promise<void> {
  for (const text of steps.write ?? []) await line(text.replaceAll("ID", String(id)));
  if (steps.repeat !== undefined) {
    await line(Array(steps.repeat.times).fill(steps.repeat.line).join("\n"));
  }
  for (const { method, params } of steps.ask ?? []) await ask(method, params);
  if (steps.exit !== undefined) Deno.exit(steps.exit);
  if (steps.wait === "never") return;
  if (steps.wait !== undefined) await sleep(steps.wait);
  if (steps.frame !== undefined) {
    const [head, tail] = [`{"jsonrpc":"2.0","id":${id},"result":{"text":"`, `"}}`];
    return await line(`${head}${"x".repeat(steps.frame - head.length - tail.length - 1)}${tail}`);
  }
  if (steps.write === undefined || steps.ask !== undefined) {
    await result(id, { content: [], received, answers });
  }
}

/** Pages of `tools/list` by the last cursor; `-` is the first. */
const PAGES: Record<string, (cursor: string) => unknown> = {
  constant: (cursor) => ({ tools: [tool(`t${cursor}${received.length}`)], nextCursor: "again" }),
  growing: (cursor) => ({ tools: [tool(`t${cursor.length}`)], nextCursor: `${cursor}x` }),
  empty: () => ({ tools: [tool("ok")], nextCursor: "" }),
  null: () => ({ tools: [tool("ok")], nextCursor: null }),
  number: () => ({ tools: [tool("ok")], nextCursor: 7 }),
  twenty: (cursor) =>
    cursor.length === 20
      ? { tools: [tool("last")] }
      : { tools: [tool(`t${cursor.length}`)], nextCursor: `${cursor}x` },
  "no-tools": () => ({ tools: {} }),
  "later-entry": (cursor) =>
    cursor === "-" ? { tools: [tool("ok")], nextCursor: "x" } : { tools: [tool("ä")] },
  doubled: (cursor) =>
    cursor === "-"
      ? { tools: [tool("a", { n: 1 }), tool("a", { n: 22 })], nextCursor: "x" }
      : { tools: [tool("b"), tool("a", { n: 333 })] },
};

const argument = Deno.args[1] ?? "";
const BEHAVIOURS: Record<string, Behaviour> = {
  plain: {},
  banner: {
    start: async () => {
      await line("");
      await line("Welcome to the server of secrets");
      await line("NaN");
      await line('{"jsonrpc":"2.0","id":1,}');
      await line('[{"jsonrpc":"2.0","id":1,"result":{}}]');
      await line('{"level":"info","text":"started"}');
      await raw(new Uint8Array([0x7b, 0xff, 0x7d, 0x0a]));
    },
  },
  crlf: {
    start: async () => {
      await raw(new Uint8Array([0xef, 0xbb, 0xbf]));
      send = (message) =>
        raw(
          encoder.encode(
            `\r\n \t\r\n${JSON.stringify({ jsonrpc: "2.0", ...message as object })}\r\n`,
          ),
        );
    },
  },
  bytewise: {
    start: () => {
      send = async (message) => {
        const text = JSON.stringify({ jsonrpc: "2.0", ...message as object });
        for (const byte of encoder.encode(`${text}\n`)) await raw(new Uint8Array([byte]));
      };
    },
    initialize: { capabilities: { experimental: { text: "příliš žluťoučký 🐎" } } },
  },
  unterminated: {
    on: async ({ id, method }) => {
      if (method !== "ping") return false;
      await raw(encoder.encode(JSON.stringify({ jsonrpc: "2.0", id, result: { last: true } })));
      Deno.exit(0);
    },
  },
  stderr: {
    start: async () => {
      const bytes = new Uint8Array(256 * 1024).fill(0x65);
      for (let at = 0; at < bytes.length;) at += await Deno.stderr.write(bytes.subarray(at));
    },
  },
  pages: {
    on: async ({ id, method, params }) => {
      if (method !== "tools/list") return false;
      const cursor = params?.cursor ?? "-";
      if (argument === "error" || (argument === "later-error" && cursor !== "-")) {
        await error(id, -32603);
      } else if (argument === "later-silent" && cursor !== "-") return true;
      else if (argument === "later-exit" && cursor !== "-") Deno.exit(4);
      else await result(id, (PAGES[argument.replace(/^later-(?!entry).*/, "growing")]!)(cursor));
      return true;
    },
  },
  "dies-on-cancel": {
    on: ({ method }) => method === "notifications/cancelled" ? Deno.exit(5) : false,
  },
  surfaces: { initialize: { capabilities: { resources: {}, prompts: {} } } },
  negotiating: {
    on: async ({ id, method, params }) => {
      if (method !== "initialize") return false;
      const asked = String(params?.protocolVersion);
      if (argument === "echo") await result(id, { protocolVersion: asked });
      else if (argument === "refuse") await error(id, -32602);
      else if (argument === "number") await result(id, { protocolVersion: 20250618 });
      else await result(id, { protocolVersion: argument });
      return true;
    },
  },
  modern: {
    on: async ({ id }) => {
      const supported = [
        "2026-07-28",
        "secret",
        5,
        ..."123456789".split("").map((n) => `2027-01-0${n}`),
      ];
      await error(id, -32022, argument === "unnamed" ? undefined : { supported, requested: "x" });
      return true;
    },
  },
  stubborn: {
    start: () => {
      Deno.addSignalListener("SIGTERM", () => {});
      received.push(String(Deno.pid), String(grandchild(STUBBORN)));
    },
    end: () => sleep(60_000),
  },
  parent: { start: () => void received.push(String(Deno.pid), String(grandchild("sleep 60"))) },
  "asks-first": {
    on: async ({ method }) => {
      if (method === "notifications/initialized") {
        await send({ id: "r-1", method: "roots/list" });
        await line('{"id":1.0,"jsonrpc":"2.0","method":"ping"}');
      }
      return false;
    },
    answered: async () => {
      // A stray reply tells the test that both answers have come.
      if (answers.length === 2) await result(1, {});
    },
  },
  "asks-at-once": {
    start: async () => {
      await send({ id: "s", method: "sampling/createMessage", params: { messages: [] } });
      await send({ id: "p", method: "ping" });
      for (let n = 0; n < 20; n++) await send({ method: "notifications/message", params: {} });
    },
  },
  "floods-idle": {
    on: async ({ method }) => {
      if (method !== "notifications/initialized") return false;
      for (let n = 0; n < 40; n++) await send({ id: `${n}-${"x".repeat(16_384)}`, method: "ping" });
      await sleep(60_000);
      return true;
    },
  },
  "stray-idle": {
    on: async ({ method }) => {
      if (method === "notifications/initialized") {
        await send({ id: null, result: {} });
        await send({ id: 1, result: { again: true } });
        await send({ id: 77, result: {} });
        await send({ id: null, error: { code: -32600, message: "no" } });
      }
      return false;
    },
  },
  "answers-notification": {
    on: async ({ id, method }) => {
      if (method === "tools/list") {
        await line('{"jsonrpc":"2.0","id":null,"result":{}}');
        await result(id, { tools: [tool("ok")] });
        return true;
      }
      return false;
    },
  },
  late: {
    on: async ({ id, method }) => {
      if (method !== "ping") return false;
      await result(Number(id) - 1, { late: true });
      return false;
    },
  },
  deaf: { on: async ({ method }) => method !== "initialize" && (await sleep(60_000), true) },
  exits: { start: () => Deno.exit(Number(argument)) },
  silent: { on: () => true },
  odd: {
    on: async ({ id, method }) => {
      if (method !== "initialize") return false;
      if (argument === "error") await error(id, -32603);
      else if (argument === "text") await result(id, "fine");
      else await result(id, { capabilities: [], protocolVersion: 7 });
      return true;
    },
  },
  catalog: {
    tools: argument === "large"
      ? Array.from({ length: 800 }, (_, n) => tool(`t${n}`, { description: "ü".repeat(1300) }))
      : [tool(argument)],
  },
  "raw-catalog": {
    on: async ({ id, method }) => {
      if (method !== "tools/list") return false;
      await line(`{"jsonrpc":"2.0","id":${id},"result":{"tools":${argument}}}`);
      return true;
    },
  },
  "unknown-method": {},
};

async function handle(message: Message, behaviour: Behaviour): Promise<void> {
  if (message.method === undefined) {
    answers.push(message);
    answered?.();
    return await behaviour.answered?.();
  }
  if (await behaviour.on?.(message)) return;
  const { id, method, params } = message;
  if (id === undefined) return;
  if (method === "initialize") {
    const { protocolVersion } = params as { protocolVersion: string };
    await result(id, { protocolVersion, capabilities: { tools: {} }, ...behaviour.initialize });
  } else if (method === "tools/list") await result(id, { tools: behaviour.tools ?? [tool("ok")] });
  else if (method === "tools/call") void script(id, params?.arguments ?? {});
  else if (method === "ping") await result(id, {});
  else await error(id, Deno.args[0] === "unknown-method" ? -32000 : -32601);
}

const behaviour = BEHAVIOURS[Deno.args[0] ?? "plain"];
if (behaviour === undefined) throw new Error("no such behaviour");
await behaviour.start?.();
let rest = "";
for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\n");
  rest = lines.pop() ?? "";
  for (const one of lines) {
    received.push(one.length > 1000 ? `${one.length}` : one);
    await handle(JSON.parse(one), behaviour);
  }
}
await behaviour.end?.();
