import assert from "node:assert/strict";
import { readClientConfig } from "../../core/clients/config.ts";
import { variableStyle } from "../../core/clients/files.ts";
import { type Launch, launchOf } from "../../core/clients/launch.ts";
import { bytesOf } from "./samples.ts";

/** How the first server of a config is launched. */
function launch(text: string, path: string): Launch {
  const [entry] = readClientConfig(bytesOf(text), path).entries;
  assert.ok(entry !== undefined);
  return launchOf(entry, variableStyle(path, entry.table), {
    variable: (name) => ({ KEY: "k", BAD: "line\nbreak" })[name],
    home: "/home/me",
    project: "/srv/app",
    separator: "/",
  });
}
const claude = (entry: string) => launch(`{"mcpServers": {"a b": ${entry}}}`, ".mcp.json");
const code = (entry: string) => launch(`{"servers": {"a": ${entry}}}`, ".vscode/mcp.json");
const codex = (lines: string) => launch(`[mcp_servers.a]\n${lines}`, "config.toml");

Deno.test("a command with its arguments, variables and folder", () => {
  assert.deepEqual(claude('{"command": "x"}'), {
    kind: "stdio",
    command: ["x"],
    env: {},
    cwd: null,
  });
  assert.deepEqual(
    claude(
      '{"command": "${KEY}", "args": ["${NO:-d}"], "env": {"A": "${KEY}", "B": 1, "C": true}}',
    ),
    { kind: "stdio", command: ["k", "d"], env: { A: "k", B: "1", C: "true" }, cwd: null },
  );
  assert.deepEqual(code('{"command": "x", "cwd": "${workspaceFolder}/sub", "env": null}'), {
    kind: "stdio",
    command: ["x"],
    env: {},
    cwd: "/srv/app/sub",
  });
  assert.deepEqual(codex('command = "x"\nargs = ["y"]\ncwd = "sub"\nenv = { A = "${KEY}" }'), {
    kind: "stdio",
    command: ["x", "y"],
    env: { A: "${KEY}" },
    cwd: "/srv/app/sub",
  });
  assert.deepEqual(
    launch(
      '{"context_servers": {"a": {"command": {"path": "x", "args": ["y"], "env": {"A": "b"}}}}}',
      "settings.json",
    ),
    { kind: "stdio", command: ["x", "y"], env: { A: "b" }, cwd: null },
  );
});

Deno.test("a wrapped command is launched as if it were not", () => {
  const entry = { command: "/opt/mcpeval", args: ["shim", "--server", "a", "--", "x", "y"] };
  const unwrapped = claude(JSON.stringify(entry));
  assert.ok(unwrapped.kind === "stdio");
  assert.deepEqual(unwrapped.command, ["x", "y"]);
});

Deno.test("an endpoint with its headers; authorization is told apart", () => {
  assert.deepEqual(claude('{"type": "http", "url": "http://localhost:1/mcp"}'), {
    kind: "http",
    url: "http://localhost:1/mcp",
    authorization: null,
    headers: {},
  });
  assert.deepEqual(
    launch(
      '{"mcpServers": {"a": {"serverUrl": "u", "headers": {"AUTHORIZATION": "Bearer ${env:KEY}", "X-A": "b"}}}}',
      "mcp_config.json",
    ),
    { kind: "http", url: "u", authorization: "Bearer k", headers: { "x-a": "b" } },
  );
  assert.deepEqual(
    codex(
      'url = "u"\nbearer_token_env_var = "KEY"\nhttp_headers = { X-A = "b" }\nenv_http_headers = { X-B = "KEY" }',
    ),
    { kind: "http", url: "u", authorization: "Bearer k", headers: { "x-a": "b", "x-b": "k" } },
  );
});

const REFUSED: [name: string, read: () => Launch, message: RegExp][] = [
  [
    "neither command nor url",
    () => claude("{}"),
    /^mcpServers\.a b has neither a command nor a url$/,
  ],
  ["not an object", () => claude('"SECRET"'), /^mcpServers\.a b has neither/],
  ["a command that is no text", () => claude('{"command": 1}'), /needs a text as command/],
  [
    "arguments that are no texts",
    () => claude('{"command": "x", "args": ["SECRET", 1]}'),
    /texts as args$/,
  ],
  [
    "arguments that are no list",
    () => claude('{"command": "x", "args": "SECRET"}'),
    /texts as args$/,
  ],
  ["an empty command", () => claude('{"command": ""}'), /^mcpServers\.a b\.command is empty$/],
  [
    "variables in a list",
    () => claude('{"command": "x", "env": ["SECRET"]}'),
    /\.env must be an object/,
  ],
  [
    "a variable that is null",
    () => claude('{"command": "x", "env": {"A": null}}'),
    /\.env\.A must be a text$/,
  ],
  [
    "an unset variable",
    () => claude('{"command": "x", "env": {"A": "${NO}"}}'),
    /\.env\.A needs .* NO,/,
  ],
  [
    "a file of variables",
    () => code('{"command": "x", "envFile": "SECRET"}'),
    /^servers\.a\.envFile is not supported/,
  ],
  ["a folder that is no text", () => code('{"command": "x", "cwd": 1}'), /\.cwd must be a text$/],
  [
    "an input",
    () => code('{"command": "x", "args": ["${input:SECRET}"]}'),
    /^servers\.a\.args has a variable/,
  ],
  [
    "the older transport",
    () => claude('{"type": "sse", "url": "http://localhost/"}'),
    /\.type is the older SSE/,
  ],
  [
    "an unset token",
    () => codex('url = "u"\nbearer_token_env_var = "NO"'),
    /\.bearer_token_env_var names .* not set$/,
  ],
  [
    "a token with a line end",
    () => codex('url = "u"\nbearer_token_env_var = "BAD"'),
    /\.headers has a header/,
  ],
  [
    "a header of the protocol",
    () => claude('{"url": "u", "headers": {"Mcp-Session-Id": "SECRET"}}'),
    /\.headers has a header that cannot be sent$/,
  ],
  [
    "a header with a line end",
    () => claude('{"url": "u", "headers": {"X-A": "SECRET\\nX-B: c"}}'),
    /\.headers has a header/,
  ],
];

for (const [name, read, message] of REFUSED) {
  Deno.test(`${name}: refused by place, without its value`, () => {
    assert.throws(read, (error: Error) => {
      assert.equal(error.name, "UsageError");
      assert.match(error.message, message);
      assert.doesNotMatch(error.message, /SECRET/);
      return true;
    });
  });
}
