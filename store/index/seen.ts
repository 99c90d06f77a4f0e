/** Digests of the lines that were taken, to know one that comes again without an index to look into. */

/** Remembers digests by the rows of their lines. */
export interface SeenDigests {
  /** Takes a digest with the row that its line will have. @returns whether it is new */
  add(digest: string, row: number): boolean;
}

/** A power of two. */
const FEWEST_PLACES = 4_096;

/**
 * Remembers nothing yet. A table of numbers takes 16 to 32 bytes for each line, 16 MiB for a million
 * of them; a `Set` of texts would take five times as much.
 * @param isOf whether a row has a digest; it is asked when 32 bits of them agree
 */
export function makeSeenDigests(isOf: (row: number, digest: string) => boolean): SeenDigests {
  let places = FEWEST_PLACES;
  /** Two numbers at each place: the row, or 0 where there is none, and the start of its digest. */
  let table = new Uint32Array(2 * places);
  let count = 0;

  /** Where a digest is or is to be put: from the place of its start on, the first that is free. */
  const find = (start: number, digest: string | null): number => {
    for (let place = start & (places - 1);; place = (place + 1) & (places - 1)) {
      const row = table[2 * place] ?? 0;
      if (row === 0) return 2 * place;
      if (digest !== null && table[2 * place + 1] === start && isOf(row, digest)) return 2 * place;
    }
  };
  const put = (at: number, row: number, start: number) => {
    table[at] = row;
    table[at + 1] = start;
  };
  const enlarge = () => {
    const old = table;
    places *= 2;
    table = new Uint32Array(2 * places);
    for (let at = 0; at < old.length; at += 2) {
      const [row = 0, start = 0] = [old[at], old[at + 1]];
      // All that are in the table differ.
      if (row !== 0) put(find(start, null), row, start);
    }
  };

  return {
    add(digest, row) {
      const start = parseInt(digest.slice(0, 8), 16);
      const at = find(start, digest);
      if (table[at] !== 0) return false;
      put(at, row, start);
      // Half of the places stay free, so that a search is short.
      if (2 * ++count > places) enlarge();
      return true;
    },
  };
}
