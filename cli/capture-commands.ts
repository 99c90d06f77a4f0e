/** Commands of the capture store. */

import { CLIENT_NAMES } from "../core/clients/files.ts";
import type { CommandSpec, OptionSpec } from "./command.ts";
import { SERVER } from "./options.ts";

/** What both commands that change a client's config know. */
const CONFIG: readonly OptionSpec[] = [
  {
    flags: "--client <file>",
    help: `config of a client, or the client's name: ${CLIENT_NAMES.join(", ")}`,
    required: true,
  },
  {
    flags: "--server <name>",
    help: "this server only, by its name in the config; repeat for more",
    repeatable: true,
  },
  { flags: "--dry-run", help: "print the lines that would change; write nothing" },
];

/** In the order of the help. */
export const CAPTURE_COMMANDS: readonly CommandSpec[] = [
  {
    name: "shim",
    summary: "Stand in front of a stdio server and record its calls, without any content",
    takesServer: true,
    options: [SERVER],
    examples: ["mcpeval shim --server files -- npx -y @modelcontextprotocol/server-filesystem ."],
    load: () => import("./commands/shim.ts"),
  },
  {
    name: "shim install",
    summary: "Wrap the servers of a client's config in the shim, and keep a copy of the config",
    takesServer: false,
    options: [
      ...CONFIG,
      {
        flags: "--program <path>",
        help: "the mcpeval that the client starts, unless it is this one",
      },
    ],
    examples: [
      "mcpeval shim install --client claude-desktop --dry-run",
      "mcpeval shim install --client .mcp.json --server files",
    ],
    load: () => import("./commands/shim-install.ts"),
  },
  {
    name: "shim uninstall",
    summary: "Undo shim install: the config is as it was",
    takesServer: false,
    options: CONFIG,
    examples: ["mcpeval shim uninstall --client claude-desktop"],
    load: () => import("./commands/shim-uninstall.ts"),
  },
  {
    name: "shim-http",
    summary: "Stand in front of an HTTP server and record its calls, without any content",
    takesServer: false,
    options: [
      SERVER,
      {
        flags: "--listen <ip:port>",
        help: "loopback address to listen on, such as 127.0.0.1:8090",
        required: true,
      },
      { flags: "--upstream <url>", help: "endpoint of the server", required: true },
      { flags: "--allow-remote-http", help: "allow an upstream that is not loopback, over https" },
    ],
    examples: [
      "mcpeval shim-http --server mine --listen 127.0.0.1:8090 --upstream http://127.0.0.1:8080/mcp",
    ],
    load: () => import("./commands/shim-http.ts"),
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
