/** From a report to the exit code of the command that prints it (reports.md §6). */

import { isErrored } from "./document.ts";
import type { ReportDocument } from "./recorded.ts";

/**
 * 3: a case was errored or readiness could not be measured; else 1: a case failed or a readiness
 * floor was missed; else 0.
 */
export function exitCode(report: ReportDocument): 0 | 1 | 3 {
  if (report.readiness_error !== null || report.cases.some(isErrored)) return 3;
  const missed = (report.readiness_gate?.shortfalls ?? []).length > 0;
  return missed || report.cases.some(({ reason }) => reason !== null) ? 1 : 0;
}
