/** The options of the standard battery, shared by `probe` and `score` (cli.md §§4.2, 4.3). */

import type { ToolName } from "../core/labels.ts";
import { type Floors, parseFloors } from "../core/readiness/gates.ts";
import type { MeasurementOptions } from "../core/readiness/profile.ts";
import type { OptionValues } from "./command.ts";
import { readFile } from "./files.ts";
import { readToolNames } from "./options.ts";

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
    skipTools: [...new Set(readToolNames(options["skipTool"], "--skip-tool"))],
    argumentsFile: typeof argumentsFile === "string" ? argumentsFile : null,
    floors: parseFloors({
      minReadiness: typeof minReadiness === "string" ? minReadiness : null,
      minAreas: options["minArea"] as readonly string[] | undefined ?? [],
      excludeLatency: options["excludeLatency"] === true,
      unmeasuredBy,
    }),
  };
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
