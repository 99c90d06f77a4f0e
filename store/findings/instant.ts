/** Instants with every digit that a record gives, as nanoseconds since 1970 (capture.md §9.1). */

import { projectTimestamp } from "../timestamps.ts";

const PARTS = /^(.{10})[Tt ](\d{2}:\d{2}):(\d{2})(?:\.(\d+))?([Zz]|[+-]\d{2}:\d{2})$/;
const NANOS_PER_SECOND = 1_000_000_000n;
const NANOS_PER_MS = 1_000_000n;
/** Of the years that RFC 3339 can write, in UTC. */
const FIRST = BigInt(Date.parse("0000-01-01T00:00:00Z")) * NANOS_PER_MS;
const LAST = BigInt(Date.parse("9999-12-31T23:59:59Z")) * NANOS_PER_MS + NANOS_PER_SECOND - 1n;

/**
 * The instant of an RFC 3339 timestamp, null for another text, and for one that could not be written
 * in UTC: its zone takes it beyond the years 0 to 9999. A leap second is the next second.
 */
export function parseInstant(text: string): bigint | null {
  const parts = PARTS.exec(projectTimestamp(text));
  if (parts === null) return null;
  const [, date = "", time = "", seconds = "", fraction = "", zone = ""] = parts;
  const minute = Date.parse(`${date}T${time}:00${zone.toUpperCase()}`);
  const nanos = BigInt(fraction.slice(0, 9).padEnd(9, "0"));
  const instant = BigInt(minute) * NANOS_PER_MS + BigInt(seconds) * NANOS_PER_SECOND + nanos;
  return instant >= FIRST && instant <= LAST ? instant : null;
}

/** An instant in UTC with 0, 3, 6 or 9 decimals, as few as it needs. */
export function formatInstant(instant: bigint): string {
  const nanos = ((instant % NANOS_PER_SECOND) + NANOS_PER_SECOND) % NANOS_PER_SECOND;
  const second = new Date(Number((instant - nanos) / NANOS_PER_MS)).toISOString().slice(0, -5);
  if (nanos === 0n) return `${second}Z`;
  return `${second}.${String(nanos).padStart(9, "0").replace(/(?:000){1,2}$/, "")}Z`;
}

/** Whole milliseconds from an instant until `now`, 0 for one that is still to come. */
export function ageInMs(instant: bigint, now: Date): number {
  const age = (BigInt(now.getTime()) * NANOS_PER_MS - instant) / NANOS_PER_MS;
  return Math.max(0, Number(age));
}
