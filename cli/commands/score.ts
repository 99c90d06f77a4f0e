/** `mcpeval score`: the standard battery without a manifest (cli.md §4.3). */

import type { ScoreJob } from "../../core/jobs.ts";
import { VERSION } from "../../core/version.ts";
import { corpusFile } from "../../store/home.ts";
import { type BatteryOptions, measurementOptions, readBatteryOptions } from "../battery-options.ts";
import type { Invocation, Prepared } from "../command.ts";
import { placeReport, readOwnCorpus, showsCorpus } from "../corpus.ts";
import { runInEngine } from "../evaluation.ts";
import type { ReportFormat } from "../formats.ts";
import { findHome } from "../home.ts";
import { dropPermissions, startEngine } from "../isolates.ts";
import {
  checkDestination,
  deliver,
  type Output,
  readOutput,
  renderReport,
  startWriter,
} from "../output.ts";
import { readSubject, type Subject } from "../subject.ts";

interface Options extends Subject, Output {
  battery: BatteryOptions;
  format: ReportFormat;
  brief: boolean;
  /** The user's own corpus; null when the form has no place for it. */
  corpus: string | null;
}

/** See {@link CommandModule.prepare}. */
export function prepare(invocation: Invocation): Prepared {
  const options = readOptions(invocation);
  return { plan: options.plan, run: () => run(options) };
}

function readOptions(invocation: Invocation): Options {
  const { options } = invocation;
  const format = options["format"] as ReportFormat;
  const battery = readBatteryOptions(options, null);
  const subject = readSubject(invocation);
  const corpus = showsCorpus(format) ? corpusFile(findHome()) : null;
  return {
    battery,
    ...subject,
    format,
    brief: options["brief"] === true,
    corpus,
    ...readOutput(
      options,
      [...subject.target.files, battery.argumentsFile, corpus],
      subject.target.capabilities,
    ),
  };
}

async function run(options: Options): Promise<number> {
  const { server, target, format, brief } = options;
  const engine = startEngine(target.capabilities);
  const battery = await measurementOptions(options.battery);
  await checkDestination(options.destination);
  const job: ScoreJob = { ...target.job, timeoutMs: null, battery };
  const replied = runInEngine(engine, (api, listener) => api.score(job, listener));
  replied.catch(() => {}); // told when it is awaited
  // What is needed afterwards is made ready while the server starts and answers.
  const ownCorpus = options.corpus === null ? null : readOwnCorpus(options.corpus);
  const keeper = startWriter(options.plan);
  const loaded = loadFinish();
  await dropPermissions(engine, keeper);
  const { value: reply, revision } = await replied;
  const { buildReport, checkBatteryResult, exitCode, reportProtocol } = await loaded;
  const report = buildReport({
    server,
    manifestSha256: null,
    gate: { cases: [], catalog: null },
    battery: checkBatteryResult(reply),
    floors: options.battery.floors,
    protocol: reportProtocol(target.job.protocol, revision),
    version: VERSION,
  });
  const placement = showsCorpus(format) ? await placeReport(report, ownCorpus) : null;
  const rendering = { format, brief, price: null, placement, manifest: null };
  await deliver(await renderReport(report, rendering), options.destination, keeper);
  return exitCode(report);
}

async function loadFinish() {
  return {
    ...await import("../../core/report/check-readiness.ts"),
    ...await import("../../core/report/document.ts"),
    ...await import("../../core/report/exit.ts"),
    ...await import("../../core/report/protocol.ts"),
  };
}
