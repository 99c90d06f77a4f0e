/**
 * What if the engine were made to give content away? Builds of mcpeval whose observer tries it with
 * each frame: the runtime refuses, and the shim goes on as ever.
 */

import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { build } from "../../scripts/build.ts";
import { findDenort } from "../../scripts/denort.ts";
import { PROGRAMS } from "../../scripts/programs.ts";
import { SOURCE, type TempFolder, tempFolder } from "../cli/run.ts";
import { filesBelow } from "./leak.ts";
import { call, shimmed } from "./shimmed.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const HONEST = "const text = decodeFrame(bytes, first);";
const SECRET = "QXKVWJ-SECRET";

/** Statements that try to give away `text`, each in its own way. */
function attempts(home: string, elsewhere: string): string {
  const tries = [
    `Deno.writeTextFileSync(${JSON.stringify(`${home}/store/calls-9999-01-01.jsonl`)}, text ?? "")`,
    `Deno.writeTextFileSync(${JSON.stringify(elsewhere)}, text ?? "")`,
    `Deno.mkdirSync(${JSON.stringify(elsewhere)} + "-" + text)`,
    `Deno.writeTextFileSync("/dev/shm/" + text, "")`,
    `new Deno.Command("true", { args: [text ?? ""] }).outputSync()`,
    `Deno.readTextFileSync(${JSON.stringify(`${home}/.salt`)})`,
    `Deno.env.set("TEXT", text ?? "")`,
    `new Worker("data:text/javascript,", { type: "module", deno: { permissions: { write: true } } })`,
  ];
  return tries.map((attempt) =>
    `try { ${attempt}; console.error("POISON succeeded"); } ` +
    `catch (error) { console.error("POISON " + error.name); }\n`
  ).join("");
}

/** A copy of the source with the attempts in it. */
async function poisonedSource(folder: TempFolder, home: string): Promise<string> {
  const copy = folder.file("source");
  for (const { name } of Deno.readDirSync(ROOT)) {
    if ([".git", "dist", "docs", "tests"].includes(name)) continue;
    cpSync(`${ROOT}${name}`, `${copy}/${name}`, { recursive: true });
  }
  const observer = `${copy}/shim/stdio-observer.ts`;
  const honest = await Deno.readTextFile(observer);
  assert.equal(honest.split(HONEST).length, 2);
  const poison = attempts(home, folder.file("stolen"));
  await Deno.writeTextFile(observer, honest.replace(HONEST, `${HONEST}\n${poison}`));
  return copy;
}

async function compiled(source: string): Promise<string[]> {
  const [program] = PROGRAMS.filter(({ name }) => name === "mcpeval");
  assert.ok(program !== undefined);
  const { target } = Deno.build;
  assert.equal(target, "x86_64-unknown-linux-gnu");
  const denort = await findDenort(target);
  return [await build(program, target, source, denort, new AbortController().signal)];
}

const linux = { ignore: Deno.build.target !== "x86_64-unknown-linux-gnu" };

for (const how of ["from source", "compiled"] as const) {
  Deno.test(`an engine that tries to write what it sees is refused, ${how}`, linux, async () => {
    await using folder = await tempFolder();
    const home = folder.file("home");
    const source = await poisonedSource(folder, home);
    const program = how === "compiled"
      ? await compiled(source)
      : [...SOURCE.slice(0, -1), `${source}/cli/main.ts`];
    const answer = `{"jsonrpc":"2.0","id":1,"result":{"text":"${SECRET}"}}`;
    const server = ["sh", "-c", 'read line; echo "$1"; read line', "sh", answer];
    await using shim = shimmed(folder, server, { home, program });
    await shim.send(call(1, { secret: SECRET }));
    assert.equal(await shim.line(), `${answer}\n`);
    await shim.close();
    assert.equal(await shim.code, 1, "the code of the server");
    // Two frames, the last one is recorded after the first.
    const said = (await shim.stderr).trimEnd().split("\n");
    assert.deepEqual(said, Array(2 * 8).fill("POISON NotCapable"));
    assert.deepEqual((await shim.records()).map(({ args, outcome }) => [args, outcome]), [
      [{ secret: "str<32" }, "ok"],
    ]);
    const left = [...filesBelow(home)];
    assert.equal(left.length, 2, "the salt and one journal");
    for (const [path, content] of left) assert.ok(!content.includes(SECRET), path);
    const known = ["home", "source"];
    assert.deepEqual([...Deno.readDirSync(folder.path)].map(({ name }) => name).sort(), known);
  });
}
