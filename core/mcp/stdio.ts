/** A server's standard input and output as a transport (wire.md §5). */

import { messagesOf } from "./envelope.ts";
import { Fault } from "./faults.ts";
import { MAX_FRAME_BYTES, splitLines } from "./frames.ts";
import { type Json, JsonError, parseJson } from "./json.ts";
import type { ServerProcess } from "./process.ts";
import { settlesWithin } from "./time.ts";
import type { Diagnostics, Receiver, Transport } from "./transport.ts";

/** Lines of non-protocol text that one connection survives (decisions D8). */
const MAX_SKIPPED_LINES = 1_000;
/** How long a reply may still come after a write failed, in ms: it may be in the pipe already. */
const LAST_WORDS_MS = 250;
/** How long to wait for the exit code of a server whose output ended, in ms. */
const EXIT_CODE_MS = 100;
/** How long the pipes may take to be given back once the group has gone, in ms. */
const RELEASE_MS = 250;
const READ_BYTES = 65_536;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const encoder = new TextEncoder();

/** Talks to a running server; reading starts at once and never waits for a request. */
export function openStdio(
  server: ServerProcess,
  receiver: Receiver,
  diagnostics: Diagnostics,
): Transport {
  const writer = server.stdin.getWriter();
  const reader = server.stdout.getReader({ mode: "byob" });
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const lines = splitLines();
  let skippedLines = 0;
  let done = false;
  let closing: Promise<void> | null = null;
  let lastWords: number | undefined;

  function stop(fault: Fault): void {
    if (done) return;
    abandon();
    receiver.failed(fault);
  }
  function abandon(): void {
    done = true;
    clearTimeout(lastWords);
    if (closing === null) reader.cancel().catch(() => {});
  }

  function takeLine(line: Uint8Array, number: number, at: number): void {
    if (done) return;
    const start = line.findIndex((byte) => byte !== 0x20 && byte !== 0x09 && byte !== 0x0d);
    if (start < 0) return;
    const { batches } = receiver;
    const isFrame = line[start] === OPEN_BRACE || (batches && line[start] === OPEN_BRACKET);
    const whole = isFrame ? parse(line) : undefined;
    if (whole instanceof JsonError) diagnostics.unread.problem ??= whole.message;
    else if (whole !== undefined) {
      const messages = messagesOf(whole, { bytes: line.length + 1, at }, batches);
      const taken = messages.filter((message) => !done && receiver.receive(message));
      if (taken.length > 0) return;
    }
    const skipped = whole instanceof JsonError ? diagnostics.unread : diagnostics.noise;
    skipped.lines++;
    skipped.first ??= number;
    if (++skippedLines > MAX_SKIPPED_LINES) {
      stop(new Fault("transport-error", "the server writes non-protocol text to its output"));
    }
  }
  /** Undefined is text of no protocol: not UTF-8 or not JSON. */
  function parse(line: Uint8Array): Json | JsonError | undefined {
    try {
      return parseJson(decoder.decode(line));
    } catch (error) {
      return error instanceof JsonError && error.kind === "limit" ? error : undefined;
    }
  }

  async function read(): Promise<void> {
    let space = new Uint8Array(READ_BYTES);
    for (;;) {
      const chunk = await reader.read(space);
      const at = performance.now();
      if (chunk.done) {
        lines.end((line, number) => takeLine(line, number, at));
        return;
      }
      const fits = lines.push(chunk.value, (line, number) => takeLine(line, number, at));
      if (!fits) stop(new Fault("transport-closed", "the server sent a frame of more than 4 MiB"));
      if (done && closing === null) return;
      space = new Uint8Array(chunk.value.buffer);
    }
  }
  async function pump(): Promise<void> {
    try {
      await read();
    } catch (cause) {
      stop(new Fault("transport-closed", "reading from the server failed", { cause }));
    }
    if (done) return;
    await settlesWithin(server.exited, EXIT_CODE_MS);
    stop(new Fault("transport-closed", describeEnd(server.exitCode)));
  }

  async function close(): Promise<void> {
    done = true;
    clearTimeout(lastWords);
    writer.close().catch(() => {});
    await server.end();
    // Whoever left the group may still hold the pipes.
    await settlesWithin(Promise.allSettled([reader.cancel(), writer.abort()]), RELEASE_MS);
  }

  writer.closed.catch(() => {
    if (done) return;
    const fault = new Fault("transport-closed", "the server closed its input");
    lastWords = setTimeout(() => stop(fault), LAST_WORDS_MS);
  });
  void pump();

  return {
    async send(text, wait) {
      const frame = encoder.encode(`${text}\n`);
      if (frame.length > MAX_FRAME_BYTES) {
        throw new Fault("transport-closed", "the message would be larger than 4 MiB");
      }
      const written = writer.write(frame).catch(() => {}); // `closed` above tells
      if (await settlesWithin(written, wait.ms)) return;
      const fault = wait.expired("the server did not read its input");
      stop(fault);
      throw fault;
    },
    abandon,
    close: () => closing ??= close(),
  };
}

function describeEnd(exitCode: number | null): string {
  return exitCode === null
    ? "the server closed its output"
    : `the server ended with exit code ${exitCode}`;
}
