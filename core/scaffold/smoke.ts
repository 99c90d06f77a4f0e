/** One call per candidate: only a tool that answers gets cases (cli.md §4.1 “Calls”, D25). */

import { IncompleteError } from "../errors.ts";
import type { ToolName } from "../labels.ts";
import type { Tool } from "../mcp/catalog.ts";
import { Fault } from "../mcp/faults.ts";
import type { CallOutcome, Connector, Session } from "../mcp/session.ts";
import { explainFault } from "../run-faults.ts";
import type { VerifiedTool } from "./cases.ts";
import type { ArgumentSource, Candidate, DecidedTool, Decision } from "./decide.ts";
import type { ScaffoldJob } from "./scaffold.ts";

/** So many tools at most get cases. */
const MOST_TOOLS = 20;

/** Why a tool got no cases. */
export type SkipCause =
  | Exclude<Decision["kind"], "candidate" | "unselected">
  | `${ArgumentSource}-call-failed`
  | "asks-for-sampling"
  | "asks-for-elicitation"
  | "announces-resource"
  | "beyond-limit";

/** Which tools get cases, and why the others do not; both in catalog order. */
export interface SmokeResult {
  verified: VerifiedTool[];
  /** Tools outside `--tool` are not mentioned. */
  skipped: { tool: ToolName; cause: SkipCause }[];
}

/**
 * Calls the candidates one after another until 20 have succeeded. A failure, a lost connection
 * included, only leaves that tool without cases.
 * @throws {IncompleteError} when the evaluation budget is used up
 */
export async function callCandidates(
  session: Session,
  job: Pick<ScaffoldJob, "connector" | "onProgress" | "onDiagnostic">,
  decided: readonly DecidedTool[],
): Promise<SmokeResult> {
  const verified: VerifiedTool[] = [];
  const skipped: SmokeResult["skipped"] = [];
  const candidates = decided.filter(({ decision }) => decision.kind === "candidate").length;
  let called = 0;
  for (const { tool, decision } of decided) {
    if (decision.kind === "unselected") continue;
    if (decision.kind !== "candidate") {
      skipped.push({ tool: tool.name, cause: decision.kind });
    } else if (verified.length === MOST_TOOLS) {
      skipped.push({ tool: tool.name, cause: "beyond-limit" });
    } else {
      job.onProgress?.(called++, candidates, tool.name);
      const outcome = await tryTool(session, tool, decision, job.onDiagnostic);
      requireBudget(job.connector);
      if (typeof outcome === "string") skipped.push({ tool: tool.name, cause: outcome });
      else verified.push(outcome);
    }
  }
  return { verified, skipped };
}

async function tryTool(
  session: Session,
  tool: Tool,
  candidate: Candidate,
  onDiagnostic: ScaffoldJob["onDiagnostic"],
): Promise<VerifiedTool | SkipCause> {
  let outcome: CallOutcome;
  try {
    outcome = await session.call(tool.name, candidate.arguments);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    // A budget that is used up ends everything, which is said then.
    if (error.label !== "evaluation-budget-exceeded") {
      onDiagnostic?.(`${tool.name} ${error.label}: ${explainFault(error)}`);
    }
    return `${candidate.source}-call-failed`;
  }
  // A tool that needs the client fails because we decline: say that rather than that it failed.
  if (outcome.announced.has("sampling")) return "asks-for-sampling";
  if (outcome.announced.has("elicitation")) return "asks-for-elicitation";
  if (outcome.kind !== "success") return `${candidate.source}-call-failed`;
  if (outcome.announced.has("resource-updated")) return "announces-resource";
  return { tool, arguments: candidate.arguments, ms: outcome.ms };
}

function requireBudget(connector: Connector): void {
  try {
    connector.checkBudget();
  } catch (error) {
    throw new IncompleteError("the tools could not all be called", { cause: error });
  }
}
