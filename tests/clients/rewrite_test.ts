import assert from "node:assert/strict";
import { commandWords, readClientConfig } from "../../core/clients/config.ts";
import { unwrapServers, wrapServers } from "../../core/clients/rewrite.ts";
import { bytesOf, SAMPLES } from "./samples.ts";

const PROGRAM = "/opt/mcpeval";
const read = (text: string, path = ".mcp.json") => readClientConfig(bytesOf(text), path);
const wrap = (text: string, path?: string) => wrapServers(read(text, path), null, PROGRAM);
const unwrap = (text: string, path?: string) => unwrapServers(read(text, path), null);
const json = (entries: string) => `{"mcpServers": ${entries}}`;

for (const { client, path, text, wrapped } of SAMPLES) {
  Deno.test(`${client}: wrapped as expected, once, and back to the last byte`, () => {
    assert.equal(wrap(text, path).text, wrapped);
    const again = wrap(wrapped, path);
    assert.deepEqual([again.text, again.edits], [wrapped, []]);
    assert.equal(unwrap(wrapped, path).text, text);
    const undone = unwrap(text, path);
    assert.deepEqual([undone.text, undone.edits], [text, []]);
  });
}

Deno.test("each entry has its result: done, left, or why it cannot be wrapped", () => {
  const config = json(
    `{"a": {"command": "x"}, "b": {"command": "mcpeval", "args": ["shim", "--server=b", "--", "x"]},
      "c": {"url": "http://localhost/"}, "d": {}, "e": {"command": 1}, "f": {"command": "x", "args": "y"},
      "g": {"command": "x", "args": [1]}, "h": null, "i": {"command": "", "args": ["x"]},
      "j": {"command": "/opt/old/mcpeval", "args": ["shim", "--server", "other", "--", "x"]}}`,
  );
  assert.deepEqual(wrap(config).results.map(({ entry, kind }) => [entry.name, kind]), [
    ["a", "done"],
    ["b", "left"],
    ["c", "http"],
    ["d", "unusable"],
    ["e", "unusable"],
    ["f", "unusable"],
    ["g", "unusable"],
    ["h", "unusable"],
    ["i", "unusable"],
    ["j", "renewed"],
  ]);
});

Deno.test("a server that another mcpeval wraps gets the path of this one, and nothing else changes", () => {
  const config = (program: string) => [
    json(`{"a": {"command": "${program}", /* mine */ "args": ["shim", "--server=b", "--", "x"]}}`),
    `mcp_servers.a = { args = ["shim", "--server", "b", "--", "x"], command = "${program}" }`,
  ];
  const [text = "", toml = ""] = config("/opt/1.0/mcpeval");
  assert.deepEqual([wrap(text).text, wrap(toml, "a.toml").text], config(PROGRAM));
  assert.equal(
    unwrap(wrap(text).text).text,
    json('{"a": {"command": "x", /* mine */ "args": []}}'),
  );
  // PATH decides which one that is.
  const [bare = ""] = config("mcpeval");
  assert.equal(wrap(bare).text, bare);
});

Deno.test("a table without servers does not hide the one that has them", () => {
  const named = (text: string) => read(text).entries.map(({ name, table }) => `${table}.${name}`);
  const servers = '{"a": {"command": "x"}}';
  assert.deepEqual(named(`{"mcpServers": {}, "servers": ${servers}}`), ["servers.a"]);
  assert.deepEqual(named(`{"context_servers": ${servers}, "mcpServers": {}}`), [
    "context_servers.a",
  ]);
  assert.deepEqual(named(`{"mcpServers": {}, "mcp": {"servers": ${servers}}}`), ["servers.a"]);
  assert.deepEqual(named(`{"mcpServers": ${servers}, "servers": {"b": {}}}`), ["mcpServers.a"]);
  assert.deepEqual(named('{"mcpServers": {}, "servers": {}}'), []);
});

Deno.test("servers are chosen by name; others stay as they are", () => {
  const config = read(json('{"a": {"command": "x"}, "b": {"command": "y"}, "c": {"url": "z"}}'));
  assert.equal(
    wrapServers(config, ["b"], PROGRAM).text,
    json(
      '{"a": {"command": "x"}, "b": {"command": "/opt/mcpeval", ' +
        '"args": [ "shim", "--server", "b", "--", "y" ]}, "c": {"url": "z"}}',
    ),
  );
  assert.throws(() => wrapServers(config, ["b", "d"], PROGRAM), {
    name: "UsageError",
    message: "the client config has no server of that name; it has a, b, c",
  });
  assert.throws(() => wrapServers(config, ["c"], PROGRAM), {
    name: "UsageError",
    message: /^c is an HTTP server; .*shim-http/,
  });
});

Deno.test("what a user changes after the wrapping stays when it is undone", () => {
  const { text } = wrap(`{
  "mcpServers": {
    "a": {
      "command": "x"
    }
  }
}`);
  const changed = text.replace('"x" ]', '"x", "--more" ]').replace("{", "{ // mine");
  assert.equal(
    unwrap(changed).text,
    `{ // mine
  "mcpServers": {
    "a": {
      "command": "x",
      "args": [ "--more" ]
    }
  }
}`,
  );
});

Deno.test("a formatter's comma and line breaks do not keep a command wrapped", () => {
  const formatted = json(
    `{"a": {"command": "mcpeval", "args": [\n  "shim",\n  "--server",\n  "a",\n  "--",\n  "x",\n]}}`,
  );
  assert.equal(unwrap(formatted).text, json('{"a": {"command": "x", "args": [\n  \n]}}'));
  const toml = 'mcp_servers.a.command = "mcpeval"\n' +
    'mcp_servers.a.args = ["shim", "--server", "a", "--", "x" , ]\n';
  assert.equal(
    unwrap(toml, "a.toml").text,
    'mcp_servers.a.command = "x"\nmcp_servers.a.args = [ ]\n',
  );
});

Deno.test("a repeated member counts the last time, as for the clients", () => {
  const config = json('{"a": {"command": "x", "command": "y", "args": [], "args": ["z"]}}');
  const { text } = wrap(config);
  assert.equal(
    text,
    json(
      '{"a": {"command": "x", "command": "/opt/mcpeval", "args": [], ' +
        '"args": ["shim", "--server", "a", "--", "y", "z"]}}',
    ),
  );
  assert.deepEqual(read(text).entries.map(commandWords), [
    ["/opt/mcpeval", "shim", "--server", "a", "--", "y", "z"],
  ]);
});

Deno.test("names like __proto__ are names", () => {
  const config = '{"mcpServers": {"__proto__": {"command": "x", "args": ["y"]}}}';
  const { text, results } = wrap(config);
  assert.deepEqual(results.map(({ entry, kind }) => [entry.name, kind]), [["__proto__", "done"]]);
  assert.equal(unwrap(text).text, config);
});

Deno.test("no servers: nothing to do", () => {
  for (const [text, path] of [[json("{}"), "a.json"], ["[mcp_servers]\n", "a.toml"]] as const) {
    assert.deepEqual(wrap(text, path), { text, edits: [], results: [] });
  }
});

const BROKEN: [name: string, text: string | Uint8Array, path: string, message: RegExp][] = [
  ["an empty file", "", "a.json", /^the client config is not valid JSON \(a\.json:1\)$/],
  ["half a file", '{\n"mcpServers": {', "a.json", /not valid JSON \(a\.json:2\)$/],
  ["text after the end", "{}\n{}", "a.json", /not valid JSON \(a\.json:2\)$/],
  ["a secret in broken text", '{"SECRET" "SECRET"}', "a.json", /not valid JSON \(a\.json:1\)$/],
  ["a list", "[]", "a.json", /has no servers: expected mcpServers, servers or .*\(a\.json\)$/],
  ["no servers", '{"mcpServers": []}', "a.json", /has no servers/],
  ["other bytes", new Uint8Array([0x7b, 0xff]), "a.json", /^the client config is not UTF-8/],
  [
    "broken TOML",
    'a = 1\nb = "SECRET',
    "a.toml",
    /^the client config is not valid TOML \(a\.toml:2\)$/,
  ],
  [
    "a deep file",
    "[".repeat(200_000),
    "a.json",
    /^the client config is nested too deeply \(a\.json\)$/,
  ],
  ["deep TOML", `a = ${"[".repeat(200_000)}`, "a.toml", /not valid TOML \(a\.toml:1\)$/],
  ["TOML without servers", "a = 1", "a.TOML", /has no servers: expected mcp_servers \(a\.TOML\)$/],
];

for (const [name, text, path, message] of BROKEN) {
  Deno.test(`${name} is refused by place, without its content`, () => {
    const bytes = typeof text === "string" ? bytesOf(text) : text;
    assert.throws(() => readClientConfig(bytes, path), (error: Error) => {
      assert.equal(error.name, "UsageError");
      assert.match(error.message, message);
      assert.doesNotMatch(error.message, /SECRET/);
      return true;
    });
  });
}
