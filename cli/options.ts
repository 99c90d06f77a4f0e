/** Options that several commands have. */

import { UsageError } from "../core/errors.ts";
import { asToolName, type ToolName } from "../core/labels.ts";
import type { OptionSpec, OptionValues } from "./command.ts";

/** Where a manifest is looked for unless the user says otherwise. */
export const MANIFEST = "mcp-eval.manifest.json";

/** The label under which a server is reported. */
export const SERVER: OptionSpec = {
  flags: "--server <label>",
  help: "label of the server in reports: 1 to 128 of A-Za-z0-9_.:-",
  required: true,
};

/** Where a result goes. */
export const OUTPUT: OptionSpec = {
  flags: "--output <path>",
  help: "file to write instead of stdout, which is also -",
};

/** The tools that a repeatable option names. @throws {UsageError} for a name that is no tool's */
export function readToolNames(names: OptionValues[string] = [], option: string): ToolName[] {
  return [names].flat().map((name) => {
    const tool = asToolName(name);
    if (tool !== null) return tool;
    throw new UsageError(`a ${option} name is invalid; tool names are 1 to 128 of A-Za-z0-9_.:-`);
  });
}
