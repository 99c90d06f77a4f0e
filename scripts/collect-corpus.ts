/**
 * Collects the shipped corpus: measures the servers of `data/corpus-targets.json` with a compiled
 * mcpeval and writes `data/readiness-corpus.json` (readiness.md §13).
 *
 *     deno run -A scripts/collect-corpus.ts [path of mcpeval, dist/mcpeval unless given]
 *
 * Measure on an idle machine: latency is part of the score. Each server comes from the npm registry
 * at its pinned version and runs in an empty folder; nothing of its output but counts is kept.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import process from "node:process";
import { readCorpus } from "../core/readiness/corpus.ts";
import { STANDARD } from "../core/readiness/standard.ts";
import type { ProbeReport } from "../core/report/document.ts";
import { runScript, ScriptError } from "./script-error.ts";

/** One pinned server, as far as this script can run it. */
interface CorpusTarget {
  readonly server: string;
  readonly runtime: "npm";
  readonly package: string;
  readonly version: string;
  readonly bin: string;
  readonly args: readonly string[];
}

/** What became of one target: its entry of the population, and its observation if there is one. */
interface Collected {
  readonly population: { server: string; status: string; reason?: string };
  readonly observation: Observation | null;
}

interface Observation extends Record<string, unknown> {
  readonly server: string;
  readonly score: number;
}

const CALLS = [
  "successful_calls",
  "tool_errors",
  "rpc_errors",
  "rejected_calls",
  "transport_errors",
  "untested_tools",
];

/** The command that starts a target; its digest is part of the provenance. */
export function launchCommand(target: CorpusTarget): string[] {
  const { package: name, version, bin, args } = target;
  return ["npx", "--yes", "--package", `${name}@${version}`, "--", bin, ...args];
}

/** SHA-256 in 64 lower-case hex digits. */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Judges what a measurement printed: evidence only if a call reached the server. */
export function collected(target: CorpusTarget, text: string): Collected {
  const { server, runtime, package: name, version, bin } = target;
  const { readiness }: ProbeReport = JSON.parse(text);
  const left = (status: string, reason: string): Collected => ({
    population: { server, status, reason },
    observation: null,
  });
  if (readiness === null) return left("errored", "readiness-unmeasured");
  if (readiness.surface.tools === 0) return left("untested", "no-tools");
  const areas = new Map(readiness.areas.map((area) => [area.name, area]));
  const counts = areas.get("reliability")?.measurements ?? {};
  const calls = Object.fromEntries(CALLS.map((counter) => [counter, counts[counter] ?? 0]));
  const reached = CALLS.slice(0, -1).some((counter) => (counts[counter] ?? 0) > 0);
  if (!reached) return left("untested", "no-tool-calls");
  return {
    population: { server, status: "observed" },
    observation: {
      server,
      score: readiness.score,
      areas: Object.fromEntries(readiness.areas.map((area) => [area.name, area.score])),
      tool_count: readiness.surface.tools,
      catalog_tokens: areas.get("context")?.measurements["catalog_tokens"],
      measurement_profile: readiness.measurement_profile,
      calls,
      provenance: {
        runtime,
        package: name,
        version,
        bin,
        launch_sha256: sha256(JSON.stringify(launchCommand(target))),
        report_sha256: sha256(text),
        prerequisites: [],
      },
    },
  };
}

/** Measures one target in an empty folder. */
async function measure(binary: string, target: CorpusTarget): Promise<Collected> {
  const folder = await Deno.makeTempDir({ prefix: "mcpeval-corpus-" });
  try {
    const options = ["score", "--server", target.server, "--format", "json", "--"];
    const { code, stdout } = await new Deno.Command(binary, {
      args: [...options, ...launchCommand(target)],
      cwd: folder,
      stderr: "inherit",
    }).output();
    if (code === 0) return collected(target, new TextDecoder().decode(stdout));
    const { server } = target;
    const population = { server, status: "errored", reason: "evaluation-failed" };
    return { population, observation: null };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function collect(binary: string, root: string): Promise<string> {
  const targetsText = await Deno.readTextFile(join(root, "data", "corpus-targets.json"));
  const targets: CorpusTarget[] = JSON.parse(targetsText).targets;
  const printed = await new Deno.Command(binary, { args: ["--version"] }).output();
  const version = new TextDecoder().decode(printed.stdout).trim().replace("mcpeval ", "");
  const results: Collected[] = [];
  for (const target of targets) {
    console.error(`measuring ${target.server}`);
    results.push(await measure(binary, target));
  }
  const observations = results.flatMap(({ observation }) => observation ?? [])
    .sort((a, b) => a.score - b.score || a.server.localeCompare(b.server, "en"));
  const corpus = {
    schema: "mcpeval.readiness-corpus/v3",
    source:
      "Pinned servers of data/corpus-targets.json, measured by scripts/collect-corpus.ts with " +
      "default options",
    standard: STANDARD,
    platform: process.platform,
    evaluator: { version, sha256: sha256(await Deno.readFile(binary)) },
    targets_sha256: sha256(targetsText),
    population: results.map(({ population }) => population),
    observations,
  };
  return `${JSON.stringify(corpus, null, 2)}\n`;
}

if (import.meta.main) {
  await runScript(async () => {
    const root = join(import.meta.dirname ?? ".", "..");
    const binary = resolve(Deno.args[0] ?? join(root, "dist", "mcpeval"));
    const text = await collect(binary, root);
    if (readCorpus(text) === null) throw new ScriptError("nothing usable was collected");
    await Deno.writeTextFile(join(root, "data", "readiness-corpus.json"), text);
    return 0;
  });
}
