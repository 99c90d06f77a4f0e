/** How a report says where a server stands in the corpus (reports.md §2 “Corpus lines”). */

import type { CatalogPlacement, ScorePlacement } from "../readiness/placement.ts";

/** What the corpus says about a run; a part that cannot be placed is null. */
export interface Placement {
  score: ScorePlacement | null;
  catalog: CatalogPlacement | null;
}

/** The score's place, such as `above 3, tied 1, below 9 of 13 observed servers`. */
export function scorePlacementText({ above, tied, below }: ScorePlacement): string {
  const servers = above + tied + below;
  return `above ${above}, tied ${tied}, below ${below} of ${servers} observed servers`;
}

/** The catalog's place, such as `lighter than 9 of 13 observed servers (median 2536 tokens)`. */
export function catalogPlacementText({ lighter, servers, median }: CatalogPlacement): string {
  return `lighter than ${lighter} of ${servers} observed servers (median ${median} tokens)`;
}
