/** Verifying a finding with one case (capture.md §11.4), for the command and for the service. */

import { IncompleteError } from "../core/errors.ts";
import type { GateJob, GateReply, ServerJob } from "../core/jobs.ts";
import { asServerLabel } from "../core/labels.ts";
import { normalSha256 } from "../core/manifest/digest.ts";
import type { LoadedManifest } from "../core/manifest/load.ts";
import { checkMutation } from "../core/manifest/select.ts";
import type { ProbeCase } from "../core/manifest/types.ts";
import { checkGateResult } from "../core/report/check.ts";
import { buildReport, isErrored, type ProbeReport } from "../core/report/document.ts";
import { checkBearing, verifyingCase } from "../core/verification/checks.ts";
import { encodeDefinition } from "../core/verification/definition.ts";
import type { LaunchFiles, LaunchIdentity } from "../core/verification/launch-identity.ts";
import { VERSION } from "../core/version.ts";
import type { Lifecycle } from "../store/lifecycle/lifecycle.ts";
import type { Evaluated } from "./evaluation.ts";
import { ask, type Engine, type Keeper } from "./isolates.ts";
import { journalled } from "./journal.ts";

/** The server that a finding is verified on. */
export interface VerifyTarget {
  job: Omit<ServerJob, "timeoutMs">;
  /** Null over HTTP; else the command's program is one of them, by its absolute path. */
  launch: LaunchFiles | null;
}

/** One verification. */
export interface VerifyJob {
  home: string;
  findingId: string;
  caseId: string;
  manifest: Pick<LoadedManifest, "manifest"> & Partial<Pick<LoadedManifest, "toolPlaces">>;
  allowMutation: boolean;
  /** Asked once the case and the finding have been checked. @throws {UsageError | IncompleteError} */
  target(): VerifyTarget;
  /** Path of the running program, which the keeper may read. */
  program: string;
  /** Runs the gate in the engine. */
  gate(job: GateJob): Promise<Evaluated<GateReply>>;
  /** Asked before anything is recorded; it throws when nobody wants that any more. */
  checkWanted?(): void;
}

/** What it came to. */
export type VerifyResult =
  & { findingId: string; caseId: string; report: ProbeReport }
  & (
    | { kind: "judged"; passed: boolean; reason: string | null; lifecycle: Lifecycle }
    /** The case was not judged: nothing is recorded of the finding. */
    | { kind: "unverified"; reason: string }
  );

/**
 * Checks everything that can be checked before a server is started, in the order of the
 * specification, then runs the case alone and moves the finding's lifecycle on.
 * @throws {UsageError | IncompleteError | RemoteError}
 */
export async function verifyFinding(
  { engine, keeper }: { engine: Engine; keeper: Keeper },
  job: VerifyJob,
): Promise<VerifyResult> {
  const { home, findingId, caseId, allowMutation, program } = job;
  const { manifest, toolPlaces: places } = job.manifest;
  const probeCase = verifyingCase(manifest, caseId);
  const server = await bearingFinding(keeper, job, probeCase);
  const target = job.target();
  checkMutation([probeCase], allowMutation);

  const evaluator = ask(keeper, (api) => api.digestProgram(program));
  evaluator.catch(() => {}); // told when it is awaited
  const launch = await observe(engine, target.launch);
  const { timeout_ms: timeoutMs } = manifest;
  const gateJob = {
    ...target.job,
    timeoutMs,
    cases: [probeCase],
    ...places && { places },
    battery: null,
  };
  const { value } = await job.gate(journalled(gateJob, { server, home, keeper }));
  const report = buildReport({
    server,
    manifestSha256: normalSha256(manifest),
    gate: checkGateResult(value.gate),
    version: VERSION,
  });
  const [result] = report.cases;
  if (result === undefined) throw new IncompleteError("the case was not run");
  const { passed, reason } = result;
  const ran = { findingId, caseId, report };
  if (reason !== null && isErrored(result)) return { kind: "unverified", ...ran, reason };

  await checkUnchanged(engine, target.launch, launch);
  const definition = encodeDefinition({
    evaluator: { version: VERSION, sha256: await evaluator },
    manifest,
    probeCase,
    target: target.job.target,
    launch,
  });
  const runId = crypto.randomUUID();
  const run = { findingId, probeId: caseId, passed, runId, ts: new Date().toISOString() };
  job.checkWanted?.();
  const lifecycle = await ask(
    keeper,
    (api) => api.recordVerification(home, run, definition),
  );
  return { kind: "judged", ...ran, passed, reason, lifecycle };
}

/** The label of the finding's server, once it is known that the case is about the finding. */
async function bearingFinding(
  keeper: Keeper,
  { home, findingId }: VerifyJob,
  probeCase: ProbeCase,
) {
  await ask(keeper, (api) => api.checkReady(home));
  const findings = await ask(keeper, (api) => api.readFindings(home));
  const finding = findings.find(({ finding_id }) => finding_id === findingId);
  if (finding === undefined) {
    throw new IncompleteError(
      "the finding is unavailable; mcpeval findings lists the current ones",
    );
  }
  checkBearing(probeCase, finding);
  const server = asServerLabel(finding.server);
  if (server === null) throw new IncompleteError("the finding names no server");
  return server;
}

async function observe(engine: Engine, files: LaunchFiles | null): Promise<LaunchIdentity | null> {
  return files && await ask(engine, (api) => api.observeLaunch(files));
}

/** @throws {IncompleteError} when it is not known any more what the verdict is about */
async function checkUnchanged(
  engine: Engine,
  files: LaunchFiles | null,
  before: LaunchIdentity | null,
): Promise<void> {
  const after = await observe(engine, files);
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  throw new IncompleteError(
    "the server's program or a file of its command changed during the run; verify again",
  );
}
