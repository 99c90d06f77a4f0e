/** What the scripts of the action must not use: they also run in the bash 3.2 of macOS. */

import assert from "node:assert/strict";
import { ACTION, actionTest } from "./runner.ts";

const FOLDER = `${ACTION}/scripts/action`;
const SCRIPTS = [...Deno.readDirSync(FOLDER)].map(({ name }) => name).sort();

/** Lines without comments, numbered from 1. */
async function* codeLines(): AsyncGenerator<[place: string, line: string]> {
  for (const script of SCRIPTS) {
    const lines = (await Deno.readTextFile(`${FOLDER}/${script}`)).split("\n");
    for (const [index, line] of lines.entries()) {
      if (!/^\s*#/.test(line)) yield [`${script}:${index + 1}`, line];
    }
  }
}

Deno.test("the scripts are those of the steps, and what they share", () => {
  assert.deepEqual(SCRIPTS, ["comment.sh", "install.sh", "lib.sh", "run.sh", "upload-sarif.sh"]);
});

Deno.test("every script that is run stops at the first error", async () => {
  for (const script of SCRIPTS.filter((name) => name !== "lib.sh")) {
    const text = await Deno.readTextFile(`${FOLDER}/${script}`);
    assert.match(text, /^#!\/usr\/bin\/env bash\n/, script);
    assert.match(text, /^set -euo pipefail$/m, script);
  }
});

/** What bash 4 and later brought, and what reads data as code. */
const FORBIDDEN = [
  /\b(?:mapfile|readarray|coproc)\b/,
  /\b(?:declare|local|typeset) -[a-z]*[Ang]/,
  /\$\{\w+(?:\[[^\]]*\])?(?:,,?|\^\^?|@[A-Za-z])/,
  /&>>|\|&|;;?&/,
  /%\([^)]*\)T/,
  /\[-\d+\]|\$\{\w+:[^}]*: -\d/,
  /\bwait -n\b|\bread -[a-z]*[Ni]\b/,
  /(?<![\w-])eval\s|\bbash -c\b|`/,
];

Deno.test("nothing is newer than bash 3.2, nothing evaluates data", async () => {
  for await (const [place, line] of codeLines()) {
    for (const pattern of FORBIDDEN) assert.doesNotMatch(line, pattern, place);
  }
});

/** Arrays that are never empty: they are given a first element, or counted before. */
const FILLED = ["probe", "diff", "words", "areas"];

Deno.test("an array that may be empty is expanded in the form that bash 3.2 accepts", async () => {
  for await (const [place, line] of codeLines()) {
    const guarded = line.replace(/\$\{(\w+)\[@\]\+"\$\{\1\[@\]\}"\}/g, "");
    for (const [, name = ""] of guarded.matchAll(/\$\{(\w+)\[@\]/g)) {
      assert.ok(FILLED.includes(name), `${place}: ${name}`);
    }
  }
});

actionTest("bash can read every script", async () => {
  for (const script of SCRIPTS) {
    const { code } = await new Deno.Command("bash", { args: ["-n", `${FOLDER}/${script}`] })
      .output();
    assert.equal(code, 0, script);
  }
});

Deno.test("line ends are those of Unix", async () => {
  for (const script of SCRIPTS) {
    assert.doesNotMatch(await Deno.readTextFile(`${FOLDER}/${script}`), /\r/, script);
  }
});
