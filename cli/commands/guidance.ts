/** `mcpeval guidance`: what different clients are offered, and told (cli.md §4.5). */

import { UsageError } from "../../core/errors.ts";
import { isProfileName, PROFILE_NAMES, type ProfileName } from "../../core/guidance/profiles.ts";
import type { GuidanceJob } from "../../core/jobs.ts";
import type { ToolName } from "../../core/labels.ts";
import { OFFERED_REVISION } from "../../core/mcp/revisions.ts";
import { VERSION } from "../../core/version.ts";
import type { Invocation, Prepared } from "../command.ts";
import { runInEngine } from "../evaluation.ts";
import { dropPermissions, startEngine } from "../isolates.ts";
import { readToolNames } from "../options.ts";
import { checkDestination, deliver, type Output, readOutput, startWriter } from "../output.ts";
import { readSubject, type Subject } from "../subject.ts";

/** Longest `--settle-ms`. */
const MAX_SETTLE_MS = 5000;

interface Options extends Subject, Output {
  /** In the order of the report, each once. */
  profiles: ProfileName[];
  requiredTools: ToolName[];
  settleMs: number;
  json: boolean;
}

/** See {@link CommandModule.prepare}. */
export function prepare(invocation: Invocation): Prepared {
  const options = readOptions(invocation);
  return { plan: options.plan, run: () => run(options) };
}

function readOptions(invocation: Invocation): Options {
  const { options } = invocation;
  const subject = readSubject(invocation);
  if (subject.target.problem !== null) throw new UsageError(subject.target.problem);
  return {
    ...subject,
    profiles: readProfiles(options["profile"] as readonly string[] | undefined),
    requiredTools: readToolNames(options["requireTool"], "--require-tool"),
    settleMs: readSettleMs(String(options["settleMs"])),
    json: options["format"] === "json",
    ...readOutput(options, subject.target.files, subject.target.capabilities),
  };
}

function readProfiles(names: readonly string[] = PROFILE_NAMES): ProfileName[] {
  if (names.every(isProfileName)) return PROFILE_NAMES.filter((name) => names.includes(name));
  throw new UsageError(`--profile takes one of ${PROFILE_NAMES.join(", ")}`);
}

function readSettleMs(text: string): number {
  const ms = /^[0-9]+$/.test(text) ? Number(text) : NaN;
  if (ms <= MAX_SETTLE_MS) return ms;
  throw new UsageError(`--settle-ms takes a whole number from 0 to ${MAX_SETTLE_MS}`);
}

async function run(options: Options): Promise<number> {
  const { server, target, settleMs } = options;
  await checkDestination(options.destination);
  const engine = startEngine(target.capabilities);
  const job: GuidanceJob = {
    ...target.job,
    timeoutMs: null,
    profiles: options.profiles,
    settleMs,
  };
  const replied = runInEngine(engine, (api, listener) => api.guidance(job, listener));
  replied.catch(() => {}); // told when it is awaited
  const keeper = startWriter(options.plan);
  await dropPermissions(engine, keeper);
  const { value: reply } = await replied;
  const { checkObservations } = await import("../../core/guidance/check.ts");
  const { buildGuidanceReport, guidanceExitCode, renderGuidanceJson, renderGuidanceText } =
    await import("../../core/guidance/report.ts");
  const report = buildGuidanceReport({
    server,
    revision: target.job.protocol ?? OFFERED_REVISION,
    settleMs,
    requiredTools: options.requiredTools,
    observations: checkObservations(reply, options.profiles),
    version: VERSION,
  });
  const text = options.json ? renderGuidanceJson(report) : renderGuidanceText(report);
  await deliver(text, options.destination, keeper);
  return guidanceExitCode(report);
}
