/** The four ends of a stdio conversation. */

import type { Sink, Source } from "./relay.ts";

/** Bytes of one read: what a pipe holds at most, as a rule. */
const READ_BYTES = 65_536;

/** What the agent writes: our stdin. */
export function agentInput(): Source {
  const buffer = new Uint8Array(READ_BYTES);
  return {
    async read() {
      const count = await Deno.stdin.read(buffer);
      return count === null ? null : buffer.subarray(0, count);
    },
  };
}

/**
 * What the agent reads: our stdout. Not written synchronously: an agent that does not read must
 * not keep its own requests from the server.
 */
export function agentOutput(): Sink {
  return {
    async write(bytes) {
      let rest = bytes;
      while (rest.length > 0) rest = rest.subarray(await Deno.stdout.write(rest));
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
