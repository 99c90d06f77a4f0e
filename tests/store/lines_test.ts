import assert from "node:assert/strict";
import fc from "fast-check";
import { IncompleteError } from "../../core/errors.ts";
import { isBlank, lineText, readLines } from "../../store/lines.ts";
import { tempFolder } from "../cli/run.ts";

/** Largest line with its line feed. */
const LIMIT = 4_194_304;

async function linesOf(content: string | Uint8Array): Promise<string[]> {
  await using folder = await tempFolder();
  const path = await folder.write("j.jsonl", content);
  using file = await Deno.open(path);
  const shown: string[] = [];
  // A line is valid until the next one is asked for.
  for (const { number, bytes, ended } of readLines(file, path)) {
    shown.push(`${number}:${new TextDecoder().decode(bytes)}${ended ? "." : ""}`);
  }
  return shown;
}

Deno.test("lines are numbered, and the last may have no end", async () => {
  assert.deepEqual(await linesOf(""), []);
  assert.deepEqual(await linesOf("a\n\nb\r\nc"), ["1:a.", "2:.", "3:b\r.", "4:c"]);
  assert.deepEqual(await linesOf("\n"), ["1:."]);
});

Deno.test("lines come whole however the file is read", async () => {
  const line = fc.integer({ min: 0, max: 150_000 }).map((length) => "x".repeat(length));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 4 }), async (lines) => {
      const expected = lines.map((text, index) => `${index + 1}:${text}.`);
      assert.deepEqual(await linesOf(lines.map((text) => `${text}\n`).join("")), expected);
    }),
    { numRuns: 20 },
  );
});

Deno.test("a line of 4 MiB with its end is read, a longer one is an error with its place", async () => {
  const filled = (length: number) => "x".repeat(length);
  assert.equal((await linesOf(`${filled(LIMIT - 1)}\nb`)).length, 2);
  assert.equal((await linesOf(filled(LIMIT))).length, 1);
  for (const content of [`a\n${filled(LIMIT)}\n`, `a\n${filled(LIMIT + 1)}`]) {
    await assert.rejects(linesOf(content), (error: Error) => {
      assert.ok(error instanceof IncompleteError);
      assert.match(error.message, /\/j\.jsonl line 2 is longer than 4 MiB$/);
      return true;
    });
  }
});

Deno.test("text is strict UTF-8, and a byte-order mark stays", () => {
  const encode = (text: string) => new TextEncoder().encode(text);
  assert.equal(lineText(encode("é")), "é");
  assert.equal(lineText(encode("\ufeff{}")), "\ufeff{}");
  assert.equal(lineText(Uint8Array.of(0x22, 0xff, 0x22)), null);
  assert.equal(lineText(Uint8Array.of(0xed, 0xa0, 0x80)), null);
});

Deno.test("blank lines hold spaces at most", () => {
  for (const text of ["", " ", "\t \r"]) assert.ok(isBlank(text));
  for (const text of ["{}", " x", "\u00a0", "\ufeff", "\u000b"]) assert.ok(!isBlank(text));
});
