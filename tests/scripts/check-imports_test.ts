import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { denoCommand } from "../../scripts/deno-command.ts";

const SCRIPT = fileURLToPath(new URL("../../scripts/check-imports.ts", import.meta.url));

/** Runs the check on a repository of the given files; the violations come in no fixed order. */
async function check(files: Record<string, string>): Promise<{ code: number; lines: string[] }> {
  const root = await Deno.makeTempDir({ prefix: "mcpeval-test-" });
  try {
    for (const [name, text] of Object.entries(files)) {
      await Deno.mkdir(dirname(join(root, name)), { recursive: true });
      await Deno.writeTextFile(join(root, name), text);
    }
    const command = denoCommand(["run", "-A", "--no-check", SCRIPT, root], {
      env: { NO_COLOR: "1" },
    });
    const { code, stderr } = await command.output();
    const lines = new TextDecoder().decode(stderr).split("\n").filter((line) => line !== "");
    return { code, lines: lines.sort() };
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

const VALUE = "export const value = 1;\n";

Deno.test("imports along the grain pass, also when comments and strings say otherwise", async () => {
  const result = await check({
    "core/mcp/session.ts": VALUE,
    "core/text.ts": '// import "../cli/main.ts"\nexport const s = `import "../shim/relay.ts"`;\n',
    "core/facts.ts": 'import facts from "../data/facts.json" with { type: "json" };\n' +
      "export default facts;\n",
    "data/facts.json": "{}",
    "shim/relay.ts": 'import { value } from "../core/mcp/session.ts";\nexport default value;\n',
    "store/journal.ts": 'export { value } from "../core/mcp/session.ts";\n',
    "cli/main.ts": 'import "../core/text.ts";\nimport "../store/journal.ts";\nconsole.log(1);\n',
    "demo/main.ts": 'import { join } from "node:path";\nconsole.log(join("a", "b"));\n',
    "tests/core/text_test.ts": 'import "../../core/text.ts";\nimport "../../cli/main.ts";\n',
    "mod.ts": 'export * from "./core/mcp/session.ts";\n',
  });
  assert.deepEqual(result, { code: 0, lines: [] });
});

Deno.test("every import against the grain is found with file and line", async () => {
  const result = await check({
    "core/mcp/session.ts": VALUE,
    "core/reasons.ts": VALUE,
    "core/engine.ts": 'import "./reasons.ts";\nimport "../shim/relay.ts";\n',
    "core/types.ts": 'export type { Row } from "../store/journal.ts";\n',
    "core/late.ts": 'export const later = () =>\n  import("../cli/main.ts");\n',
    "shim/relay.ts": 'import "../core/mcp/session.ts";\nimport "../core/reasons.ts";\n',
    "store/journal.ts": 'export type Row = number;\nimport "../shim/relay.ts";\n',
    "cli/main.ts": 'import "../tests/helper.ts";\n',
    "demo/main.ts": 'import "../core/reasons.ts";\n',
    "tests/helper.ts": VALUE,
    "mod.ts": 'export * from "./tests/helper.ts";\n',
  });
  assert.deepEqual(result, {
    code: 1,
    lines: [
      "cli/main.ts:1: cli must not import tests/helper.ts",
      "core/engine.ts:2: core must not import shim/relay.ts",
      "core/late.ts:2: core must not import cli/main.ts",
      "core/types.ts:1: core must not import store/journal.ts",
      "demo/main.ts:1: demo must not import core/reasons.ts",
      "mod.ts:1: mod.ts must not import tests/helper.ts",
      "shim/relay.ts:2: shim must not import core/reasons.ts",
      "store/journal.ts:2: store must not import shim/relay.ts",
    ],
  });
});

Deno.test("console output of library code is found, that of programs is not", async () => {
  const result = await check({
    "core/log.ts": '// console.log("no")\nconsole.error("yes");\n',
    "shim/relay.ts": 'export const text = "console.log()";\n',
    "store/index.ts": '\n\nconsole.debug("yes");\n',
    "cli/main.ts": 'console.log("fine");\n',
  });
  assert.deepEqual(result, {
    code: 1,
    lines: [
      "core/log.ts:2: library code must not write to the console",
      "store/index.ts:3: library code must not write to the console",
    ],
  });
});

Deno.test("a file of 400 lines passes, one of 401 does not", async () => {
  const result = await check({
    "cli/long.ts": "//\n".repeat(400),
    "demo/longer.ts": "//\n".repeat(401),
  });
  assert.deepEqual(result, {
    code: 1,
    lines: ["demo/longer.ts:401: 401 lines, the limit is 400: split the file by subject"],
  });
});

Deno.test("a file that does not parse is not passed over", async () => {
  const result = await check({ "cli/broken.ts": "const x: = 3;\n" });
  assert.deepEqual(result, {
    code: 1,
    lines: ["cli/broken.ts:1: cannot be parsed, see deno check"],
  });
});
