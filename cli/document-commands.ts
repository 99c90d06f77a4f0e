/** Commands that read documents, and those that say something about mcpeval. */

import type { CommandSpec } from "./command.ts";
import { REPORT_FORMATS } from "./formats.ts";
import { MANIFEST, OUTPUT } from "./options.ts";

/** In the order of the help. */
export const DOCUMENT_COMMANDS: readonly CommandSpec[] = [
  {
    name: "explain",
    summary: "Say what a reason label means and what to fix",
    operands: { flags: "[reason]", help: "a reason label; without it all labels are listed" },
    takesServer: false,
    options: [],
    examples: ["mcpeval explain", "mcpeval explain pagination-stalled-cursor"],
    load: () => import("./commands/explain.ts"),
  },
  {
    name: "schema",
    summary: "Print the JSON Schema of a document",
    operands: {
      flags: "[document]",
      help: "the document whose schema is printed; the manifest unless you name one",
      choices: ["manifest", "report", "diff", "guidance", "corpus-verification"],
    },
    takesServer: false,
    options: [],
    examples: ["mcpeval schema report > mcpeval.report.schema.json"],
    load: () => import("./commands/schema.ts"),
  },
  {
    name: "report",
    summary: "Render a saved report in another form",
    operands: { flags: "<document>", help: "a saved report, or - for standard input" },
    takesServer: false,
    options: [
      {
        flags: "--format <format>",
        help: "how to print the report",
        choices: REPORT_FORMATS,
        default: "text",
      },
      {
        flags: "--manifest <path>",
        help: "where sarif locates the results; may be absent",
        default: MANIFEST,
      },
      { flags: "--brief", help: "text without hints" },
      {
        flags: "--price-per-mtok <usd>",
        help: "say what the catalog costs at this price of a million tokens",
      },
      OUTPUT,
    ],
    examples: [
      "mcpeval report report.json --format html --output report.html",
      "mcpeval probe --server mine --format json -- node server.js | mcpeval report - --brief",
    ],
    load: () => import("./commands/report.ts"),
  },
  {
    name: "diff",
    summary: "Compare two saved reports of one server: what regressed, what broke its callers",
    operands: {
      flags: "<baseline> <current>",
      help: "a saved report; one of the two may be - for standard input",
    },
    takesServer: false,
    options: [
      { flags: "--fail-on-regression", help: "exit 1 when a case passed before and does not now" },
      {
        flags: "--fail-on-change",
        help: "exit 1 when a case fails for another reason than before",
      },
      {
        flags: "--fail-on-breaking",
        help: "exit 1 when the catalog changed so that callers may fail",
      },
      {
        flags: "--max-readiness-drop <points>",
        help: "exit 1 when readiness dropped by more points than this, 0 to 100",
      },
      { flags: "--exclude-latency", help: "limit the drop of the score without latency" },
      {
        flags: "--format <format>",
        help: "how to print the comparison",
        choices: ["text", "markdown", "json", "html"],
        default: "text",
      },
      OUTPUT,
    ],
    examples: ["mcpeval diff main.json branch.json --fail-on-regression --fail-on-breaking"],
    load: () => import("./commands/diff.ts"),
  },
  {
    name: "trends",
    summary: "Show how readiness moved over the recorded runs",
    takesServer: false,
    options: [
      { flags: "--last <n>", help: "newest runs to show of each server", default: "10" },
      {
        flags: "--format <format>",
        help: "how to print the history",
        choices: ["text", "json", "html"],
        default: "text",
      },
      OUTPUT,
    ],
    examples: ["mcpeval trends --last 20 --format html --output trends.html"],
    load: () => import("./commands/trends.ts"),
  },
  {
    name: "completions",
    summary: "Print a script that completes mcpeval's command line in your shell",
    operands: { flags: "<shell>", help: "bash, zsh or fish", choices: ["bash", "zsh", "fish"] },
    takesServer: false,
    options: [],
    examples: ["mcpeval completions bash > ~/.local/share/bash-completion/completions/mcpeval"],
    load: () => import("./commands/completions.ts"),
  },
];
