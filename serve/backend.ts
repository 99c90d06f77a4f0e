/** What the service asks of the rest of mcpeval: typed, and free of content where it answers. */

import type { CallReference } from "../core/annotations.ts";
import type { Outcome } from "../core/errors.ts";
import type { LifecycleState, ReadableFindings } from "../core/findings/finding.ts";
import type { Json } from "../core/mcp/json.ts";
import type { ProbeReport } from "../core/report/document.ts";
import type { ServerTrend } from "../core/trends/history.ts";

/** Where the server under test is. */
export type ServedTarget =
  | { kind: "stdio"; command: readonly [string, ...string[]] }
  | { kind: "http"; url: string };

/** Something to evaluate; all texts are the client's own. */
export type EvaluationJob =
  & { target: ServedTarget }
  & (
    | { tool: "run_probe"; server: string; manifest: Json }
    | { tool: "scaffold"; server: string; attested: boolean }
    | { tool: "score"; server: string; attested: boolean; skipTools: readonly string[] }
    | { tool: "verify_finding"; findingId: string; caseId: string; manifest: Json }
  );

/** What an evaluation gave. */
export type Evaluation =
  | { kind: "report"; report: ProbeReport }
  | { kind: "manifest"; text: string }
  | {
    kind: "verification";
    findingId: string;
    caseId: string;
    verified: boolean;
    reason: string | null;
    /** Null when nothing was recorded. */
    lifecycle: { state: LifecycleState; consecutive_passes: number } | null;
    report: ProbeReport;
  };

/** How an evaluation ended, with lines of our own about it: what the command line prints to stderr. */
export interface Evaluated {
  outcome: Outcome<Evaluation>;
  diagnostics: string[];
}

/** Called while an evaluation runs; see `Listener.progress` of the engine. */
export type OnProgress = (done: number, total: number, label: string) => void;

/** The front, as the service sees it. */
export interface Backend {
  /** All findings, in the order of `findings --format json`. */
  findings(): Promise<ReadableFindings>;
  /** The newest points of each server. */
  trends(): Promise<Outcome<ServerTrend[]>>;
  /** Records an observation of a call. */
  annotate(call: CallReference, kind: string, note: string): Promise<Outcome<null>>;
  /** Evaluates; the answer comes when no process of the server is left. */
  evaluate(job: EvaluationJob, onProgress: OnProgress): Promise<Evaluated>;
  /** Ends the server of the running evaluation, and with it the evaluation. */
  cancel(): void;
}
