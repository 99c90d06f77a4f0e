/**
 * Compares with another implementation of the same command: MCPEVAL_REFERENCE names its `mcpeval`
 * program. Without it the comparison is skipped and says so.
 */

import assert from "node:assert/strict";
import { mcpeval, run, tempFolder } from "../cli/run.ts";
import { json, result, serve } from "../mcp/http-server.ts";
import { REFERENCE } from "../report/reference.ts";

if (REFERENCE === undefined) {
  console.error("comparison with the reference skipped: MCPEVAL_REFERENCE is unset");
}

const MANIFEST = JSON.stringify({
  version: 1,
  sandboxes: {},
  probes: [
    { probe: "pagination", id: "pages-of-a-long-name", access: "read_only", max_pages: 5 },
    {
      probe: "discovery-cost",
      id: "small",
      access: "read_only",
      max_tools: 1,
      max_schema_bytes: 10_000,
    },
  ],
});

function server(...names: string[]) {
  const tools = names.map((name) => ({ name, inputSchema: { type: "object" } }));
  return serve({ "tools/list": (seen) => json(result(seen, { tools })) });
}

/** What is free wording, and what names the program. */
function normalize(text: string): string {
  return text.replace(/^\*.*\*$/m, "*…*").replace(/"version": "[^"]*"/g, '"version": "…"')
    .replace(/"hint": "[^"]*"/g, '"hint": "…"');
}

for (const format of ["text", "markdown", "json"]) {
  Deno.test({
    name: `the reference prints the same comparison of the same servers as ${format}`,
    ignore: REFERENCE === undefined,
    fn: async () => {
      await using folder = await tempFolder();
      await folder.write("mcp-eval.manifest.json", MANIFEST);
      await using one = server("a");
      await using two = server("a", "b");
      const endpoints = [`a-longer-label=${one.url}`, `two=${two.url}`];
      const args = [
        ...["compare", "--server", "demo", "--gate-only", "--format", format],
        ...endpoints.flatMap((endpoint) => ["--endpoint", endpoint]),
      ];
      const options = { cwd: folder.path, env: { MCPEVAL_HOME: folder.file("home") } };
      const theirs = await run([REFERENCE ?? ""], args, options);
      const ours = await mcpeval(args, options);
      assert.equal(normalize(ours.stdout), normalize(theirs.stdout));
      assert.deepEqual([ours.code, theirs.code], [0, 0]);
    },
  });
}
