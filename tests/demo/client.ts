import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

/** One message of the server, parsed. */
export type Frame = Record<string, unknown>;

/** What a finished process left behind. */
export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running server to talk to message by message; disposing it ends the process. */
export interface Demo extends AsyncDisposable {
  /** Sends one message. */
  send(message: Frame): Promise<void>;
  /** The next message of the server; rejects when its output has ended. */
  next(): Promise<Frame>;
  /** Stops reading what the server writes, so that its next write fails. */
  closeOutput(): Promise<void>;
  /** Waits until the process ends by itself; its input stays open. */
  exited(): Promise<{ readonly code: number; readonly stderr: string }>;
}

const MAIN = fileURLToPath(new URL("../../demo/main.ts", import.meta.url));
/** Far above any run here: it only keeps a hanging server from hanging the tests. */
const HANG_MILLISECONDS = 60_000;

function spawn(args: readonly string[]): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    // No configuration: the server needs neither the import map nor the lock file.
    args: ["run", "--no-prompt", "--no-config", MAIN, ...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Runs the server with a whole input, up to its end, and collects everything. */
export async function runDemo(
  args: readonly string[],
  input: string | Uint8Array = "",
): Promise<Finished> {
  const child = spawn(args);
  const hang = setTimeout(() => child.kill("SIGKILL"), HANG_MILLISECONDS);
  try {
    const output = child.output();
    const writer = child.stdin.getWriter();
    try {
      await writer.write(typeof input === "string" ? new TextEncoder().encode(input) : input);
      await writer.close();
    } catch (error) {
      // A server that exits early does not read everything; its exit code tells the rest.
      if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
    }
    const { code, stdout, stderr } = await output;
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  } finally {
    clearTimeout(hang);
  }
}

/** Parses the output of a server, which must consist of whole lines of JSON. */
export function framesOf(stdout: string): Frame[] {
  if (stdout === "") return [];
  assert.ok(stdout.endsWith("\n"), "the last line is complete");
  return stdout.slice(0, -1).split("\n").map((line) => JSON.parse(line));
}

/** Sends messages to a server of its own, ends its input and returns everything it said. */
export async function ask(
  args: readonly string[],
  messages: readonly Frame[],
): Promise<Frame[]> {
  const input = messages.map((message) => `${JSON.stringify(message)}\n`).join("");
  const { code, stdout, stderr } = await runDemo(args, input);
  assert.equal(stderr, "");
  assert.equal(code, 0);
  return framesOf(stdout);
}

/** A request; without `params` the member is absent. */
export function request(id: unknown, method: string, params?: Frame): Frame {
  return { jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) };
}

/** A tool call; without `args` the member is absent. */
export function call(id: unknown, name: string, args?: unknown): Frame {
  return request(id, "tools/call", { name, ...(args === undefined ? {} : { arguments: args }) });
}

/** The notification that cancels a request. */
export function cancel(requestId: unknown): Frame {
  return { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } };
}

/** The successful answer to a tool call whose result has one text and structured content. */
export function answered(id: unknown, text: string, structuredContent: Frame): Frame {
  return { jsonrpc: "2.0", id, result: { content: [{ type: "text", text }], structuredContent } };
}

/**
 * Code and retryability of an error answer, after checking that the frame has nothing else but a
 * message, whose wording is free.
 */
export function errorOf(frame: Frame | undefined): { code: unknown; retryable: unknown } {
  assert.ok(frame);
  assert.deepEqual(Object.keys(frame).sort(), ["error", "id", "jsonrpc"]);
  const { code, message, retryable, ...rest } = frame.error as Frame;
  assert.ok(typeof message === "string" && message !== "");
  assert.deepEqual(rest, {});
  return { code, retryable };
}

/** Starts a server that is talked to step by step. */
export function startDemo(...args: readonly string[]): Demo {
  const child = spawn(args);
  const hang = setTimeout(() => child.kill("SIGKILL"), HANG_MILLISECONDS);
  const stderr = new Response(child.stderr).text();
  const writer = child.stdin.getWriter();
  // Not through a decoder stream: that reads ahead, and a pending read keeps a cancelled pipe open.
  const output = child.stdout.getReader();
  const decoder = new TextDecoder();
  let buffered = "";

  return {
    async send(message) {
      await writer.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
    },
    async next() {
      let end = buffered.indexOf("\n");
      while (end === -1) {
        const { value, done } = await output.read();
        if (done) throw new Error("the output of the server has ended");
        buffered += decoder.decode(value, { stream: true });
        end = buffered.indexOf("\n");
      }
      const line = buffered.slice(0, end);
      buffered = buffered.slice(end + 1);
      return JSON.parse(line);
    },
    closeOutput: () => output.cancel(),
    async exited() {
      const { code } = await child.status;
      return { code, stderr: await stderr };
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(hang);
      await writer.close().catch(() => {});
      await output.cancel();
      await child.status;
      await stderr;
    },
  };
}
