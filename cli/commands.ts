/**
 * The table of commands: from it come the command line, its help, its suggestions and its
 * completions. It loads no implementation; `load` does, for the one command that runs.
 */

import { LEGACY_REVISIONS } from "../core/mcp/revisions.ts";
import { PROBE_KINDS } from "../core/manifest/types.ts";
import { REPORT_FORMATS } from "./formats.ts";
import type { CapabilityPlan } from "./permissions.ts";

/** One option of a command. */
export interface OptionSpec {
  /** As commander reads it: `--name` or `--name <value>`. */
  flags: string;
  help: string;
  required?: true;
  /** May be given several times; the value is then an array. */
  repeatable?: true;
  /** Another option without which this one makes no sense. */
  requires?: string;
  choices?: readonly string[];
  default?: string;
}

/** Parsed options: text, texts of a repeatable one, or true for a switch. */
export type OptionValues = { readonly [name: string]: string | readonly string[] | true };

/** What a command gets. */
export interface Invocation {
  options: OptionValues;
  operands: readonly string[];
  /** Words after `--`; null when there is no `--`. */
  server: readonly string[] | null;
}

/** An implementation. `prepare` must not open or start anything. */
export interface CommandModule {
  /**
   * Checks the invocation and says what the command may touch.
   * @throws {UsageError | IncompleteError}
   */
  prepare(invocation: Invocation): Prepared;
}

/** A checked invocation. */
export interface Prepared {
  plan: CapabilityPlan;
  /** Runs the command with nothing but the plan's capabilities and returns the exit code. */
  run(): Promise<number>;
}

/** One command. */
export interface CommandSpec {
  name: string;
  summary: string;
  /** Operands in commander's notation, e.g. `[reason]`. */
  operands?: { flags: string; help: string; choices?: readonly string[] };
  /** Whether a server command after `--` is taken. */
  takesServer: boolean;
  options: readonly OptionSpec[];
  /** Shown under the help; each line starts with the program's name. */
  examples: readonly string[];
  load(): Promise<CommandModule>;
}

const MANIFEST = "mcp-eval.manifest.json";

const SERVER: OptionSpec = {
  flags: "--server <label>",
  help: "label of the server in reports: 1 to 128 of A-Za-z0-9_.:-",
  required: true,
};

const PROTOCOL: OptionSpec = {
  flags: "--protocol <revision>",
  help: "protocol revision to offer; legacy is 2025-06-18",
  choices: ["legacy", ...LEGACY_REVISIONS],
  default: "legacy",
};

/** Where the server is; the other way is a command after `--` (cli.md §1 “Target”). */
const TARGET: readonly OptionSpec[] = [
  { flags: "--url <url>", help: "Streamable HTTP endpoint of a running server, on loopback" },
  {
    flags: "--allow-remote-http",
    help: "allow an endpoint that is not loopback, over https",
    requires: "--url",
  },
  PROTOCOL,
];

const OUTPUT: OptionSpec = { flags: "--output <path>", help: "file to write instead of stdout" };

/** What `probe` and `score` know of the standard battery. */
const BATTERY: readonly OptionSpec[] = [
  {
    flags: "--min-readiness <score>",
    help: "fail below this readiness score, 0 to 100",
  },
  {
    flags: "--min-area <area=score>",
    help: "fail below this score of an area, such as catalog=60; repeat for more",
    repeatable: true,
  },
  {
    flags: "--exclude-latency",
    help: "compare the floors with scores that count every latency as perfect",
  },
  {
    flags: "--confirm-read-only",
    help: "attest that tools without annotations change nothing, so they may be called",
  },
  {
    flags: "--skip-tool <name>",
    help: "do not call this tool; what is not called does not score; repeat for more",
    repeatable: true,
  },
  {
    flags: "--arguments <file>",
    help: "JSON object: tool name to the arguments it is called with",
  },
];

/** All commands, in the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [
  {
    name: "init",
    summary: "Write a manifest for a live server: what it can be asked without changing anything",
    takesServer: true,
    options: [
      SERVER,
      ...TARGET,
      { flags: "--output <path>", help: "manifest to write", default: MANIFEST },
      { flags: "--force", help: "replace an existing manifest" },
      {
        flags: "--confirm-read-only",
        help: "attest that tools without annotations change nothing, so they may be called",
      },
      {
        flags: "--tool <name>",
        help: "scaffold this tool only; repeat for more",
        repeatable: true,
      },
      {
        flags: "--arguments <file>",
        help: "JSON object: tool name to the arguments it is called with",
      },
      { flags: "--dry-run", help: "list what would be called; call nothing, write nothing" },
    ],
    examples: [
      "mcpeval init --server files -- npx -y @modelcontextprotocol/server-filesystem .",
      "mcpeval init --server mine --tool search --dry-run -- node server.js",
    ],
    load: () => import("./commands/init.ts"),
  },
  {
    name: "probe",
    summary: "Gate a live server against its manifest, and measure its readiness",
    takesServer: true,
    options: [
      SERVER,
      ...TARGET,
      { flags: "--manifest <path>", help: "manifest to run", default: MANIFEST },
      { flags: "--probe <kind>", help: "run the cases of this kind only", choices: PROBE_KINDS },
      {
        flags: "--format <format>",
        help: "how to print the report",
        choices: REPORT_FORMATS,
        default: "text",
      },
      OUTPUT,
      { flags: "--brief", help: "text without hints" },
      {
        flags: "--price-per-mtok <usd>",
        help: "say what the catalog costs at this price of a million tokens",
      },
      { flags: "--allow-mutation", help: "allow cases whose access is mutating" },
      { flags: "--gate-only", help: "run the manifest's cases and no standard battery" },
      ...BATTERY,
    ],
    examples: [
      "mcpeval probe --server files -- npx -y @modelcontextprotocol/server-filesystem .",
      "mcpeval probe --server mine --min-readiness 80 --min-area protocol=100 -- node server.js",
      "mcpeval probe --server mine --probe pagination --format json -- node server.js",
    ],
    load: () => import("./commands/probe.ts"),
  },
  {
    name: "score",
    summary: "Measure the readiness of a live server; needs no manifest and writes nothing",
    takesServer: true,
    options: [
      SERVER,
      ...TARGET,
      {
        flags: "--format <format>",
        help: "how to print the report",
        choices: REPORT_FORMATS.filter((format) => format !== "sarif"),
        default: "text",
      },
      OUTPUT,
      { flags: "--brief", help: "text without hints" },
      ...BATTERY,
    ],
    examples: [
      "mcpeval score --server files -- npx -y @modelcontextprotocol/server-filesystem .",
      "mcpeval score --server mine --skip-tool crawl --format markdown -- node server.js",
    ],
    load: () => import("./commands/score.ts"),
  },
  {
    name: "guidance",
    summary: "Compare the tools that different clients get with what the instructions promise",
    takesServer: true,
    options: [
      SERVER,
      ...TARGET,
      {
        flags: "--profile <name>",
        help: "client to look through: none, roots, sampling, elicitation or all; repeat for " +
          "more; without it all five",
        repeatable: true,
      },
      {
        flags: "--require-tool <name>",
        help: "fail unless every profile is offered this tool; repeat for more",
        repeatable: true,
      },
      {
        flags: "--settle-ms <ms>",
        help: "how long the server may go on registering tools, 0 to 5000",
        default: "1500",
      },
      {
        flags: "--format <format>",
        help: "how to print the report",
        choices: ["text", "json"],
        default: "text",
      },
      OUTPUT,
    ],
    examples: [
      "mcpeval guidance --server files -- npx -y @modelcontextprotocol/server-filesystem .",
      "mcpeval guidance --server mine --profile none --require-tool search -- node server.js",
    ],
    load: () => import("./commands/guidance.ts"),
  },
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
      help: "manifest (the default) or report",
      choices: ["manifest", "report", "diff"],
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
    name: "compare",
    summary: "Run one manifest against several servers and print the results side by side",
    takesServer: true,
    options: [
      SERVER,
      { flags: "--manifest <path>", help: "manifest to run", default: MANIFEST },
      {
        flags: "--endpoint <label=url>",
        help: "HTTP server to compare; repeat for more",
        repeatable: true,
      },
      {
        flags: "--format <format>",
        help: "how to print the comparison",
        choices: ["text", "markdown", "json"],
        default: "text",
      },
      OUTPUT,
      { flags: "--allow-mutation", help: "allow cases whose access is mutating" },
      { flags: "--gate-only", help: "run the manifest's cases and no standard battery" },
      { flags: "--allow-remote-http", help: "allow endpoints that are not loopback, over https" },
      PROTOCOL,
      {
        flags: "--jobs <n>",
        help: "servers to evaluate at once; more than one disturbs latency",
        default: "1",
      },
    ],
    examples: [
      "mcpeval compare --server mine --endpoint old=http://127.0.0.1:8080/mcp -- node server.js",
    ],
    load: () => import("./commands/compare.ts"),
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
  {
    name: "annotate",
    summary: "Record what was observed about a call: a blocked path, a success that did nothing",
    takesServer: false,
    options: [
      { flags: "--event-id <uuid>", help: "the call, by the event_id of its record" },
      { flags: "--session <session>", help: "the call's session, as it was set or as recorded" },
      { flags: "--seq <number>", help: "the call's seq in that session" },
      {
        flags: "--kind <kind>",
        help: "blocked-optimal-path, undocumented-behavior, false-success, " +
          "instruction-divergence or workaround",
        required: true,
      },
      {
        flags: "--note <text>",
        help: "what was observed, at most 240 characters in one line; may be empty",
        required: true,
      },
    ],
    examples: [
      "mcpeval annotate --event-id 5c7b… --kind false-success --note 'saved, but nothing changed'",
      "mcpeval annotate --session nightly --seq 12 --kind workaround --note ''",
    ],
    load: () => import("./commands/annotate.ts"),
  },
  {
    name: "doctor",
    summary: "Look for content in the capture store, which should hold none",
    takesServer: false,
    options: [
      { flags: "--check-redaction", help: "accepted for scripts; the sweep always runs" },
    ],
    examples: ["mcpeval doctor"],
    load: () => import("./commands/doctor.ts"),
  },
  {
    name: "share",
    summary: "Pack the capture store into a folder that can be passed on",
    takesServer: false,
    options: [
      { flags: "--dir <folder>", help: "the folder to make", required: true },
      { flags: "--include-probe-history", help: "include the readiness history" },
      {
        flags: "--include-annotation-notes",
        help: "include the notes of annotations; review them first",
      },
      { flags: "--force", help: "replace a folder that is not empty" },
    ],
    examples: ["mcpeval share --dir ./envelope"],
    load: () => import("./commands/share.ts"),
  },
];
