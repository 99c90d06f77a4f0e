/**
 * Builds the executables: `deno run -A scripts/build.ts [--target <triple>] [--only <program>]`.
 * They go to `dist/`, those for another platform than this one to `dist/<triple>/`.
 *
 * @module
 */
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { type Bundle, bundle } from "./bundle.ts";
import { denoCommand } from "./deno-command.ts";
import { type Denort, findDenort } from "./denort.ts";
import { type Program, PROGRAMS } from "./programs.ts";
import { runScript, ScriptError } from "./script-error.ts";
import { executableName, isTarget, type Target, TARGETS } from "./targets.ts";

/** What to build. */
export interface BuildOptions {
  /** The platform to build for. */
  readonly target: Target;
  /** The programs to build, at least one. */
  readonly programs: readonly Program[];
}

/**
 * Reads the command line.
 *
 * @param args the arguments after the script's name
 * @param host the platform to build for when none is named
 * @throws {ScriptError} with status 2 for anything unknown; the message lists what is accepted
 */
export function parseBuildOptions(
  args: readonly string[],
  host: string = Deno.build.target,
): BuildOptions {
  const { target = host, only } = parseFlags(args);
  if (!isTarget(target)) {
    throw new ScriptError(`unknown target; accepted: ${TARGETS.join(", ")}`, 2);
  }
  const programs = PROGRAMS.filter((program) => only === undefined || program.name === only);
  if (programs.length === 0) {
    const names = PROGRAMS.map((program) => program.name).join(", ");
    throw new ScriptError(`unknown program after --only; accepted: ${names}`, 2);
  }
  return { target, programs };
}

/**
 * Builds one program.
 *
 * @param root the repository
 * @param denort the base binary of the target
 * @param signal ends the step that is running, and so the build
 * @returns the path of the executable, which appears there whole or not at all
 * @throws {ScriptError} when bundling or compiling fails
 */
export async function build(
  program: Program,
  target: Target,
  root: string,
  denort: Denort,
  signal: AbortSignal,
): Promise<string> {
  const folder = target === Deno.build.target ? "dist" : join("dist", target);
  const destination = join(root, folder, executableName(program.name, target));
  await usingTempFolder(async (temp) => {
    const executable = join(temp, executableName(program.name, target));
    const modules = join(temp, "modules");
    await Deno.mkdir(modules);
    const files = await bundle(program, root, modules, signal);
    const { success } = await denoCommand(compileArguments(program, target, files, executable), {
      cwd: modules,
      env: denort.kind === "file" ? { DENORT_BIN: denort.path } : {},
      stdin: "null",
      stdout: "null",
      stderr: "inherit",
      signal,
    }).output();
    if (!success) throw new ScriptError(`cannot compile ${program.name} for ${target}`);
    await moveIntoPlace(executable, destination);
  });
  return destination;
}

function compileArguments(
  program: Program,
  target: Target,
  files: Bundle,
  executable: string,
): string[] {
  return [
    "compile",
    "-q",
    "--no-check",
    // The bundle is complete: nothing may be looked up any more, nor configured from around it.
    ...["--no-config", "--no-lock", "--no-npm", "--no-remote", "--cached-only"],
    // V8's code cache would be a file in the system's temporary folder, written without any write
    // permission and trusted by the next run, for a gain of one millisecond.
    "--no-code-cache",
    "--no-prompt",
    ...program.permissions.map((name) => `--allow-${name}`),
    ...program.unstable.map((name) => `--unstable-${name}`),
    ...files.others.flatMap((name) => ["--include", name]),
    ...["--target", target, "--output", executable, files.entry],
  ];
}

/** Runs `use` with a new folder outside the repository, and removes it whatever happens. */
async function usingTempFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "mcpeval-build-" });
  try {
    await use(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The temporary folder may be on another disk, where only a copy next to the goal can be renamed. */
async function moveIntoPlace(from: string, to: string): Promise<void> {
  await Deno.mkdir(dirname(to), { recursive: true });
  const part = `${to}.${crypto.randomUUID()}`;
  try {
    await Deno.copyFile(from, part);
    await Deno.rename(part, to);
  } catch (error) {
    await Deno.remove(part).catch(() => {});
    throw error;
  }
}

function parseFlags(args: readonly string[]): { target?: string; only?: string } {
  try {
    const options = { target: { type: "string" }, only: { type: "string" } } as const;
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch {
    throw new ScriptError(
      "unknown or incomplete option; accepted: --target <triple>, --only <program>",
      2,
    );
  }
}

/** Builds what the command line asks for; the exit status of the script. */
async function main(): Promise<number> {
  const { target, programs } = parseBuildOptions(Deno.args);
  const root = join(import.meta.dirname ?? ".", "..");
  // An interrupted build has to end its steps first, or they go on writing to what is removed.
  const interruption = new AbortController();
  Deno.addSignalListener("SIGINT", () => interruption.abort());
  try {
    const denort = await findDenort(target);
    for (const program of programs) {
      const start = performance.now();
      const path = await build(program, target, root, denort, interruption.signal);
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      const megabytes = ((await Deno.stat(path)).size / 1e6).toFixed(1);
      console.log(`${path} (${megabytes} MB, ${seconds} s)`);
    }
    return 0;
  } catch (error) {
    if (interruption.signal.aborted) return 130;
    throw error;
  }
}

if (import.meta.main) await runScript(main);
