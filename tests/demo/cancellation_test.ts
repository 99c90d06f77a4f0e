import assert from "node:assert/strict";
import { answered, ask, call, cancel, type Frame, request, startDemo } from "./client.ts";

const PONG: Frame = { jsonrpc: "2.0", id: 99, result: {} };

/** Checks the answer of `slow_read`, whose text is free. */
function assertSlowAnswer(frame: Frame | undefined, id: unknown): void {
  const { content } = frame?.result as { content: [{ text: string }] };
  assert.notEqual(content[0].text, "");
  assert.deepEqual(frame, answered(id, content[0].text, { ok: true }));
}

Deno.test("slow_read answers after its wait", async () => {
  // Only lower bounds: a busy machine adds to them but never takes away.
  for (const [args, milliseconds] of [[[], 400], [["--broken", "slow"], 2000]] as const) {
    const start = performance.now();
    const [frame] = await ask(args, [call(1, "slow_read")]);
    assertSlowAnswer(frame, 1);
    assert.ok(performance.now() - start >= milliseconds);
  }
});

Deno.test("requests wait for the slow one before them, also at the end of the input", async () => {
  const frames = await ask([], [call(1, "slow_read"), request(99, "ping")]);
  assertSlowAnswer(frames[0], 1);
  assert.deepEqual(frames.slice(1), [PONG]);
});

Deno.test("a cancelled slow_read gets no answer, and the next request is served", async () => {
  const messages = [call(1, "slow_read"), cancel(1), request(99, "ping")];
  assert.deepEqual(await ask([], messages), [PONG]);
});

Deno.test("a cancellation ends the wait instead of only hiding its answer", async () => {
  await using uncancelled = startDemo("--broken", "slow");
  await using cancelled = startDemo("--broken", "slow");
  for (const demo of [uncancelled, cancelled]) {
    await demo.send(request(0, "ping"));
    await demo.next();
  }
  await uncancelled.send(call(1, "slow_read"));
  await cancelled.send(call(1, "slow_read"));
  await cancelled.send(request(99, "ping"));
  await cancelled.send(cancel(1));
  const first = await Promise.race([uncancelled.next(), cancelled.next()]);
  assert.deepEqual(first, PONG);
});

Deno.test("a cancellation is read while an earlier call still waits", async () => {
  const messages = [call(1, "slow_read"), call(2, "slow_read"), cancel(2), request(99, "ping")];
  const frames = await ask([], messages);
  assertSlowAnswer(frames[0], 1);
  assert.deepEqual(frames.slice(1), [PONG]);
});

Deno.test("an id stays cancelled, for slow_read only", async () => {
  const frames = await ask([], [
    cancel(1),
    call(1, "slow_read"),
    call(1, "slow_read"),
    request(1, "ping"),
    call(1, "read_counter"),
  ]);
  assert.deepEqual(frames, [
    { jsonrpc: "2.0", id: 1, result: {} },
    answered(1, "count=3", { count: 3 }),
  ]);
});

Deno.test("only an unsigned integer cancels, and only the same id", async () => {
  const pairs: readonly (readonly [id: unknown, cancelled: unknown])[] = [
    [1, 2],
    [1, "1"],
    ["1", "1"],
    ["1", 1],
    [-1, -1],
    [1.5, 1.5],
    [null, null],
  ];
  for (const [id, cancelled] of pairs) {
    const frames = await ask([], [call(id, "slow_read"), cancel(cancelled), request(99, "ping")]);
    assertSlowAnswer(frames[0], id);
    assert.deepEqual(frames.slice(1), [PONG]);
  }
});

Deno.test("a cancellation without a usable id changes nothing", async () => {
  const method = "notifications/cancelled";
  const frames = await ask([], [
    { jsonrpc: "2.0", method },
    { jsonrpc: "2.0", method, params: [1] },
    { jsonrpc: "2.0", method, params: {} },
    call(1, "slow_read"),
  ]);
  assertSlowAnswer(frames[0], 1);
  assert.equal(frames.length, 1);
});

Deno.test("under cancellation a cancelled slow_read is answered all the same", async () => {
  const messages = [cancel(1), call(1, "slow_read"), cancel(1), request(99, "ping")];
  const frames = await ask(["--broken", "cancellation"], messages);
  assertSlowAnswer(frames[0], 1);
  assert.deepEqual(frames.slice(1), [PONG]);
});
