import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { denoCommand } from "./deno-command.ts";
import { ScriptError } from "./script-error.ts";

/** A place in the source that breaks a rule. */
export interface Violation {
  /** Path relative to the repository, with slashes. */
  readonly file: string;
  /** Line, counted from 1. */
  readonly line: number;
  readonly message: string;
}

/**
 * What a folder may import of the repository's own files; packages and built-in modules are open
 * to all. A folder that is not listed may import everything but tests.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: ["core/", "data/"],
  shim: [
    ...["shim/", "core/mcp/", "core/capture/"],
    ...["core/boundary.ts", "core/errors.ts", "core/labels.ts", "core/records.ts"],
    ...["core/request-headers.ts", "core/utf8.ts"],
  ],
  store: ["store/", "core/"],
  serve: ["serve/", "core/"],
  demo: ["demo/"],
};
const SOURCE_FOLDERS = ["core", "shim", "store", "serve", "cli", "demo", "scripts"];
const LIBRARY_FOLDERS = ["core", "shim", "store", "serve"];
const SHORT_FILE_FOLDERS = ["core", "cli", "store", "shim", "serve", "demo"];
const MAX_LINES = 400;

/**
 * The imports against the grain of the folders: static, dynamic with a fixed name, and of types
 * only. The parser is Deno's own, so comments and strings do not count.
 *
 * @param root the repository; all its source files are looked at, but not its tests
 * @throws {ScriptError} when the imports cannot be listed
 */
export async function checkFolderImports(root: string): Promise<Violation[]> {
  const realRoot = Deno.realPathSync(root);
  const facade = existsSync(join(realRoot, "mod.ts")) ? ["mod.ts"] : [];
  const files = [...sourceFiles(realRoot, SOURCE_FOLDERS), ...facade];
  const own = new Set(files);
  const violations: Violation[] = [];
  for (const module of await moduleGraph(realRoot, files)) {
    const file = ownPath(module.specifier, realRoot);
    if (file === undefined || !own.has(file)) continue;
    if (module.error !== undefined) {
      violations.push({ file, line: 1, message: "cannot be parsed, see deno check" });
    }
    for (const dependency of module.dependencies ?? []) {
      const resolved = dependency.code ?? dependency.type;
      const target = resolved?.specifier && ownPath(resolved.specifier, realRoot);
      if (!resolved || !target || isAllowed(file, target)) continue;
      const folder = file.split("/")[0];
      const message = `${folder} must not import ${target}`;
      violations.push({ file, line: resolved.span.start.line + 1, message });
    }
  }
  return violations;
}

/**
 * The uses of `console` in library code, whose output is the caller's business.
 *
 * @param root the repository
 * @throws {ScriptError} when the linter cannot be run
 */
export async function checkNoConsole(root: string): Promise<Violation[]> {
  const realRoot = Deno.realPathSync(root);
  const files = sourceFiles(realRoot, LIBRARY_FOLDERS);
  if (files.length === 0) return [];
  const rule = ["--no-config", "--rules-tags=", "--rules-include=no-console"];
  const report = await denoJson<LintReport>(["lint", "--json", ...rule, ...files], realRoot);
  return report.diagnostics.filter(({ code }) => code === "no-console").map((found) => ({
    file: ownPath(found.filename, realRoot) ?? found.filename,
    line: found.range.start.line,
    message: "library code must not write to the console",
  }));
}

/** The source files that are too long to have one subject. */
export function checkFileLengths(root: string): Violation[] {
  return sourceFiles(root, SHORT_FILE_FOLDERS).flatMap((file) => {
    const lines = Deno.readTextFileSync(join(root, file)).split("\n").length - 1;
    if (lines <= MAX_LINES) return [];
    const message = `${lines} lines, the limit is ${MAX_LINES}: split the file by subject`;
    return [{ file, line: MAX_LINES + 1, message }];
  });
}

function isAllowed(file: string, target: string): boolean {
  if (target.startsWith("tests/")) return false;
  const allowed = MAY_IMPORT[file.split("/")[0] ?? ""];
  return allowed === undefined || allowed.some((prefix) => target.startsWith(prefix));
}

/** TypeScript files below some folders of the root, in a stable order. */
function sourceFiles(root: string, folders: readonly string[]): string[] {
  return folders.filter((folder) => existsSync(join(root, folder))).flatMap((folder) => {
    const entries = [...Deno.readDirSync(join(root, folder))].sort((a, b) =>
      a.name < b.name ? -1 : 1
    );
    const files = entries.filter((entry) => entry.isFile && entry.name.endsWith(".ts"));
    const subfolders = entries.filter((entry) => entry.isDirectory);
    return [
      ...files.map((entry) => `${folder}/${entry.name}`),
      ...sourceFiles(root, subfolders.map((entry) => `${folder}/${entry.name}`)),
    ];
  });
}

/** The part of `deno info --json` that is read here. */
interface GraphModule {
  readonly specifier: string;
  readonly error?: string;
  readonly dependencies?: readonly { readonly code?: Resolved; readonly type?: Resolved }[];
}
interface Resolved {
  /** Absent when the name does not resolve, which `deno check` reports. */
  readonly specifier?: string;
  /** Lines are counted from 0. */
  readonly span: { readonly start: { readonly line: number } };
}

/** The part of `deno lint --json` that is read here; lines are counted from 1. */
interface LintReport {
  readonly diagnostics: readonly {
    readonly code: string;
    readonly filename: string;
    readonly range: { readonly start: { readonly line: number } };
  }[];
}

/** All modules at once: one that imports them all spares a process per file. */
async function moduleGraph(
  root: string,
  files: readonly string[],
): Promise<readonly GraphModule[]> {
  const folder = await Deno.makeTempDir({ prefix: "mcpeval-imports-" });
  try {
    const all = join(folder, "all.ts");
    const imports = files.map((file) => `import "${pathToFileURL(join(root, file))}";\n`);
    await Deno.writeTextFile(all, imports.join(""));
    const config = join(root, "deno.json");
    const configuration = existsSync(config) ? ["--config", config] : ["--no-config"];
    const args = ["info", "--json", "--no-lock", ...configuration, all];
    return (await denoJson<{ modules: GraphModule[] }>(args, root)).modules;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Output of a `deno` subcommand that writes JSON, whatever its exit status. */
async function denoJson<T>(args: readonly string[], cwd: string): Promise<T> {
  const options = { cwd, stdin: "null", stdout: "piped", stderr: "inherit" } as const;
  const { stdout } = await denoCommand(args, options).output();
  try {
    return JSON.parse(new TextDecoder().decode(stdout));
  } catch {
    throw new ScriptError(`deno ${args[0]} did not answer`);
  }
}

/** Path relative to the root with slashes; `undefined` for packages and files elsewhere. */
function ownPath(specifier: string, root: string): string | undefined {
  if (!specifier.startsWith("file:")) return undefined;
  const path = relative(root, fileURLToPath(specifier)).replaceAll("\\", "/");
  return path.startsWith("../") ? undefined : path;
}
