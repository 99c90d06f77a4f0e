/**
 * The arithmetic of `mcpeval-standard/2` (readiness.md §§1, 4.3, 4.5): doubles, in this order of
 * operations, because a published score must come out the same to the point everywhere.
 */

/** R(x): rounds half up and clamps to 0–100. */
export function toScore(value: number): number {
  return Math.min(Math.max(Math.round(value), 0), 100);
}

/** `passed` of `total` as a percentage, not rounded; 0 of 0 is 0. */
export function percentage(passed: number, total: number): number {
  return total === 0 ? 0 : 100 * passed / total;
}

/** The arithmetic mean; that of nothing is 0. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * 100 up to `full`, 0 from `zero` on, between them a straight line over the logarithm.
 * @param value a count, at least 0
 */
export function logCurve(value: number, full: number, zero: number): number {
  if (value <= full) return 100;
  if (value >= zero) return 0;
  return 100 * (Math.log(zero) - Math.log(value)) / (Math.log(zero) - Math.log(full));
}

/** What a latency up to so many ms is worth; a longer one than all of them is worth nothing. */
export const LATENCY_BANDS = [
  { upTo: 100, score: 100 },
  { upTo: 300, score: 80 },
  { upTo: 1000, score: 50 },
  { upTo: 3000, score: 20 },
];

/** What a latency in whole ms is worth. */
export function latencyScore(ms: number): number {
  return LATENCY_BANDS.find(({ upTo }) => ms <= upTo)?.score ?? 0;
}

/** Address of the badge that shows a score. */
export function badgeUrl(score: number): string {
  const color = score >= 80 ? "brightgreen" : score >= 50 ? "yellow" : "red";
  return `https://img.shields.io/badge/mcpeval-${score}%2F100-${color}`;
}
