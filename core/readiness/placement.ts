/** Where a server stands among those of a corpus (readiness.md §13). */

import type { Readiness } from "../report/readiness.ts";
import type { Corpus } from "./corpus.ts";
import { equalProfiles } from "./profile.ts";

/** Comparison of scores with the rows that were measured alike. */
export interface ScorePlacement {
  standard: string;
  /** Rows with a lower score. */
  above: number;
  tied: number;
  /** Rows with a higher score. */
  below: number;
}

/** Comparison of what the catalogs cost. */
export interface CatalogPlacement {
  tokens: number;
  tools: number;
  /** Rows whose catalog costs more. */
  lighter: number;
  /** Rows with a known catalog. */
  servers: number;
  /** The lower middle of their tokens. */
  median: number;
}

/** Null when standards differ or no row has the same profile. */
export function placeScore(
  { standard, rows }: Corpus,
  readiness: Pick<Readiness, "standard" | "score" | "measurement_profile">,
): ScorePlacement | null {
  if (readiness.standard !== standard) return null;
  const scores = rows
    .filter(({ profile }) =>
      profile !== null && equalProfiles(profile, readiness.measurement_profile)
    )
    .map(({ score }) => score);
  if (scores.length === 0) return null;
  return {
    standard,
    above: scores.filter((score) => score < readiness.score).length,
    tied: scores.filter((score) => score === readiness.score).length,
    below: scores.filter((score) => score > readiness.score).length,
  };
}

/** Null when no row has a token figure; the standard does not matter. */
export function placeCatalog(
  { rows }: Corpus,
  { tokens, tools }: { tokens: number; tools: number },
): CatalogPlacement | null {
  const known = rows.flatMap(({ catalogTokens }) => catalogTokens === null ? [] : [catalogTokens])
    .sort((a, b) => a - b);
  const median = known[Math.floor((known.length - 1) / 2)];
  if (median === undefined) return null;
  return {
    tokens,
    tools,
    lighter: known.filter((other) => other > tokens).length,
    servers: known.length,
    median,
  };
}
