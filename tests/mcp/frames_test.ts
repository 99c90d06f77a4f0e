import assert from "node:assert/strict";
import fc from "fast-check";
import { splitLines } from "../../core/mcp/frames.ts";

/** All lines of a stream given in chunks, with their numbers; null once the limit is passed. */
function read(chunks: Uint8Array[], limit?: number): [number, string][] | null {
  const found: [number, string][] = [];
  const splitter = splitLines(limit);
  const take = (line: Uint8Array, number: number) => {
    found.push([number, new TextDecoder("latin1").decode(line)]);
  };
  for (const chunk of chunks) if (!splitter.push(chunk, take)) return null;
  splitter.end(take);
  return found;
}

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("lines are numbered, blank ones included, and the last needs no newline", () => {
  assert.deepEqual(read([bytes("a\n\n"), bytes("b\r"), bytes("\nc")]), [
    [1, "a"],
    [2, ""],
    [3, "b\r"],
    [4, "c"],
  ]);
  assert.deepEqual(read([bytes("a\n")]), [[1, "a"]]);
  assert.deepEqual(read([]), []);
});

Deno.test("a byte-order mark is dropped at the very beginning only", () => {
  const mark = [0xef, 0xbb, 0xbf];
  const stream = new Uint8Array([...mark, 0x61, 0x0a, ...mark, 0x62, 0x0a]);
  const expected = [[1, "a"], [2, "ï»¿b"]];
  assert.deepEqual(read([stream]), expected);
  assert.deepEqual(read([...stream].map((byte) => new Uint8Array([byte]))), expected);
});

Deno.test("the limit counts the newline", () => {
  const line = (length: number) => bytes("x".repeat(length));
  assert.deepEqual(read([bytes("xxx\nxxx\n")], 4), [[1, "xxx"], [2, "xxx"]]);
  assert.equal(read([bytes("xxxx\n")], 4), null);
  assert.equal(read([bytes("xx"), bytes("xx\n")], 4), null);
  assert.equal(read([bytes("xxxx")], 4), null, "no newline could fit any more");
  assert.deepEqual(read([line(4_194_303), bytes("\n")])?.[0]?.[1].length, 4_194_303);
  assert.equal(read([line(4_194_304), bytes("\n")]), null);
});

Deno.test("lines before one over the limit are handed out", () => {
  const found: number[] = [];
  const splitter = splitLines(4);
  assert.equal(splitter.push(bytes("a\nb\nxxxxxx\nc\n"), (_, number) => found.push(number)), false);
  assert.deepEqual(found, [1, 2]);
});

Deno.test("the lines do not depend on how the stream is split", () => {
  const piece = fc.constantFrom(
    "a",
    "\n",
    "\r",
    "é",
    "\u{1f40e}",
    "{}",
    "\ufeff",
    "long ".repeat(400),
  );
  fc.assert(fc.property(
    fc.array(piece, { maxLength: 30 }),
    fc.array(fc.nat(6000), { maxLength: 30 }),
    (pieces, cuts) => {
      const stream = bytes(pieces.join(""));
      const ends = [...cuts.filter((cut) => cut < stream.length), stream.length].sort((a, b) =>
        a - b
      );
      const chunks = ends.map((end, index) => stream.slice(ends[index - 1] ?? 0, end));
      assert.deepEqual(read(chunks), read([stream]));
    },
  ));
});

Deno.test("a line that comes byte by byte takes linear time", () => {
  const splitter = splitLines();
  const one = bytes("x");
  let length = 0;
  for (let n = 0; n < 4_000_000; n++) splitter.push(one, () => {});
  splitter.end((line) => length = line.length);
  assert.equal(length, 4_000_000);
});

Deno.test("the buffer of a chunk may be reused", () => {
  const splitter = splitLines();
  const chunk = bytes("ab");
  splitter.push(chunk, () => {});
  chunk.fill(0x7a);
  splitter.push(bytes("c\n"), (line) => assert.equal(new TextDecoder().decode(line), "abc"));
});
