import { basename, join } from "node:path";
import { denoCommand } from "./deno-command.ts";
import type { Program } from "./programs.ts";
import { ScriptError } from "./script-error.ts";

/** A program as flat JavaScript files in one folder, ready for `deno compile`. */
export interface Bundle {
  /** File name of the module that the program starts with. */
  readonly entry: string;
  /** File names of everything else: workers and the chunks that entry and workers load. */
  readonly others: readonly string[];
}

/**
 * What the bundler leaves where CommonJS code asks for a built-in module: it looks for a global
 * `require`, which an ES module does not have.
 */
const MISSING_REQUIRE = "Dynamic require of";
const BANNER =
  `import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);\n`;

/**
 * Bundles a program and its workers, each on its own, into one folder: then `./engine.js` means
 * the same file from every module of the bundle. Code splitting keeps what is imported dynamically
 * in files of its own, which are not parsed before they are wanted.
 *
 * @param program the paths in it are relative to `root`
 * @param root the folder that holds `deno.json`
 * @param folder where the files go, empty
 * @param signal ends the bundler
 * @throws {ScriptError} when an entry does not bundle; the bundler has said why on stderr
 */
export async function bundle(
  program: Program,
  root: string,
  folder: string,
  signal: AbortSignal,
): Promise<Bundle> {
  for (const module of [program.entry, ...program.workers]) {
    await bundleModule(module, root, folder, signal);
  }
  const names = [...Deno.readDirSync(folder)].map((entry) => entry.name).sort();
  for (const name of names) await finish(join(folder, name));
  const entry = outputName(program.entry);
  return { entry, others: names.filter((name) => name !== entry) };
}

async function bundleModule(
  module: string,
  root: string,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const flags = ["-q", "--platform", "deno", "--minify", "--code-splitting"];
  const places = [
    ...["--config", join(root, "deno.json"), "--lock", join(root, "deno.lock")],
    ...["--outdir", folder],
  ];
  const { success } = await denoCommand(["bundle", ...flags, ...places, join(root, module)], {
    cwd: root,
    stdin: "null",
    stdout: "null",
    stderr: "inherit",
    signal,
  }).output();
  if (!success) throw new ScriptError(`cannot bundle ${module}`);
}

/** Adds `require` where it is wanted, and a fixed date: equal sources give equal executables. */
async function finish(path: string): Promise<void> {
  const code = await Deno.readTextFile(path);
  if (code.includes(MISSING_REQUIRE)) await Deno.writeTextFile(path, BANNER + code);
  await Deno.utime(path, 0, 0);
}

function outputName(module: string): string {
  return basename(module).replace(/\.ts$/, ".js");
}
