/** The service as an entry of a client's config. */

import type { ClientName } from "../core/clients/files.ts";

/**
 * What to put into the config of a client, ended by a line feed.
 * @param client one of `CLIENT_NAMES`; without one the form that most clients read, on one
 * line
 * @param url of the service
 */
export function clientEntry(client: string | undefined, url: string): string {
  const entry = { type: "http", url };
  switch (client as ClientName | undefined) {
    case undefined:
      return `${JSON.stringify({ mcpServers: { mcpeval: entry } })}\n`;
    case "claude-code":
      return rendered({ mcpServers: { mcpeval: entry } });
    case "claude-desktop":
      // It starts programs only; the bridge is one that speaks to the service.
      return rendered({
        mcpServers: { mcpeval: { command: "npx", args: ["-y", "mcp-remote", url] } },
      });
    case "codex":
      return `[mcp_servers.mcpeval]\nurl = ${JSON.stringify(url)}\n`;
    case "cursor":
      return rendered({ mcpServers: { mcpeval: { url } } });
    case "vscode":
      return rendered({ servers: { mcpeval: entry } });
    case "windsurf":
      return rendered({ mcpServers: { mcpeval: { serverUrl: url } } });
    case "zed":
      return rendered({ context_servers: { mcpeval: { url } } });
  }
}

function rendered(config: unknown): string {
  return `${JSON.stringify(config, null, 2)}\n`;
}
