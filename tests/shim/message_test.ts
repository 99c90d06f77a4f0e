import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeFrame, type Message, readFrame, readMessages } from "../../shim/message.ts";

/** A message without what can only be called. */
function plain(message: Message | null): unknown {
  return message === null ? null : JSON.parse(JSON.stringify(message));
}

const read = (value: unknown) =>
  plain(readFrame(typeof value === "string" ? value : JSON.stringify(value)));

Deno.test("requests, notifications and responses are told apart", () => {
  assert.deepEqual(read({ jsonrpc: "2.0", id: 7, method: "a/b", params: { x: 1 } }), {
    kind: "request",
    id: "7",
    method: "a/b",
    params: { x: 1 },
  });
  assert.deepEqual(read({ jsonrpc: "2.0", id: "7", method: "a", params: [1] }), {
    kind: "request",
    id: '"7',
    method: "a",
    params: {},
  });
  assert.deepEqual(read({ jsonrpc: "2.0", method: "notifications/x", more: 1 }), {
    kind: "notification",
    method: "notifications/x",
  });
  assert.deepEqual(read({ jsonrpc: "2.0", id: 1.5, result: null }), {
    kind: "result",
    id: "1.5",
    result: null,
  });
  assert.deepEqual(read({ jsonrpc: "2.0", id: 1, error: { code: -1, message: "m", more: 2 } }), {
    kind: "error",
    id: "1",
    error: { code: -1, message: "m", more: 2 },
  });
});

Deno.test("everything else is no message", () => {
  const id = { jsonrpc: "2.0", id: 1 };
  const others: unknown[] = [
    "",
    "\r",
    "Server listening",
    '{"jsonrpc":"2.0","id":1,"method":"a",}',
    '{"jsonrpc":"2.0","id":NaN,"method":"a"}',
    '{"jsonrpc":"2.0","id":1,"method":"a"} x',
    [{ ...id, method: "a" }],
    "null",
    "5",
    { id: 1, method: "a" },
    { jsonrpc: "1.0", id: 1, method: "a" },
    id,
    { ...id, id: null, method: "a" },
    { ...id, id: true, method: "a" },
    { ...id, id: {}, method: "a" },
    { ...id, method: 5 },
    { ...id, method: "a b" },
    { ...id, method: "a//b" },
    { ...id, method: "a".repeat(129) },
    { ...id, method: "a", params: null },
    { ...id, method: "a", params: "x" },
    { ...id, method: "a", result: {} },
    { ...id, result: {}, error: { code: 1, message: "m" } },
    { ...id, result: {}, error: null },
    { ...id, error: "x" },
    { ...id, error: { code: "x", message: "m" } },
    { ...id, error: { code: 1.5, message: "m" } },
    '{"jsonrpc":"2.0","id":1,"error":{"code":1.0,"message":"m"}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":9223372036854775808,"message":"m"}}',
    { ...id, error: { code: 1 } },
    { ...id, id: null, error: { code: 1, message: "m" } },
    { jsonrpc: "2.0", result: {} },
    '{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":"\\ud800"}}',
    `{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":${"[".repeat(127)}${"]".repeat(127)}}}`,
  ];
  for (const each of others) assert.equal(read(each), null, JSON.stringify(each));
});

Deno.test("numbers of arguments and errors stay as they were written", () => {
  const request = readFrame(
    '{"jsonrpc":"2.0","id":1,"method":"a","params":{"a":1.0,"b":18446744073709551615,"c":1}}',
  );
  assert.ok(request?.kind === "request");
  const { a, b, c } = request.params;
  assert.deepEqual([a instanceof Number, b, c], [true, 18446744073709551615n, 1]);
});

Deno.test("long ids keep their digits in results, too", () => {
  const frame = (rest: string) => readFrame(`{"jsonrpc":"2.0","id":9007199254740993,${rest}}`);
  for (const rest of ['"method":"a"', '"result":{}', '"error":{"code":1,"message":"m"}']) {
    const message = frame(rest);
    assert.ok(message !== null && message.kind !== "notification");
    assert.equal(message.id, "9007199254740993");
  }
});

/** JSON that `parseJson` refuses: half a character, no finite number, too many levels. */
const INEXACT = ['"\\ud800"', "1e400", "[".repeat(200) + "]".repeat(200)];

Deno.test("what cannot be read exactly counts in a result only", () => {
  for (const json of INEXACT) {
    const frame = (rest: string) => readFrame(`{"jsonrpc":"2.0","id":1,${rest}}`);
    const message = frame(`"result":{"x":${json}}`);
    assert.ok(message?.kind === "result");
    assert.equal(message.exact(), null);
    assert.equal(frame(`"error":{"code":1,"message":"m","data":${json}}`), null);
    assert.equal(frame(`"method":"a","params":{"x":${json}}`), null);
  }
});

Deno.test("an id is a number, however that is written", () => {
  for (const id of ["7", "7.0", "70e-1"]) {
    for (const rest of ['"method":"a"', '"result":{}', '"error":{"code":1,"message":"m"}']) {
      const message = readFrame(`{"jsonrpc":"2.0","id":${id},${rest}}`);
      assert.ok(message !== null && message.kind !== "notification");
      assert.equal(message.id, "7");
    }
  }
});

Deno.test("a result is exact when that is asked for", () => {
  const message = readFrame('{"jsonrpc":"2.0","id":1,"result":{"n":1.0}}');
  assert.ok(message?.kind === "result");
  assert.deepEqual(message.result, { n: 1 });
  assert.deepEqual(message.exact(), { jsonrpc: "2.0", id: 1, result: { n: Object(1) } });
  const deep = readFrame(
    `{"jsonrpc":"2.0","id":1,"result":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
  );
  assert.ok(deep?.kind === "result");
  assert.equal(deep.exact(), null);
});

Deno.test("HTTP: members decide, arrays hold several messages, other JSON holds none", () => {
  const messages = (value: unknown) => readMessages(JSON.stringify(value))?.map(plain) ?? null;
  assert.deepEqual(messages({ id: 1, method: "a b" }), [
    { kind: "request", id: "1", method: "a b", params: {} },
  ]);
  assert.deepEqual(messages([{ method: "a" }, { id: 2, result: 1 }, { id: 3, error: "x" }, 4]), [
    { kind: "notification", method: "a" },
    { kind: "result", id: "2", result: 1 },
    { kind: "error", id: "3", error: "x" },
  ]);
  assert.deepEqual(messages({ id: null, result: {} }), []);
  assert.deepEqual(messages("text"), []);
  assert.equal(readMessages("no JSON"), null);
  assert.equal(readMessages(""), null);
});

Deno.test("only the first frame may begin with a byte-order mark; other bytes are no text", () => {
  const bytes = new TextEncoder().encode("\ufeff{}");
  assert.equal(decodeFrame(bytes, true), "{}");
  assert.equal(decodeFrame(bytes, false), "\ufeff{}");
  assert.equal(decodeFrame(new Uint8Array([0x7b, 0xff, 0x7d]), true), null);
});

Deno.test("no text makes reading fail", () => {
  const almost = fc.json().map((json) => `{"jsonrpc":"2.0","id":1,"result":${json}}`);
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json(), almost), (text) => {
    const message = readFrame(text);
    if (message?.kind === "result") message.exact();
    readMessages(text);
  }));
});
