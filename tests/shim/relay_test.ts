import assert from "node:assert/strict";
import fc from "fast-check";
import { type Ending, relayFrames } from "../../shim/relay.ts";

const MAX = 4_194_304;
type Bytes = Uint8Array<ArrayBuffer>;

/** What came of a relay. */
interface Relayed {
  ending: Ending;
  /** Each write of the sink. */
  written: Bytes[];
  /** What the tap was given, with what it was told of it. */
  tapped: { frames: Bytes; passedOn: boolean }[];
}

/** Relays chunks through one buffer, which is overwritten by each read, as the real ones are. */
async function relay(chunks: readonly Bytes[], failAt = Infinity): Promise<Relayed> {
  const buffer = new Uint8Array(65_536);
  const rest = [...chunks];
  const written: Bytes[] = [];
  const tapped: Relayed["tapped"] = [];
  const ending = await relayFrames(
    {
      read() {
        const chunk = rest.shift();
        if (chunk === undefined) return Promise.resolve(null);
        buffer.fill(0);
        buffer.set(chunk);
        return Promise.resolve(buffer.subarray(0, chunk.length));
      },
    },
    {
      write(bytes) {
        if (written.length >= failAt) return Promise.reject(new Error("broken"));
        written.push(bytes.slice());
        return Promise.resolve();
      },
    },
    {
      admit: (frames) => (passedOn) => {
        tapped.push({ frames: new Uint8Array(frames), passedOn });
        return null;
      },
    },
  );
  return { ending, written, tapped };
}

function joined(parts: readonly Bytes[]): number[] {
  return parts.flatMap((part) => [...part]);
}

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("whatever is split wherever arrives unchanged, and the tap sees the same", async () => {
  const byte = fc.oneof(fc.constant(0x0a), fc.integer({ min: 0, max: 255 }));
  const chunk = fc.array(byte, { maxLength: 40 }).map((all) => new Uint8Array(all));
  await fc.assert(fc.asyncProperty(fc.array(chunk, { maxLength: 30 }), async (chunks) => {
    const { ending, written, tapped } = await relay(chunks);
    assert.equal(ending, "end");
    assert.deepEqual(joined(written), joined(chunks));
    assert.deepEqual(joined(tapped.map(({ frames }) => frames)), joined(chunks));
    // Only the last write may hold an unterminated frame.
    for (const part of written.slice(0, -1)) assert.equal(part.at(-1), 0x0a);
  }));
});

Deno.test("whole frames pass as soon as they are there, a part waits for its end", async () => {
  const { written } = await relay(["a\nb\nc", "d", "e\n", "f"].map(bytes));
  assert.deepEqual(written.map((part) => new TextDecoder().decode(part)), ["a\nb\n", "cde\n", "f"]);
});

/** A frame of so many bytes without a newline, in chunks of 64 KiB. */
function long(length: number, end: string): Bytes[] {
  const chunks: Bytes[] = [];
  for (let left = length; left > 0; left -= 65_536) {
    chunks.push(new Uint8Array(Math.min(left, 65_536)).fill(0x78));
  }
  return [...chunks, bytes(end)];
}

Deno.test("a frame of 4 MiB passes, newline included; one byte more ends the relay", async () => {
  const fits = await relay(long(MAX - 1, "\n"));
  assert.deepEqual([fits.ending, fits.written.map(({ length }) => length)], ["end", [MAX]]);
  const last = await relay(long(MAX, ""));
  assert.deepEqual([last.ending, last.written.map(({ length }) => length)], ["end", [MAX]]);
  for (const chunks of [long(MAX, "\n"), long(MAX + 1, ""), long(MAX, "x\nnext\n")]) {
    const over = await relay([bytes("before\n"), ...chunks]);
    assert.equal(over.ending, "frame-too-long");
    assert.deepEqual(over.written, [bytes("before\n")]);
  }
});

Deno.test("what could not be passed on is told to the tap, and ends the relay", async () => {
  const { ending, tapped } = await relay(["a\n", "b\n", "c\n"].map(bytes), 1);
  assert.equal(ending, "write-failed");
  assert.deepEqual(tapped.map(({ passedOn }) => passedOn), [true, false]);
});

Deno.test("a source that fails ends the relay", async () => {
  const ending = await relayFrames(
    { read: () => Promise.reject(new Error("broken")) },
    { write: () => Promise.resolve() },
    { admit: () => () => null },
  );
  assert.equal(ending, "read-failed");
});
