/** Runs `mcpeval shim` the way an agent does. */

import { SOURCE, type TempFolder } from "../cli/run.ts";
import { readJournal } from "./conversation.ts";

/** A running shim. */
export interface Shimmed extends AsyncDisposable {
  readonly process: Deno.ChildProcess;
  /** Where its journal is. */
  readonly home: string;
  /** Writes to it, as the agent. */
  send(data: string | Uint8Array<ArrayBuffer>): Promise<void>;
  /** Closes the agent's side. */
  close(): Promise<void>;
  /** What it has written to the agent, once it has written a whole line more; null at the end. */
  line(): Promise<string | null>;
  /** All the rest that it writes to the agent. */
  rest(): Promise<Uint8Array<ArrayBuffer>>;
  /** Closes the pipe that it writes to the agent. */
  leave(): Promise<void>;
  /** Resolves when something is written to stderr. */
  readonly complained: Promise<void>;
  /** All that it and the server have written to stderr, when both have ended. */
  readonly stderr: Promise<string>;
  /** Its exit code; a signal that ends it would show as 128 + n, too. */
  readonly code: Promise<number>;
  /** The records of its journal. */
  records(): Promise<Record<string, unknown>[]>;
}

/** How a shim is started. */
export interface ShimmedOptions {
  /** Where its journal is; to break what it finds there. */
  home?: string;
  env?: Record<string, string>;
  /** The command of mcpeval. */
  program?: readonly string[];
}

/** Starts a shim before a server. */
export function shimmed(
  folder: TempFolder,
  server: readonly string[],
  { home = folder.file("home"), env = {}, program = SOURCE }: ShimmedOptions = {},
): Shimmed {
  const [command = "", ...args] = program;
  const process = new Deno.Command(command, {
    args: [...args, "shim", "--server", "test", "--", ...server],
    env: { MCPEVAL_HOME: home, ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = process.stdin.getWriter();
  writer.closed.catch(() => {}); // whoever writes is told
  const reader = process.stdout.getReader();
  let buffered = new Uint8Array(0);

  const complained = Promise.withResolvers<void>();
  const stderr = readText(process.stderr, complained.resolve);

  async function more(): Promise<boolean> {
    const { value } = await reader.read();
    if (value === undefined) return false;
    const both = new Uint8Array(buffered.length + value.length);
    both.set(buffered);
    both.set(value, buffered.length);
    buffered = both;
    return true;
  }
  return {
    process,
    home,
    send: (data) => writer.write(typeof data === "string" ? new TextEncoder().encode(data) : data),
    close: () => writer.close().catch(() => {}), // the shim has gone
    async line() {
      while (!buffered.includes(0x0a)) if (!await more()) return null;
      const end = buffered.indexOf(0x0a) + 1;
      const line = new TextDecoder().decode(buffered.subarray(0, end));
      buffered = buffered.slice(end);
      return line;
    },
    async rest() {
      while (await more());
      return buffered;
    },
    leave: () => reader.cancel(),
    complained: complained.promise,
    stderr,
    code: process.status.then(({ code }) => code),
    records: () => readJournal(home),
    async [Symbol.asyncDispose]() {
      await writer.abort().catch(() => {}); // closed already
      await reader.cancel().catch(() => {}); // read to its end
      try {
        process.kill("SIGKILL");
      } catch {
        // it has ended
      }
      await process.status;
    },
  };
}

async function readText(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  began: () => void,
): Promise<string> {
  let text = "";
  for await (const part of stream.pipeThrough(new TextDecoderStream())) {
    text += part;
    began();
  }
  return text;
}

/** A shell script as a server. */
export function shell(script: string, ...args: string[]): string[] {
  return ["sh", "-c", script, "sh", ...args];
}

/** A frame: a request to call a tool. */
export function call(id: number | string, args: unknown = {}): string {
  const params = { name: "tool", arguments: args };
  return `${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params })}\n`;
}

/** SHA-256 of bytes, in hex. */
export async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
