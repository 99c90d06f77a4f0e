/** A backend that answers from memory, with what it was asked. */

import type { Outcome } from "../../core/errors.ts";
import type { Finding, ReadableFindings } from "../../core/findings/finding.ts";
import type { ProbeReport } from "../../core/report/document.ts";
import type { ServerTrend } from "../../core/trends/history.ts";
import type { Backend, Evaluation, EvaluationJob, OnProgress } from "../../serve/backend.ts";

/** A backend whose answers a test sets. */
export interface FakeBackend extends Backend {
  loaded: ReadableFindings;
  history: Outcome<ServerTrend[]>;
  /** Answers the evaluations. */
  evaluating: (job: EvaluationJob, onProgress: OnProgress) => Promise<Outcome<Evaluation>>;
  /** The lines about them. */
  diagnostics: string[];
  /** What was to be recorded and evaluated, and how often one was cancelled. */
  annotated: unknown[];
  jobs: EvaluationJob[];
  cancelled: number;
}

/** Makes one without findings and history, whose evaluations fail. */
export function fakeBackend(): FakeBackend {
  const backend: FakeBackend = {
    loaded: { kind: "missing" },
    history: { ok: true, value: [] },
    evaluating: () =>
      Promise.resolve({ ok: false, failure: { exit: 3, message: "no server", causes: ["why"] } }),
    diagnostics: [],
    annotated: [],
    jobs: [],
    cancelled: 0,
    findings: () => Promise.resolve(backend.loaded),
    trends: () => Promise.resolve(backend.history),
    annotate(...observation) {
      backend.annotated.push(observation);
      return Promise.resolve({ ok: true, value: null });
    },
    async evaluate(job, onProgress) {
      backend.jobs.push(job);
      const outcome = await backend.evaluating(job, onProgress);
      return { outcome, diagnostics: backend.diagnostics };
    },
    cancel() {
      backend.cancelled++;
    },
  };
  return backend;
}

/** A finding with the given members. */
export function finding(members: Partial<Finding> = {}): Finding {
  return {
    finding_id: "finding-0123456789abcdef",
    state: "open",
    probe_id: null,
    consecutive_passes: 0,
    server: "files",
    tool: "read_file",
    err_code: -32000,
    err_codes: [-32000],
    err_template_id: "00112233445566aa",
    failures: 3,
    calls: 9,
    sessions: 2,
    last_seen: "2026-11-30T12:00:00.000Z",
    cost: 2,
    blast: 1,
    rate: 1 / 3,
    confidence: 0.1,
    recency: 1,
    score: 0.5,
    threshold: 0.1,
    severity: "medium",
    class: "recurring-error",
    retryable: null,
    hint: "look there",
    repro: null,
    ...members,
  };
}

/** A report without a case, with the given members. */
export function report(members: Partial<ProbeReport> = {}): ProbeReport {
  return {
    schema: "mcpeval.probe-report/v2",
    generator: { name: "mcpeval", version: "0.0.0" },
    server: "files",
    manifest_sha256: null,
    passed: true,
    gate: null,
    cases: [],
    readiness: null,
    readiness_error: null,
    readiness_gate: null,
    catalog: null,
    ...members,
  };
}
