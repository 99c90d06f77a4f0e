/** Commands that make findings of what was captured, and verify that they are mended. */

import type { CommandSpec } from "./command.ts";
import { MANIFEST, OUTPUT } from "./options.ts";

/** In the order of the help. */
export const FINDINGS_COMMANDS: readonly CommandSpec[] = [
  {
    name: "index",
    summary: "Bring the index up to date with what was captured; then promote",
    takesServer: false,
    options: [
      { flags: "--rebuild", help: "make it anew instead of adding what is new" },
    ],
    examples: ["mcpeval index", "mcpeval index --rebuild"],
    load: () => import("./commands/index.ts"),
  },
  {
    name: "promote",
    summary: "Make findings of the failures in the index that matter",
    takesServer: false,
    options: [
      {
        flags: "--threshold <score>",
        help:
          "score from which an issue is a finding, instead of config.json's; 0 takes all that " +
          "two sessions met",
      },
    ],
    examples: ["mcpeval promote", "mcpeval promote --threshold 0"],
    load: () => import("./commands/promote.ts"),
  },
  {
    name: "findings",
    summary: "Show the promoted findings, most important first",
    takesServer: false,
    options: [
      {
        flags: "--format <format>",
        help: "how to print them",
        choices: ["agent", "md", "json", "html"],
        default: "agent",
      },
      OUTPUT,
    ],
    examples: ["mcpeval findings", "mcpeval findings --format html --output findings.html"],
    load: () => import("./commands/findings.ts"),
  },
  {
    name: "generate",
    summary: "Write a manifest whose case shows whether a finding is mended",
    takesServer: false,
    options: [
      { flags: "--finding <id>", help: "id that mcpeval findings shows", required: true },
      { flags: "--output <path>", help: "manifest to write, - for stdout", required: true },
      {
        flags: "--confirm-read-only",
        help: "attest that the tool changes nothing, so that it may be called",
        required: true,
      },
      {
        flags: "--expect <path>",
        help: "JSON file with what a right answer is; some findings need it",
      },
      { flags: "--force", help: "replace an existing file" },
    ],
    examples: [
      "mcpeval generate --finding finding-0c1d… --output finding.json --confirm-read-only",
    ],
    load: () => import("./commands/generate.ts"),
  },
  {
    name: "verify",
    summary: "Show with one case whether a finding is mended; three passes in a row close it",
    takesServer: true,
    options: [
      { flags: "--finding <id>", help: "id that mcpeval findings shows", required: true },
      { flags: "--case <id>", help: "id of the manifest's case that runs", required: true },
      { flags: "--manifest <path>", help: "manifest with the case", default: MANIFEST },
      { flags: "--allow-mutation", help: "allow a case whose access is mutating" },
      {
        flags: "--url <url>",
        help:
          "Streamable HTTP endpoint of a running server, on loopback; MCPEVAL_HTTP_AUTHORIZATION " +
          "holds its Authorization header",
      },
      {
        flags: "--allow-remote-http",
        help: "allow an endpoint that is not loopback, over https",
        requires: ["--url"],
      },
    ],
    examples: [
      "mcpeval verify --finding finding-0c1d… --case finding-0c1d… --manifest finding.json -- " +
      "node server.js",
    ],
    load: () => import("./commands/verify.ts"),
  },
  {
    name: "export-issues",
    summary: "Write the open findings as files for an issue tracker",
    takesServer: false,
    options: [
      { flags: "--dir <folder>", help: "the folder to write to", required: true },
      {
        flags: "--include-closed",
        help: "also findings that are fix-claimed, verifying or closed",
      },
      { flags: "--force", help: "write into a folder that is not empty" },
    ],
    examples: ["mcpeval export-issues --dir ./issues"],
    load: () => import("./commands/export-issues.ts"),
  },
];
