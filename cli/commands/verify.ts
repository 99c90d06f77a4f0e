/** `mcpeval verify`: shows with one case whether a finding is mended (cli.md §6, capture.md §11.4). */

import { UsageError } from "../../core/errors.ts";
import type { Invocation, Prepared } from "../command.ts";
import { runInEngine } from "../evaluation.ts";
import { readFile } from "../files.ts";
import { findHome } from "../home.ts";
import { dropPermissions, startEngine, startKeeper } from "../isolates.ts";
import { findLaunch, launchPaths } from "../launch.ts";
import { type Capabilities, capabilities, type CapabilityPlan } from "../permissions.ts";
import { readTarget } from "../target.ts";
import { print } from "../terminal.ts";
import type { VerifyJob, VerifyResult, VerifyTarget } from "../verification.ts";

interface Options {
  manifest: string;
  job: Omit<VerifyJob, "manifest" | "gate">;
}

/** See {@link CommandModule.prepare}. What is wrong with the target shows when its turn comes. */
export function prepare(invocation: Invocation): Prepared {
  const { options } = invocation;
  const home = findHome();
  const manifest = String(options["manifest"]);
  const program = Deno.execPath();
  const server = readServer(invocation);
  const plan = {
    engine: server.capabilities,
    keeper: capabilities({ read: [manifest, program, home], write: [home] }),
  };
  const job = {
    home,
    findingId: String(options["finding"]),
    caseId: String(options["case"]),
    allowMutation: options["allowMutation"] === true,
    target: server.target,
    program,
  };
  return { plan, run: () => run({ manifest, job }, plan) };
}

function readServer(invocation: Invocation): {
  capabilities: Capabilities;
  target(): VerifyTarget;
} {
  const { options, server } = invocation;
  try {
    const isCommand = options["url"] === undefined && server !== null && server.length > 0;
    const launch = isCommand ? findLaunch(server) : null;
    const target = readTarget(
      launch === null ? invocation : {
        ...invocation,
        server: launch.command,
      },
    );
    if ("wrong" in target) throw new UsageError(target.wrong);
    const read = launch === null ? [] : launchPaths(launch.files);
    return {
      capabilities: { ...target.capabilities, read },
      target: () => ({ job: target.job, launch: launch?.files ?? null }),
    };
  } catch (error) {
    const target = () => {
      throw error;
    };
    return { capabilities: capabilities(), target };
  }
}

async function run({ manifest: path, job }: Options, plan: CapabilityPlan): Promise<number> {
  const engine = startEngine(plan.engine ?? capabilities());
  const keeper = startKeeper(plan.keeper);
  const { loadManifest } = await import("../../core/manifest/load.ts");
  const { verifyFinding } = await import("../verification.ts");
  const missing = `write one with: mcpeval generate --finding <id> --output ${path}`;
  const manifest = loadManifest(readFile(path, { missing }), path);
  await dropPermissions(engine, keeper);
  const result = await verifyFinding({ engine, keeper }, {
    ...job,
    manifest,
    gate: (gateJob) => runInEngine(engine, (api, listener) => api.gate(gateJob, listener), keeper),
  });
  print(render(result));
  return result.kind === "unverified" ? 3 : result.passed ? 0 : 1;
}

function render(result: VerifyResult): string {
  const { findingId, caseId, report, reason } = result;
  if (result.kind === "unverified") {
    return `${findingId} not verified: probe=${caseId} reason=${reason}\n`;
  }
  const { state, consecutive_passes: passes } = result.lifecycle;
  const line = `${findingId} state=${state} probe=${caseId} consecutive_passes=${passes}`;
  const hint = report.cases[0]?.hint ?? null;
  return reason === null ? `${line}\n` : `${line} reason=${reason}\n  hint: ${hint}\n`;
}
