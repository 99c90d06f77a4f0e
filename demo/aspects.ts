/**
 * The names that `--broken` takes, in the order in which help and error texts list them. Each one
 * stands for exactly one fault; everything else about the server stays correct.
 */
export const ASPECTS = [
  "schema",
  "fidelity",
  "unstable-errors",
  "bloated",
  "duplicate-page",
  "stalled-cursor",
  "slow",
  "cancellation",
  "negotiation",
  "sampling",
  "elicitation",
  "subscription",
  "completion",
  "surface",
  "output-schema",
  "flaky",
  "undescribed",
  "unknown-method",
  "lying-errors",
] as const;

/** One of the nineteen faults that the demo server can show. */
export type Aspect = typeof ASPECTS[number];

/** Tells whether a word of the command line names an {@link Aspect}; upper case does not. */
export function isAspect(word: string): word is Aspect {
  return (ASPECTS as readonly string[]).includes(word);
}
