/** Commands that talk to a server. */

import { PROBE_KINDS } from "../core/manifest/types.ts";
import { LEGACY_REVISIONS } from "../core/mcp/revisions.ts";
import type { CommandSpec, OptionSpec } from "./command.ts";
import { REPORT_FORMATS } from "./formats.ts";
import { MANIFEST, OUTPUT, SERVER } from "./options.ts";

const PROTOCOL: OptionSpec = {
  flags: "--protocol <revision>",
  help: "protocol revision to offer; legacy is 2025-06-18",
  choices: ["legacy", ...LEGACY_REVISIONS],
  default: "legacy",
};

/** Where the server is; the other way is a command after `--` (cli.md §1 “Target”). */
const TARGET: readonly OptionSpec[] = [
  {
    flags: "--url <url>",
    help: "Streamable HTTP endpoint of a running server, on loopback; MCPEVAL_HTTP_AUTHORIZATION " +
      "holds its Authorization header",
  },
  {
    flags: "--allow-remote-http",
    help: "allow an endpoint that is not loopback, over https",
    requires: ["--url", "--client-config"],
  },
  {
    flags: "--client-config <file>",
    help: "config of a client, or the client's name: evaluate the server that --server names there",
  },
  PROTOCOL,
];

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

/** In the order of the help. */
export const EVALUATING_COMMANDS: readonly CommandSpec[] = [
  {
    name: "init",
    summary: "Write a manifest for a live server: what it can be asked without changing anything",
    takesServer: true,
    options: [
      SERVER,
      ...TARGET,
      { flags: "--output <path>", help: "manifest to write, - for stdout", default: MANIFEST },
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
      "mcpeval score --server files --client-config claude-desktop",
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
    name: "compare",
    summary: "Run one manifest against several servers and print the results side by side",
    takesServer: true,
    options: [
      SERVER,
      { flags: "--manifest <path>", help: "manifest to run", default: MANIFEST },
      {
        flags: "--endpoint <label=url>",
        help: "HTTP server to compare; repeat for more; MCPEVAL_HTTP_AUTHORIZATION holds the " +
          "Authorization header of all",
        repeatable: true,
      },
      {
        flags: "--client-config <file>",
        help: "config of a client, or the client's name: compare the servers that it has",
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
      "mcpeval compare --server mine --client-config .mcp.json",
    ],
    load: () => import("./commands/compare.ts"),
  },
];
