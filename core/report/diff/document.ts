/** The document `mcpeval.probe-diff/v2` (reports.md §7). Members have the document's own names. */

import type { ToolClass } from "../../mcp/catalog.ts";
import type { ProbeKind } from "../../manifest/types.ts";
import type { Reason } from "../../reasons.ts";
import type { MeasurementProfile } from "../readiness.ts";
import type { Count } from "../recorded.ts";

/** What became of a case that both reports have. */
export type CaseVerdict = "regressed" | "fixed" | "changed" | "unchanged";

/** A figure on both sides. */
export interface Pair {
  baseline: Count;
  current: Count;
}

/** The one figure of a case that is followed; none when a side did not measure it. */
export interface MovedMeasurements {
  /** Estimated tokens of all tool definitions. */
  total_tokens?: Pair;
  /** Slowest call in milliseconds. */
  latency_ms?: Pair;
}

/** A case of both reports. */
export interface CaseMovement {
  id: string;
  probe: ProbeKind;
  verdict: CaseVerdict;
  /** Null when the case passed. */
  baseline_reason: Reason | null;
  current_reason: Reason | null;
  measurements: MovedMeasurements;
}

/** How much a change of the catalog matters to callers. */
export type Severity = "breaking" | "review" | "compatible";

/** What happened to a tool of the catalog. */
export type ChangeKind =
  | "tool-removed"
  | "tool-added"
  | "class-changed"
  | "parameter-required"
  | "parameter-optional"
  | "parameter-removed"
  | "parameter-added"
  | "parameter-changed"
  | "output-schema-removed"
  | "output-schema-added"
  | "output-schema-changed";

/** One kind of change of one tool. */
export interface CatalogChange {
  tool: string;
  change: ChangeKind;
  severity: Severity;
  /** Parameters that are affected, else 1. */
  count: number;
  /** Only with `class-changed`. */
  from?: ToolClass;
  /** Only with `class-changed`. */
  to?: ToolClass;
}

/** How often each fate occurs among the cases. */
export type Summary = Record<CaseVerdict | "removed" | "added", number>;

/** Both scores, and whether they may be compared. */
export interface ReadinessMovement {
  /** Null when readiness was not measured; the pass rate of a document of version 1. */
  baseline: Count | null;
  current: Count | null;
  /** Null when readiness was not measured, and in documents of version 1. */
  baseline_standard: string | null;
  current_standard: string | null;
  baseline_profile: MeasurementProfile | null;
  current_profile: MeasurementProfile | null;
  /** Both were measured by one standard under equal, known conditions. */
  comparable: boolean;
}

/** The outcome of `--max-readiness-drop`. */
export interface DropGate {
  /** Points that may be lost, 0 to 100. */
  max_drop: number;
  /** Whether latency counted with full marks on both sides. */
  exclude_latency: boolean;
  /** Points lost; 0 when the score held or rose. */
  drop: Count;
  passed: boolean;
}

/** The document. All members are always present. */
export interface ProbeDiff {
  schema: "mcpeval.probe-diff/v2";
  /** In the order of the current report. */
  cases: CaseMovement[];
  /** Ids of the cases that only the baseline has, in its order. */
  removed: string[];
  /** Ids of the cases that only the current report has, in its order. */
  added: string[];
  summary: Summary;
  readiness: ReadinessMovement;
  /** Null when no drop was limited. */
  readiness_gate: DropGate | null;
  catalog: {
    /** Whether both reports carry a catalog. */
    comparable: boolean;
    /** Breaking ones first. */
    changes: CatalogChange[];
  };
}
