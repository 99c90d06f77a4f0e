/** `mcpeval init`: writes a manifest for a live server (cli.md §4.1). */

import { IncompleteError, MisuseError, UsageError } from "../../core/errors.ts";
import type { InitJob } from "../../core/jobs.ts";
import { asServerLabel, asToolName, INVALID_LABEL, type ToolName } from "../../core/labels.ts";
import type { JsonObject } from "../../core/mcp/json.ts";
import { labelAdvice } from "../client-target.ts";
import type { Invocation, Prepared } from "../command.ts";
import { runInEngine } from "../evaluation.ts";
import { readFile } from "../files.ts";
import {
  checkDestination,
  deliver,
  type Destination,
  destinationFiles,
  isTaken,
  manifestName,
  readDestination,
  startWriter,
} from "../output.ts";
import { dropPermissions, startEngine } from "../isolates.ts";
import { capabilities, type CapabilityPlan } from "../permissions.ts";
import { readTarget, type ServerTarget } from "../target.ts";
import { print, printError } from "../terminal.ts";

interface Options {
  server: string;
  /** See {@link labelAdvice}. */
  labelAdvice: string;
  /** See {@link manifestName}. */
  named: string;
  destination: Destination;
  force: boolean;
  attested: boolean;
  tools: ToolName[] | null;
  argumentsFile: string | null;
  dryRun: boolean;
  target: ServerTarget | { wrong: string };
}

/** See {@link CommandModule.prepare}. */
export function prepare(invocation: Invocation): Prepared {
  const options = readOptions(invocation);
  const plan = planFor(options);
  return { plan, run: () => run(options, plan) };
}

function readOptions(invocation: Invocation): Options {
  const { options } = invocation;
  const file = options["arguments"];
  const argumentsFile = typeof file === "string" ? file : null;
  const target = readTarget(invocation);
  const destination = readDestination(String(options["output"]), [
    argumentsFile,
    ...("wrong" in target ? [] : target.files),
  ]);
  return {
    server: String(options["server"]),
    labelAdvice: asServerLabel(options["server"]) === null ? labelAdvice(invocation) : "",
    named: manifestName(destination, String(options["output"])),
    destination,
    force: options["force"] === true,
    attested: options["confirmReadOnly"] === true,
    tools: readTools(options["tool"] as readonly string[] | undefined),
    argumentsFile,
    dryRun: options["dryRun"] === true,
    target,
  };
}

function readTools(names: readonly string[] | undefined): ToolName[] | null {
  if (names === undefined) return null;
  return [...new Set(names)].map((name) => {
    const tool = asToolName(name);
    if (tool !== null) return tool;
    throw new UsageError("a --tool name is invalid; tool names are 1 to 128 of A-Za-z0-9_.:-");
  });
}

function planFor({ destination, argumentsFile, dryRun, target }: Options): CapabilityPlan {
  const files = dryRun ? [] : destinationFiles(destination);
  return {
    engine: "wrong" in target ? capabilities() : target.capabilities,
    keeper: capabilities({
      read: [
        ...argumentsFile === null ? [] : [argumentsFile],
        ...("wrong" in target ? [] : target.files),
        ...files,
      ],
      write: files,
    }),
  };
}

async function run(options: Options, plan: CapabilityPlan): Promise<number> {
  const engine = startEngine(plan.engine ?? capabilities());
  const job = await buildJob(options);
  const replied = runInEngine(engine, (api, listener) => api.init(job, listener));
  replied.catch(() => {}); // told when it is awaited
  // What is needed afterwards is made ready while the server starts and answers.
  await Promise.race([engine.api.ready(), engine.crashed]);
  const keeper = startWriter(plan);
  const loaded = loadFinish();
  await dropPermissions(engine, keeper);
  const { value } = await replied;
  const { checkScaffold, renderDryRun, renderSummary, loadManifest, writeManifest } = await loaded;
  const scaffold = checkScaffold(value);
  if (scaffold.kind === "dry-run") {
    print(renderDryRun(scaffold));
    return 0;
  }
  const text = writeManifest(scaffold.manifest);
  // What the engine made is read as a manifest before it reaches the disk.
  loadManifest(text, options.named);
  const { destination, named, force } = options;
  await deliver(text, destination, keeper, { replace: force });
  // Where the manifest is on stdout, that is all that is there.
  (destination === null ? printError : print)(renderSummary(named, scaffold));
  return 0;
}

async function loadFinish() {
  return {
    ...await import("../../core/scaffold/check.ts"),
    ...await import("../../core/scaffold/summary.ts"),
    ...await import("../../core/manifest/load.ts"),
    ...await import("../../core/manifest/write.ts"),
  };
}

/** The checks that come before the launch, in their order (cli.md §4.1 “Order”). */
async function buildJob(options: Options): Promise<InitJob> {
  const fileArguments = await readArguments(options.argumentsFile);
  const { destination, force, dryRun } = options;
  if (!force && !dryRun && isTaken(destination)) {
    throw new IncompleteError(`${options.named} exists; replace it with --force`);
  }
  if (asServerLabel(options.server) === null) {
    throw new MisuseError(
      `${INVALID_LABEL}${options.labelAdvice}`,
    );
  }
  if ("wrong" in options.target) throw new MisuseError(options.target.wrong);
  if (!dryRun) await checkDestination(destination);
  return {
    ...options.target.job,
    timeoutMs: null,
    selection: {
      tools: options.tools,
      attested: options.attested,
      argumentsFile: fileArguments,
    },
    dryRun,
  };
}

async function readArguments(path: string | null): Promise<Record<string, JsonObject> | null> {
  if (path === null) return null;
  const { parseArgumentsFile } = await import("../../core/readiness/arguments-file.ts");
  return parseArgumentsFile(readFile(path, { missing: "check the path after --arguments" }), path);
}
