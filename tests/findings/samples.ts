/** Findings for tests. */

import type { Finding } from "../../core/findings/finding.ts";

/** An ordinary finding with some members replaced. */
export function finding(options: Partial<Finding> = {}): Finding {
  return {
    finding_id: "finding-c51a0331c38ffd99",
    state: "open",
    probe_id: null,
    consecutive_passes: 0,
    server: "demo",
    tool: "save",
    err_code: -32_001,
    err_codes: [-32_001],
    err_template_id: "aaaaaaaaaaaaaaaa",
    failures: 4,
    calls: 6,
    sessions: 2,
    last_seen: "2026-11-30T12:00:00Z",
    cost: 6,
    blast: 3,
    rate: 4 / 6,
    confidence: 0.2999929,
    recency: 1,
    score: 1.830651,
    threshold: 0.324250563780762,
    severity: "medium",
    class: "recurring-error",
    retryable: null,
    hint: "mend it with `care`",
    repro: { q: "str<8" },
    ...options,
  };
}

/** One with everything that may be missing, and several codes. */
export const FULL: Finding = finding({
  state: "verifying",
  probe_id: "case-1",
  consecutive_passes: 2,
  err_code: "E1",
  err_codes: ["E1", -32_001, Object(1), null],
  retryable: true,
  severity: "high",
  repro: { a: { array: 2, items: "str<8" }, q: "url:example.com" },
});

/** One with everything missing that may be. */
export const BARE: Finding = finding({
  finding_id: "finding-63bd04d8314e48af",
  state: "closed",
  tool: null,
  err_code: null,
  err_codes: [],
  err_template_id: null,
  severity: "low",
  class: "false-success",
  repro: null,
});
