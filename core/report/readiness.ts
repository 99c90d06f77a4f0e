/**
 * The parts of the report document that speak of readiness, as types (reports.md §1.3, §1.4).
 * Members have the document's own names.
 */

/** The six areas with their weights, in the order of the standard (readiness.md §1). */
export const AREA_WEIGHTS = {
  "protocol": 15,
  "catalog": 20,
  "context": 15,
  "error-honesty": 15,
  "reliability": 20,
  "coverage": 15,
} as const;

/** Name of an area. */
export type AreaName = keyof typeof AREA_WEIGHTS;

/** How often calls that reached a server ended in each way. */
export const CALL_COUNTERS = [
  "successful_calls",
  "tool_errors",
  "rpc_errors",
  "rejected_calls",
  "transport_errors",
];

/** The figures of each area; the other areas have none (reports.md §1.3). */
export const MEASUREMENTS: { readonly [Name in AreaName]?: readonly string[] } = {
  context: ["catalog_tokens", "heaviest_tool_tokens"],
  reliability: [...CALL_COUNTERS, "untested_tools", "score_without_latency"],
};

/** The 26 checks of the standard, in the order of the published schema (cli.md §7). */
export const CHECK_IDS = [
  "context.catalog",
  "context.heaviest-tool",
  "reliability.success",
  "reliability.consistent",
  "reliability.latency",
  "reliability.output-schema",
  "reliability.contention",
  "reliability.payload",
  "reliability.none-exercised",
  "reliability.skipped",
  "coverage.exercised",
  "catalog.description",
  "catalog.params-described",
  "catalog.params-typed",
  "catalog.read-only-declared",
  "catalog.destructive-declared",
  "catalog.output-schema",
  "catalog.empty",
  "protocol.negotiation",
  "protocol.unknown-method",
  "protocol.ping",
  "protocol.unknown-tool",
  "protocol.pagination",
  "protocol.surfaces",
  "error-honesty.invalid-arguments",
  "error-honesty.untestable",
] as const;

/** Id of a check. */
export type CheckId = (typeof CHECK_IDS)[number];

/** The 36 reasons for lost points, in the order of the published schema (cli.md §7). */
export const CHECK_REASONS = [
  "context-catalog-heavy",
  "context-tool-heavy",
  "reliability-call-failed",
  "reliability-inconsistent",
  "reliability-slow",
  "reliability-output-schema-broken",
  "reliability-contention-failed",
  "reliability-payload-unhandled",
  "reliability-none-exercised",
  "coverage-unannotated",
  "coverage-unsynthesizable",
  "coverage-skipped",
  "coverage-rejected-arguments",
  "coverage-call-failed",
  "no-read-only-tools",
  "catalog-short-description",
  "catalog-undescribed-params",
  "catalog-untyped-params",
  "catalog-read-only-undeclared",
  "catalog-destructive-undeclared",
  "catalog-no-output-schema",
  "catalog-no-tools",
  "protocol-negotiation-echoed-unknown",
  "protocol-negotiation-invalid-version",
  "protocol-negotiation-inconsistent-support",
  "protocol-unknown-method-answered",
  "protocol-ping-failed",
  "protocol-unknown-tool-accepted",
  "protocol-pagination-invalid",
  "protocol-surface-invalid",
  "protocol-call-failed",
  "honesty-accepted-invalid",
  "honesty-empty-error",
  "honesty-wrong-code",
  "honesty-call-failed",
  "honesty-untestable",
] as const;

/** Reason for lost points. */
export type CheckReason = (typeof CHECK_REASONS)[number];

/** A check that scored less than 100. */
export interface LostCheck {
  id: CheckId;
  tool: string | null;
  /** 0–99. */
  score: number;
  observed: number | null;
  reason: CheckReason;
  hint: string;
}

/** One area; scores are integers from 0 to 100. */
export interface Area {
  name: AreaName;
  weight: number;
  score: number;
  measurements: Record<string, number>;
  checks: LostCheck[];
}

/** Conditions of the measurement (readiness.md §10); scores compare only under equal profiles. */
export interface MeasurementProfile {
  schema: "mcpeval.measurement-profile/v1";
  evaluator_version: string;
  platform: string;
  architecture: string;
  client_capabilities: "none";
  attested_read_only: boolean;
  skip_tools: string[];
  call_timeout_ms: number;
  repeats: number;
  arguments_sha256?: string;
}

/** A measured server. */
export interface Readiness {
  standard: string;
  score: number;
  score_without_latency: number;
  badge: string;
  attested_read_only: boolean;
  surface: { tools: number; read_only: number; writers: number; exercised: number };
  areas: Area[];
  measurement_profile: MeasurementProfile;
  assessment: {
    scope: "read-only-structural";
    semantic_correctness: "requires-reviewed-oracle";
    tools_exercised: number;
    read_only_tools: number;
    writer_tools_excluded: number;
  };
}

/** A floor that was missed. */
export interface Shortfall {
  subject: "score" | AreaName;
  observed: number;
  floor: number;
}

/** The declared floors and how they compared; `passed` and `shortfalls` are null when they did not. */
export interface ReadinessGate {
  min_score: number | null;
  /** In the order of declaration. */
  min_areas: Partial<Record<AreaName, number>>;
  exclude_latency: boolean;
  passed: boolean | null;
  shortfalls: Shortfall[] | null;
}
