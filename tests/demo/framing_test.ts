import assert from "node:assert/strict";
import fc from "fast-check";
import { readFrame } from "../../demo/frames.ts";
import { readLines } from "../../demo/wire.ts";
import { call, framesOf, request, runDemo, startDemo } from "./client.ts";

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const PONG = '{"jsonrpc":"2.0","id":1,"result":{}}\n';

Deno.test("blank lines and lines that are not JSON are skipped", async () => {
  const noise = ["", "  ", "\t", "hello", "{", "NaN", '{"id":2,}', `${PING}${PING}`, "\ufeff{}"];
  for (const line of noise) {
    const run = await runDemo([], `${line}\n${PING}\n`);
    assert.deepEqual(run, { code: 0, stdout: PONG, stderr: "" });
  }
});

Deno.test("a line that is not UTF-8 is skipped", async () => {
  const bytes = new TextEncoder().encode(`{"id":2,"method":"ping","x":"?"}\n${PING}\n`);
  bytes[bytes.indexOf("?".charCodeAt(0))] = 0xff;
  assert.deepEqual(await runDemo([], bytes), { code: 0, stdout: PONG, stderr: "" });
});

Deno.test("white space around a message and a missing last line end do not matter", async () => {
  for (const input of [` ${PING}\r\n`, PING]) {
    assert.deepEqual(await runDemo([], input), { code: 0, stdout: PONG, stderr: "" });
  }
});

Deno.test("notifications are dropped, with an id too", async () => {
  const lines = [
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '{"jsonrpc":"2.0","method":"notifications/"}',
    '{"jsonrpc":"2.0","id":7,"method":"notifications/anything"}',
  ];
  const run = await runDemo([], [...lines, PING, ""].join("\n"));
  assert.deepEqual(run, { code: 0, stdout: PONG, stderr: "" });
});

Deno.test("what cannot be answered ends the process, after the requests before it", async () => {
  const cases = [
    "{}",
    "[]",
    `[${PING}]`,
    "5",
    '"x"',
    "true",
    "null",
    '{"method":"ping"}',
    '{"method":"notifications"}',
    '{"result":{}}',
  ];
  for (const line of cases) {
    const { code, stdout, stderr } = await runDemo([], `${PING}\n${line}\n${PING}\n`);
    assert.equal(code, 1);
    assert.equal(stdout, PONG);
    assert.match(stderr, /^mcpeval-demo: .+\n$/);
  }
});

Deno.test("a message without an id ends the process although its input stays open", async () => {
  await using demo = startDemo();
  await demo.send({ jsonrpc: "2.0", method: "ping" });
  const { code, stderr } = await demo.exited();
  assert.equal(code, 1);
  assert.match(stderr, /^mcpeval-demo: /);
});

Deno.test("an output that is closed ends the process although its input stays open", async () => {
  await using demo = startDemo();
  await demo.send(request(1, "ping"));
  await demo.next();
  await demo.closeOutput();
  await demo.send(request(2, "ping"));
  const { code, stderr } = await demo.exited();
  assert.equal(code, 1);
  assert.match(stderr, /^mcpeval-demo: /);
});

Deno.test("an id of any kind comes back exactly as it was written", async () => {
  const ids = [
    "0",
    "-5",
    "1.0",
    "1.5",
    "1e2",
    "9007199254740993",
    "18446744073709551615",
    "123456789012345678901234567890",
    '"a"',
    '""',
    '"7"',
    '"\u00fc"',
    "null",
    "true",
    "[1,2]",
    '{"id":1.0}',
  ];
  const input = ids.map((id) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`).join("");
  const { code, stdout } = await runDemo([], input);
  assert.equal(code, 0);
  assert.equal(stdout, ids.map((id) => `{"jsonrpc":"2.0","id":${id},"result":{}}\n`).join(""));
});

Deno.test("ids beyond exact doubles keep every digit in derived ids", async () => {
  const line = JSON.stringify(call(0, "sampled_read")).replace('"id":0', '"id":9007199254740993');
  const { stdout } = await runDemo([], `${line}\n`);
  assert.match(stdout, /"id":9007199254741093,"method":"sampling\/createMessage"/);
  assert.match(stdout, /"id":9007199254740993,"result"/);
});

Deno.test("a message of a mebibyte is served", async () => {
  const city = "x".repeat(1024 * 1024);
  const { stdout } = await runDemo([], `${JSON.stringify(call(1, "report_weather", { city }))}\n`);
  const [frame] = framesOf(stdout);
  const { content } = frame?.result as { content: [{ text: string }] };
  assert.equal(content[0].text.length, "weather for ".length + 1024 * 1024);
});

Deno.test("a client may send everything before it reads the first answer", async () => {
  await using demo = startDemo();
  const count = 20_000; // More than the pipes of both directions hold.
  for (let id = 0; id < count; id += 1) await demo.send(request(id, "ping"));
  for (let id = 0; id < count; id += 1) assert.equal((await demo.next()).id, id);
});

Deno.test("lines are the same however the bytes are cut", async () => {
  await fc.assert(fc.asyncProperty(
    fc.array(fc.array(fc.constantFrom(10, 13, 97, 195, 188), { minLength: 1, maxLength: 12 })),
    async (chunks) => {
      const queue = chunks.map((chunk) => Uint8Array.from(chunk));
      const source = {
        read(buffer: Uint8Array): Promise<number | null> {
          const chunk = queue.shift();
          if (chunk === undefined) return Promise.resolve(null);
          buffer.set(chunk);
          return Promise.resolve(chunk.length);
        },
      };
      const lines: string[] = [];
      for await (const line of readLines(source)) lines.push([...line].join());
      const expected: number[][] = [[]];
      for (const byte of chunks.flat()) {
        if (byte === 10) expected.push([]);
        else expected.at(-1)?.push(byte);
      }
      assert.deepEqual(lines, expected.map((line) => line.join()));
    },
  ));
});

Deno.test("reading a line never throws, and a request keeps its id", () => {
  const encoder = new TextEncoder();
  fc.assert(fc.property(fc.uint8Array(), (bytes) => {
    readFrame(bytes);
  }));
  fc.assert(fc.property(fc.json(), fc.jsonValue(), (id, params) => {
    const text = `{"method":"m","params":${JSON.stringify(params)},"id":${id}}`;
    const frame = readFrame(encoder.encode(text));
    assert.equal(frame?.kind, "request");
    assert.deepEqual(JSON.parse(frame.id), JSON.parse(id));
  }));
});
