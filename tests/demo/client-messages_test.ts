import assert from "node:assert/strict";
import { answered, ask, call, errorOf, type Frame, request, startDemo } from "./client.ts";

/** Checks that a text is there and takes it out, as its wording is free. */
function withoutText(holder: Frame, key: string): Frame {
  const { [key]: text, ...rest } = holder;
  assert.ok(typeof text === "string" && text !== "");
  return rest;
}

Deno.test("sampled_read asks for a model message ahead of its result", async () => {
  const [sent, answer, ...rest] = await ask([], [call(7, "sampled_read")]);
  const { params, ...envelope } = sent ?? {};
  assert.deepEqual(envelope, { jsonrpc: "2.0", id: 107, method: "sampling/createMessage" });
  const { messages, ...limits } = params as { messages: Frame[] };
  assert.deepEqual(limits, { maxTokens: 16 });
  assert.equal(messages.length, 1);
  assert.equal(messages[0]?.role, "user");
  assert.deepEqual(withoutText(messages[0]?.content as Frame, "text"), { type: "text" });
  assert.deepEqual(answer, answered(7, "sampled", { ok: true }));
  assert.deepEqual(rest, []);
});

Deno.test("elicited_read asks for a confirmation ahead of its result", async () => {
  const [sent, answer, ...rest] = await ask([], [call(0, "elicited_read")]);
  const { params, ...envelope } = sent ?? {};
  assert.deepEqual(envelope, { jsonrpc: "2.0", id: 100, method: "elicitation/create" });
  assert.deepEqual(withoutText(params as Frame, "message"), {
    requestedSchema: { type: "object", properties: { confirm: { type: "boolean" } } },
  });
  assert.deepEqual(answer, answered(0, "elicited", { ok: true }));
  assert.deepEqual(rest, []);
});

Deno.test("publish_status announces the change ahead of its result", async () => {
  assert.deepEqual(await ask([], [call(3, "publish_status")]), [
    {
      jsonrpc: "2.0",
      method: "notifications/resources/updated",
      params: { uri: "demo://status" },
    },
    answered(3, "published", { published: true }),
  ]);
});

Deno.test("calls whose id is no counting integer succeed without a message of ours", async () => {
  const tools = [
    ["sampled_read", "sampled", { ok: true }],
    ["elicited_read", "elicited", { ok: true }],
    ["publish_status", "published", { published: true }],
  ] as const;
  for (const [tool, text, structured] of tools) {
    const ids = ["a", "7", "", null, 1.5, -5, true, [1]];
    assert.deepEqual(
      await ask([], ids.map((id) => call(id, tool))),
      ids.map((id) => answered(id, text, structured)),
    );
  }
});

Deno.test("the call is answered at once, and the client's answer is taken in silence", async () => {
  await using demo = startDemo();
  await demo.send(call(7, "sampled_read"));
  assert.equal((await demo.next()).id, 107);
  assert.equal((await demo.next()).id, 7);
  await demo.send({ jsonrpc: "2.0", id: 107, result: { role: "assistant" } });
  await demo.send(request(8, "ping"));
  assert.deepEqual(await demo.next(), { jsonrpc: "2.0", id: 8, result: {} });
});

Deno.test("answers are expected once under either distance, results and errors alike", async () => {
  for (const tool of ["sampled_read", "elicited_read"]) {
    const frames = await ask([], [
      call(7, tool),
      { jsonrpc: "2.0", id: 107, error: { code: -32601, message: "no" } },
      { jsonrpc: "2.0", id: 1007, result: {} },
      { jsonrpc: "2.0", id: 107, result: {} },
      { jsonrpc: "2.0", id: 1007, result: {} },
      { jsonrpc: "2.0", id: "107", result: {} },
    ]);
    assert.deepEqual(frames.map((frame) => frame.id), [107, 7, 107, 1007, "107"]);
    for (const frame of frames.slice(2)) {
      assert.deepEqual(errorOf(frame), { code: -32601, retryable: false });
    }
  }
});

Deno.test("a request of the client under an awaited id is served as a request", async () => {
  const frames = await ask([], [
    call(7, "sampled_read"),
    request(107, "ping"),
    { jsonrpc: "2.0", id: 107, result: {} },
    request(8, "ping"),
  ]);
  assert.deepEqual(frames.slice(2), [
    { jsonrpc: "2.0", id: 107, result: {} },
    { jsonrpc: "2.0", id: 8, result: {} },
  ]);
});
