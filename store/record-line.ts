/** Records as lines of a journal (capture.md §2). */

import { encodeJson, type Json } from "../core/mcp/json.ts";

/** Largest line of a journal with its line feed, in bytes. */
export const MAX_LINE_BYTES = 4_194_304;

/** A record's line would be larger than {@link MAX_LINE_BYTES}. */
export class RecordTooLarge extends Error {
  override name = "RecordTooLarge";
}

const encoder = new TextEncoder();

/**
 * The line of a record: compact JSON with the members in the order in which the record has them,
 * those of shapes in byte order, and a line feed. The order of a projected record is that of the
 * file.
 * @throws {RecordTooLarge}
 */
export function encodeRecord(record: object): Uint8Array {
  const line = encoder.encode(`${encodeOrdered(record, ORDERED)}\n`);
  if (line.length > MAX_LINE_BYTES) throw new RecordTooLarge();
  return line;
}

/** Members whose own members have an order, too. */
const ORDERED: ReadonlySet<string> = new Set(["identity", "error", "measurement_profile"]);

function encodeOrdered(record: object, ordered: ReadonlySet<string>): string {
  const members = Object.entries(record).map(([key, value]: [string, Json | object]) => {
    const text = ordered.has(key)
      ? encodeOrdered(value as object, new Set())
      : encodeJson(value as Json);
    return `${JSON.stringify(key)}:${text}`;
  });
  return `{${members.join(",")}}`;
}
