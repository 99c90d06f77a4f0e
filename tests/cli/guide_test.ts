/** The guides name what the help names; what is said of another program, or of the source, is no guide. */

import assert from "node:assert/strict";
import { COMMANDS } from "../../cli/commands.ts";

const ROOT = new URL("../../", import.meta.url);

Deno.test("every option of every command is in a guide", async () => {
  const names = [...Deno.readDirSync(new URL("docs", ROOT))].map(({ name }) => `docs/${name}`)
    .filter((name) => name.endsWith(".md") && !/differences|architecture/.test(name));
  const pages = await Promise.all(
    ["README.md", ...names].map((name) => Deno.readTextFile(new URL(name, ROOT))),
  );
  const named = new Set(pages.join("\n").match(/(?<![\w-])--[a-z][a-z-]*/g));
  const options = COMMANDS.flatMap(({ name, options }) =>
    options.map(({ flags }) => [name, flags.split(" ", 1)[0] ?? ""] as const)
  );
  assert.ok(options.length > 80);
  assert.deepEqual(options.filter(([, option]) => !named.has(option)), []);
});
