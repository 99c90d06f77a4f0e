/**
 * The readiness history, `store/probes/history.jsonl`: one line per measured run (readiness.md §12,
 * capture.md §§2, 3.5).
 */

import type { Outcome } from "../core/errors.ts";
import { asServerLabel } from "../core/labels.ts";
import type { Json } from "../core/mcp/json.ts";
import type { HistoryRecord } from "../core/readiness/history.ts";
import { readProfile } from "../core/readiness/profile.ts";
import { STANDARD } from "../core/readiness/standard.ts";
import { isCount, isDigest, isMatch, isScore } from "../core/readiness/value-checks.ts";

/** Largest line with its line feed, in bytes. */
const MAX_BYTES = 4_194_304;
/** How long to wait for other processes that write to the file, in ms. */
const LOCK_MS = 5_000;
const LINE_FEED = 0x0a;
const TIMESTAMP = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/;
const encoder = new TextEncoder();

/** Why a point was not recorded; the message is our own text. */
class Unrecorded extends Error {}

/**
 * Appends one point. The record is checked against the grammar before the file is opened; under an
 * exclusive lock the file gets a whole line or none.
 * @param path of the file; its folders exist
 * @param record as it came from the front; of unknown make until it is checked
 * @returns a failure of exit 3 that names the path and the kind of error
 */
export async function appendHistory(path: string, record: unknown): Promise<Outcome<null>> {
  try {
    const line = encoder.encode(`${JSON.stringify(checkRecord(record))}\n`);
    if (line.length > MAX_BYTES) throw new Unrecorded("the record is larger than 4 MiB");
    using file = await Deno.open(path, { read: true, append: true, create: true });
    await lockExclusively(file);
    await appendLine(file, line);
    return { ok: true, value: null };
  } catch (error) {
    const message = `appending to ${path} failed: ${kindOf(error)}`;
    return { ok: false, failure: { exit: 3, message, causes: [] } };
  }
}

/**
 * The record with its members in the order of the file.
 * @throws {Unrecorded} for a member that breaks the grammar
 */
function checkRecord(value: unknown): HistoryRecord {
  const given = value as { [Name in keyof HistoryRecord]?: Json };
  const { ts, passed, cases_total, cases_passed, score, manifest_sha256, standard } = given;
  const server = asServerLabel(given.server);
  const measurement_profile = readProfile(given.measurement_profile);
  if (
    !isMatch(ts, TIMESTAMP) || server === null || typeof passed !== "boolean" ||
    !isCount(cases_total) || !isCount(cases_passed) || !isScore(score) ||
    !isDigest(manifest_sha256) || standard !== STANDARD || measurement_profile === null
  ) {
    throw new Unrecorded("the record breaks its grammar");
  }
  return {
    ts,
    server,
    passed,
    cases_total: Number(cases_total),
    cases_passed: Number(cases_passed),
    score,
    manifest_sha256,
    standard,
    measurement_profile,
  };
}

async function lockExclusively(file: Deno.FsFile): Promise<void> {
  let timer: number | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Unrecorded("another process holds its lock");
    timer = setTimeout(() => reject(error), LOCK_MS);
  });
  try {
    await Promise.race([file.lock(true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A write that fails half-way, on a full disk, is taken back: readers only ever see whole lines. */
async function appendLine(file: Deno.FsFile, line: Uint8Array): Promise<void> {
  const end = await mendEnd(file);
  try {
    let rest = line;
    while (rest.length > 0) rest = rest.subarray(await file.write(rest));
  } catch (error) {
    await file.truncate(end).catch(() => {});
    throw error;
  }
}

/**
 * Makes the file end with a whole line. What a writer that crashed has left of a line is completed
 * when it is a whole record, and else removed: it would spoil the line that follows it.
 * @returns the size of the file
 */
async function mendEnd(file: Deno.FsFile): Promise<number> {
  const { size } = await file.stat();
  const last = await readEnd(file, size, 1);
  if (last.length === 0 || last[0] === LINE_FEED) return size;
  const tail = await readEnd(file, size, MAX_BYTES);
  const torn = tail.subarray(tail.lastIndexOf(LINE_FEED) + 1);
  if (torn.length === MAX_BYTES) throw new Unrecorded("it does not end with a line");
  if (isWholeRecord(torn)) {
    await file.write(encoder.encode("\n"));
    return size + 1;
  }
  await file.truncate(size - torn.length);
  return size - torn.length;
}

/** The last bytes of a file, at most `most`. */
async function readEnd(file: Deno.FsFile, size: number, most: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.min(size, most));
  await file.seek(size - bytes.length, Deno.SeekMode.Start);
  let filled = 0;
  while (filled < bytes.length) {
    const read = await file.read(bytes.subarray(filled));
    if (read === null) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

function isWholeRecord(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function kindOf(error: unknown): string {
  if (error instanceof Unrecorded) return error.message;
  if (error instanceof Deno.errors.NotFound) return "its folder does not exist";
  if (error instanceof Deno.errors.PermissionDenied) return "permission denied";
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" ? code : error instanceof Error ? error.name : "unknown error";
}
