/** From a report to what the user asked for: a form (`--format`), on stdout or in a file. */

import { resolve } from "node:path";
import { IncompleteError, UsageError } from "../core/errors.ts";
import { parseDecimal } from "../core/report/decimal.ts";
import type { Placement } from "../core/report/corpus-lines.ts";
import type { ManifestPlace } from "../core/report/manifest-place.ts";
import type { ReportDocument } from "../core/report/recorded.ts";
import { isKept } from "../store/home.ts";
import { checkOutput, partialPath } from "../store/output.ts";
import { readDocument } from "../store/reading.ts";
import type { OptionValues } from "./command.ts";
import { exists, isStdin, realPath, streamAt } from "./files.ts";
import type { ReportFormat } from "./formats.ts";
import { findHome } from "./home.ts";
import { ask, type Keeper, startKeeper } from "./isolates.ts";
import { type Capabilities, capabilities, type CapabilityPlan } from "./permissions.ts";
import { print, printError } from "./terminal.ts";

/** How a report is rendered; what a format has no place for is ignored. */
export interface Rendering {
  format: ReportFormat;
  /** Text without hints. */
  brief: boolean;
  /** US dollars per million tokens; null for no cost lines. */
  price: number | null;
  /** Where the corpus places the run; null for no such lines. */
  placement: Placement | null;
  /** Where results are located; only `sarif` needs it. */
  manifest: ManifestPlace | null;
}

/** The whole text of a report; loads the one renderer that it needs. */
export async function renderReport(
  report: ReportDocument,
  { format, brief, price, placement, manifest }: Rendering,
): Promise<string> {
  switch (format) {
    case "text":
      return (await import("../core/report/text.ts")).renderText(report, {
        brief,
        placement,
        price,
      });
    case "json": {
      const { documentOf } = await import("../core/report/recorded.ts");
      return (await import("../core/report/json.ts")).renderJson(documentOf(report));
    }
    case "markdown":
      return (await import("../core/report/markdown.ts")).renderMarkdown(report, {
        placement,
        price,
      });
    case "sarif": {
      if (manifest === null) throw new IncompleteError("a SARIF report needs its manifest's path");
      return (await import("../core/report/sarif.ts")).renderSarif(report, manifest);
    }
    case "junit":
      return (await import("../core/report/junit.ts")).renderJunit(report);
    case "html":
      return (await import("../core/report/html.ts")).renderHtml(report, { placement, price });
  }
}

/**
 * The value of `--price-per-mtok`, null without one.
 * @throws {UsageError} for a text that is no number
 */
export function readPrice(text: string | undefined): number | null {
  if (text === undefined) return null;
  const price = parseDecimal(text);
  if (price !== null) return price;
  throw new UsageError("--price-per-mtok takes a number: US dollars per million tokens");
}

/**
 * Where a manifest and its cases are, for `sarif`; to be asked before permissions are dropped. The
 * file need not exist.
 */
export async function locateManifest(path: string): Promise<ManifestPlace> {
  const { caseLines, manifestUri } = await import("../core/report/manifest-place.ts");
  const cwd = Deno.cwd();
  const uri = manifestUri(path, {
    cwd,
    realCwd: orNull(() => Deno.realPathSync(cwd)),
    realPath: orNull(() => Deno.realPathSync(path)),
    windows: Deno.build.os === "windows",
  });
  const bytes = orNull(() => readDocument(path));
  return { uri, lines: bytes && caseLines(bytes) };
}

function orNull<T>(attempt: () => T): T | null {
  try {
    return attempt();
  } catch {
    return null;
  }
}

/** Where a result goes: null is stdout, else a path with every link in it resolved. */
export type Destination = string | null;

/** Whether a destination passes on what is written: a stream, a pipe or a device, and no file. */
function isStream(destination: Destination): boolean {
  if (destination === null || streamAt(destination) !== null) return true;
  try {
    const { isFile, isDirectory } = Deno.statSync(destination);
    return !isFile && !isDirectory;
  } catch {
    return false; // not there yet, or out of reach, which shows when it is written
  }
}

/** Whether a destination is there already and would be lost. */
export function isTaken(destination: Destination): boolean {
  return destination !== null && !isStream(destination) && exists(destination);
}

/**
 * How messages name a manifest that is written.
 * @param typed the destination as the user gave it
 */
export function manifestName(destination: Destination, typed: string): string {
  return isStream(destination) ? "the manifest" : typed;
}

/**
 * The destination of `--output`; a link stays when the file behind it is replaced.
 * @param path `-` is stdout
 * @param inputs what the command reads; those that are null are not there
 * @throws {UsageError} for an empty path, for one of the inputs, and for what is kept in the home
 */
export function readDestination(
  path: string | undefined,
  inputs: readonly (string | null)[] = [],
): Destination {
  if (path === undefined || path === "-" || streamAt(path) === "stdout") return null;
  if (path === "") throw new UsageError("--output needs the path of a file");
  if (streamAt(path) !== null) return path;
  const destination = realPath(path);
  const written = destinationFiles(destination).map((each) => resolve(each));
  const used = inputs.filter((input) => input !== null).find((input) =>
    written.includes(resolve(realPath(input))) ||
    (streamAt(input) === "stdin" && isStdin(destination))
  );
  if (used !== undefined) {
    const name = streamAt(used) === "stdin" ? "standard input" : used;
    throw new UsageError(`--output would overwrite ${name}, which the command itself uses`);
  }
  const home = resolve(findHome());
  if (!written.some((each) => isKept(home, each))) return destination;
  throw new UsageError(
    `--output would overwrite what mcpeval keeps in ${home}; name a file outside of it`,
  );
}

/** What writing to a destination needs: the keeper's lists. */
export function destinationFiles(destination: Destination): string[] {
  if (destination === null || streamAt(destination) !== null) return [];
  return [destination, partialPath(destination)];
}

/** Where a command's result goes, and what the whole command may touch. */
export interface Output {
  destination: Destination;
  plan: CapabilityPlan;
}

/**
 * The destination and the plan of a command that writes nothing else.
 * @param inputs as in {@link readDestination}
 * @throws {UsageError} as {@link readDestination}
 */
export function readOutput(
  { output }: OptionValues,
  inputs: readonly (string | null)[],
  engine: Capabilities | null = null,
): Output {
  const destination = readDestination(output as string | undefined, inputs);
  const write = destinationFiles(destination);
  const read = inputs.filter((path) => path !== null).filter((path) => streamAt(path) === null);
  return {
    destination,
    plan: { engine, keeper: capabilities({ read: [...read, ...write], write }) },
  };
}

/**
 * Tries whether a destination can be written; to be asked before a server is started.
 * @throws {IncompleteError} that names the path and the kind of error
 */
export async function checkDestination(destination: Destination): Promise<void> {
  if (destination !== null && streamAt(destination) === null) await checkOutput(destination);
}

/** Starts the keeper if its plan has it write; to be done before permissions are dropped. */
export function startWriter({ keeper }: CapabilityPlan): Keeper | null {
  return keeper.write.length === 0 ? null : startKeeper(keeper);
}

/** How a result is delivered. */
export interface Delivery {
  /** Whether an existing file may be replaced. */
  replace?: boolean;
  /** Whether a result that cannot be written is printed, so that it is not lost with the error. */
  orPrint?: boolean;
}

/**
 * Prints a result, or has the keeper write it.
 * @throws {RemoteError} exit 3, when the file cannot be written
 */
export async function deliver(
  text: string,
  destination: Destination,
  writer: Keeper | null,
  { replace = true, orPrint = true }: Delivery = {},
): Promise<void> {
  const stream = destination === null ? "stdout" : streamAt(destination);
  if (stream === "stderr") return printError(text);
  if (destination === null || stream !== null || writer === null) return print(text);
  try {
    await ask(writer, (api) => api.writeOutput(destination, text, replace));
  } catch (error) {
    if (orPrint) print(text);
    throw error;
  }
}
