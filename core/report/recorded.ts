/**
 * Reports as they are read back from a document: of this version, of an earlier one, or of another
 * program (reports.md §1.7).
 */

import type { Reason } from "../reasons.ts";
import type { ProbeReport } from "./document.ts";
import type { Readiness } from "./readiness.ts";

/** A whole number from 0 to 2⁶⁴−1; beyond 2⁵³−1 it is a bigint, so that every digit is kept. */
export type Count = number | bigint;

/** A part of the document whose numbers may be any {@link Count}. */
export type Recorded<Part> = Part extends number ? Count
  : Part extends object ? { [Name in keyof Part]: Recorded<Part[Name]> }
  : Part;

/** Members of readiness that documents before 0.8.0 lack. */
type LaterMember = "score_without_latency" | "measurement_profile";

/** Readiness as a document holds it. */
export type RecordedReadiness =
  & Recorded<Omit<Readiness, LaterMember>>
  & Partial<Pick<Readiness, LaterMember>>;

/** An area as a document holds it. */
export type RecordedArea = RecordedReadiness["areas"][number];

/** A lost check as a document holds it. */
export type RecordedCheck = RecordedArea["checks"][number];

/** A case as a document holds it. */
export type RecordedCase = Recorded<ProbeReport["cases"][number]>;

/** A document of version 2. Every {@link ProbeReport} is one. */
export interface CurrentReport
  extends Recorded<Omit<ProbeReport, "readiness" | "readiness_error" | "readiness_gate">> {
  readiness: RecordedReadiness | null;
  /** Other programs may name any reason. */
  readiness_error: Reason | null;
  readiness_gate: ProbeReport["readiness_gate"];
}

/** A document of version 1: cases, and a pass rate of the manifest that is only shown. */
export interface LegacyReport extends Omit<CurrentReport, "schema"> {
  schema: "mcpeval.probe-report/v1";
  /** 0 to 100 in documents that follow the format; null when there is none. */
  legacy_score: Count | null;
  readiness: null;
  readiness_error: null;
  readiness_gate: null;
  catalog: null;
}

/** What all renderers take. */
export type ReportDocument = CurrentReport | LegacyReport;

/** Whether a report is of version 1. */
export function isLegacy(report: ReportDocument): report is LegacyReport {
  return report.schema === "mcpeval.probe-report/v1";
}

/** A report with the members of its document, for writing it as JSON. */
export function documentOf(report: ReportDocument): Record<string, unknown> {
  if (!isLegacy(report)) return { ...report };
  const { schema, generator, server, manifest_sha256, passed, gate, cases, legacy_score } = report;
  const readiness = legacy_score === null ? null : { score: legacy_score };
  return { schema, generator, server, manifest_sha256, passed, gate, cases, readiness };
}
