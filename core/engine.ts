/**
 * Entry of the engine: the isolate that talks to servers. It sees payloads and may write nothing;
 * what it returns is typed and free of content (docs/architecture.md “The boundary”).
 */

import * as Comlink from "comlink";
import { attemptToCross } from "./boundary.ts";
import type { CallDestination, RunJournal } from "./capture/synthetic.ts";
import { type Outcome, outcomeOf } from "./errors.ts";
import type {
  EngineReply,
  GateJob,
  GateReply,
  GuidanceJob,
  GuidanceReply,
  InitJob,
  InitReply,
  Listener,
  ScoreJob,
  ScoreReply,
  ServerJob,
  ServerNotes,
} from "./jobs.ts";
import { openTarget } from "./mcp/connector.ts";
import { isDateShaped, OFFERED_REVISION } from "./mcp/revisions.ts";
import type { Connector } from "./mcp/session.ts";
import type { BatteryResult } from "./readiness/battery.ts";
import type { MeasurementOptions } from "./readiness/profile.ts";
import type { LaunchFiles, LaunchIdentity } from "./verification/launch-identity.ts";
import { VERSION } from "./version.ts";

/** Connectors whose servers may still run. */
const open = new Set<Connector>();
/** Journals that may still have something to write. */
const journals = new Set<RunJournal>();

async function withConnector<T>(
  job: ServerJob,
  work: (connector: Connector) => Promise<T>,
): Promise<EngineReply<T>> {
  const connector = openTarget(job.target, {
    timeoutMs: job.timeoutMs,
    killProgram: job.killProgram,
    authorization: job.authorization,
    ...(job.protocol === null ? {} : { protocol: job.protocol }),
  });
  open.add(connector);
  // Every job begins with a connection: its server starts while the job's modules are loaded.
  connector.startAhead(1);
  const outcome = await outcomeOf(() => work(connector));
  // The answer does not wait for the servers to go (decisions D27); `stop` does.
  void connector.close().then(() => open.delete(connector));
  return { outcome, notes: notesOf(connector) };
}

function notesOf({ revision, noise, unread, strays }: Connector): ServerNotes {
  const dated = revision !== null && isDateShaped(revision);
  return { revision: dated ? revision : null, noise: { ...noise }, unread: { ...unread }, strays };
}

/** Offers the journal of a run, which ends when all that it was given is written. */
async function withJournal<T>(
  destination: CallDestination | null,
  work: (journal: RunJournal | null) => Promise<T>,
): Promise<T> {
  if (destination === null) return await work(null);
  const { openRunJournal } = await import("./capture/synthetic.ts");
  const journal = await openRunJournal(destination);
  journals.add(journal);
  try {
    return await work(journal);
  } finally {
    await journal.close();
    journals.delete(journal);
  }
}

/** Runs the battery on connections of its own; the budget is the connector's. */
async function measure(
  options: MeasurementOptions,
  connector: Connector,
  listener: Listener,
): Promise<BatteryResult> {
  const { measureReadiness } = await import("./readiness/battery.ts");
  return await measureReadiness({
    ...options,
    connector,
    evaluator: { version: VERSION, os: Deno.build.os, arch: Deno.build.arch },
    onProgress: (...state) => listener.progress(...state),
    onDiagnostic: (line) => listener.diagnostic(line),
  });
}

const api = {
  /** Answers once the isolate has loaded. */
  ready: () => true,
  /** Lists a server's tools and calls what may be called once (cli.md §4.1). */
  init(job: InitJob, listener: Listener): Promise<EngineReply<InitReply>> {
    return withConnector(job, async (connector) => {
      const { scaffold } = await import("./scaffold/scaffold.ts");
      return await scaffold({
        ...job.selection,
        connector,
        dryRun: job.dryRun,
        onProgress: (...state) => listener.progress(...state),
        onDiagnostic: (line) => listener.diagnostic(line),
      });
    });
  },
  /** Runs a manifest's cases against a server, then the standard battery if that is asked for. */
  gate(job: GateJob, listener: Listener): Promise<EngineReply<GateReply>> {
    return withConnector(job, async (connector) => {
      const loading = import("./gate.ts");
      const gate = await withJournal(job.journal, async (journal) => {
        const { runGate } = await loading;
        return await runGate({
          cases: job.cases,
          places: job.places,
          connector,
          isFollowed: job.battery !== null,
          ...(journal && { onCall: journal.record, recorded: journal.endCase }),
          onProgress: (...state) => listener.progress(...state),
          onDiagnostic: (line) => listener.diagnostic(line),
        });
      });
      const battery = job.battery &&
        await measure(job.battery, connector, listener);
      return { gate, battery };
    });
  },
  /** Runs the standard battery only; a server that cannot be reached is a result, too. */
  score(job: ScoreJob, listener: Listener): Promise<EngineReply<ScoreReply>> {
    return withConnector(
      job,
      (connector) => measure(job.battery, connector, listener),
    );
  },
  /** Lists a server's tools as several clients get them; calls none. */
  guidance(job: GuidanceJob, listener: Listener): Promise<EngineReply<GuidanceReply>> {
    return withConnector(job, async (connector) => {
      const { inspectGuidance } = await import("./guidance/inspect.ts");
      return await inspectGuidance({
        connector,
        revision: job.protocol ?? OFFERED_REVISION,
        profiles: job.profiles,
        settleMs: job.settleMs,
        onProgress: (...state) => listener.progress(...state),
        onDiagnostic: (line) => listener.diagnostic(line),
      });
    });
  },
  /** What a server is started from, as it is now. */
  observeLaunch(files: LaunchFiles): Promise<Outcome<LaunchIdentity>> {
    return outcomeOf(async () => {
      const { observeLaunch } = await import("./verification/launch-identity.ts");
      return await observeLaunch(files);
    });
  },
  /** Ends every server; resolves when no process is left and every call is recorded. */
  async stop(): Promise<void> {
    await Promise.all([
      ...[...open].map((connector) => connector.close()),
      ...[...journals].map((journal) => journal.flush()),
    ]);
  },
  attemptToCross,
};

/** What the engine offers. */
export type EngineApi = typeof api;

Comlink.expose(api);
