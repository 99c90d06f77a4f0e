/** The guides name what the help names; what is said of another program, or of the source, is no guide. */

import assert from "node:assert/strict";
import { COMMANDS } from "../../cli/commands.ts";

const ROOT = new URL("../../", import.meta.url);

Deno.test("every option of every command is in a section of a guide that names the command", async () => {
  const names = [...Deno.readDirSync(new URL("docs", ROOT))].map(({ name }) => `docs/${name}`)
    .filter((name) => name.endsWith(".md") && !/differences|architecture/.test(name));
  const pages = await Promise.all(
    ["README.md", ...names].map((name) => Deno.readTextFile(new URL(name, ROOT))),
  );
  const sections = pages.flatMap((page) => page.split(/^(?=#+ )/m));
  const options = COMMANDS.flatMap(({ name, options }) => {
    const own = sections.filter((text) =>
      new RegExp(`(?:mcpeval |\`)${name}(?![\\w-])`).test(text)
    );
    const named = new Set(own.join("\n").match(/(?<![\w-])--[a-z][a-z-]*/g));
    return options.map(({ flags }) => flags.split(" ", 1)[0] ?? "")
      .map((option) => ({ name, option, isNamed: named.has(option) }));
  });
  assert.ok(options.length > 80);
  assert.deepEqual(options.filter(({ isNamed }) => !isNamed), []);
});
