/**
 * Entry of the engine: the isolate that talks to servers. It sees payloads and may write nothing;
 * what it returns is typed and free of content (docs/architecture.md “The boundary”).
 */

import * as Comlink from "comlink";
import { attemptToCross } from "./boundary.ts";
import { toFailure } from "./errors.ts";
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
import type { Connector, Target } from "./mcp/session.ts";
import type { BatteryResult } from "./readiness/battery.ts";
import type { MeasurementOptions } from "./readiness/profile.ts";
import { VERSION } from "./version.ts";

/** Connectors whose servers may still run. */
const open = new Set<Connector>();

/** The battery's first handshake waits as long as the transport's default, in ms (readiness.md §3). */
const HANDSHAKE_WAIT_MS: Readonly<Record<Target["kind"], number>> = { stdio: 30_000, http: 5_000 };

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
  const outcome = await work(connector).then(
    (value) => ({ ok: true as const, value }),
    (error) => ({ ok: false as const, failure: toFailure(error) }),
  );
  // The answer does not wait for the servers to go (decisions D27); `stop` does.
  void connector.close().then(() => open.delete(connector));
  return { outcome, notes: notesOf(connector) };
}

function notesOf({ revision, noise, strays }: Connector): ServerNotes {
  const dated = revision !== null && isDateShaped(revision);
  return { revision: dated ? revision : null, noise: { ...noise }, strays };
}

/** Runs the battery on connections of its own; the budget is the connector's. */
async function measure(
  options: MeasurementOptions,
  target: Target,
  connector: Connector,
  listener: Listener,
): Promise<BatteryResult> {
  const { measureReadiness } = await import("./readiness/battery.ts");
  return await measureReadiness({
    ...options,
    connector,
    handshakeWaitMs: HANDSHAKE_WAIT_MS[target.kind],
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
      });
    });
  },
  /** Runs a manifest's cases against a server, then the standard battery if that is asked for. */
  gate(job: GateJob, listener: Listener): Promise<EngineReply<GateReply>> {
    return withConnector(job, async (connector) => {
      const { runGate } = await import("./gate.ts");
      const gate = await runGate({
        cases: job.cases,
        connector,
        isFollowed: job.battery !== null,
        onProgress: (...state) => listener.progress(...state),
        onDiagnostic: (line) => listener.diagnostic(line),
      });
      const battery = job.battery &&
        await measure(job.battery, job.target, connector, listener);
      return { gate, battery };
    });
  },
  /** Runs the standard battery only; a server that cannot be reached is a result, too. */
  score(job: ScoreJob, listener: Listener): Promise<EngineReply<ScoreReply>> {
    return withConnector(
      job,
      (connector) => measure(job.battery, job.target, connector, listener),
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
  /** Ends every server; resolves when no process is left. */
  async stop(): Promise<void> {
    await Promise.all([...open].map((connector) => connector.close()));
  },
  attemptToCross,
};

/** What the engine offers. */
export type EngineApi = typeof api;

Comlink.expose(api);
