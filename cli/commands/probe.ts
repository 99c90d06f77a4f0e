/** `mcpeval probe`: the gate (cli.md §4.2). */

import { UsageError } from "../../core/errors.ts";
import type { GateJob, GateReply } from "../../core/jobs.ts";
import { asServerLabel, type ServerLabel } from "../../core/labels.ts";
import type { LoadedManifest } from "../../core/manifest/load.ts";
import type { ProbeCase, ProbeKind } from "../../core/manifest/types.ts";
import type { Invocation, Prepared } from "../commands.ts";
import { runInEngine } from "../evaluation.ts";
import { dropPermissions, startEngine } from "../isolates.ts";
import { capabilities } from "../permissions.ts";
import { readFile } from "../files.ts";
import { print } from "../terminal.ts";
import { type StdioTarget, stdioTarget } from "../target.ts";
import { VERSION } from "../../core/version.ts";

interface Options {
  server: ServerLabel;
  manifest: string;
  kind: ProbeKind | null;
  json: boolean;
  brief: boolean;
  allowMutation: boolean;
  target: StdioTarget;
}

/** See {@link CommandModule.prepare}. */
export function prepare(invocation: Invocation): Prepared {
  const options = readOptions(invocation);
  const { target, manifest } = options;
  const plan = { engine: target.capabilities, keeper: capabilities({ read: [manifest] }) };
  return { plan, run: () => run(options) };
}

function readOptions({ options, server }: Invocation): Options {
  const label = asServerLabel(options["server"]);
  if (label === null) {
    throw new UsageError("the server label is invalid; use 1 to 128 of A-Za-z0-9_.:-");
  }
  const target = stdioTarget(server);
  if (target === null) {
    throw new UsageError("name the server under test: put its command after --");
  }
  return {
    server: label,
    manifest: String(options["manifest"]),
    kind: options["probe"] as ProbeKind | undefined ?? null,
    json: options["format"] === "json",
    brief: options["brief"] === true,
    allowMutation: options["allowMutation"] === true,
    target,
  };
}

async function run(options: Options): Promise<number> {
  // The isolate starts while the manifest is read; it starts no server before it has a job.
  const engine = startEngine(options.target.capabilities);
  const { cases, loaded } = await loadCases(options);
  await dropPermissions(engine);
  const job: GateJob = {
    target: options.target.target,
    killProgram: options.target.killProgram,
    timeoutMs: loaded.manifest.timeout_ms,
    cases,
  };
  const reply = await runInEngine(engine, (api, listener) => api.gate(job, listener));
  return await report(options, loaded, reply);
}

async function loadCases(
  options: Options,
): Promise<{ cases: ProbeCase[]; loaded: LoadedManifest }> {
  const { loadManifest } = await import("../../core/manifest/load.ts");
  const { selectCases, checkMutation } = await import("../../core/manifest/select.ts");
  const bytes = readFile(options.manifest, {
    missing: `write one with: mcpeval init --server ${options.server} -- <server command>`,
  });
  const loaded = loadManifest(bytes, options.manifest);
  const cases = selectCases(loaded.manifest, options.kind);
  checkMutation(cases, options.allowMutation);
  return { cases, loaded };
}

async function report(
  options: Options,
  loaded: LoadedManifest,
  reply: GateReply,
): Promise<number> {
  const { checkGateResult } = await import("../../core/report/check.ts");
  const { buildReport } = await import("../../core/report/document.ts");
  const { exitCode } = await import("../../core/report/exit.ts");
  const document = buildReport({
    server: options.server,
    manifestSha256: loaded.sha256,
    gate: checkGateResult(reply.gate),
    version: VERSION,
  });
  if (options.json) {
    const { renderJson } = await import("../../core/report/json.ts");
    print(renderJson(document));
  } else {
    const { renderText } = await import("../../core/report/text.ts");
    print(renderText(document, { brief: options.brief }));
  }
  return exitCode(document);
}
