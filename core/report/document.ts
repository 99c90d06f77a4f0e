/** The report document `mcpeval.probe-report/v2` (reports.md §1). */

import type { CaseResult, GateResult, ToolContract } from "../gate-result.ts";
import type { ProbeKind } from "../manifest/types.ts";
import { FAULT_LABELS, type FaultLabel } from "../mcp/faults.ts";
import type { BoundDetail, Measurements } from "../probes/verdict.ts";
import type { BatteryResult } from "../readiness/battery.ts";
import { compareFloors, type Floors } from "../readiness/gates.ts";
import { hintOf, type Reason } from "../reasons.ts";
import type { ReportProtocol } from "./protocol.ts";
import type { Readiness, ReadinessGate } from "./readiness.ts";
import type { Count } from "./recorded.ts";

/** One case; errored when its reason is a fault. All members are always present. */
export interface ReportCase {
  id: string;
  probe: ProbeKind;
  tool: string | null;
  passed: boolean;
  /** Calls or pages made; 0 when errored. */
  attempts: number;
  /** From 1; null on a pass and when errored. */
  first_failure: number | null;
  reason: Reason | null;
  hint: string | null;
  detail: BoundDetail | null;
  measurements: Measurements;
}

/** The document. All members are always present. */
export interface ProbeReport {
  schema: "mcpeval.probe-report/v2";
  generator: { name: "mcpeval"; version: string };
  server: string;
  /** 64 lower-case hex digits; null when no manifest ran. */
  manifest_sha256: string | null;
  /** No case has a reason; readiness floors do not count. */
  passed: boolean;
  /** Null when no manifest ran. */
  gate: { passed: number; total: number } | null;
  /** In manifest order. */
  cases: ReportCase[];
  readiness: Readiness | null;
  readiness_error: FaultLabel | null;
  readiness_gate: ReadinessGate | null;
  catalog: { tools: ToolContract[] } | null;
  /** Absent in a run with the default protocol, whose bytes this member does not change. */
  protocol?: ReportProtocol;
}

/** What a report is made of. */
export interface ReportInput {
  server: string;
  /** Of the manifest's bytes; null when no manifest ran. */
  manifestSha256: string | null;
  /** Without cases and catalog when no manifest ran. */
  gate: GateResult;
  /** Null or absent when readiness was not to be measured. */
  battery?: BatteryResult | null;
  /** Null or absent when no floor was declared. */
  floors?: Floors | null;
  /** Null or absent in a run with the default protocol. */
  protocol?: ReportProtocol | null;
  /** Version of mcpeval. */
  version: string;
}

/** Assembles the report of a run. */
export function buildReport(
  input: ReportInput,
): ProbeReport {
  const { server, manifestSha256, gate, battery = null, floors = null, version } = input;
  const cases = gate.cases.map(reportCase);
  const readiness = battery?.kind === "measured" ? battery.readiness : null;
  // The gate's listing is the one that its cases were judged by.
  const catalog = gate.catalog ?? battery?.catalog ?? null;
  return {
    schema: "mcpeval.probe-report/v2",
    generator: { name: "mcpeval", version },
    server,
    manifest_sha256: manifestSha256,
    ...tally(cases, manifestSha256),
    cases,
    readiness,
    readiness_error: battery?.kind === "unmeasured" ? battery.reason : null,
    readiness_gate: floors && compareFloors(floors, readiness),
    catalog: catalog && { tools: catalog },
    ...input.protocol && { protocol: input.protocol },
  };
}

/** What the cases add up to; without a manifest and a case there is no gate. */
export function tally(
  cases: readonly Pick<ReportCase, "reason">[],
  manifestSha256: string | null,
): Pick<ProbeReport, "passed" | "gate"> {
  const total = cases.length;
  const passed = cases.filter(({ reason }) => reason === null).length;
  const ran = manifestSha256 !== null || total > 0;
  return { passed: passed === total, gate: ran ? { passed, total } : null };
}

/** Whether a case could not be judged (exit 3), by its reason. */
export function isErrored({ reason }: Pick<ReportCase, "reason">): boolean {
  return (FAULT_LABELS as readonly (Reason | null)[]).includes(reason);
}

function reportCase({ id, probe, tool, result }: CaseResult): ReportCase {
  const subject = { id, probe, tool };
  switch (result.verdict) {
    case "pass":
      return {
        ...subject,
        passed: true,
        attempts: result.attempts,
        first_failure: null,
        reason: null,
        hint: null,
        detail: null,
        measurements: result.measurements,
      };
    case "fail":
      return {
        ...subject,
        passed: false,
        attempts: result.attempts,
        first_failure: result.firstFailure,
        reason: result.reason,
        hint: caseHint(probe, result.reason, result.firstFailure),
        detail: result.detail,
        measurements: result.measurements,
      };
    case "errored":
      return {
        ...subject,
        passed: false,
        attempts: 0,
        first_failure: null,
        reason: result.reason,
        hint: hintOf(result.reason),
        detail: null,
        measurements: {},
      };
  }
}

/**
 * The hint of a case: the reason's text; for a workflow that was judged it names the call and says
 * how to find and verify it (reports.md §1.2).
 */
export function caseHint(
  probe: ProbeKind,
  reason: Reason,
  firstFailure: Count | null,
): string {
  const hint = hintOf(reason);
  if (probe !== "workflow" || firstFailure === null || isErrored({ reason })) return hint;
  return `Workflow call ${firstFailure}: ${hint}. Count through the steps in order, repetition ` +
    "after repetition, to find call number first_failure, and replay it in a fresh session. If it " +
    "works there, an earlier step left state behind. Confirm the fix by running the whole workflow.";
}
