/** `context`: what the definitions cost a model before its first call (readiness.md §4.3). */

import type { Catalog } from "../../mcp/catalog.ts";
import { compareBytes } from "../../mcp/json.ts";
import type { LostCheck } from "../../report/readiness.ts";
import { logCurve, toScore } from "../curves.ts";
import { lost } from "../standard.ts";
import type { AreaResult } from "./area.ts";

/** Tokens of the whole catalog: full marks up to the first number, none from the second on. */
export const CATALOG_TOKENS = [2000, 40_000] as const;
/** The same for the heaviest tool. */
export const TOOL_TOKENS = [500, 5000] as const;

/** Three quarters for the whole, one quarter for the heaviest tool. */
export function contextArea({ tokens, tools }: Catalog): AreaResult {
  // Of equally heavy ones the first by name.
  const [heaviest] = tools.toSorted((a, b) => b.tokens - a.tokens || compareBytes(a.name, b.name));
  const heaviestTokens = heaviest?.tokens ?? 0;
  const whole = logCurve(tokens, ...CATALOG_TOKENS);
  const single = logCurve(heaviestTokens, ...TOOL_TOKENS);
  const checks: LostCheck[] = [];
  if (toScore(whole) < 100) {
    checks.push(
      lost("context.catalog", toScore(whole), "context-catalog-heavy", { observed: tokens }),
    );
  }
  if (heaviest !== undefined && toScore(single) < 100) {
    checks.push(lost("context.heaviest-tool", toScore(single), "context-tool-heavy", {
      tool: heaviest.name,
      observed: heaviestTokens,
    }));
  }
  return {
    score: toScore(0.75 * whole + 0.25 * single),
    checks,
    measurements: { catalog_tokens: tokens, heaviest_tool_tokens: heaviestTokens },
  };
}
