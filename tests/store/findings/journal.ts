/** Journals for tests of findings, and the index that is made of them. */

import assert from "node:assert/strict";
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from "node:sqlite";
import type { Json } from "../../../core/mcp/json.ts";
import { encodeJson } from "../../../core/mcp/json.ts";
import { promote, type Promotion } from "../../../store/findings/promote.ts";
import { refreshIndex } from "../../../store/index/refresh.ts";

/** When the calls of the samples were made, and when they are promoted unless a test says so. */
export const NOW = new Date("2026-11-30T12:00:00.000Z");

/** Fingerprint of the message that calls fail with unless a test says so. */
export const TEMPLATE = "aaaaaaaaaaaaaaaa";
/** Another one. */
export const OTHER_TEMPLATE = "bbbbbbbbbbbbbbbb";

/** What differs between calls; anything else is that of an ordinary failed call. */
export interface CallOptions {
  server?: string;
  tool?: string | null;
  method?: string;
  outcome?: "ok" | "error" | "unknown";
  kind?: "real" | "synthetic";
  /** Null for no code. */
  code?: Json | undefined;
  template?: string | null;
  retryable?: boolean | undefined;
  args?: Json | undefined;
  ts?: string;
  /** Kinds of annotations. */
  observed?: readonly string[];
}

/** The lines of a journal. */
export interface Journal {
  calls: string;
  annotations: string;
}

/** Puts captures together: each is a session of its own with its calls in their order. */
export function journalOf(captures: readonly (readonly CallOptions[])[]): Journal {
  const calls: Json[] = [];
  const annotations: Json[] = [];
  captures.forEach((capture, session) => {
    const captureId = uuid(session, 0);
    capture.forEach((options, index) => {
      const eventId = uuid(session, index + 1);
      calls.push(recordOf(options, captureId, eventId, session, index + 1));
      for (const kind of options.observed ?? []) {
        annotations.push({ ts: NOW.toISOString(), event_id: eventId, kind, note: "" });
      }
    });
  });
  const lines = (records: Json[]) => records.map((record) => `${encodeJson(record)}\n`).join("");
  return { calls: lines(calls), annotations: lines(annotations) };
}

function recordOf(
  options: CallOptions,
  captureId: string,
  eventId: string,
  session: number,
  seq: number,
): Json {
  const { outcome = "error", tool = "save", args, retryable, template = TEMPLATE } = options;
  const code = "code" in options ? options.code : "E1";
  const error = {
    ...(code === undefined ? {} : { code }),
    ...(retryable === undefined ? {} : { retryable }),
    ...(template === null ? {} : { template: "{message}", template_id: template }),
  };
  return {
    identity: { capture_id: captureId, event_id: eventId },
    ts: options.ts ?? NOW.toISOString(),
    session: `session:${session.toString(16).padStart(64, "0")}`,
    seq,
    server: options.server ?? "demo",
    method: options.method ?? "tools/call",
    ...(tool === null ? {} : { tool }),
    ...(args === undefined ? {} : { args }),
    outcome,
    ...(outcome === "error" ? { error } : {}),
    shim_self_us: 1,
    kind: options.kind ?? "real",
  };
}

function uuid(session: number, call: number): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");
  return `${hex(session, 8)}-0000-4000-8000-${hex(call, 12)}`;
}

/** Writes a journal into a home. */
export async function writeJournal(home: string, { calls, annotations }: Journal): Promise<void> {
  await Deno.mkdir(`${home}/store`, { recursive: true });
  await Deno.writeTextFile(`${home}/store/calls-2026-11-30.jsonl`, calls);
  if (annotations === "") return;
  await Deno.writeTextFile(`${home}/store/annotations-2026-11-30.jsonl`, annotations);
}

/** Writes captures into a home and indexes them. */
export async function index(
  home: string,
  captures: readonly (readonly CallOptions[])[],
): Promise<void> {
  await writeJournal(home, journalOf(captures));
  const outcome = await refreshIndex(home, { rebuild: false });
  assert.ok(outcome.ok, outcome.ok ? "" : outcome.failure.message);
}

/** Promotes a home; every part of it has to work. */
export async function promoted(
  home: string,
  threshold: number | null = null,
  now = NOW,
): Promise<Promotion> {
  const outcome = await promote(home, { threshold, now });
  assert.ok(outcome.ok, outcome.ok ? "" : outcome.failure.message);
  return outcome.value;
}

/** The message of the failure of exit 3 that promoting a home ends with. */
export async function promoteFailure(home: string): Promise<string> {
  const outcome = await promote(home, { threshold: null, now: NOW });
  assert.ok(!outcome.ok);
  assert.equal(outcome.failure.exit, 3);
  return outcome.failure.message;
}

/** Rows of a database. */
export function rows(
  path: string,
  sql: string,
  ...values: SQLInputValue[]
): Record<string, SQLOutputValue>[] {
  const db = new DatabaseSync(path);
  try {
    return db.prepare(sql).all(...values).map((row) => ({ ...row }));
  } finally {
    db.close();
  }
}

/** Runs statements on a database. */
export function change(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  try {
    db.exec(sql);
  } finally {
    db.close();
  }
}
