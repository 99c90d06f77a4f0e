/** Configs as the clients themselves and their documentation write them. */

/** A config with what wrapping does to it. */
export interface Sample {
  client: string;
  path: string;
  text: string;
  /** The text once `/opt/mcpeval` wraps it. */
  wrapped: string;
}

/** One for each client. */
export const SAMPLES: readonly Sample[] = [
  {
    client: "Claude Code, project",
    path: ".mcp.json",
    text: `{
  "mcpServers": {
    "files": {
      "type": "stdio",
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "."],
      "env": { "TOKEN": "\${TOKEN:-none}" }
    }
  }
}
`,
    wrapped: `{
  "mcpServers": {
    "files": {
      "type": "stdio",
      "command": "/opt/mcpeval",
      "args": ["shim", "--server", "files", "--", "npx", "-y", "@modelcontextprotocol/server-filesystem", "."],
      "env": { "TOKEN": "\${TOKEN:-none}" }
    }
  }
}
`,
  },
  {
    client: "Claude Code, user",
    path: "/home/me/.claude.json",
    text: `{
  "numStartups": 3,
  "mcpServers": { "all": { "command": "a" } },
  "projects": {
    "/home/me/work": {
      "allowedTools": [],
      "mcpServers": {
        "all": { "type": "stdio", "command": "b", "args": [], "env": {} }
      }
    },
    "/home/me/other": { "mcpServers": {} }
  }
}`,
    wrapped: `{
  "numStartups": 3,
  "mcpServers": { "all": { "command": "/opt/mcpeval", "args": [ "shim", "--server", "all", "--", "a" ] } },
  "projects": {
    "/home/me/work": {
      "allowedTools": [],
      "mcpServers": {
        "all": { "type": "stdio", "command": "/opt/mcpeval", "args": ["shim", "--server", "all", "--", "b"], "env": {} }
      }
    },
    "/home/me/other": { "mcpServers": {} }
  }
}`,
  },
  {
    client: "Claude Desktop, with tabs",
    path: "claude_desktop_config.json",
    text: `{
	"globalShortcut": "",
	"mcpServers": {
		"my notes": {
			"command": "C:\\\\Program Files\\\\notes.exe",
			"args": [
				"--vault",
				"C:\\\\Notes"
			]
		}
	}
}
`,
    wrapped: `{
	"globalShortcut": "",
	"mcpServers": {
		"my notes": {
			"command": "/opt/mcpeval",
			"args": [
				"shim", "--server", "my-notes", "--", "C:\\\\Program Files\\\\notes.exe",
				"--vault",
				"C:\\\\Notes"
			]
		}
	}
}
`,
  },
  {
    client: "Cursor, with a mark and CRLF",
    path: "/home/me/.cursor/mcp.json",
    text:
      '\ufeff{\r\n  "mcpServers": {\r\n    "web": {\r\n      "url": "http://localhost:3000/mcp",\r\n' +
      '      "headers": { "Authorization": "Bearer ${env:KEY}" }\r\n    },\r\n    "py": {\r\n' +
      '      "command": "python"\r\n    }\r\n  }\r\n}\r\n',
    wrapped:
      '\ufeff{\r\n  "mcpServers": {\r\n    "web": {\r\n      "url": "http://localhost:3000/mcp",\r\n' +
      '      "headers": { "Authorization": "Bearer ${env:KEY}" }\r\n    },\r\n    "py": {\r\n' +
      '      "command": "/opt/mcpeval",\r\n' +
      '      "args": [ "shim", "--server", "py", "--", "python" ]\r\n    }\r\n  }\r\n}\r\n',
  },
  {
    client: "VS Code, with comments",
    path: ".vscode/mcp.json",
    text: `{
  // asked for once
  "inputs": [{ "type": "promptString", "id": "key", "password": true }],
  "servers": {
    "search": {
      "type": "stdio",
      "command": "npx", // from npm
      "args": [
        // without asking
        "-y",
        "search-server", /* the newest */
      ],
      "env": { "KEY": "\${input:key}" },
    },
  },
}
`,
    wrapped: `{
  // asked for once
  "inputs": [{ "type": "promptString", "id": "key", "password": true }],
  "servers": {
    "search": {
      "type": "stdio",
      "command": "/opt/mcpeval", // from npm
      "args": [
        // without asking
        "shim", "--server", "search", "--", "npx",
        "-y",
        "search-server", /* the newest */
      ],
      "env": { "KEY": "\${input:key}" },
    },
  },
}
`,
  },
  {
    client: "VS Code, settings of old",
    path: "settings.json",
    text: '{"editor.tabSize": 2, "mcp": {"servers": {"a": {"command": "x", "args": ["y"]}}}}',
    wrapped: '{"editor.tabSize": 2, "mcp": {"servers": {"a": {"command": "/opt/mcpeval", ' +
      '"args": ["shim", "--server", "a", "--", "x", "y"]}}}}',
  },
  {
    client: "Windsurf",
    path: "mcp_config.json",
    text: '{ "mcpServers": { "remote": { "serverUrl": "https://example.com/mcp" }, ' +
      '"local": { "args": ["run"], "command": "uv" } } }\n',
    wrapped: '{ "mcpServers": { "remote": { "serverUrl": "https://example.com/mcp" }, ' +
      '"local": { "args": ["shim", "--server", "local", "--", "uv", "run"], "command": "/opt/mcpeval" } } }\n',
  },
  {
    client: "Zed, both forms",
    path: "/home/me/.config/zed/settings.json",
    text: `// Zed settings
{
  "theme": "One Dark",
  "context_servers": {
    "new": { "source": "custom", "command": "a", "args": ["b"], "env": {} },
    "old": { "command": { "path": "c", "args": ["d"], "env": null }, "settings": {} },
    "from-extension": { "source": "extension", "settings": {} }
  }
}
`,
    wrapped: `// Zed settings
{
  "theme": "One Dark",
  "context_servers": {
    "new": { "source": "custom", "command": "/opt/mcpeval", "args": ["shim", "--server", "new", "--", "a", "b"], "env": {} },
    "old": { "command": { "path": "/opt/mcpeval", "args": ["shim", "--server", "old", "--", "c", "d"], "env": null }, "settings": {} },
    "from-extension": { "source": "extension", "settings": {} }
  }
}
`,
  },
  {
    client: "Codex",
    path: "/home/me/.codex/config.toml",
    text: `model = "gpt-5" # the model
[mcp_servers.docs] # documentation
command = 'npx' # from npm
args = [
  "-y", # without asking
  "docs-server",
]
startup_timeout_sec = 20

[mcp_servers.docs.env]
"API_KEY" = "secret"

[mcp_servers."with space"]
  command = "a"   # no arguments

[mcp_servers.remote]
url = "https://example.com/mcp"
bearer_token_env_var = "TOKEN"

[tools]
web_search = true
`,
    wrapped: `model = "gpt-5" # the model
[mcp_servers.docs] # documentation
command = "/opt/mcpeval" # from npm
args = [
  "shim", "--server", "docs", "--", 'npx',
  "-y", # without asking
  "docs-server",
]
startup_timeout_sec = 20

[mcp_servers.docs.env]
"API_KEY" = "secret"

[mcp_servers."with space"]
  command = "/opt/mcpeval"
  args = [ "shim", "--server", "with-space", "--", "a" ]   # no arguments

[mcp_servers.remote]
url = "https://example.com/mcp"
bearer_token_env_var = "TOKEN"

[tools]
web_search = true
`,
  },
  {
    client: "Codex, inline and dotted",
    path: "config.toml",
    text: `mcp_servers.dotted . command = """a"""
mcp_servers.inline = { env = { A = "command = 1" }, command = "b" }
mcp_servers.empty = { command = "c", args = [] }`,
    wrapped: `mcp_servers.dotted . command = "/opt/mcpeval"
mcp_servers.dotted . args = [ "shim", "--server", "dotted", "--", """a""" ]
mcp_servers.inline = { env = { A = "command = 1" }, command = "/opt/mcpeval", args = [ "shim", "--server", "inline", "--", "b" ] }
mcp_servers.empty = { command = "/opt/mcpeval", args = ["shim", "--server", "empty", "--", "c"] }`,
  },
];

/** Reads a text as a file is read. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
