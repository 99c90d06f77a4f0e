/** How much a group of failures matters (capture.md §9.2). */

/** The 97.5 % quantile of the normal distribution. */
const Z = 1.959963984540054;
const HALF_LIFE_DAYS = 14;
const MS_PER_DAY = 86_400_000;

/**
 * The score from which an issue is promoted unless the user says otherwise: the middle between the
 * lowest blocker and the highest annoyance of a seed table (`scripts/calibrate-threshold.ts`).
 */
export const DEFAULT_THRESHOLD = 0.324250563780762;

/** What a score is made of. */
export interface Evidence {
  /** At least 1, at most `calls`. */
  failures: number;
  calls: number;
  /** Since the latest failure, in ms. */
  ageMs: number;
  /** Median turns. */
  cost: number;
  /** Distinct tools, at least 1. */
  blast: number;
}

/** A score with its parts. */
export interface Score {
  rate: number;
  confidence: number;
  recency: number;
  score: number;
}

/** See {@link Score}. */
export function scoreOf({ failures, calls, ageMs, cost, blast }: Evidence): Score {
  const confidence = wilsonLowerBound(failures, calls);
  const recency = 0.5 ** (ageMs / MS_PER_DAY / HALF_LIFE_DAYS);
  return {
    rate: failures / calls,
    confidence,
    recency,
    score: confidence * recency * Math.log2(1 + cost) * (1 + Math.log2(blast)),
  };
}

/**
 * The lower bound of the 95 % Wilson interval of a rate: the least that few observations prove.
 * @param total at least 1
 */
export function wilsonLowerBound(part: number, total: number): number {
  const rate = part / total;
  const z2 = Z * Z;
  const center = rate + z2 / (2 * total);
  const margin = Z * Math.sqrt((rate * (1 - rate) + z2 / (4 * total)) / total);
  return (center - margin) / (1 + z2 / total);
}
