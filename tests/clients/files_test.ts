import assert from "node:assert/strict";
import {
  clientFile,
  type ClientName,
  projectFolder,
  variableStyle,
} from "../../core/clients/files.ts";

const reader = (variables: Record<string, string>) => (name: string) => variables[name];

Deno.test("each client has its file, on each system", () => {
  const homes = {
    linux: reader({ HOME: "/home/me" }),
    darwin: reader({ HOME: "/Users/me" }),
    windows: reader({ USERPROFILE: "C:/Users/me", APPDATA: "C:/Users/me/AppData/Roaming" }),
  };
  const files: [ClientName, linux: string, darwin: string, windows: string][] = [
    ["claude-code", "/home/me/.claude.json", "/Users/me/.claude.json", "C:/Users/me/.claude.json"],
    [
      "claude-desktop",
      "/home/me/.config/Claude/claude_desktop_config.json",
      "/Users/me/Library/Application Support/Claude/claude_desktop_config.json",
      "C:/Users/me/AppData/Roaming/Claude/claude_desktop_config.json",
    ],
    [
      "codex",
      "/home/me/.codex/config.toml",
      "/Users/me/.codex/config.toml",
      "C:/Users/me/.codex/config.toml",
    ],
    [
      "cursor",
      "/home/me/.cursor/mcp.json",
      "/Users/me/.cursor/mcp.json",
      "C:/Users/me/.cursor/mcp.json",
    ],
    [
      "vscode",
      "/home/me/.config/Code/User/mcp.json",
      "/Users/me/Library/Application Support/Code/User/mcp.json",
      "C:/Users/me/AppData/Roaming/Code/User/mcp.json",
    ],
    [
      "windsurf",
      "/home/me/.codeium/windsurf/mcp_config.json",
      "/Users/me/.codeium/windsurf/mcp_config.json",
      "C:/Users/me/.codeium/windsurf/mcp_config.json",
    ],
    [
      "zed",
      "/home/me/.config/zed/settings.json",
      "/Users/me/.config/zed/settings.json",
      "C:/Users/me/AppData/Roaming/Zed/settings.json",
    ],
  ];
  for (const [client, linux, darwin, windows] of files) {
    assert.equal(clientFile(client, homes.linux, "linux"), linux);
    assert.equal(clientFile(client, homes.darwin, "darwin"), darwin);
    assert.equal(clientFile(client, homes.windows, "windows"), windows);
  }
});

Deno.test("variables that move a client's files count", () => {
  const moved = reader({
    HOME: "/h",
    XDG_CONFIG_HOME: "/x",
    CODEX_HOME: "/c",
    CLAUDE_CONFIG_DIR: "/d",
  });
  assert.equal(clientFile("vscode", moved, "linux"), "/x/Code/User/mcp.json");
  assert.equal(clientFile("zed", moved, "linux"), "/x/zed/settings.json");
  assert.equal(clientFile("codex", moved, "linux"), "/c/config.toml");
  assert.equal(clientFile("claude-code", moved, "linux"), "/d/.claude.json");
  assert.equal(clientFile("cursor", reader({ HOME: "" }), "linux"), null);
});

Deno.test("the style of variables follows from the file", () => {
  const styles = [
    [".mcp.json", "mcpServers", "shell"],
    ["/home/me/.claude.json", "mcpServers", "shell"],
    ["/home/me/claude_desktop_config.json", "mcpServers", "none"],
    ["a/.cursor/mcp.json", "mcpServers", "editor"],
    ["mcp_config.json", "mcpServers", "editor"],
    [".vscode/mcp.json", "servers", "editor"],
    ["settings.json", "context_servers", "none"],
    ["config.toml", "mcp_servers", "none"],
  ] as const;
  for (const [path, table, style] of styles) assert.equal(variableStyle(path, table), style, path);
});

Deno.test("the project of a config is around .vscode and .cursor", () => {
  assert.equal(projectFolder("/srv/app/.vscode/mcp.json", "/now"), "/srv/app");
  assert.equal(projectFolder("/srv/app/.cursor/mcp.json", "/now"), "/srv/app");
  assert.equal(projectFolder("/srv/app/.mcp.json", "/now"), "/now");
});
