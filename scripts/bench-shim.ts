/**
 * `deno run -A scripts/bench-shim.ts`: what the stdio shim adds to a call, as a ratio to another
 * implementation (its `mcpeval` is on MCPEVAL_REFERENCE), taken in turns so that a machine that
 * drifts does not decide. Both stand before the same tiny server. A figure below 1 is in our favour.
 * Nothing here asserts.
 */

import { median } from "./median.ts";

const OURS = "dist/mcpeval";
const ECHO = "--answer-as-a-server";
/** Turns of each program. */
const TURNS = 11;
const MAX_FRAME = 4_194_304;

/** Time in ms that a program takes for a piece of work. */
type Work = (command: readonly string[]) => Promise<number>;

async function main(): Promise<void> {
  const reference = Deno.env.get("MCPEVAL_REFERENCE");
  const home = await Deno.makeTempDir();
  Deno.env.set("MCPEVAL_HOME", home);
  const server = [
    Deno.execPath(),
    "run",
    "--quiet",
    "--no-config",
    import.meta.filename ?? "",
    ECHO,
  ];
  const before = (program: string) => [program, "shim", "--server", "bench", "--", ...server];
  const programs = {
    bare: server,
    ours: before(OURS),
    ...(reference !== undefined && { reference: before(reference) }),
  };
  const works: [name: string, work: Work][] = [
    ["p50 of a call, one after another", (command) => callTime(command, 2_000, 0)],
    ["p50 of a call, every 5 ms", (command) => callTime(command, 200, 5)],
    ["10,000 calls at once", burst],
    ["a call with a frame of 4 MiB each way", largeCall],
  ];
  try {
    for (const [name, work] of works) console.log(`${name}: ${await compare(work, programs)}`);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

async function compare(
  work: Work,
  programs: Record<string, readonly string[]>,
): Promise<string> {
  const times: Record<string, number[]> = {};
  for (const command of Object.values(programs)) await work(command);
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [name, command] of Object.entries(programs)) {
      (times[name] ??= []).push(await work(command));
    }
  }
  const { bare = [], ours = [], reference } = times;
  const added = (measured: number[]) => measured.map((time, turn) => time - (bare[turn] ?? 0));
  const text = `bare ${shown(median(bare))}, ours +${shown(median(added(ours)))}`;
  if (reference === undefined) return `${text} (no reference: MCPEVAL_REFERENCE is unset)`;
  const ratio = median(added(ours)) / median(added(reference));
  return `${text}, reference +${shown(median(added(reference)))}, ratio ${ratio.toFixed(2)}`;
}

function shown(ms: number): string {
  return ms < 1 ? `${(ms * 1000).toFixed(0)} µs` : `${ms.toFixed(1)} ms`;
}

/** A program that is spoken to. */
interface Conversation {
  send(text: string): Promise<void>;
  /** Resolves when so many bytes have come. */
  receive(bytes: number): Promise<void>;
  end(): Promise<void>;
}

function converse([program = "", ...args]: readonly string[]): Conversation {
  const child = new Deno.Command(program, { args, stdin: "piped", stdout: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  const reader = child.stdout.getReader();
  return {
    send: (text) => writer.write(new TextEncoder().encode(text)),
    async receive(bytes) {
      for (let missing = bytes; missing > 0;) {
        const { value } = await reader.read();
        if (value === undefined) throw new Error(`${program} ended; build first: deno task build`);
        missing -= value.length;
      }
    },
    async end() {
      await writer.close();
      const { code } = await child.status;
      await reader.cancel();
      if (code !== 0) throw new Error(`${program} ended with ${code}`);
    },
  };
}

function request(id: number, pad = ""): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"t","arguments":{"pad":"${pad}"}}}\n`;
}

function answer(id: string | number, pad = ""): string {
  return `{"jsonrpc":"2.0","id":${id},"result":{"pad":"${pad}"}}\n`;
}

async function callTime(command: readonly string[], calls: number, pause: number): Promise<number> {
  const { send, receive, end } = converse(command);
  const times: number[] = [];
  for (let id = 1; id <= calls; id++) {
    const start = performance.now();
    await send(request(id));
    await receive(answer(id).length);
    times.push(performance.now() - start);
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
  }
  await end();
  // The first ones find everybody cold.
  return median(times.slice(calls / 4));
}

async function burst(command: readonly string[]): Promise<number> {
  const { send, receive, end } = converse(command);
  await send(request(0));
  await receive(answer(0).length);
  const ids = Array.from({ length: 10_000 }, (_, index) => index + 1);
  const start = performance.now();
  const received = receive(ids.map((id) => answer(id)).join("").length);
  await send(ids.map((id) => request(id)).join(""));
  await received;
  const time = performance.now() - start;
  await end();
  return time;
}

async function largeCall(command: readonly string[]): Promise<number> {
  const { send, receive, end } = converse(command);
  await send(request(0));
  await receive(answer(0).length);
  const pad = "x".repeat(MAX_FRAME - request(1).length);
  const start = performance.now();
  const received = receive(answer(1, pad).length);
  await send(request(1, pad));
  await received;
  const time = performance.now() - start;
  await end();
  return time;
}

/** Answers each request at once with the padding that it came with. */
function answerAsServer(): void {
  const buffer = new Uint8Array(65_536);
  const decoder = new TextDecoder();
  let parts: string[] = [];
  for (
    let count = Deno.stdin.readSync(buffer);
    count !== null;
    count = Deno.stdin.readSync(buffer)
  ) {
    const text = decoder.decode(buffer.subarray(0, count));
    const end = text.lastIndexOf("\n") + 1;
    parts.push(text.slice(0, end));
    if (end === 0) {
      parts[parts.length - 1] = text;
      continue;
    }
    const lines = parts.join("").split("\n").slice(0, -1);
    parts = [text.slice(end)];
    const answers = lines.map((line) => {
      const id = /"id":(\d+)/.exec(line)?.[1] ?? "0";
      return answer(id, line.slice(line.indexOf('"pad":"') + 7, -4));
    });
    let rest = new TextEncoder().encode(answers.join(""));
    while (rest.length > 0) rest = rest.subarray(Deno.stdout.writeSync(rest));
  }
}

if (Deno.args[0] === ECHO) answerAsServer();
else await main();
