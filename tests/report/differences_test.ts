/** The page of differences: each row names a test, and the test is there. */

import assert from "node:assert/strict";

const page = await Deno.readTextFile(new URL("../../docs/differences.md", import.meta.url));
const rows = page.split("\n").filter((line) => line.startsWith("| ")).slice(2)
  .map((line) => line.slice(2, -2).split(/(?<!\\)\|/).map((cell) => cell.trim()));

Deno.test("each difference names what is here and the test that holds it", async () => {
  assert.ok(rows.length > 60);
  assert.equal(new Set(rows.map(([topic]) => topic)).size, rows.length);
  for (const row of rows) {
    const [topic = "", , here = "", test = "", ...more] = row;
    assert.deepEqual([topic === "", here === "", more], [false, false, []], topic);
    const [, file = "", title = ""] = /^`([^`]+_test\.ts)`: (.{7,})$/.exec(test) ?? [];
    const source = await Deno.readTextFile(new URL(`../${file}`, import.meta.url)).catch(() => "");
    assert.ok(source.includes(title) && title !== "", `${topic}: ${test}`);
  }
});
