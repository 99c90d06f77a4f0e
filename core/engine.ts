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
  InitJob,
  InitReply,
  Listener,
  ServerJob,
} from "./jobs.ts";
import { openTarget } from "./mcp/connector.ts";
import type { Connector } from "./mcp/session.ts";

/** Connectors of running jobs, for an interrupt. */
const open = new Set<Connector>();

async function withConnector<T>(
  job: ServerJob,
  work: (connector: Connector) => Promise<T>,
): Promise<EngineReply<T>> {
  const connector = openTarget(job.target, {
    timeoutMs: job.timeoutMs,
    killProgram: job.killProgram,
  });
  open.add(connector);
  const outcome = await work(connector).then(
    (value) => ({ ok: true as const, value }),
    (error) => ({ ok: false as const, failure: toFailure(error) }),
  );
  await connector.close();
  open.delete(connector);
  return { outcome, notes: { noise: { ...connector.noise }, strays: connector.strays } };
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
  /** Runs a manifest's cases against a server. */
  gate(job: GateJob, listener: Listener): Promise<EngineReply<GateReply>> {
    return withConnector(job, async (connector) => {
      const { runGate } = await import("./gate.ts");
      const gate = await runGate({
        cases: job.cases,
        connector,
        onProgress: (...state) => listener.progress(...state),
        onDiagnostic: (line) => listener.diagnostic(line),
      });
      return { gate };
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
