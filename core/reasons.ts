/** The fixed reason labels, in the order of `mcpeval explain` (cli.md §7). */

import { FAULT_LABELS, type FaultLabel } from "./mcp/faults.ts";

/** Labels of a judged failure. */
export const FAILURE_REASONS = [
  "unexpected-outcome",
  "missing-field",
  "value-mismatch",
  "error-code-mismatch",
  "discovery-limit-exceeded",
  "token-budget-exceeded",
  "invalid-schema",
  "missing-required-argument",
  "expected-error",
  "unstable-error-code",
  "retryability-mismatch",
  "retry-did-not-recover",
  "failure-not-observed",
  "recovery-failed",
  "validation-failed",
  "contended-client-failed",
  "latency-budget-exceeded",
  "pagination-invalid-entry",
  "pagination-duplicate-tool",
  "pagination-stalled-cursor",
  "payload-unhandled",
  "surface-invalid-envelope",
  "surface-stalled-cursor",
  "output-schema-declared-but-missing",
  "output-schema-field-missing",
  "output-schema-invalid-result",
  "cancellation-ignored",
  "cancellation-errored",
  "negotiation-echoed-unknown",
  "negotiation-invalid-version",
  "negotiation-inconsistent-support",
  "sampling-invalid-request",
  "sampling-request-flood",
  "sampling-stalled-call",
  "elicitation-invalid-request",
  "elicitation-request-flood",
  "elicitation-stalled-call",
  "resource-unreadable",
  "subscription-rejected",
  "subscription-notification-missing",
  "completion-invalid-request",
  "completion-value-flood",
  "completion-argument-unknown",
  "completion-stalled-request",
] as const;

/** A label of a judged failure (exit 1). */
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** Any label that a case may carry. */
export type Reason = FailureReason | FaultLabel;

/** All 48 labels. */
export const REASONS: readonly Reason[] = [...FAILURE_REASONS, ...FAULT_LABELS];
