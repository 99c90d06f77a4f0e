/** `mcpeval probe`: the gate, then the standard battery (cli.md §4.2). */

import type { GateJob } from "../../core/jobs.ts";
import type { LoadedManifest } from "../../core/manifest/load.ts";
import type { ProbeKind } from "../../core/manifest/types.ts";
import { VERSION } from "../../core/version.ts";
import { corpusFile, historyFile } from "../../store/home.ts";
import { type BatteryOptions, measurementOptions, readBatteryOptions } from "../battery-options.ts";
import { loadCases } from "../cases.ts";
import type { Invocation, Prepared } from "../command.ts";
import { placeReport, readOwnCorpus, showsCorpus } from "../corpus.ts";
import { runInEngine } from "../evaluation.ts";
import type { ReportFormat } from "../formats.ts";
import { recordRun } from "../history.ts";
import { findHome } from "../home.ts";
import { dropPermissions, startEngine, startKeeper } from "../isolates.ts";
import { journalled } from "../journal.ts";
import {
  checkDestination,
  deliver,
  type Destination,
  destinationFiles,
  locateManifest,
  readDestination,
  readPrice,
  renderReport,
} from "../output.ts";
import { capabilities, type CapabilityPlan } from "../permissions.ts";
import { readSubject, type Subject } from "../subject.ts";

interface Options extends Subject {
  manifest: string;
  kind: ProbeKind | null;
  allowMutation: boolean;
  battery: BatteryOptions;
  /** Whether the battery runs at all. */
  measures: boolean;
  format: ReportFormat;
  brief: boolean;
  price: number | null;
  home: string;
  /** The user's own corpus; null when the form has no place for it. */
  corpus: string | null;
  /** The readiness history; null when the run is no point of it. */
  history: string | null;
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
  const kind = options["probe"] as ProbeKind | undefined ?? null;
  const unmeasuredBy = options["gateOnly"] === true
    ? "--gate-only"
    : kind === null
    ? null
    : "--probe";
  const format = options["format"] as ReportFormat;
  const home = findHome();
  const battery = readBatteryOptions(options, unmeasuredBy);
  const subject = readSubject(invocation);
  const manifest = String(options["manifest"]);
  const corpus = showsCorpus(format) ? corpusFile(home) : null;
  const history = unmeasuredBy === null ? historyFile(home) : null;
  return {
    battery,
    ...subject,
    manifest,
    kind,
    allowMutation: options["allowMutation"] === true,
    measures: unmeasuredBy === null,
    format,
    brief: options["brief"] === true,
    price: readPrice(options["pricePerMtok"] as string | undefined),
    home,
    corpus,
    history,
    destination: readDestination(options["output"] as string | undefined, [
      ...subject.target.files,
      manifest,
      battery.argumentsFile,
      corpus,
      history,
    ]),
  };
}

function planFor(options: Options): CapabilityPlan {
  const { target, manifest, battery, home, destination } = options;
  // All under the home: the journal, the history, the salt, the user's corpus.
  const write = [home, ...destinationFiles(destination)];
  const inputs = [...target.files, manifest, battery.argumentsFile];
  const read = [...inputs, ...write].filter((path) => path !== null);
  return { engine: target.capabilities, keeper: capabilities({ read, write }) };
}

async function run(options: Options, plan: CapabilityPlan): Promise<number> {
  const { format, brief, price, home, server, history, destination } = options;
  // The isolates start while the manifest is read; they do nothing before they have a job.
  const engine = startEngine(options.target.capabilities);
  const keeper = startKeeper(plan.keeper);
  const { job, loaded: manifest } = await prepareJob(options);
  await checkDestination(destination);
  const recordedJob = journalled(job, { server, home, keeper });
  const replied = runInEngine(engine, (api, listener) => api.gate(recordedJob, listener), keeper);
  replied.catch(() => {}); // told when it is awaited
  // What is needed afterwards is made ready while the server starts and answers.
  await Promise.race([engine.api.ready(), engine.crashed]);
  const place = format === "sarif" ? await locateManifest(options.manifest) : null;
  const ownCorpus = options.corpus === null ? null : readOwnCorpus(options.corpus);
  const loaded = loadFinish();
  await dropPermissions(engine, keeper);

  const { value: reply, revision } = await replied;
  const { buildReport, checkBatteryResult, checkGateResult, exitCode, reportProtocol } =
    await loaded;
  const report = buildReport({
    server: options.server,
    manifestSha256: manifest.sha256,
    gate: checkGateResult(reply.gate),
    battery: reply.battery === null ? null : checkBatteryResult(reply.battery),
    floors: options.battery.floors,
    protocol: reportProtocol(options.target.job.protocol, revision),
    version: VERSION,
  });
  const recorded = history === null ? null : recordRun(history, keeper, report);
  const placement = showsCorpus(format) ? await placeReport(report, ownCorpus) : null;
  const text = await renderReport(report, { format, brief, price, placement, manifest: place });
  await deliver(text, destination, keeper).finally(() => recorded);
  return exitCode(report);
}

async function loadFinish() {
  return {
    ...await import("../../core/report/check.ts"),
    ...await import("../../core/report/check-readiness.ts"),
    ...await import("../../core/report/document.ts"),
    ...await import("../../core/report/exit.ts"),
    ...await import("../../core/report/protocol.ts"),
  };
}

/** Reads what the user named: the arguments file, then the manifest (cli.md §4.2). */
async function prepareJob(
  options: Options,
): Promise<{ job: Omit<GateJob, "journal">; loaded: LoadedManifest }> {
  const battery = await measurementOptions(options.battery);
  const { cases, loaded } = await loadCases(options.manifest, options);
  const job = {
    ...options.target.job,
    timeoutMs: loaded.manifest.timeout_ms,
    cases,
    places: loaded.toolPlaces,
    battery: options.measures ? battery : null,
  };
  return { job, loaded };
}
