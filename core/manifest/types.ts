/**
 * The manifest as types; members have the document's own names (manifest-and-probes.md §1). Optional
 * members that the document may leave out or set to null are null here.
 */

import type { Identifier, ToolName } from "../labels.ts";
import type { Json, JsonObject } from "../mcp/json.ts";

/** The twenty probe kinds, in the order of `mcpeval probe --help` (cli.md §4.2). */
export const PROBE_KINDS = [
  "contention",
  "error-honesty",
  "state-recovery",
  "discovery-cost",
  "token-cost",
  "schema-guessability",
  "degradation-over-n",
  "instruction-fidelity",
  "latency-budget",
  "pagination",
  "payload-bounds",
  "surface-listing",
  "output-schema",
  "cancellation",
  "protocol-negotiation",
  "sampling",
  "elicitation",
  "resource-subscription",
  "completion",
  "workflow",
] as const;

/** One of the twenty kinds. */
export type ProbeKind = (typeof PROBE_KINDS)[number];

/** Whether a case may change something. */
export type Access = "read_only" | "mutating";

/** Expected outcome of a call (manifest-and-probes.md §2). */
export interface Expectation {
  outcome: "ok" | "error";
  required_result_fields: Identifier[];
  equals: Record<string, Json>;
  required_result_paths: string[];
  equals_paths: Record<string, Json>;
  error_code: number | bigint | null;
}

/** One step of a workflow. */
export interface WorkflowStep {
  tool: ToolName;
  arguments: JsonObject;
  expect: Expectation;
}

interface Base<Kind extends ProbeKind> {
  probe: Kind;
  id: Identifier;
  access: Access;
}

interface ToolCase<Kind extends ProbeKind> extends Base<Kind> {
  tool: ToolName;
  sandbox: Identifier | null;
  arguments: JsonObject;
}

/** A case of any kind, told apart by `probe`. */
export type ProbeCase =
  | ToolCase<"contention">
  | (ToolCase<"error-honesty"> & { max_attempts: number; expect_retryable: boolean })
  | (Base<"state-recovery"> & {
    failure_tool: ToolName;
    failure_arguments: JsonObject;
    recovery_tool: ToolName;
    recovery_arguments: JsonObject;
    validation_tool: ToolName;
    validation_arguments: JsonObject;
    sandbox: Identifier | null;
  })
  | (Base<"discovery-cost"> & { max_tools: number; max_schema_bytes: number })
  | (Base<"token-cost"> & { max_total_tokens: number; max_tool_tokens: number | null })
  | ToolCase<"schema-guessability">
  | (ToolCase<"degradation-over-n"> & { max_attempts: number })
  | (ToolCase<"instruction-fidelity"> & { expect: Expectation })
  | (ToolCase<"latency-budget"> & { attempts: number; max_latency_ms: number })
  | (Base<"pagination"> & { max_pages: number })
  | (ToolCase<"payload-bounds"> & {
    field: Identifier;
    size_bytes: number;
    expect_handled: boolean;
  })
  | (Base<"surface-listing"> & { max_pages: number })
  | ToolCase<"output-schema">
  | (ToolCase<"cancellation"> & {
    grace_seconds: number;
    require_honored: boolean;
    reason: Identifier;
  })
  | (Base<"protocol-negotiation"> & { bogus_version: string })
  | (ToolCase<"sampling"> & { max_requests: number })
  | (ToolCase<"elicitation"> & {
    max_requests: number;
    respond: "accept" | "decline" | "cancel";
  })
  | (Base<"resource-subscription"> & {
    uri: string;
    trigger_tool: ToolName | null;
    trigger_arguments: JsonObject | null;
    max_wait_seconds: number;
  })
  | (Base<"completion"> & {
    ref_uri: string;
    ref_type: "ref/prompt" | "ref/resource";
    argument_name: string;
    argument_value: Identifier;
    max_values: number;
  })
  | (Base<"workflow"> & { repetitions: number; steps: WorkflowStep[] });

/** The case type of one kind. */
export type CaseOf<Kind extends ProbeKind> = Extract<ProbeCase, { probe: Kind }>;

/** A loaded and validated manifest. */
export interface Manifest {
  version: 1;
  timeout_ms: number | null;
  sandboxes: Record<string, { description: string }>;
  probes: ProbeCase[];
}
