import assert from "node:assert/strict";
import { readClientConfig } from "../../core/clients/config.ts";
import { renderDiff } from "../../core/clients/diff.ts";
import { wrapServers } from "../../core/clients/rewrite.ts";
import { bytesOf } from "./samples.ts";

/** The diff of wrapping every server. */
function diff(text: string, path = ".mcp.json"): string {
  const config = readClientConfig(bytesOf(text), path);
  const { edits, results } = wrapServers(config, null, "/opt/mcpeval");
  const shown = results.filter(({ kind }) => kind === "done").flatMap(({ entry: { place } }) =>
    place === null ? [] : [place.command, ...place.args === null ? [] : [place.args.span]]
  );
  return renderDiff(config, edits, config.scalars, shown);
}

Deno.test("a diff has the changed lines and no others", () => {
  assert.equal(
    diff(`{
  "mcpServers": {
    "a": {
      "command": "x",
      "env": { "TOKEN": "SECRET" }
    },
    "b": {
      "command": "y",
      "args": [
        "z"
      ]
    }
  }
}
`),
    `--- .mcp.json
+++ .mcp.json
@@ -4,1 +4,2 @@
-      "command": "x",
+      "command": "/opt/mcpeval",
+      "args": [ "shim", "--server", "a", "--", "x" ],
@@ -8,1 +9,1 @@
-      "command": "y",
+      "command": "/opt/mcpeval",
@@ -10,1 +11,2 @@
-        "z"
+        "shim", "--server", "b", "--", "y",
+        "z"
`,
  );
});

Deno.test("values that share a changed line are hidden", () => {
  const text = '{"n": 1, "mcpServers": {"u": {"url": "http://SECRET/"}, ' +
    '"a": {"command": "x", "args": ["y"], "env": {"A": "SECRET", "B": 2}}}}';
  assert.equal(
    diff(text),
    `--- .mcp.json
+++ .mcp.json
@@ -1,1 +1,1 @@
-{"n": "…", "mcpServers": {"u": {"url": "…"}, "a": {"command": "x", "args": ["y"], "env": {"A": "…", "B": "…"}}}}
+{"n": "…", "mcpServers": {"u": {"url": "…"}, "a": {"command": "/opt/mcpeval", "args": ["shim", "--server", "a", "--", "x", "y"], "env": {"A": "…", "B": "…"}}}}
`,
  );
});

Deno.test("so are those in TOML, even over several lines", () => {
  const text = 'mcp_servers.a = { env = { A = """\nSECRET\nSECRET""" }, command = "x" }\r\n';
  assert.equal(
    diff(text, "config.toml"),
    `--- config.toml
+++ config.toml
@@ -3,1 +3,1 @@
-"…" }, command = "x" }
+"…" }, command = "/opt/mcpeval", args = [ "shim", "--server", "a", "--", "x" ] }
`,
  );
});

Deno.test("lines are counted over many changes", () => {
  const servers = Array.from({ length: 3000 }, (_, index) => `
[mcp_servers.s${index}]
command = "x"
env = { TOKEN = "SECRET" }
`);
  const start = performance.now();
  const text = diff(servers.join(""), "config.toml");
  // Gone through once for each server, it takes some ten times as long.
  assert.ok(performance.now() - start < 3000);
  assert.ok(!text.includes("SECRET"));
  const headings = text.match(/^@@.*$/gm) ?? [];
  assert.deepEqual([headings.length, headings.at(-1)], [3000, "@@ -11999,1 +14998,2 @@"]);
});

Deno.test("nothing changed, nothing said", () => {
  assert.equal(diff('{"mcpServers": {}}'), "");
});
