/** The four ends of a stdio conversation. */

import type { Sink, Source } from "./relay.ts";

/** Bytes of one read: what a pipe holds at most, as a rule. */
const READ_BYTES = 65_536;

/** The part of `Deno.stdin` that is needed. */
export interface StandardInput {
  read(buffer: Uint8Array): Promise<number | null>;
}

/** The part of `Deno.stdout` that is needed. */
export interface StandardOutput {
  write(bytes: Uint8Array): Promise<number>;
  writeSync(bytes: Uint8Array): number;
}

/** Answers that an agent has to wait for, one after another, before we believe that it waits. */
const TURNS = 8;
/** Longest write that is synchronous, in bytes. */
const SHORT_BYTES = 4_096;
/** A synchronous write that takes longer, in ms, has met a full pipe. */
const FULL_PIPE_MS = 50;

/**
 * The agent's two ends. What it reads is not written synchronously as a rule: an agent that does
 * not read must not keep its own requests from the server. But an asynchronous write takes a thread
 * to wake up, which is a third of all that the shim adds to a call. So an agent that takes turns,
 * one request, one short answer, gets its answers synchronously: it waits for them, so it reads. It
 * loses that when the turns end, and for good when it has let the pipe run full.
 */
export function agentEnds(
  stdin: StandardInput,
  stdout: StandardOutput,
): { input: Source; output: Sink } {
  const buffer = new Uint8Array(READ_BYTES);
  let asked = 0;
  let turns = 0;
  let isSlow = false;

  function writeNow(bytes: Uint8Array): void {
    const start = performance.now();
    for (let rest = bytes; rest.length > 0;) rest = rest.subarray(stdout.writeSync(rest));
    isSlow = performance.now() - start > FULL_PIPE_MS;
  }
  return {
    input: {
      async read() {
        const count = await stdin.read(buffer);
        asked++;
        return count === null ? null : buffer.subarray(0, count);
      },
    },
    output: {
      async write(bytes) {
        turns = asked === 1 ? turns + 1 : 0;
        asked = 0;
        if (turns > TURNS && bytes.length <= SHORT_BYTES && !isSlow) return writeNow(bytes);
        for (let rest = bytes; rest.length > 0;) rest = rest.subarray(await stdout.write(rest));
      },
    },
  };
}

/** What the server reads; it can be closed, whatever state it is in. */
export interface ServerInput extends Sink {
  close(): void;
}

/** The standard input of a child. */
export function serverInput(stream: WritableStream<Uint8Array<ArrayBuffer>>): ServerInput {
  const writer = stream.getWriter();
  writer.closed.catch(() => {}); // whoever writes is told
  return {
    async write(bytes) {
      await writer.write(bytes);
      // A failed write only puts the runtime's stream into an error state.
      if (writer.desiredSize === null) throw new Deno.errors.BrokenPipe();
    },
    close: () => void writer.close().catch(() => {}), // it is closed already
  };
}

/** What the server writes. */
export interface ServerOutput extends Source {
  /** How long the current read has waited, in ms; 0 when none is waiting. */
  silentFor(): number;
}

/** The standard output of a child. */
export function serverOutput(stream: ReadableStream<Uint8Array<ArrayBuffer>>): ServerOutput {
  const reader = stream.getReader({ mode: "byob" });
  let buffer = new ArrayBuffer(READ_BYTES);
  let since: number | null = null;
  return {
    async read() {
      since = performance.now();
      const { value } = await reader.read(new Uint8Array(buffer));
      since = null;
      if (value === undefined || value.length === 0) return null;
      buffer = value.buffer;
      return value;
    },
    silentFor: () => since === null ? 0 : performance.now() - since,
  };
}
