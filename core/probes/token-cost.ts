/** `token-cost`: what the catalog takes from a model's context window (spec §5). */

import type { CaseOf } from "../manifest/types.ts";
import type { Catalog } from "../mcp/catalog.ts";
import { compareBytes } from "../mcp/json.ts";
import type { Probe } from "./probe.ts";
import { type BoundDetail, fail, pass } from "./verdict.ts";

/** Judges the listing made at the start of the run; sends nothing. */
export const tokenCost: Probe<"token-cost"> = (probeCase, { discovery }) => {
  const { catalog } = discovery;
  const perTool = heaviestFirst(catalog);
  const measurements = {
    tool_count: catalog.tools.length,
    total_tokens: catalog.tokens,
    per_tool: perTool,
  };
  const exceeded = exceededBound(probeCase, catalog.tokens, perTool[0]?.tokens ?? 0);
  return Promise.resolve(
    exceeded === null
      ? pass(1, measurements)
      : fail(1, "token-budget-exceeded", measurements, exceeded),
  );
};

/** Each tool's tokens, descending, then by name in byte order. */
function heaviestFirst(catalog: Catalog): { tool: string; tokens: number }[] {
  return catalog.tools
    .map(({ name, tokens }) => ({ tool: name as string, tokens }))
    .sort((a, b) => b.tokens - a.tokens || compareBytes(a.tool, b.tool));
}

function exceededBound(
  limits: CaseOf<"token-cost">,
  total: number,
  heaviest: number,
): BoundDetail | null {
  if (total > limits.max_total_tokens) {
    return { bound: "max_total_tokens", limit: limits.max_total_tokens, observed: total };
  }
  if (limits.max_tool_tokens !== null && heaviest > limits.max_tool_tokens) {
    return { bound: "max_tool_tokens", limit: limits.max_tool_tokens, observed: heaviest };
  }
  return null;
}
