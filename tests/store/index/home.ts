/** Homes with journals for tests of the index. */

import assert from "node:assert/strict";
import type { IndexCounts } from "../../../store/index/refresh.ts";
import { refreshIndex } from "../../../store/index/refresh.ts";
import { type TempFolder, tempFolder } from "../../cli/run.ts";
import { rows } from "../findings/journal.ts";

/** A session's token that ends with a number. */
export function session(number: number): string {
  return `session:${String(number).padStart(64, "0")}`;
}

/** The id of a capture or event: a random UUID by its form. */
export function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

/** A record of the call journal in its own order; members that are given replace or remove others. */
export function call(given: Record<string, unknown> = {}): Record<string, unknown> {
  const record = {
    identity: undefined,
    ts: "2026-03-04T05:06:07.089Z",
    session: session(1),
    seq: 1,
    server: "demo",
    method: "tools/call",
    tool: "save",
    args: undefined,
    latency_ms: 3,
    outcome: "ok",
    error: undefined,
    shim_self_us: 5,
    kind: "real",
  };
  return { ...record, ...given };
}

/** A call of a capture, which has the session of its number; its event is of both numbers. */
export function captured(
  capture: number,
  seq: number,
  given: Record<string, unknown> = {},
): Record<string, unknown> {
  const identity = { capture_id: uuid(capture), event_id: uuid(1_000 * capture + seq) };
  return call({ identity, session: session(capture), seq, ...given });
}

/** Lines of a journal; texts are lines as they are. */
export function lines(...records: (Record<string, unknown> | string)[]): string {
  return records.map((record) =>
    `${typeof record === "string" ? record : JSON.stringify(record)}\n`
  ).join("");
}

/** Makes a home with the given journals, by name. */
export async function homeWith(journals: Record<string, string> = {}): Promise<TempFolder> {
  const folder = await tempFolder();
  await Deno.mkdir(folder.file("store"));
  for (const [name, text] of Object.entries(journals)) await folder.write(`store/${name}`, text);
  return folder;
}

/** Appends to a journal of a home. */
export async function append(home: TempFolder, name: string, text: string): Promise<void> {
  await Deno.writeTextFile(home.file(`store/${name}`), text, { append: true });
}

/** Indexes a home; it has to work. */
export async function indexed(home: TempFolder, rebuild = false): Promise<IndexCounts> {
  const outcome = await refreshIndex(home.path, { rebuild });
  assert.ok(outcome.ok, outcome.ok ? "" : outcome.failure.message);
  return outcome.value;
}

/** The message of the failure of exit 3 that indexing ends with, the home's path shown as `~`. */
export async function refused(home: TempFolder, rebuild = false): Promise<string> {
  const outcome = await refreshIndex(home.path, { rebuild });
  assert.ok(!outcome.ok, "the index was not refused");
  assert.equal(outcome.failure.exit, 3);
  assert.deepEqual(outcome.failure.causes, []);
  return outcome.failure.message.replaceAll(home.path, "~");
}

/** Rows of a home's index. */
export function select(home: TempFolder, sql: string): Record<string, unknown>[] {
  return rows(home.file("index.db"), sql);
}

/** All that an index holds, whoever made it, but for the digest of its schema. */
export function dump(home: TempFolder): Record<string, Record<string, unknown>[]> {
  const queries = {
    calls: "SELECT * FROM calls ORDER BY id",
    windows: 'SELECT failure_id, neighbour_id, "offset" FROM windows ORDER BY 1, 2',
    annotations: "SELECT * FROM annotations ORDER BY rowid",
    sources: "SELECT * FROM index_sources ORDER BY path",
    events: "SELECT event, digest FROM index_events ORDER BY event",
    captures: "SELECT * FROM index_captures ORDER BY capture",
    checkpoint: "SELECT singleton, version, replayed_events FROM index_checkpoint",
  };
  return Object.fromEntries(
    Object.entries(queries).map(([name, sql]) => [name, select(home, sql)]),
  );
}
