/**
 * The calls of a manifest's cases in the journal (capture.md §3.1 “probe call”): records are made
 * here, where payloads may be seen, and written by the keeper, beside the run.
 */

import * as Comlink from "comlink";
import { type Outcome, RemoteError } from "../errors.ts";
import type { ServerLabel } from "../labels.ts";
import { wholeMs } from "../probes/call.ts";
import type { JudgedCall } from "../probes/probe.ts";
import type { CallRecord } from "../records.ts";
import { recordOfError } from "./error-record.ts";
import { projectShape } from "./shape.ts";

/** Where the calls of one run go, and under which label. */
export interface CallDestination {
  server: ServerLabel;
  /** The keeper offers a {@link CallJournal} over it. */
  port: MessagePort;
}

/** What the keeper offers. */
export interface CallJournal {
  /** The salt of the home, 32 bytes, once its store is there; or why it cannot be. */
  opened(): Promise<Outcome<Uint8Array>>;
  /** Appends all records in their order, or says why not. */
  append(records: CallRecord[]): Promise<Outcome<null>>;
}

/** The journal of one run. */
export interface RunJournal {
  /** Records a call of the current case; it is written beside the run. */
  record(call: JudgedCall): void;
  /**
   * The current case is over.
   * @returns once its calls are written: null, or why one of them is not
   */
  endCase(): Promise<string | null>;
  /** Resolves when nothing waits to be written any more. */
  flush(): Promise<void>;
  /** Flushes, and lets go of the keeper. */
  close(): Promise<void>;
}

/** What waits to be written, and the calls of one case that are. */
interface CaseCalls {
  waiting: CallRecord[];
  failure: string | null;
}

/**
 * Opens the journal for one run, which is a capture and a session of its own; `MCPEVAL_SESSION` is
 * for shims.
 * @throws {RemoteError} when the store cannot be opened: calls must not be made then
 */
export async function openRunJournal({ server, port }: CallDestination): Promise<RunJournal> {
  const journal = Comlink.wrap<CallJournal>(port);
  const opened = await journal.opened();
  if (!opened.ok) {
    journal[Comlink.releaseProxy]();
    throw new RemoteError(opened.failure);
  }
  const record = recorderOf(server, opened.value);
  const append = (records: CallRecord[]) =>
    journal.append(records).then(
      (outcome) => outcome.ok ? null : outcome.failure.message,
      () => "the journal cannot take a record",
    );
  let current: CaseCalls = { waiting: [], failure: null };
  let written: Promise<unknown> = Promise.resolve();

  async function write(calls: CaseCalls): Promise<void> {
    const records = calls.waiting;
    calls.waiting = [];
    if (records.length > 0) calls.failure = await append(records) ?? calls.failure;
  }
  return {
    record(call) {
      const calls = current;
      calls.waiting.push(record(call));
      // Further calls may join the same write while it waits for its turn.
      if (calls.waiting.length === 1) written = written.then(() => write(calls));
    },
    async endCase() {
      const calls = current;
      current = { waiting: [], failure: null };
      await written;
      return calls.failure;
    },
    async flush() {
      await written;
    },
    async close() {
      await written;
      journal[Comlink.releaseProxy]();
    },
  };
}

/** Makes the records of one capture. */
function recorderOf(server: ServerLabel, salt: Uint8Array): (call: JudgedCall) => CallRecord {
  const captureId = crypto.randomUUID();
  const session = randomSession();
  let seq = 0;
  return ({ tool, args, ms, error }) => ({
    identity: { capture_id: captureId, event_id: crypto.randomUUID() },
    ts: new Date().toISOString(),
    session,
    seq: ++seq,
    server,
    method: "tools/call",
    tool,
    args: projectShape(args),
    latency_ms: wholeMs(ms),
    ...(error === null
      ? { outcome: "ok" as const }
      : { outcome: "error" as const, error: recordOfError(error, salt) }),
    shim_self_us: 0,
    kind: "synthetic",
  });
}

/** A token like that of a session whose name nobody knows (capture.md §3.3). */
function randomSession(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `session:${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
