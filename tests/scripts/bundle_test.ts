import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { bundle } from "../../scripts/bundle.ts";
import { denoCommand } from "../../scripts/deno-command.ts";
import type { Program } from "../../scripts/programs.ts";

const PROGRAM: Program = {
  name: "sample",
  entry: "cli/main.ts",
  workers: ["core/engine.ts"],
  permissions: ["read"],
  unstable: ["worker-options"],
};

const NO_SIGNAL = new AbortController().signal;

const FILES = {
  "deno.json": "{}",
  "data/facts.json": '{ "answer": 42 }',
  "core/legacy.cjs": 'exports.base = require("node:path").posix.basename("a/b");\n',
  "core/late.ts": 'import legacy from "./legacy.cjs";\nexport const base = legacy.base;\n',
  "core/engine.ts": `
    import { base } from "./late.ts";
    let denied = "";
    try { Deno.readDirSync("."); } catch (error) { denied = (error as Error).name; }
    postMessage({ base, denied });
  `,
  "cli/main.ts": `
    import facts from "../data/facts.json" with { type: "json" };
    const url = new URL(
      import.meta.url.endsWith(".ts") ? "../core/engine.ts" : "./engine.js",
      import.meta.url,
    );
    const worker = new Worker(url, { type: "module", deno: { permissions: "none" } });
    const answer = await new Promise<{ base: string; denied: string }>((resolve, reject) => {
      worker.onmessage = (event) => resolve(event.data);
      worker.onerror = (event) => reject(event.error);
    });
    worker.terminate();
    const { base } = await import("../core/late.ts");
    console.log(facts.answer, base, answer.base, answer.denied);
  `,
};

async function withSources(use: (root: string, output: string) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "mcpeval-test-" });
  const output = await Deno.makeTempDir({ prefix: "mcpeval-test-" });
  try {
    for (const [name, text] of Object.entries(FILES)) {
      await Deno.mkdir(dirname(join(root, name)), { recursive: true });
      await Deno.writeTextFile(join(root, name), text);
    }
    await use(root, output);
  } finally {
    await Deno.remove(root, { recursive: true });
    await Deno.remove(output, { recursive: true });
  }
}

async function runMain(path: string): Promise<{ success: boolean; stdout: string }> {
  const flags = ["--no-config", "--no-prompt", "--unstable-worker-options", "--allow-read"];
  const { success, stdout } = await denoCommand(["run", ...flags, path], { stderr: "inherit" })
    .output();
  return { success, stdout: new TextDecoder().decode(stdout) };
}

Deno.test("a bundle does what its sources do: worker, JSON, late CommonJS module", async () => {
  await withSources(async (root, output) => {
    const expected = { success: true, stdout: "42 b b NotCapable\n" };
    assert.deepEqual(await runMain(join(root, "cli/main.ts")), expected);
    const { entry, others } = await bundle(PROGRAM, root, output, NO_SIGNAL);
    // Nothing may be left that needs the sources.
    await Deno.remove(join(root, "core"), { recursive: true });
    assert.deepEqual(await runMain(join(output, entry)), expected);
    assert.equal(entry, "main.js");
    assert.ok(others.includes("engine.js"));
  });
});

Deno.test("a module that is imported late is in a file of its own", async () => {
  await withSources(async (root, output) => {
    const { entry, others } = await bundle(PROGRAM, root, output, NO_SIGNAL);
    assert.doesNotMatch(await Deno.readTextFile(join(output, entry)), /basename/);
    const texts = others.map((name) => Deno.readTextFileSync(join(output, name)));
    assert.ok(texts.some((text) => text.includes("basename")));
  });
});

Deno.test("an entry that does not bundle is named", async () => {
  await withSources(async (root, output) => {
    await assert.rejects(bundle({ ...PROGRAM, entry: "cli/gone.ts" }, root, output, NO_SIGNAL), {
      name: "ScriptError",
      message: "cannot bundle cli/gone.ts",
    });
  });
});
