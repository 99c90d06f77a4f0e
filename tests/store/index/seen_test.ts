import assert from "node:assert/strict";
import fc from "fast-check";
import { makeSeenDigests } from "../../../store/index/seen.ts";

/** Digests of which many start alike. */
const digest = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 3 }))
  .map(([start, end]) => `${(start * 0x7ffffff).toString(16).padStart(8, "0")}${end}`);

Deno.test("a digest is new once, whatever others start like it", () => {
  fc.assert(fc.property(fc.array(digest, { maxLength: 300 }), (digests) => {
    const rows: string[] = [""];
    const seen = makeSeenDigests((row, text) => rows[row] === text);
    for (const text of digests) {
      const isNew = !rows.includes(text);
      assert.equal(seen.add(text, rows.length), isNew);
      if (isNew) rows.push(text);
    }
  }));
});

Deno.test("ten thousand digests are known again", () => {
  const hex = (number: number) =>
    ((number * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, "0");
  let asked = 0;
  const seen = makeSeenDigests((row, text) => {
    asked++;
    return hex(row) === text;
  });
  for (let row = 1; row <= 10_000; row++) assert.ok(seen.add(hex(row), row));
  assert.equal(asked, 0);
  for (let row = 1; row <= 10_000; row++) assert.ok(!seen.add(hex(row), 1));
  assert.equal(asked, 10_000);
});
