/** Arithmetic with the counts of documents, which may be beyond 2⁵³. */

import type { Count } from "../recorded.ts";

/** `to − from`, exact. */
export function difference(from: Count, to: Count): Count {
  const exact = BigInt(to) - BigInt(from);
  const small = Number(exact);
  return Number.isSafeInteger(small) ? small : exact;
}

/** {@link difference} with its sign: `+24`, `-1`, `+0`. */
export function signedDifference(from: Count, to: Count): string {
  const moved = difference(from, to);
  return moved < 0 ? String(moved) : `+${moved}`;
}
