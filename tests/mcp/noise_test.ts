import assert from "node:assert/strict";
import { fake, faultOf, OK, open, successOf, until } from "./harness.ts";

Deno.test("text on the output is skipped and counted, never quoted", async () => {
  await using connector = open(fake("banner"));
  const session = await connector.connect();
  // A blank line, then: a banner, NaN, a trailing comma, an array, a log record, bad UTF-8.
  assert.deepEqual({ ...connector.noise }, { lines: 6, first: 2 });
  const write = ["debug secret", '{"jsonrpc":"2.0","id":ID,"result":{"n":1E400}}', "7", '"x"', "["];
  const outcome = await session.call(OK, {
    write: [...write, '{"jsonrpc":"2.0","id":ID,"result":{"real":true}}'],
  });
  assert.deepEqual(successOf(outcome), { real: true });
  assert.deepEqual({ ...connector.noise }, { lines: 10, first: 2 });
  assert.equal(connector.strays, 0);
});

Deno.test("a message beyond what is read is skipped and told apart from text", async () => {
  const nested = (depth: number) =>
    `{"jsonrpc":"2.0","id":ID,"result":{"a":${"[".repeat(depth - 2)}${"]".repeat(depth - 2)}}}`;
  const beyond: [message: string, problem: string][] = [
    [nested(128), "nesting is deeper than 127 containers"],
    ['{"jsonrpc":"2.0","id":ID,"result":{"n":1E400}}', "a number is out of range"],
    ['{"jsonrpc":"2.0","id":ID,"result":{"s":"\\ud800"}}', "a string holds a lone surrogate"],
  ];
  for (const [message, problem] of beyond) {
    await using connector = open(fake());
    const session = await connector.connect();
    const outcome = await session.call(OK, { write: [message, "text", message, nested(127)] });
    assert.ok("a" in successOf(outcome));
    assert.deepEqual(
      { noise: { ...connector.noise }, unread: { ...connector.unread } },
      { noise: { lines: 1, first: 3 }, unread: { lines: 2, first: 2, problem } },
    );
  }
});

Deno.test("protocol messages of any kind are no noise", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  await session.call(OK, {
    write: [
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"1.0","log":1}',
      '{"jsonrpc":"2.0","method":"notifications/message"}',
      '{"jsonrpc":"2.0","id":ID,"result":{}}',
    ],
  });
  assert.deepEqual({ ...connector.noise }, { lines: 0, first: null });
});

Deno.test("a byte-order mark, CRLF and blank lines are tolerated", async () => {
  await using connector = open(fake("crlf"));
  const session = await connector.connect();
  assert.equal(session.revision, "2025-06-18");
  assert.equal((await session.request("ping", {})).kind, "result");
  assert.deepEqual({ ...connector.noise }, { lines: 0, first: null });
});

Deno.test("frames may come byte by byte", async () => {
  await using connector = open(fake("bytewise"));
  const session = await connector.connect();
  assert.deepEqual(session.capabilities, { experimental: { text: "příliš žluťoučký 🐎" } });
});

Deno.test("a last line without its newline counts", async () => {
  await using connector = open(fake("unterminated"));
  const session = await connector.connect();
  const reply = await session.request("ping", {});
  assert.deepEqual(reply, { kind: "result", result: { last: true } });
  await faultOf(session.request("ping", {}), "transport-closed");
});

Deno.test("a server that writes to its error stream first is not blocked", async () => {
  await using connector = open(fake("stderr"));
  assert.equal((await connector.connect()).revision, "2025-06-18");
});

Deno.test("a thousand lines of text on one connection pass, one more is a fault", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  const full = await session.call(OK, { repeat: { line: "chatter", times: 1000 }, wait: 0 });
  assert.equal(full.kind, "success");
  assert.equal(session.broken, false);
  const fault = await faultOf(session.call(OK, { write: ["more"] }), "transport-error");
  assert.equal(fault.message, "the server writes non-protocol text to its output");
  assert.equal(session.broken, true);
  assert.deepEqual({ ...connector.noise }, { lines: 1001, first: 2 });
  // The count starts again on a fresh connection.
  const fresh = await connector.connect();
  const write = ["x", '{"jsonrpc":"2.0","id":ID,"result":{}}'];
  assert.equal((await fresh.call(OK, { write })).kind, "success");
  assert.equal(connector.noise.lines, 1002);
});

Deno.test("a flood of text while nothing waits is told to the next request", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  const line = '{"jsonrpc":"2.0","id":ID,"result":{}}';
  const flood = Array(1001).fill("text");
  assert.equal((await session.call(OK, { write: [line, ...flood] })).kind, "success");
  await until(() => session.broken);
  await faultOf(session.request("ping", {}), "transport-error");
  await faultOf(session.request("ping", {}), "transport-closed");
});
