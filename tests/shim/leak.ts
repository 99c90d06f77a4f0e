/** Everything that a run has left on disk and printed, searched for content. */

import assert from "node:assert/strict";
import { parseJson } from "../../core/mcp/json.ts";
import { projectCall } from "../../store/project.ts";
import { encodeRecord } from "../../store/record-line.ts";
import { run } from "../cli/run.ts";
import { assertWithout, partsOf } from "./secrets.ts";

/** All regular files below a folder, with what is in them as bytes of Latin-1. */
export function* filesBelow(folder: string): Generator<[path: string, content: string]> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* filesBelow(path);
    else yield [path, new TextDecoder("latin1").decode(Deno.readFileSync(path))];
  }
}

/**
 * Works on what was captured with every command that shows or packs it, then searches the home, the
 * envelope and all that was printed.
 * @param shown what the shim has printed
 */
export async function assertNoContent(
  program: readonly string[],
  home: string,
  secrets: readonly string[],
  shown: string,
): Promise<void> {
  const parts = partsOf(secrets);
  assert.ok(parts.all.size > 1_000, "there was something to find");
  // Five bytes of a database can look like anything.
  const longParts = partsOf(secrets, 8);
  const envelope = `${home}/../envelope`;
  const commands = [
    ["doctor"],
    ["index"],
    ["promote", "--threshold", "0"],
    ...["agent", "md", "json"].map((format) => ["findings", "--format", format]),
    ["share", "--dir", envelope],
  ];
  assertWithout(shown, parts, "what the shim printed");
  for (const command of commands) {
    const ran = await run(program, command, { env: { MCPEVAL_HOME: home } });
    assert.equal(ran.code, 0, `${command[0]}: ${ran.stderr}`);
    assertWithout(ran.stdout + ran.stderr, parts, command.join(" "));
  }
  for (const folder of [home, envelope]) {
    for (const [path, content] of filesBelow(folder)) {
      assertWithout(content, path.endsWith(".db") ? longParts : parts, path);
    }
  }
}

/** Asserts that a journal holds whole records only, each as the projection leaves it. */
export function assertCanonical(home: string): number {
  let records = 0;
  for (const [path, content] of filesBelow(`${home}/store`)) {
    assert.match(content, /^[\x20-\x7e\n]+$/, `${path} holds more than ASCII`);
    assert.ok(content.endsWith("\n"), `${path} does not end with a line`);
    for (const line of content.trimEnd().split("\n")) {
      const call = projectCall(parseJson(line));
      assert.ok(call !== null, path);
      assert.equal(new TextDecoder().decode(encodeRecord(call)), `${line}\n`);
      records++;
    }
  }
  return records;
}
