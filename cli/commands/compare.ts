/** `mcpeval compare`: one manifest against several servers (cli.md §4.6, reports.md §8). */

import * as Comlink from "comlink";
import {
  DocumentError,
  IncompleteError,
  RemoteError,
  toFailure,
  UsageError,
} from "../../core/errors.ts";
import type { GateJob, Listener } from "../../core/jobs.ts";
import { asServerLabel, INVALID_LABEL, type ServerLabel } from "../../core/labels.ts";
import type { LoadedManifest } from "../../core/manifest/load.ts";
import type { ProbeCase } from "../../core/manifest/types.ts";
import { COMMAND_LABEL, readEndpoints } from "../../core/report/compare-endpoints.ts";
import type { ComparedServer, Comparison } from "../../core/report/compare.ts";
import type { ProbeReport } from "../../core/report/document.ts";
import { visible } from "../../core/report/visible.ts";
import { loadCases } from "../cases.ts";
import { configuredServers, openConfig } from "../client-target.ts";
import type { Invocation, Prepared } from "../command.ts";
import { runInEngine } from "../evaluation.ts";
import { findHome } from "../home.ts";
import {
  dropPermissions,
  type Engine,
  type Keeper,
  startEngine,
  startKeeper,
} from "../isolates.ts";
import { journalled } from "../journal.ts";
import {
  checkDestination,
  deliver,
  type Destination,
  destinationFiles,
  readDestination,
} from "../output.ts";
import { type Capabilities, capabilities, type CapabilityPlan } from "../permissions.ts";
import {
  httpTarget,
  launchTarget,
  readProtocol,
  type ServerTarget,
  stdioTarget,
} from "../target.ts";
import { VERSION } from "../../core/version.ts";

/** A server under its column's label. */
interface Column extends ServerTarget {
  label: string;
}

interface Options {
  server: ServerLabel;
  home: string;
  manifest: string;
  /** In the order of the columns. */
  servers: Column[];
  format: "text" | "markdown" | "json";
  allowMutation: boolean;
  gateOnly: boolean;
  /** Servers that are evaluated at once. */
  jobs: number;
  destination: Destination;
}

/** See {@link CommandModule.prepare}. */
export function prepare(invocation: Invocation): Prepared {
  const options = readOptions(invocation);
  const plan = planFor(options);
  return { plan, run: () => run(options, plan) };
}

function readOptions(invocation: Invocation): Options {
  const { options } = invocation;
  const label = asServerLabel(options["server"]);
  if (label === null) {
    throw new UsageError(INVALID_LABEL);
  }
  const servers = readColumns(invocation);
  const manifest = String(options["manifest"]);
  return {
    server: label,
    home: findHome(),
    manifest,
    servers,
    format: options["format"] as Options["format"],
    allowMutation: options["allowMutation"] === true,
    gateOnly: options["gateOnly"] === true,
    jobs: readJobs(options["jobs"] as string | undefined),
    destination: readDestination(options["output"] as string | undefined, [
      manifest,
      ...servers.flatMap((each) => each.files),
    ]),
  };
}

function readColumns({ options, server }: Invocation): Column[] {
  const command = server !== null && server.length > 0 ? server : null;
  const endpoint = options["endpoint"] as readonly string[] | undefined ?? [];
  const allowRemote = options["allowRemoteHttp"] === true;
  const protocol = readProtocol(options);
  const config = options["clientConfig"];
  if (typeof config !== "string") {
    const columns = readEndpoints(endpoint, command !== null).map(({ label, url }): Column => ({
      label,
      ...httpTarget(url, allowRemote, protocol),
    }));
    if (command === null) return columns;
    return [...columns, { label: COMMAND_LABEL, ...stdioTarget(command, protocol) }];
  }
  if (command !== null || endpoint.length > 0) {
    throw new UsageError(
      "name the servers either by --client-config, or by --endpoint and a command",
    );
  }
  const opened = openConfig(config);
  const servers = configuredServers(opened);
  if (servers.length < 2) {
    throw new DocumentError("a comparison needs two servers, and the client config has fewer");
  }
  return servers.map(({ name, launch }) => ({
    label: name,
    ...launchTarget(launch, opened.path, allowRemote, protocol),
  }));
}

function readJobs(text = "1"): number {
  if (/^0*[1-9][0-9]*$/.test(text)) return Number(text);
  throw new UsageError("--jobs takes a whole number from 1 on");
}

function planFor({ servers, home, manifest, destination }: Options): CapabilityPlan {
  const needs = servers.map((each) => each.capabilities);
  const all = (name: keyof Capabilities) => [...new Set(needs.flatMap((each) => each[name]))];
  const files = [home, ...destinationFiles(destination)];
  const inputs = new Set([manifest, ...servers.flatMap((each) => each.files)]);
  return {
    engine: capabilities({ net: all("net"), run: all("run") }),
    keeper: capabilities({ read: [...inputs, ...files], write: files }),
  };
}

async function run(options: Options, plan: CapabilityPlan): Promise<number> {
  const { destination, server } = options;
  const engine = startEngine(plan.engine ?? capabilities());
  const keeper = startKeeper(plan.keeper);
  const { cases, loaded } = await loadCases(options.manifest, options);
  for (const each of options.servers) {
    if (each.problem !== null) throw blame(each, new IncompleteError(each.problem));
  }
  await checkDestination(destination);
  await dropPermissions(engine, keeper);
  const servers = await evaluateAll(options.servers, options.jobs, engine, async (each) => ({
    endpoint: each.label,
    report: await evaluate({ engine, keeper }, each, options, cases, loaded),
  }));
  const { compareExitCode } = await import("../../core/report/compare.ts");
  const comparison = { server, servers };
  await deliver(await render(comparison, options.format), destination, keeper);
  return compareExitCode(comparison);
}

/**
 * Evaluates up to `jobs` servers at once. The first that cannot be evaluated ends all others.
 * @throws {RemoteError} that begins with the label of that server
 */
async function evaluateAll(
  servers: readonly Column[],
  jobs: number,
  engine: Engine,
  work: (server: Column) => Promise<ComparedServer>,
): Promise<ComparedServer[]> {
  const results: ComparedServer[] = [];
  const queue = servers.entries();
  let failed = false;
  async function takeNext(): Promise<void> {
    for (const [index, server] of queue) {
      if (failed) return;
      try {
        results[index] = await work(server);
      } catch (error) {
        failed = true;
        throw blame(server, error);
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(jobs, servers.length) }, takeNext));
    return results;
  } catch (error) {
    await Promise.race([engine.api.stop(), engine.crashed.catch(() => {})]);
    throw error;
  }
}

/** The error of one server, with its label in front and its exit code. */
function blame({ label }: { label: string }, error: unknown): RemoteError {
  const { exit, message, causes } = toFailure(error);
  return new RemoteError({
    exit,
    message: `endpoint ${visible(label)}`,
    causes: [message, ...causes],
  });
}

async function evaluate(
  { engine, keeper }: { engine: Engine; keeper: Keeper },
  { label, job: target }: Column,
  { server, home, gateOnly }: Options,
  cases: ProbeCase[],
  { manifest, sha256, toolPlaces }: LoadedManifest,
): Promise<ProbeReport> {
  const job: GateJob = journalled({
    ...target,
    timeoutMs: manifest.timeout_ms,
    cases,
    places: toolPlaces,
    battery: gateOnly ? null : { attested: false, skipTools: [], argumentsFile: null },
  }, { server, home, keeper });
  const { value: reply, revision } = await runInEngine(
    engine,
    (api, listener) => api.gate(job, labelled(listener, visible(label))),
    keeper,
  );
  const { checkGateResult } = await import("../../core/report/check.ts");
  const { checkBatteryResult } = await import("../../core/report/check-readiness.ts");
  const { buildReport } = await import("../../core/report/document.ts");
  const { reportProtocol } = await import("../../core/report/protocol.ts");
  return buildReport({
    server,
    manifestSha256: sha256,
    gate: checkGateResult(reply.gate),
    battery: reply.battery && checkBatteryResult(reply.battery),
    protocol: reportProtocol(target.protocol, revision),
    version: VERSION,
  });
}

/** A listener that says which server it speaks of. */
function labelled(listener: Listener, label: string): Listener {
  return Comlink.proxy({
    progress: (done: number, total: number, id: string) =>
      listener.progress(done, total, `${label} ${id}`),
    diagnostic: (line: string) => listener.diagnostic(`${label}: ${line}`),
  });
}

/** The whole text of a comparison. */
async function render(comparison: Comparison, format: Options["format"]): Promise<string> {
  const { renderCompareJson, renderCompareMarkdown, renderCompareText } = await import(
    "../../core/report/compare.ts"
  );
  switch (format) {
    case "text":
      return renderCompareText(comparison);
    case "markdown":
      return renderCompareMarkdown(comparison);
    case "json":
      return renderCompareJson(comparison);
  }
}
