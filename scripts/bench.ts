/**
 * `deno task bench`: whole-process figures, paired run by run so that a machine that drifts does
 * not decide. With the Rust release on PATH or in MCPEVAL_REFERENCE it prints ratios, else only
 * absolute figures. A figure below 1 is in our favour. Nothing here asserts.
 *
 * MCPEVAL_BENCH_SERVER names one more server to score, by a command of words between blanks, such
 * as `npx -y @modelcontextprotocol/server-everything`, which takes half a minute a run.
 */

import { join } from "node:path";
import { denoCommand } from "./deno-command.ts";
import { findDenort } from "./denort.ts";
import { median } from "./median.ts";
import type { Target } from "./targets.ts";

const OURS = "dist/mcpeval";
const DEMO = "dist/mcpeval-demo";

interface Work {
  name: string;
  /** Counted runs of each side. */
  runs: number;
  /** The status of a run that did its work; 0 unless said otherwise. */
  exit?: number;
  ours: string[];
  theirs: string[] | null;
}

async function main(): Promise<void> {
  const reference = await findReference();
  const folder = await Deno.makeTempDir();
  Deno.env.set("MCPEVAL_HOME", `${folder}/home`);
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
    works.push(...scoreWorks(reference), ...await reportWorks(folder, reference));
    for (const work of works) console.log(await compare(work));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Tools of the larger server: five requests each stay within the budget of a run. */
const MANY_TOOLS = 800;

/** The standard battery on the demo, and on servers that cost next to nothing. */
function scoreWorks(reference: string | null): Work[] {
  const tiny = (tools: number) => {
    const script = join(import.meta.dirname ?? "", "bench-server.ts");
    return [Deno.execPath(), "run", "--quiet", "--no-config", script, String(tools)];
  };
  const named = (Deno.env.get("MCPEVAL_BENCH_SERVER") ?? "").split(/\s+/).filter(Boolean);
  const servers: [name: string, runs: number, command: string[]][] = [
    ["the demo", 5, [DEMO]],
    ["a server of 10 tools", 9, tiny(10)],
    [`a server of ${MANY_TOOLS} tools`, 5, tiny(MANY_TOOLS)],
  ];
  if (named.length > 0) servers.push(["MCPEVAL_BENCH_SERVER", 3, named]);
  return servers.map(([name, runs, command]) => {
    const args = ["score", "--server", "bench", "--format", "json", "--", ...command];
    return {
      name: `score of ${name}`,
      runs,
      ours: [OURS, ...args],
      theirs: reference === null ? null : [reference, ...args],
    };
  });
}

const REPORT_CASES = 10_000;

/** A report of many cases in every form; the reference lacks two of them. */
async function reportWorks(folder: string, reference: string | null): Promise<Work[]> {
  const document = `${folder}/report.json`;
  const manifest = `${folder}/large.manifest.json`;
  const { cases, ...rest } = await demoReport(folder);
  const many = Array.from({ length: REPORT_CASES }, (_, index) => {
    const entry = cases[index % cases.length];
    return { ...entry, id: `${entry?.id}-${index}` };
  });
  await Deno.writeTextFile(document, JSON.stringify({ ...rest, cases: many }, null, 2));
  const ids = many.map(({ id }) => ({ id }));
  await Deno.writeTextFile(manifest, JSON.stringify({ probes: ids }, null, 2));
  return ["text", "json", "markdown", "sarif", "junit", "html"].map((format): Work => {
    const args = ["report", document, "--format", format, "--manifest", manifest];
    const known = format !== "json" && format !== "html";
    return {
      name: `report of ${REPORT_CASES} cases as ${format}`,
      runs: 5,
      exit: 1,
      ours: [OURS, ...args],
      theirs: reference === null || !known ? null : [reference, ...args],
    };
  });
}

/** What the gate says of the demo server with a fault, so that there are failures with hints. */
async function demoReport(folder: string): Promise<{ cases: { id: string }[] }> {
  const { stdout } = await new Deno.Command(OURS, {
    args: [
      ...["probe", "--server", "demo", "--manifest", `${folder}/demo.manifest.json`],
      ...["--format", "json", "--", DEMO, "--broken", "bloated"],
    ],
    stderr: "null",
  }).output();
  return JSON.parse(new TextDecoder().decode(stdout));
}

async function compare(work: Work): Promise<string> {
  await milliseconds(work.ours, work.exit);
  if (work.theirs) await milliseconds(work.theirs, work.exit);
  const ours: number[] = [];
  const theirs: number[] = [];
  const ratios: number[] = [];
  for (let run = 0; run < work.runs; run++) {
    const a = await milliseconds(work.ours, work.exit);
    ours.push(a);
    if (work.theirs === null) continue;
    const b = await milliseconds(work.theirs, work.exit);
    theirs.push(b);
    ratios.push(a / b);
  }
  const line = `${work.name}: ${median(ours).toFixed(0)} ms`;
  if (ratios.length === 0) return `${line} (without reference)`;
  const spread = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  return `${line}, reference ${median(theirs).toFixed(0)} ms, ratio ${
    median(ratios).toFixed(3)
  } (${spread}, ${work.runs} pairs)`;
}

async function milliseconds(command: string[], exit = 0): Promise<number> {
  const [program = "", ...args] = command;
  const start = performance.now();
  const { code } = await new Deno.Command(program, { args, stdout: "null", stderr: "null" })
    .output();
  const end = performance.now();
  if (code !== exit) {
    throw new Error(`${program} ${args[0] ?? ""} failed; build first: deno task build`);
  }
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
