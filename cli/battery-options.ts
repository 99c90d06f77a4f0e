/** The options of the standard battery, shared by `probe` and `score` (cli.md §§4.2, 4.3). */

import { UsageError } from "../core/errors.ts";
import { asToolName, type ToolName } from "../core/labels.ts";
import { type Floors, parseFloors } from "../core/readiness/gates.ts";
import type { MeasurementOptions } from "../core/readiness/profile.ts";
import type { OptionValues } from "./command.ts";
import { readFile } from "./files.ts";

/** What was typed. */
export interface BatteryOptions {
  /** `--confirm-read-only`. */
  attested: boolean;
  /** `--skip-tool`, each once. */
  skipTools: ToolName[];
  /** Path after `--arguments`; null without it. */
  argumentsFile: string | null;
  /** Null when no floor was declared. */
  floors: Floors | null;
}

/**
 * Reads the options; no file is opened.
 * @param unmeasuredBy an option by which readiness is not measured at all
 * @throws {UsageError} for floors that cannot be, and for a name that is no tool's
 */
export function readBatteryOptions(
  options: OptionValues,
  unmeasuredBy: "--gate-only" | "--probe" | null,
): BatteryOptions {
  const minReadiness = options["minReadiness"];
  const argumentsFile = options["arguments"];
  return {
    attested: options["confirmReadOnly"] === true,
    skipTools: readSkips(options["skipTool"] as readonly string[] | undefined ?? []),
    argumentsFile: typeof argumentsFile === "string" ? argumentsFile : null,
    floors: parseFloors({
      minReadiness: typeof minReadiness === "string" ? minReadiness : null,
      minAreas: options["minArea"] as readonly string[] | undefined ?? [],
      excludeLatency: options["excludeLatency"] === true,
      unmeasuredBy,
    }),
  };
}

function readSkips(names: readonly string[]): ToolName[] {
  return [...new Set(names)].map((name) => {
    const tool = asToolName(name);
    if (tool !== null) return tool;
    throw new UsageError("a --skip-tool name is invalid; tool names are 1 to 128 of A-Za-z0-9_.:-");
  });
}

/**
 * The conditions of a measurement; reads the arguments file.
 * @throws {UsageError} for a file that cannot be read or has the wrong shape
 */
export async function measurementOptions(
  { attested, skipTools, argumentsFile: path }: BatteryOptions,
): Promise<MeasurementOptions> {
  if (path === null) return { attested, skipTools, argumentsFile: null };
  const { parseArgumentsFile } = await import("../core/readiness/arguments-file.ts");
  const bytes = readFile(path, { missing: "check the path after --arguments" });
  return { attested, skipTools, argumentsFile: parseArgumentsFile(bytes, path) };
}
