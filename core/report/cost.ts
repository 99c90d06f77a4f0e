/** What a catalog costs: its tokens at a price (reports.md §2 “Cost”). */

import { toDecimal } from "./decimal.ts";
import { isErrored } from "./document.ts";
import type { Count, ReportDocument } from "./recorded.ts";

/**
 * One line without its end: what sessions pay for a catalog.
 * @param price US dollars per million tokens
 */
export function costText(tokens: Count, price: number): string {
  // The operations and their order are fixed: another one rounds differently.
  const perSession = Number(tokens) / 1e6 * price;
  const perThousand = perSession * 1000;
  return `every session spends ${tokens} tokens on the tool catalog before its first call — ` +
    `$${toDecimal(perSession, 4)} per session at $${toDecimal(price, 2)}/Mtok ` +
    `($${toDecimal(perThousand, 2)} per 1,000 sessions)`;
}

/** Tokens of the catalog: as readiness measured them, else the most that a judged case counted. */
export function catalogTokens({ readiness, cases }: ReportDocument): Count | null {
  const context = readiness?.areas.find(({ name }) => name === "context");
  const totals = cases.filter((entry) => !isErrored(entry))
    .map(({ measurements }) => measurements.total_tokens);
  return context?.measurements["catalog_tokens"] ?? largest(totals);
}

/** Tools of the catalog: as readiness saw them, else the most that a case about its cost counted. */
export function catalogTools({ readiness, cases }: ReportDocument): Count | null {
  const counts = cases.filter(({ probe }) => probe === "token-cost" || probe === "discovery-cost")
    .map(({ measurements }) => measurements.tool_count);
  return readiness?.surface.tools ?? largest(counts);
}

function largest(counts: (Count | undefined)[]): Count | null {
  let most: Count | null = null;
  for (const count of counts) {
    if (count !== undefined && (most === null || count > most)) most = count;
  }
  return most;
}
