import assert from "node:assert/strict";
import { expand, type Surroundings } from "../../core/clients/variables.ts";
import type { VariableStyle } from "../../core/clients/files.ts";

const SURROUNDINGS: Surroundings = {
  variable: (name) => ({ KEY: "k", EMPTY: "" })[name],
  home: "/home/me",
  project: "/srv/app",
  separator: "/",
};
const expanded = (text: string, style: VariableStyle) =>
  expand(text, style, SURROUNDINGS, "servers.a.env.X");

Deno.test("variables as Claude Code writes them", () => {
  assert.equal(
    expanded("<${KEY}> <${EMPTY}> <${NO:-d}> <${NO:-}> <${KEY:-d}>", "shell"),
    "<k> <> <d> <> <k>",
  );
  assert.equal(expanded("$KEY $(x) ${", "shell"), "$KEY $(x) ${");
  assert.equal(expanded("${NO:-a:-b}", "shell"), "a:-b");
});

Deno.test("variables as editors write them", () => {
  assert.equal(
    expanded("${env:KEY}|${userHome}|${workspaceFolder}|${workspaceFolderBasename}", "editor"),
    "k|/home/me|/srv/app|app",
  );
  assert.equal(expanded("a${pathSeparator}b${/}c", "editor"), "a/b/c");
});

Deno.test("clients without variables get the text as it is", () => {
  assert.equal(expanded("${KEY} ${env:KEY}", "none"), "${KEY} ${env:KEY}");
});

Deno.test("what cannot be replaced is refused by place, and only a variable's name is said", () => {
  const unset = "servers.a.env.X needs the environment variable NO, which is not set";
  for (const [text, style] of [["${NO}", "shell"], ["a ${env:NO}", "editor"]] as const) {
    assert.throws(() => expanded(text, style), { name: "UsageError", message: unset });
  }
  const others = [
    ["${env:KEY}", "shell"],
    ["${SECRET SECRET}", "shell"],
    ["${}", "shell"],
    ["${input:SECRET}", "editor"],
    ["${KEY}", "editor"],
    ["${env:}", "editor"],
    ["${env:SECRET SECRET}", "editor"],
    ["${command:SECRET}", "editor"],
  ] as const;
  for (const [text, style] of others) {
    assert.throws(() => expanded(text, style), {
      name: "UsageError",
      message:
        "servers.a.env.X has a variable ${…} that only its client can replace; write its value",
    });
  }
});
