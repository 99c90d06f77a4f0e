/** Options that several commands have. */

import type { OptionSpec } from "./command.ts";

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
