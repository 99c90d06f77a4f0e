import assert from "node:assert/strict";
import { fake, faultOf, OK, open, resultOf, until } from "./harness.ts";

const FRAME = 4_194_304;
const RESULT = '{"jsonrpc":"2.0","id":ID,"result":{}}';
const note = (length = 0) =>
  `{"jsonrpc":"2.0","method":"notifications/message","params":"${"x".repeat(length)}"}`;

Deno.test("a frame of 4 MiB is read, one byte more closes the transport", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  const text = (await resultOf(session, { frame: FRAME })).text as string;
  assert.equal(text.length, FRAME - '{"jsonrpc":"2.0","id":2,"result":{"text":""}}'.length - 1);
  const fault = await faultOf(session.call(OK, { frame: FRAME + 1 }), "transport-closed");
  assert.equal(fault.message, "the server sent a frame of more than 4 MiB");
  assert.equal(session.broken, true);
});

Deno.test("a message of 4 MiB is sent, one byte more is not, and the connection stays", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  const around = '{"id":2,"jsonrpc":"2.0","method":"tools/call","params":{"arguments":{"a":""},' +
    '"name":"ok"}}\n';
  const fits = FRAME - around.length;
  const { received } = await resultOf(session, { a: "x".repeat(fits) });
  assert.equal((received as string[]).at(-1), `${FRAME - 1}`);
  const fault = await faultOf(
    session.call(OK, { a: "x".repeat(fits + 1) }),
    "transport-closed",
  );
  assert.equal(fault.message, "the message would be larger than 4 MiB");
  assert.equal(session.broken, false);
  const after = (await resultOf(session)).received as string[];
  assert.match(after.at(-1) ?? "", /^\{"id":4,/, "the id of the unsent request is spent");
  assert.equal(after.length, 4);
});

Deno.test("128 notifications pass in one call, the 129th closes the transport", async () => {
  for (const options of [{}, { observing: true }]) {
    await using connector = open(fake());
    const session = await connector.connect();
    for (let n = 0; n < 3; n++) {
      const full = await session.call(OK, { write: [...Array(128).fill(note()), RESULT] }, options);
      assert.equal(full.kind, "success");
    }
    const over = session.call(OK, { write: [...Array(129).fill(note()), RESULT] }, options);
    await faultOf(over, "transport-closed");
    assert.equal(session.broken, true);
    await faultOf(session.request("ping", {}), "transport-closed");
  }
});

Deno.test("notifications of 4 MiB pass in one call, one byte more closes the transport", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  const length = FRAME / 4 - note().length - 1;
  assert.equal(4 * (note(length).length + 1), FRAME);
  const full = { line: note(length), times: 4 };
  assert.equal((await session.call(OK, { repeat: full })).kind, "success");
  const over = { write: [note(length + 1)], repeat: { line: note(length), times: 3 } };
  const fault = await faultOf(session.call(OK, over), "transport-closed");
  assert.equal(
    fault.message,
    "the server sent more notifications during one call than are read",
  );
});

Deno.test("notifications between calls are read and dropped, however many", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  const write = [RESULT, ...Array(500).fill(note()), "that was all"];
  assert.equal((await session.call(OK, { write })).kind, "success");
  await until(() => connector.noise.lines === 1);
  assert.equal((await session.request("ping", {})).kind, "result");
});

Deno.test("a server that asks and asks and never reads closes its transport", async () => {
  await using connector = open(fake("floods-idle"));
  const session = await connector.connect();
  await until(() => session.broken);
  const fault = await faultOf(session.request("ping", {}), "transport-closed");
  assert.equal(fault.message, "the server sent more requests than it reads answers");
});

Deno.test("a write that is not read in time is a timeout and fails the connection", async () => {
  await using connector = open(fake("deaf"));
  const session = await connector.connect({ waitMs: 400, handshakeWaitMs: 20_000 });
  const call = session.call(OK, { a: "x".repeat(1_000_000) });
  const fault = await faultOf(call, "transport-timeout");
  assert.equal(fault.message, "the server did not read its input within 0.4 s");
  assert.equal(session.broken, true);
  await faultOf(session.request("ping", {}), "transport-closed");
});

Deno.test("a reply is not lost when the server stops reading before it answers", async () => {
  const answer = (id: number) => `echo '{"jsonrpc":"2.0","id":${id},"result":{}}'`;
  const server = `read -r initialize; ${answer(1)}; read -r initialized
    head -c 1 > /dev/null; exec 0<&-; ${answer(2)}; sleep 60`;
  await using connector = open(["sh", "-c", server]);
  const session = await connector.connect();
  const reply = await session.request("ping", { pad: "x".repeat(200_000) });
  assert.equal(reply.kind, "result");
  const fault = await faultOf(session.request("ping", {}), "transport-closed");
  assert.equal(fault.message, "the server closed its input");
  assert.equal(session.broken, true);
});
