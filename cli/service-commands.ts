/** Commands that serve agents. */

import { CLIENT_NAMES } from "../core/clients/files.ts";
import type { CommandSpec } from "./command.ts";

/** In the order of the help. */
export const SERVICE_COMMANDS: readonly CommandSpec[] = [
  {
    name: "serve",
    summary: "Offer findings, trends and evaluations to agents, as MCP tools on this machine",
    takesServer: false,
    options: [
      {
        flags: "--listen <ip:port>",
        help: "loopback address to listen on, such as 127.0.0.1:8091",
        required: true,
      },
      {
        flags: "--allow-spawn",
        help: "offer the tools that start servers: run_probe, scaffold, score, verify_finding",
      },
      { flags: "--print-config", help: "print the service's entry for a client's config and stop" },
      {
        flags: "--client <name>",
        help: "client whose format --print-config uses",
        choices: CLIENT_NAMES,
        requires: ["--print-config"],
      },
    ],
    examples: [
      "mcpeval serve --listen 127.0.0.1:8091 --allow-spawn",
      "mcpeval serve --listen 127.0.0.1:8091 --print-config --client vscode",
    ],
    load: () => import("./commands/serve.ts"),
  },
];
