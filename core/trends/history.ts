/** The readiness history as a file, and its newest points (reports.md §9). */

import { joinBytes } from "../bytes.ts";
import { IncompleteError } from "../errors.ts";
import { compareBytes } from "../mcp/json.ts";
import { utf8Text } from "../utf8.ts";
import { pointDelta, readPoint, type TrendPoint } from "./point.ts";

/** Largest line with its line feed, in bytes. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;

const LINE_FEED = 0x0a;
const BLANK = /^[ \t\r]*$/;

/**
 * All points of a history, in the order of the file. Blank lines are skipped; what follows the last
 * line feed is a line that is still being written, or was never finished, and is ignored.
 * @param chunks the bytes of the file, in pieces of any size
 * @param path of the file, for messages
 * @throws {IncompleteError} that begins with `trend history is corrupt` and names the line
 */
export function readHistory(chunks: Iterable<Uint8Array>, path: string): TrendPoint[] {
  const points: TrendPoint[] = [];
  let number = 0;
  try {
    for (const line of completeLines(chunks)) {
      number += 1;
      const text = utf8Text(line);
      if (text === null) throw new IncompleteError("it is not UTF-8");
      if (!BLANK.test(text)) points.push(readPoint(text));
    }
  } catch (error) {
    if (!(error instanceof IncompleteError)) throw error;
    const place = error instanceof LongLine ? number + 1 : number;
    const cause = new IncompleteError(`${path} line ${place}: ${error.message}`);
    throw new IncompleteError("trend history is corrupt; mend or remove one line", { cause });
  }
  return points;
}

/** The line after the last complete one is too long. */
class LongLine extends IncompleteError {}

function* completeLines(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  /** Pieces of the line that is being read. */
  let pieces: Uint8Array[] = [];
  let length = 0;
  for (const chunk of chunks) {
    let from = 0;
    while (from < chunk.length) {
      const end = chunk.indexOf(LINE_FEED, from);
      const piece = chunk.slice(from, end < 0 ? chunk.length : end);
      pieces.push(piece);
      length += piece.length;
      if (length + (end < 0 ? 0 : 1) > MAX_LINE_BYTES) throw new LongLine("it is over 4 MiB");
      if (end < 0) break;
      yield joinBytes(pieces);
      pieces = [];
      length = 0;
      from = end + 1;
    }
  }
}

/** A point with the movement since the point before it. */
export interface ShownPoint {
  point: TrendPoint;
  /** Null for the first point that is shown. */
  delta: string | null;
}

/** The newest points of one server, oldest first. */
export interface ServerTrend {
  server: string;
  points: ShownPoint[];
}

/**
 * The newest `last` points of each server, servers in byte order. Points are ordered by the text of
 * their time, those of one time as in the file.
 */
export function newestPoints(points: readonly TrendPoint[], last: number): ServerTrend[] {
  if (last === 0) return [];
  const servers = [...Map.groupBy(points, ({ server }) => server)];
  return servers.sort(([a], [b]) => compareBytes(a, b)).map(([server, own]) => ({
    server,
    points: withDeltas(own.toSorted((a, b) => compareBytes(a.ts, b.ts)).slice(-last)),
  }));
}

function withDeltas(points: readonly TrendPoint[]): ShownPoint[] {
  return points.map((point, index) => {
    const previous = points[index - 1];
    return { point, delta: previous === undefined ? null : pointDelta(previous, point) };
  });
}
