import assert from "node:assert/strict";
import fc from "fast-check";
import { readEvents } from "../../core/mcp/event-stream.ts";
import type { Chunk } from "../../core/mcp/http-body.ts";

const encoder = new TextEncoder();

async function* chunksOf(
  bytes: Uint8Array<ArrayBuffer>,
  cuts: readonly number[],
): AsyncGenerator<Chunk> {
  let start = 0;
  for (const end of [...cuts, bytes.length]) {
    yield { bytes: bytes.slice(start, end), at: end };
    await Promise.resolve();
    start = end;
  }
}

/** The data of all events of a stream that comes in one piece, or cut at these places. */
async function dataOf(stream: string, cuts: readonly number[] = []): Promise<string[]> {
  const data: string[] = [];
  for await (const event of readEvents(chunksOf(encoder.encode(stream), cuts))) {
    data.push(event.data);
  }
  return data;
}

Deno.test("what is and what is not an event with a message", async () => {
  const streams: [string, string[]][] = [
    ["", []],
    ["data: a\n\n", ["a"]],
    ["data:a\n\ndata:  b\n\n", ["a", " b"]],
    ["data: a\ndata: b\ndata:\n\n", ["a\nb\n"]],
    ["data\n\ndata:\n\ndata: \n\ndata: x\n\n", ["x"]],
    [": comment\n\n:\n\ndata: a\n: in between\ndata: b\n\n", ["a\nb"]],
    ["id: 7\nretry: 10\nevent: message\ndata: a\n\n", ["a"]],
    ["event: ping\ndata: 2026\n\ndata: a\n\n", ["a"]],
    ["event: ping\n\ndata: a\n\n", ["a"]],
    ["retry: soon\nunknown: x\nnonsense\ndata: a\n\n", ["a"]],
    ["data: a\r\n\r\ndata: b\r\rdata: c\n\n", ["a", "b", "c"]],
    ["\ufeffdata: a\n\n", ["a"]],
    ["\n\n\ndata: a\n\n\n\n", ["a"]],
    [" data: no\ndata: a\n\n", ["a"]],
    ["data: the last one\n", ["the last one"]],
    ["data: the last one", ["the last one"]],
  ];
  for (const [stream, expected] of streams) {
    assert.deepEqual(await dataOf(stream), expected, JSON.stringify(stream));
  }
});

Deno.test("events are the same however the stream is cut and whatever ends its lines", async () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "é", "🐎", " ", ":", "{", '"'),
    minLength: 1,
  });
  const events = fc.array(fc.array(text, { minLength: 1, maxLength: 3 }), { maxLength: 5 });
  const noise = fc.constantFrom("", ": keep-alive", "id: 5", "retry: 100", "event: message");
  await fc.assert(
    fc.asyncProperty(
      events,
      noise,
      fc.constantFrom("\n", "\r", "\r\n"),
      fc.array(fc.nat(), { maxLength: 20 }),
      async (events, noise, end, cuts) => {
        const lines = events.flatMap((data) => [noise, ...data.map((line) => `data: ${line}`), ""]);
        const stream = lines.filter((line, at) => line !== "" || lines[at - 1] !== "")
          .map((line) => line + end).join("");
        const { length } = encoder.encode(stream);
        const sorted = cuts.map((cut) => cut % (length + 1)).sort((a, b) => a - b);
        const expected = events.map((data) => data.join("\n")).filter((data) => data.trim() !== "");
        assert.deepEqual(await dataOf(stream, sorted), expected);
      },
    ),
  );
});

Deno.test("an event is there as soon as its blank line is, CR only too", async () => {
  for (const end of ["\n", "\r", "\r\n"]) {
    let waits = false;
    const chunks = async function* (): AsyncGenerator<Chunk> {
      yield { bytes: encoder.encode(`data: a${end}${end}`), at: 42 };
      waits = true;
      await new Promise(() => {}); // and then nothing more comes
    };
    const { value } = await readEvents(chunks()).next();
    assert.deepEqual([value, waits], [{ data: "a", at: 42 }, false], JSON.stringify(end));
  }
});

Deno.test("bytes that are not UTF-8 are a fault", async () => {
  const bad = [[0x64, 0xff], [0xc3, 0x28], [0xf0, 0x9f]];
  for (const bytes of bad) {
    const events = readEvents(chunksOf(Uint8Array.from(bytes), [1]));
    await assert.rejects(events.next(), {
      label: "transport-error",
      message: "the server's event stream is not UTF-8",
    });
  }
});

Deno.test("an event of 8 MiB is read, a larger one is a fault", async () => {
  const data = (length: number) => `data: ${"x".repeat(length)}\n\n`;
  const largest = 8_388_608 - "data: ".length;
  const [event] = await dataOf(data(largest), [8_388_608]);
  assert.equal(event?.length, largest);
  await assert.rejects(dataOf(data(largest + 1), [8_388_609]), {
    label: "transport-error",
    message: "the server sent an event of more than 8 MiB",
  });
});
