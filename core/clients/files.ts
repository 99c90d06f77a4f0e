/** Where clients keep the servers that they start, and how they write variables there. */

import { basename, dirname, join } from "node:path";

/** Clients that are known by name; a name stands for the file that counts for all projects. */
export const CLIENT_NAMES = [
  "claude-code",
  "claude-desktop",
  "codex",
  "cursor",
  "vscode",
  "windsurf",
  "zed",
] as const;

/** See {@link CLIENT_NAMES}. */
export type ClientName = (typeof CLIENT_NAMES)[number];

/** Reads a variable of the environment. */
export type ReadVariable = (name: string) => string | undefined;

/** Whether a text is the name of a client. */
export function isClientName(text: string): text is ClientName {
  return (CLIENT_NAMES as readonly string[]).includes(text);
}

/**
 * The config file of a client, whether or not it exists (documentation of each client).
 * @param os `Deno.build.os`
 * @returns null when the environment does not say where the user's folder is
 */
export function clientFile(client: ClientName, variable: ReadVariable, os: string): string | null {
  const home = variable("HOME") || (os === "windows" ? variable("USERPROFILE") : undefined);
  if (!home) return null;
  switch (client) {
    case "claude-code":
      return join(variable("CLAUDE_CONFIG_DIR") || home, ".claude.json");
    case "claude-desktop":
      return join(appData(home, variable, os), "Claude", "claude_desktop_config.json");
    case "codex":
      return join(variable("CODEX_HOME") || join(home, ".codex"), "config.toml");
    case "cursor":
      return join(home, ".cursor", "mcp.json");
    case "vscode":
      return join(appData(home, variable, os), "Code", "User", "mcp.json");
    case "windsurf":
      return join(home, ".codeium", "windsurf", "mcp_config.json");
    case "zed":
      return os === "windows"
        ? join(appData(home, variable, os), "Zed", "settings.json")
        : join(dotConfig(home, variable), "zed", "settings.json");
  }
}

function appData(home: string, variable: ReadVariable, os: string): string {
  if (os === "windows") return variable("APPDATA") || join(home, "AppData", "Roaming");
  if (os === "darwin") return join(home, "Library", "Application Support");
  return dotConfig(home, variable);
}

function dotConfig(home: string, variable: ReadVariable): string {
  return variable("XDG_CONFIG_HOME") || join(home, ".config");
}

/**
 * How variables are written in a config: not at all, `${NAME}` and `${NAME:-default}` as in Claude
 * Code, or `${env:NAME}` and `${workspaceFolder}` as in VS Code and its relatives.
 */
export type VariableStyle = "none" | "shell" | "editor";

/**
 * The style of the variables in a file.
 * @param path of the file, absolute
 * @param table the member that holds its servers, as `mcpServers`
 */
export function variableStyle(path: string, table: string): VariableStyle {
  if (table === "servers") return "editor";
  if (table !== "mcpServers") return "none";
  const name = basename(path);
  if (name === "claude_desktop_config.json") return "none";
  return basename(dirname(path)) === ".cursor" || name === "mcp_config.json" ? "editor" : "shell";
}

/**
 * The folder of the project that a config belongs to: that around `.vscode` or `.cursor`, else the
 * current one.
 * @param path of the config, absolute
 */
export function projectFolder(path: string, current: string): string {
  const folder = dirname(path);
  return [".vscode", ".cursor"].includes(basename(folder)) ? dirname(folder) : current;
}
