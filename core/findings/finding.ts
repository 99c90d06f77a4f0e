/** A promoted finding, as `findings --format json` prints it (capture.md §10). */

import type { Json } from "../mcp/json.ts";
import type { Shape } from "../records.ts";

/** The classes of defects, in the order in which they are looked for (capture.md §9.3). */
export const FINDING_CLASSES = [
  "unstable-error-code",
  "false-success",
  "blocked-optimal-path",
  "recovers-on-retry",
  "retry-did-not-recover",
  "recurring-error",
] as const;

/** See {@link FINDING_CLASSES}. */
export type FindingClass = (typeof FINDING_CLASSES)[number];

/** How urgent a finding is, least first (capture.md §9.4). */
export const SEVERITIES = ["low", "medium", "high"] as const;

/** See {@link SEVERITIES}. */
export type Severity = (typeof SEVERITIES)[number];

/** Where a finding stands between its discovery and its proven repair (capture.md §11.2). */
export const LIFECYCLE_STATES = ["open", "fix-claimed", "verifying", "closed"] as const;

/** See {@link LIFECYCLE_STATES}. */
export type LifecycleState = (typeof LIFECYCLE_STATES)[number];

/** A group of failures that is worth repair; members in the order of the JSON document. */
export interface Finding {
  /** `finding-` and 16 hex digits; stable over index rebuilds. */
  finding_id: string;
  state: LifecycleState;
  /** The case that verified it last. */
  probe_id: string | null;
  /** Green verifications in a row. */
  consecutive_passes: number;
  server: string;
  tool: string | null;
  /** The most frequent code; null also when there is none. */
  err_code: Json;
  /** All distinct codes. */
  err_codes: Json[];
  /** Fingerprint of the message. */
  err_template_id: string | null;
  /** Calls in the group. */
  failures: number;
  /** Calls of the tool in all. */
  calls: number;
  /** Sessions in which the tool failed so. */
  sessions: number;
  /** UTC, of the latest failure. */
  last_seen: string;
  /** Median turns that a failure took an agent. */
  cost: number;
  /** Distinct tools around the failures. */
  blast: number;
  /** `failures / calls`. */
  rate: number;
  /** Lower bound of the rate's 95 % Wilson interval. */
  confidence: number;
  /** From 1, halved every 14 days since the latest failure. */
  recency: number;
  score: number;
  /** The score from which issues were promoted. */
  threshold: number;
  severity: Severity;
  class: FindingClass;
  /** Null when the failures disagree or do not say. */
  retryable: boolean | null;
  /** What to do about the class. */
  hint: string;
  /** Shape of the arguments of the first failure that had any. */
  repro: Shape | null;
}

/** What there is of findings. */
export type ReadableFindings =
  /** There is no index. */
  | { kind: "missing" }
  /** There is one, but it cannot be read, or nothing of it was promoted. */
  | { kind: "unusable" }
  | { kind: "findings"; findings: Finding[] };
