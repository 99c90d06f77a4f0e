import assert from "node:assert/strict";
import fc from "fast-check";
import { newestPoints, readHistory } from "../../core/trends/history.ts";
import { appendHistory } from "../../store/history.ts";
import { tempFolder } from "../cli/run.ts";
import { fileOf, lineOf, point, standardPoint } from "./points.ts";

const FIRST = lineOf({ ...point({ score: 1 }) });
const SECOND = lineOf({ ...point({ score: 2 }) });

function read(...chunks: Uint8Array[]) {
  return readHistory(chunks, "history.jsonl");
}

/** What a refused history says: the message, and its cause. */
function refusal(...chunks: Uint8Array[]): [string, string] {
  try {
    read(...chunks);
  } catch (error) {
    assert.ok(error instanceof Error && error.cause instanceof Error);
    assert.equal(error.name, "IncompleteError");
    return [error.message, error.cause.message];
  }
  assert.fail("the history was read");
}

const CORRUPT = "trend history is corrupt; mend or remove one line";

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

Deno.test("points come in the order of the file, blank lines are skipped", () => {
  const points = read(fileOf(FIRST, "", " \t", `${SECOND}\r`, "\r"));
  assert.deepEqual(points.map(({ score }) => score), [1, 2]);
});

Deno.test("an empty history has no points", () => {
  assert.deepEqual(read(), []);
  assert.deepEqual(read(fileOf("", "")), []);
});

Deno.test("what follows the last line feed is ignored, whatever it is", () => {
  for (const tail of [SECOND, SECOND.slice(0, 9), "oops", "\u0000", " "]) {
    assert.equal(read(fileOf(FIRST), bytes(tail)).length, 1);
  }
  assert.equal(read(fileOf(FIRST), new Uint8Array([0xff])).length, 1);
  assert.equal(read(bytes(FIRST)).length, 0);
});

Deno.test("a corrupt line is named by its number, which counts blank lines", () => {
  assert.deepEqual(refusal(fileOf(FIRST, "", "oops", SECOND)), [
    CORRUPT,
    "history.jsonl line 3: not valid JSON",
  ]);
  assert.deepEqual(refusal(fileOf(lineOf({ ...point(), score: -1 }))), [
    CORRUPT,
    "history.jsonl line 1: score must be a whole number from 0 on",
  ]);
  assert.deepEqual(refusal(fileOf(FIRST), new Uint8Array([0xff, 0x0a])), [
    CORRUPT,
    "history.jsonl line 2: it is not UTF-8",
  ]);
});

const LIMIT = 4 * 1024 * 1024;

function padded(length: number): string {
  return `${FIRST.slice(0, -1)}${" ".repeat(length - FIRST.length)}}`;
}

Deno.test("a line may have 4 MiB with its line feed", () => {
  assert.equal(read(fileOf(padded(LIMIT - 1))).length, 1);
  assert.deepEqual(refusal(fileOf(SECOND, padded(LIMIT))), [
    CORRUPT,
    "history.jsonl line 2: it is over 4 MiB",
  ]);
});

Deno.test("so may what follows the last line feed, and a blank line", () => {
  assert.equal(read(fileOf(FIRST), bytes("x".repeat(LIMIT))).length, 1);
  assert.deepEqual(refusal(fileOf(FIRST), bytes("x".repeat(LIMIT + 1))), [
    CORRUPT,
    "history.jsonl line 2: it is over 4 MiB",
  ]);
  assert.deepEqual(refusal(bytes(" ".repeat(LIMIT)), fileOf("")), [
    CORRUPT,
    "history.jsonl line 1: it is over 4 MiB",
  ]);
});

Deno.test("property: how the file is cut into pieces does not matter", () => {
  const lines = fc.array(fc.constantFrom(FIRST, SECOND, "", lineOf({ ...point({ server: "ü" }) })));
  fc.assert(
    fc.property(lines, fc.constantFrom("", "torn"), fc.array(fc.nat()), (lines, tail, cuts) => {
      const whole = new Uint8Array([...fileOf(...lines), ...bytes(tail)]);
      const places = cuts.map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b);
      const pieces = [0, ...places].map((from, index) => whole.subarray(from, places[index]));
      assert.deepEqual(read(...pieces), read(whole));
      assert.equal(read(whole).length, lines.filter((line) => line !== "").length);
    }),
  );
});

Deno.test("a buffer that is used again for the next piece does no harm", () => {
  const whole = fileOf(FIRST, SECOND, FIRST);
  function* pieces() {
    const buffer = new Uint8Array(7);
    for (let at = 0; at < whole.length; at += buffer.length) {
      const piece = whole.subarray(at, at + buffer.length);
      buffer.set(piece);
      yield buffer.subarray(0, piece.length);
    }
  }
  assert.deepEqual(readHistory(pieces(), "h").map(({ score }) => score), [1, 2, 1]);
});

Deno.test("servers come in byte order, points by time and then as in the file", () => {
  const points = [
    point({ server: "b", ts: "2", score: 1 }),
    point({ server: "a", ts: "9", score: 2 }),
    point({ server: "b", ts: "1", score: 3 }),
    point({ server: "B", ts: "1", score: 4 }),
    point({ server: "b", ts: "2", score: 5 }),
    point({ server: "\u{10000}", score: 6 }),
    point({ server: "\uffff", score: 7 }),
  ];
  const shown = newestPoints(points, 10)
    .map(({ server, points }) => [server, points.map(({ point }) => point.score)]);
  assert.deepEqual(shown, [
    ["B", [4]],
    ["a", [2]],
    ["b", [3, 1, 5]],
    ["\uffff", [7]],
    ["\u{10000}", [6]],
  ]);
});

Deno.test("the newest points are kept, and a delta is against the point that is shown before", () => {
  const points = [1, 5, 3].map((score, index) => point({ score, ts: `${index}` }));
  const shown = (last: number) =>
    newestPoints(points, last).flatMap(({ points }) =>
      points.map(({ point, delta }) => [point.score, delta])
    );
  assert.deepEqual(shown(3), [[1, null], [5, "+4"], [3, "-2"]]);
  assert.deepEqual(shown(2), [[5, null], [3, "-2"]]);
  assert.deepEqual(shown(1), [[3, null]]);
  assert.deepEqual(shown(0), []);
  assert.deepEqual(shown(Infinity), shown(3));
});

Deno.test("what a run of probe appends is read back", async () => {
  await using folder = await tempFolder();
  const path = folder.file("history.jsonl");
  const records = [standardPoint(91), standardPoint(84, { passed: false })];
  for (const record of records) {
    assert.deepEqual(await appendHistory(path, record), { ok: true, value: null });
  }
  assert.deepEqual(read(await Deno.readFile(path)), records);
});
