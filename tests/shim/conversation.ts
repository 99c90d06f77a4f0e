/** Conversations that are played through a shim, step by step, so that their order is fixed. */

import type { TempFolder } from "../cli/run.ts";

/** Somebody sends a text in UTF-8; the other side waits until it has it all. */
export interface Step {
  from: "agent" | "server";
  text: string;
}

/** What a conversation ended with. */
export interface Played {
  /** Where the journal is. */
  home: string;
  code: number;
  stderr: string;
  /** What the agent got. */
  received: string;
  /** Records of the journal, in its order. */
  records: Record<string, unknown>[];
}

const SERVER = new URL("scripted-server.ts", import.meta.url).pathname;

/** A frame from the agent. */
export function agent(message: unknown): Step {
  return { from: "agent", text: `${textOf(message)}\n` };
}

/** A frame from the server. */
export function server(message: unknown): Step {
  return { from: "server", text: `${textOf(message)}\n` };
}

function textOf(message: unknown): string {
  return typeof message === "string" ? message : JSON.stringify(message);
}

/** Plays a conversation through `program shim`, with a fresh home. */
export async function play(
  program: readonly string[],
  steps: readonly Step[],
  folder: TempFolder,
  env: Record<string, string> = {},
): Promise<Played> {
  const id = crypto.randomUUID();
  const home = folder.file(`home-${id}`);
  // The same salt for everybody: fingerprints can be compared.
  await Deno.mkdir(home);
  await Deno.writeFile(`${home}/.salt`, new Uint8Array(32), { mode: 0o600 });
  const script = await folder.write(`${id}.json`, JSON.stringify(steps));
  const [command = "", ...first] = program;
  const deno = ["run", "--quiet", "--no-check", "--no-prompt", `--allow-read=${script}`];
  const child = new Deno.Command(command, {
    args: [...first, "shim", "--server", "test", "--", Deno.execPath(), ...deno, SERVER, script],
    env: { MCPEVAL_HOME: home, ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const stderr = new Response(child.stderr).text();
  const received = await agentSide(child, steps);
  const { code } = await child.status;
  return { home, code, stderr: await stderr, received, records: await readJournal(home) };
}

async function agentSide(child: Deno.ChildProcess, steps: readonly Step[]): Promise<string> {
  const writer = child.stdin.getWriter();
  const reader = child.stdout.getReader();
  const decoder = new TextDecoder();
  let received = "";
  let ahead = 0;
  for (const { from, text } of steps) {
    if (from === "agent") {
      await writer.write(new TextEncoder().encode(text));
      continue;
    }
    const expected = new TextEncoder().encode(text).length;
    while (ahead < expected) {
      const { value } = await reader.read();
      if (value === undefined) throw new Error(`the conversation broke off at ${text}`);
      ahead += value.length;
      received += decoder.decode(value, { stream: true });
    }
    ahead -= expected;
  }
  await writer.close();
  for (let more = await reader.read(); !more.done; more = await reader.read()) {
    received += decoder.decode(more.value, { stream: true });
  }
  return received;
}

/** The records under a home. */
export async function readJournal(home: string): Promise<Record<string, unknown>[]> {
  const store = `${home}/store`;
  const names = [...Deno.readDirSync(store)].map(({ name }) => name).sort();
  const lines: Record<string, unknown>[] = [];
  for (const name of names.filter((name) => name.startsWith("calls-"))) {
    const text = await Deno.readTextFile(`${store}/${name}`);
    for (const line of text.trimEnd().split("\n")) if (line !== "") lines.push(JSON.parse(line));
  }
  return lines;
}
