/** Runs the cases of a manifest against one server (manifest-and-probes.md §4). */

import type { CaseResult, GateResult } from "./gate-result.ts";
import type { ToolName } from "./labels.ts";
import { type AskingKind, checkTools, reportedTool, type ToolPlaces } from "./manifest/select.ts";
import type { ProbeCase, ProbeKind } from "./manifest/types.ts";
import type { Discovery } from "./mcp/catalog.ts";
import { discover } from "./mcp/discovery.ts";
import { Fault, type FaultLabel } from "./mcp/faults.ts";
import type { Connector, Session } from "./mcp/session.ts";
import { part } from "./parting.ts";
import { planAhead } from "./probes/ahead.ts";
import type { ProbeContext } from "./probes/probe.ts";
import { judge } from "./probes/registry.ts";
import { listTools, openSession } from "./probes/startup.ts";
import type { Errored, Verdict } from "./probes/verdict.ts";
import { catalogContract } from "./report/contract.ts";
import { explainFault, faultOf } from "./run-faults.ts";

/** What a run needs; the connector stays open afterwards, its owner closes it. */
export interface GateJob {
  /** The selected cases, in manifest order. */
  cases: readonly ProbeCase[];
  /** Where they are written, for errors. */
  places?: ToolPlaces | undefined;
  connector: Connector;
  /** Another connection follows at once: this one's server is waited for (`parting.ts`). */
  isFollowed?: boolean;
  /** Told before each case: how many of how many are done, and the case's id. */
  onProgress?: (done: number, total: number, id: string) => void;
  /** Told of each classified tool call, for the journal. */
  onCall?: ProbeContext["onCall"];
  /** Asked after each case: resolves with why one of its calls is not in the journal, or null. */
  recorded?: () => Promise<string | null>;
  /** Given each line for stderr; the lines hold no content. */
  onDiagnostic?: (line: string) => void;
}

/**
 * Connects, lists the tools, checks that every case's tool is there (for cases that declare a
 * capability also to a client that does), then judges one case after another.
 * @throws {UsageError} after the listing, for a case whose tool is not in it
 * @throws {IncompleteError} when the server cannot be started, shaken hands with or listed
 */
export async function runGate(job: GateJob): Promise<GateResult> {
  const session = await openSession(job.connector);
  const run: Run = { job, session, stale: false, halted: null };
  try {
    job.onProgress?.(0, 0, "listing the tools");
    const discovery = await listTools(session);
    if (discovery.complete) {
      const { cases, places } = job;
      await checkTools(cases, discovery.catalog, { listTo: (to) => listTo(job, to), places });
    } else job.onDiagnostic?.(`listing tools failed: ${discovery.reason}: ${discovery.cause}`);
    return {
      cases: await runCases(run, discovery),
      catalog: discovery.complete ? catalogContract(discovery.catalog) : null,
    };
  } finally {
    if (job.isFollowed) await part(run.session);
    else void run.session.close();
  }
}

/**
 * The tools that the server lists to a client with this capability. A fault here says nothing yet
 * about the cases that declare it: they connect anew.
 */
async function listTo(
  { connector, onDiagnostic }: GateJob,
  capability: AskingKind,
): Promise<ReadonlySet<ToolName> | null> {
  try {
    const session = await connector.connect({ capabilities: { [capability]: {} } });
    try {
      const discovery = await discover(session);
      if (!discovery.complete) throw new Fault(discovery.reason, discovery.cause);
      return new Set(discovery.catalog.tools.map(({ name }) => name));
    } finally {
      void session.close();
    }
  } catch (error) {
    const fault = faultOf(error, connector);
    onDiagnostic?.(
      `listing tools for a client with ${capability} failed: ` +
        `${fault.label}: ${explainFault(fault)}`,
    );
    return null;
  }
}

/**
 * Kinds that turn a fault on the shared session into a failure (manifest-and-probes.md §9). The
 * session of such a case is broken when the fault was the loss of the connection or a flood (D28).
 * No other case looks: a server that dies between two cases must not go unnoticed.
 */
const ABSORBING: ReadonlySet<ProbeKind> = new Set([
  "payload-bounds",
  "surface-listing",
  "completion",
  "resource-subscription",
]);

/** What changes in the course of a run. */
interface Run {
  readonly job: GateJob;
  /** The shared session. */
  session: Session;
  /** Whether the next case needs a fresh connection: the last one ended in, or absorbed, a fault. */
  stale: boolean;
  /** Why no further case can be judged, once that is so. */
  halted: FaultLabel | null;
}

async function runCases(run: Run, discovery: Discovery): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  const recordings: (Promise<string | null> | undefined)[] = [];
  const ahead = planAhead(run.job.cases);
  for (const [index, probeCase] of run.job.cases.entries()) {
    if (index === ahead.at) run.job.connector.startAhead(ahead.servers);
    run.job.onProgress?.(results.length, run.job.cases.length, probeCase.id);
    results.push({
      id: probeCase.id,
      probe: probeCase.probe,
      tool: reportedTool(probeCase),
      result: await runCase(run, discovery, probeCase),
    });
    // Nothing waits for the journal before the end of the run.
    recordings.push(run.job.recorded?.());
  }
  const losses = await Promise.all(recordings);
  return results.map((each, index) => unlessLost(each, losses[index] ?? null, run.job));
}

/** A verdict without its evidence in the journal is none (wire.md §8). */
function unlessLost(result: CaseResult, loss: string | null, job: GateJob): CaseResult {
  if (loss === null || result.result.verdict === "errored") return result;
  job.onDiagnostic?.(`${result.id} transport-error: recording a call failed: ${loss}`);
  return { ...result, result: errored("transport-error") };
}

async function runCase(
  run: Run,
  discovery: Discovery,
  probeCase: ProbeCase,
): Promise<Verdict | Errored> {
  if (run.halted !== null) return errored(run.halted);
  // Without the whole catalog nothing can be judged but the paging itself.
  if (!discovery.complete && probeCase.probe !== "pagination") return errored(discovery.reason);
  run.halted = await freshen(run);
  if (run.halted !== null) return errored(run.halted);
  try {
    const { connector, onCall } = run.job;
    connector.checkBudget();
    const verdict = await judge(probeCase, {
      session: run.session,
      connector,
      discovery,
      ...(onCall && { onCall }),
    });
    // A case that finishes after the deadline is not judged (wire.md §9).
    connector.checkBudget();
    run.stale = verdict.verdict === "fail" && ABSORBING.has(probeCase.probe) && run.session.broken;
    return verdict;
  } catch (error) {
    const fault = faultOf(error, run.job.connector);
    run.job.onDiagnostic?.(`${probeCase.id} ${fault.label}: ${explainFault(fault)}`);
    if (fault.label === "evaluation-budget-exceeded") run.halted = fault.label;
    run.stale = true;
    return errored(fault.label);
  }
}

/**
 * Replaces a stale connection; the catalog is not listed again.
 * @returns why no connection could be had, which ends the run, or null
 */
async function freshen(run: Run): Promise<FaultLabel | null> {
  if (!run.stale) return null;
  // Ending the old server runs beside the start of the new one (D27).
  void run.session.close();
  try {
    run.session = await run.job.connector.connect();
    run.stale = false;
    return null;
  } catch (error) {
    const fault = faultOf(error, run.job.connector);
    run.job.onDiagnostic?.(`reconnecting failed: ${explainFault(fault)}`);
    return fault.label;
  }
}

function errored(reason: FaultLabel): Errored {
  return { verdict: "errored", reason };
}
