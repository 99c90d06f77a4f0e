/** Digests of the lines that were taken, to know one that comes again without an index to look into. */

/** Remembers digests by the rows of their lines. */
export interface SeenDigests {
  /** Takes a digest with the row that its line will have. @returns whether it is new */
  add(digest: string, row: number): boolean;
}

/** A power of two. */
const FEWEST_PLACES = 4_096;

/**
 * Remembers nothing yet. A table in two arrays takes 16 to 32 bytes for each line, 16 MiB for a
 * million of them; a `Set` of texts would take five times as much.
 * @param isOf whether a row has a digest; it is asked when 32 bits of them agree
 */
export function makeSeenDigests(isOf: (row: number, digest: string) => boolean): SeenDigests {
  /** At each place the start of a digest, and its row, or 0 where there is none. */
  let starts = new Uint32Array(FEWEST_PLACES);
  let rows = new Uint32Array(FEWEST_PLACES);
  let count = 0;

  /** The place of a digest: from its start on, the first that is free or has it. */
  const placeOf = (start: number, isFound: (row: number) => boolean): number => {
    const last = rows.length - 1;
    for (let place = start & last;; place = (place + 1) & last) {
      const row = rows[place] ?? 0;
      if (row === 0 || (starts[place] === start && isFound(row))) return place;
    }
  };
  const put = (start: number, row: number, place: number) => {
    starts[place] = start;
    rows[place] = row;
  };
  const enlarge = () => {
    const [oldStarts, oldRows] = [starts, rows];
    starts = new Uint32Array(2 * oldRows.length);
    rows = new Uint32Array(2 * oldRows.length);
    oldRows.forEach((row, place) => {
      const start = oldStarts[place] ?? 0;
      if (row !== 0) put(start, row, placeOf(start, () => false));
    });
  };

  return {
    add(digest, row) {
      const start = parseInt(digest.slice(0, 8), 16);
      const place = placeOf(start, (other) => isOf(other, digest));
      if (rows[place] !== 0) return false;
      put(start, row, place);
      // Half of the places stay free, so that a search is short.
      if (2 * ++count > rows.length) enlarge();
      return true;
    },
  };
}
