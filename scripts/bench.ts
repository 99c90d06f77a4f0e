/**
 * `deno task bench`: whole-process figures, paired run by run so that a machine that drifts does
 * not decide. With the Rust release on PATH or in MCPEVAL_REFERENCE it prints ratios, else only
 * absolute figures. A figure below 1 is in our favour. Nothing here asserts.
 */

import { denoCommand } from "./deno-command.ts";
import { findDenort } from "./denort.ts";
import type { Target } from "./targets.ts";

const OURS = "dist/mcpeval";
const DEMO = "dist/mcpeval-demo";

interface Work {
  name: string;
  /** Counted runs of each side. */
  runs: number;
  ours: string[];
  theirs: string[] | null;
}

async function main(): Promise<void> {
  const reference = await findReference();
  const folder = await Deno.makeTempDir();
  try {
    const manifest = `${folder}/demo.manifest.json`;
    const target = ["--", DEMO];
    const init = ["init", "--server", "demo", "--confirm-read-only", "--force", "--output"];
    const probe = ["probe", "--server", "demo", "--gate-only", "--manifest", manifest, ...target];
    await milliseconds([OURS, ...init, manifest, ...target]);
    const empty = await emptyProgram(folder);
    const works: Work[] = [
      {
        name: "init on the demo",
        runs: 9,
        ours: [OURS, ...init, `${folder}/ours.json`, ...target],
        theirs: reference === null
          ? null
          : [reference, ...init, `${folder}/theirs.json`, ...target],
      },
      {
        name: "probe --gate-only on the demo",
        runs: 5,
        ours: [OURS, ...probe],
        theirs: reference === null ? null : [reference, ...probe],
      },
      {
        name: "--version, to an empty program",
        runs: 21,
        ours: [OURS, "--version"],
        theirs: empty,
      },
      { name: "explain, to an empty program", runs: 21, ours: [OURS, "explain"], theirs: empty },
    ];
    for (const work of works) console.log(await compare(work));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function compare(work: Work): Promise<string> {
  await milliseconds(work.ours);
  if (work.theirs) await milliseconds(work.theirs);
  const ours: number[] = [];
  const theirs: number[] = [];
  const ratios: number[] = [];
  for (let run = 0; run < work.runs; run++) {
    const a = await milliseconds(work.ours);
    ours.push(a);
    if (work.theirs === null) continue;
    const b = await milliseconds(work.theirs);
    theirs.push(b);
    ratios.push(a / b);
  }
  const line = `${work.name}: ${median(ours).toFixed(0)} ms`;
  if (ratios.length === 0) return `${line} (no reference: MCPEVAL_REFERENCE is unset)`;
  const spread = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  return `${line}, reference ${median(theirs).toFixed(0)} ms, ratio ${
    median(ratios).toFixed(3)
  } (${spread}, ${work.runs} pairs)`;
}

async function milliseconds(command: string[]): Promise<number> {
  const [program = "", ...args] = command;
  const start = performance.now();
  const { success } = await new Deno.Command(program, { args, stdout: "null", stderr: "null" })
    .output();
  const end = performance.now();
  if (!success) throw new Error(`${program} ${args[0] ?? ""} failed; build first: deno task build`);
  return end - start;
}

/** A compiled program that does nothing: what the runtime itself costs. */
async function emptyProgram(folder: string): Promise<string[]> {
  const source = `${folder}/empty.ts`;
  const program = `${folder}/empty`;
  await Deno.writeTextFile(source, "");
  const denort = await findDenort(Deno.build.target as Target);
  const { success } = await denoCommand(
    ["compile", "-q", "--no-code-cache", "-o", program, source],
    {
      env: denort.kind === "file" ? { DENORT_BIN: denort.path } : {},
    },
  ).output();
  if (!success) throw new Error("compiling an empty program failed");
  return [program];
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN;
}

/** The Rust release, or null. */
async function findReference(): Promise<string | null> {
  const named = Deno.env.get("MCPEVAL_REFERENCE");
  if (named !== undefined) return named;
  for (const folder of (Deno.env.get("PATH") ?? "").split(":")) {
    const path = `${folder}/mcpeval`;
    if ((await Deno.stat(path).catch(() => null))?.isFile) return path;
  }
  return null;
}

await main();
