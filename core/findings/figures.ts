/** Figures and texts of a finding as every renderer writes them (capture.md §10). */

import { encodeJson, type Json } from "../mcp/json.ts";
import { toDecimal } from "../report/decimal.ts";
import type { Finding } from "./finding.ts";

/** What `findings` calls itself in its pages. */
export const TITLE = "MCP Evaluation Findings";

/** A rate, a score or a threshold: six decimals. */
export function ratio(value: number): string {
  return toDecimal(value, 6);
}

/** Median turns: one decimal. */
export function turns({ cost }: Finding): string {
  return toDecimal(cost, 1);
}

/** The tool, or what stands for a name that was no tool's. */
export function toolOf({ tool }: Finding): string {
  return tool ?? "unlisted";
}

/** The codes as compact JSON when there are several, else null. */
export function severalCodes({ err_codes }: Finding): string | null {
  return err_codes.length > 1 ? encodeJson(err_codes) : null;
}

/** The shape of the arguments as compact JSON, null when none was recorded. */
export function reproText({ repro }: Finding): string | null {
  return repro === null ? null : encodeJson(repro as Json);
}
