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
}

/** What the agent sends. */
export function agentInput(stdin: StandardInput): Source {
  const buffer = new Uint8Array(READ_BYTES);
  return {
    async read() {
      const count = await stdin.read(buffer);
      return count === null ? null : buffer.subarray(0, count);
    },
  };
}

/**
 * What the agent reads. Never written synchronously, which would save the runtime's way through
 * another thread: nothing here can tell whether the pipe has room, and a write that waits for the
 * agent to read would keep the agent's own requests from the server.
 */
export function agentOutput(stdout: StandardOutput): Sink {
  return {
    async write(bytes) {
      for (let rest = bytes; rest.length > 0;) rest = rest.subarray(await stdout.write(rest));
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
