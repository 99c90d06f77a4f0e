import assert from "node:assert/strict";
import {
  encodeAnswer,
  encodeNotification,
  encodeRequest,
  isOurId,
  readReply,
  rejectsFrame,
  sortMessage,
} from "../../core/mcp/envelope.ts";
import { type JsonObject, parseJson } from "../../core/mcp/json.ts";

const parse = (text: string) => parseJson(text) as JsonObject;

Deno.test("a message is sorted by its members", () => {
  const kinds = [
    ['{"id":1,"result":{}}', "reply"],
    ['{"id":1,"error":null}', "reply"],
    ['{"error":{}}', "reply"],
    ['{"id":1}', "reply"],
    ['{"id":null}', "reply"],
    ['{"id":1,"method":7}', "reply"],
    ['{"id":1,"method":"x","result":{}}', "reply"],
    ['{"id":1,"method":"x"}', "request"],
    ['{"id":null,"method":"x"}', "request"],
    ['{"method":"x"}', "notification"],
    ['{"method":"x","result":{}}', "notification"],
    ['{"id":1,"method":"notifications/x"}', "notification"],
    ["{}", "nothing"],
    ['{"method":7,"params":{}}', "nothing"],
  ] as const;
  for (const [text, kind] of kinds) assert.equal(sortMessage(parse(text)).kind, kind, text);
  assert.deepEqual(sortMessage(parse('{"id":"a","method":"m","params":[1]}')), {
    kind: "request",
    id: "a",
    method: "m",
    params: [1],
  });
});

Deno.test("a reply has exactly one of result and error", () => {
  const [both, neither] = [parse('{"result":1,"error":{}}'), parse("{}")];
  assert.deepEqual(readReply(parse('{"result":null}'), false), { kind: "result", result: null });
  assert.deepEqual(readReply(parse('{"error":null}'), false), { kind: "error", error: null });
  assert.deepEqual(readReply(both, true), { kind: "result", result: 1 });
  for (const [message, observing] of [[both, false], [neither, false], [neither, true]] as const) {
    assert.throws(() => readReply(message, observing), { name: "Fault", label: "transport-error" });
  }
});

Deno.test("what rejects a frame has one exact shape", () => {
  const frame = '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}';
  assert.equal(rejectsFrame(parse(frame)), true);
  assert.equal(rejectsFrame(parse(frame.replace("-32700", "-32600"))), true);
  const others = [
    frame.replace("-32700", "-32603"),
    frame.replace("-32700", "-32700.0"),
    frame.replace('"m"', "7"),
    frame.replace('"2.0"', '"1.0"'),
    frame.replace('"id":null,', ""),
    frame.replace("null", "3"),
    frame.replace('"error"', '"result":{},"error"'),
    '{"jsonrpc":"2.0","id":null,"error":"no"}',
  ];
  for (const text of others) assert.equal(rejectsFrame(parse(text)), false, text);
});

Deno.test("our ids are the integers from 1 to the last", () => {
  assert.deepEqual([1, 7].map((id) => isOurId(id, 7)), [true, true]);
  for (const id of [0, 8, -1, "1", null, undefined, parseJson("1.0"), 2n ** 60n]) {
    assert.equal(isOurId(id, 7), false, String(id));
  }
});

Deno.test("our messages have their keys in byte order", () => {
  assert.equal(
    encodeRequest(3, "tools/list", { b: 1, a: {} }),
    '{"id":3,"jsonrpc":"2.0","method":"tools/list","params":{"a":{},"b":1}}',
  );
  assert.equal(encodeNotification("n", {}), '{"jsonrpc":"2.0","method":"n","params":{}}');
  assert.equal(encodeAnswer("x", {}), '{"id":"x","jsonrpc":"2.0","result":{}}');
  assert.equal(
    encodeAnswer(18446744073709551615n, null),
    '{"error":{"code":-32601,"message":"method unavailable"},"id":18446744073709551615,' +
      '"jsonrpc":"2.0"}',
  );
});
