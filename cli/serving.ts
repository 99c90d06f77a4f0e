/** What the service asks of the front: it hands each question to the isolate that can answer. */

import * as Comlink from "comlink";
import { IncompleteError, outcomeOf, UsageError } from "../core/errors.ts";
import type { EngineReply, GateJob, Listener, ServerJob, ServerNotes } from "../core/jobs.ts";
import {
  asServerLabel,
  asToolName,
  INVALID_LABEL,
  type ServerLabel,
  type ToolName,
} from "../core/labels.ts";
import { type LoadedManifest, loadManifest } from "../core/manifest/load.ts";
import { checkMutation } from "../core/manifest/select.ts";
import { writeManifest } from "../core/manifest/write.ts";
import { parseEndpoint } from "../core/mcp/endpoint.ts";
import { encodeJson, type Json } from "../core/mcp/json.ts";
import { checkBatteryResult } from "../core/report/check-readiness.ts";
import { checkGateResult } from "../core/report/check.ts";
import { buildReport } from "../core/report/document.ts";
import { checkScaffold } from "../core/scaffold/check.ts";
import { VERSION } from "../core/version.ts";
import type { Backend, Evaluation, EvaluationJob, ServedTarget } from "../serve/backend.ts";
import { ANNOTATION_KINDS } from "../core/annotations.ts";
import { ask, type Engine, type Keeper, unlessLost } from "./isolates.ts";
import { journalled } from "./journal.ts";
import { findLaunch } from "./launch.ts";
import { checkedListener, checkNotes, noteLines } from "./notes.ts";
import { startable } from "./programs.ts";

/** The isolates behind a service. */
export interface Serving {
  home: string;
  keeper: Keeper;
  /** Null without `--allow-spawn`. */
  engine: Engine | null;
  /** Program that ends a process group; null when there is none. */
  killProgram: string | null;
  /** Path of the running program. */
  program: string;
}

type Job<Name extends EvaluationJob["tool"]> = Extract<EvaluationJob, { tool: Name }>;

/** Makes the backend of a service. */
export function makeBackend(serving: Serving): Backend {
  const { home, keeper, engine } = serving;
  let isCancelled = false;
  return {
    // A crash of the keeper ends the service (cli/commands/serve.ts).
    findings: () => keeper.api.readableFindings(home),
    trends: () => keeper.api.newestTrends(home),
    annotate: (call, kind, note) =>
      outcomeOf(async () => {
        const known = ANNOTATION_KINDS.find((each) => each === kind);
        if (known === undefined) throw new UsageError("unknown annotation kind");
        const annotation = { ts: new Date().toISOString(), ...call, kind: known, note };
        return await ask(keeper, (api) => api.appendAnnotation(home, annotation));
      }),
    async evaluate(job, onProgress) {
      const diagnostics: string[] = [];
      let notes: ServerNotes | null = null;
      const listener = checkedListener({
        progress: onProgress,
        diagnostic: (line) => void diagnostics.push(line),
      });
      const outcome = await outcomeOf(async () => {
        if (engine === null) throw new IncompleteError("this service may not start servers");
        isCancelled = false;
        const checkWanted = () => {
          if (isCancelled) throw new IncompleteError("the evaluation was cancelled");
        };
        const start: Start = async (run) => {
          // A cancellation may come before the engine has anything to end.
          checkWanted();
          const value = await ask(engine, async (api) => {
            const reply = await run(api);
            notes = checkNotes(reply.notes);
            return reply.outcome;
          });
          // Verdicts may rest on a connection that was lost: then because the server was ended.
          checkWanted();
          return value;
        };
        try {
          const evaluating = { ...serving, engine, start, checkWanted };
          return await evaluate(job, evaluating, Comlink.proxy(listener));
        } finally {
          // The engine answers before its servers have gone; the next evaluation waits for that.
          await unlessLost(engine, engine.api.stop()).catch(() => {});
        }
      });
      // Complete now that the engine has stopped.
      return { outcome, diagnostics: [...diagnostics, ...notes === null ? [] : noteLines(notes)] };
    },
    cancel() {
      isCancelled = true;
      void engine?.api.stop();
    },
  };
}

/** Runs a job in the engine; one that is cancelled gives nothing. */
type Start = <T>(run: (api: Engine["api"]) => Promise<EngineReply<T>>) => Promise<T>;

/** What an evaluation needs; `checkWanted` throws when it was cancelled. */
type Evaluating = Serving & { engine: Engine; start: Start; checkWanted(): void };

async function evaluate(
  job: EvaluationJob,
  serving: Evaluating,
  listener: Listener,
): Promise<Evaluation> {
  switch (job.tool) {
    case "run_probe":
      return await runProbe(job, serving, listener);
    case "scaffold":
      return await scaffold(job, serving, listener);
    case "score":
      return await score(job, serving, listener);
    case "verify_finding":
      return await verify(job, serving, listener);
  }
}

async function runProbe(
  job: Job<"run_probe">,
  serving: Evaluating,
  listener: Listener,
): Promise<Evaluation> {
  const { start, home, keeper } = serving;
  const server = labelOf(job.server);
  const { manifest, sha256 } = readManifest(job.manifest);
  const { probes: cases, timeout_ms: timeoutMs } = manifest;
  checkMutation(cases, false);
  const battery = { attested: false, skipTools: [], argumentsFile: null };
  const gateJob: Omit<GateJob, "journal"> = {
    ...targetJob(job.target, serving),
    timeoutMs,
    cases,
    battery,
  };
  const recorded = journalled(gateJob, { server, home, keeper });
  const reply = await start((api) => api.gate(recorded, listener));
  const report = buildReport({
    server,
    manifestSha256: sha256,
    gate: checkGateResult(reply.gate),
    battery: reply.battery === null ? null : checkBatteryResult(reply.battery),
    version: VERSION,
  });
  return { kind: "report", report };
}

async function scaffold(
  { server, target, attested }: Job<"scaffold">,
  serving: Evaluating,
  listener: Listener,
): Promise<Evaluation> {
  const { start } = serving;
  labelOf(server);
  const selection = { tools: null, attested, argumentsFile: null };
  const job = { ...targetJob(target, serving), timeoutMs: null, selection, dryRun: false };
  const made = checkScaffold(await start((api) => api.init(job, listener)));
  if (made.kind === "dry-run") throw new TypeError("a manifest was asked for");
  const text = writeManifest(made.manifest);
  loadManifest(text, "manifest"); // what the engine made is read as a manifest before it is shown
  return { kind: "manifest", text };
}

async function score(
  { server, target, attested, skipTools }: Job<"score">,
  serving: Evaluating,
  listener: Listener,
): Promise<Evaluation> {
  const { start } = serving;
  const label = labelOf(server);
  const battery = { attested, skipTools: skipTools.map(toolOf), argumentsFile: null };
  // An endpoint that is refused cannot be reached: that is a result.
  const job = { ...targetJob(target, serving, true), timeoutMs: null, battery };
  const reply = await start((api) => api.score(job, listener));
  const report = buildReport({
    server: label,
    manifestSha256: null,
    gate: { cases: [], catalog: null },
    battery: checkBatteryResult(reply),
    version: VERSION,
  });
  return { kind: "report", report };
}

async function verify(
  { findingId, caseId, manifest, target }: Job<"verify_finding">,
  serving: Evaluating,
  listener: Listener,
): Promise<Evaluation> {
  const { engine, start, home, keeper, program, checkWanted } = serving;
  const { verifyFinding } = await import("./verification.ts");
  const result = await verifyFinding({ engine, keeper }, {
    home,
    findingId,
    caseId,
    manifest: readManifest(manifest),
    allowMutation: false,
    target() {
      if (target.kind === "http") return { job: targetJob(target, serving), launch: null };
      const { command, files } = findLaunch(target.command);
      return { job: targetJob({ kind: "stdio", command }, serving), launch: files };
    },
    program,
    gate: async (job) => {
      const value = await start((api) => api.gate(job, listener));
      return { value, revision: null };
    },
    checkWanted,
  });
  const { report, reason } = result;
  const ran = { kind: "verification" as const, findingId, caseId, reason, report };
  return result.kind === "unverified"
    ? { ...ran, verified: false, lifecycle: null }
    : { ...ran, verified: result.passed, lifecycle: result.lifecycle };
}

function labelOf(text: string): ServerLabel {
  const label = asServerLabel(text);
  if (label !== null) return label;
  throw new UsageError(INVALID_LABEL);
}

function toolOf(name: string): ToolName {
  const tool = asToolName(name);
  if (tool !== null) return tool;
  throw new UsageError("a tool to skip (--skip-tool) has an invalid name");
}

/** The digest is that of the compact form, whose keys are sorted; it has no lines to speak of. */
function readManifest(manifest: Json): Omit<LoadedManifest, "lines" | "toolPlaces"> {
  try {
    return loadManifest(encodeJson(manifest), "manifest");
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(error.message.replace(/ \(manifest:1\)$/, ""));
  }
}

/** No credentials are sent: the client, not the user, chooses the endpoint. */
function targetJob(
  target: ServedTarget,
  { killProgram }: Serving,
  mayBeRefused = false,
): Omit<ServerJob, "timeoutMs"> {
  if (target.kind === "stdio") {
    const command = startable(target.command);
    return { target: { kind: "stdio", command }, killProgram, authorization: null, protocol: null };
  }
  const parsed = parseEndpoint(target.url, false);
  if (parsed.kind === "refused" && !mayBeRefused) throw new IncompleteError(parsed.problem);
  const url = parsed.kind === "endpoint" ? parsed.endpoint.url : target.url;
  return {
    target: { kind: "http", url, allowRemote: false },
    killProgram: null,
    authorization: null,
    protocol: null,
  };
}
