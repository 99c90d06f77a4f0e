/** What every area comes to. */

import type { LostCheck } from "../../report/readiness.ts";

/** Score, lost points and figures of one area; see `Area` in `core/report/readiness.ts`. */
export interface AreaResult {
  /** 0–100, rounded. */
  score: number;
  checks: LostCheck[];
  measurements: Record<string, number>;
}
