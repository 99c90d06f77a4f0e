import assert from "node:assert/strict";
import { type Message, readFrame } from "../../shim/message.ts";
import { openPairing, type Pairing } from "../../shim/pairing.ts";
import { urlClass } from "../../core/capture/url-class.ts";

const salt = Uint8Array.from({ length: 32 }, (_, index) => index);
const open = () => openPairing({ enums: new Map(), salt, urlClass });

function frame(members: object): Message {
  const message = readFrame(JSON.stringify({ jsonrpc: "2.0", ...members }));
  assert.ok(message !== null);
  return message;
}

/** A request goes to the server; the shim took a millisecond for it. */
function ask(pairing: Pairing, members: object, readAt = 0, weight = 100): void {
  const message = frame(members);
  assert.ok(message.kind === "request");
  pairing.request(message, readAt, weight)(1);
}

/** The call that a response ends. */
function answer(pairing: Pairing, members: object, readAt = 0) {
  const message = frame(members);
  assert.ok(message.kind === "result" || message.kind === "error");
  return pairing.response(message, readAt);
}

/** Outcome of a request whose response has the given members. */
function fate(method: string, members: object) {
  const pairing = open();
  ask(pairing, { id: 1, method });
  const paired = answer(pairing, { id: 1, ...members });
  assert.ok(paired !== null && paired !== "unparsed");
  const { outcome, error } = paired.call;
  return error === undefined ? outcome : { outcome, error };
}

Deno.test("a response meets its request by type and text of the id", () => {
  const pairing = open();
  ask(pairing, { id: 7, method: "a" }, 10);
  ask(pairing, { id: "7", method: "b" }, 20);
  assert.equal(answer(pairing, { id: 8, result: {} }), null);
  assert.deepEqual(answer(pairing, { id: "7", result: {} }, 25), {
    call: { method: "b", latencyMs: 5, outcome: "ok" },
    requestMs: 1,
  });
  assert.deepEqual(answer(pairing, { id: 7, result: {} }, 25), {
    call: { method: "a", latencyMs: 15, outcome: "ok" },
    requestMs: 1,
  });
  assert.equal(answer(pairing, { id: 7, result: {} }), null, "it was answered");
});

Deno.test("a second request under an id takes the place of the first", () => {
  const pairing = open();
  ask(pairing, { id: 1, method: "a" });
  ask(pairing, { id: 1, method: "b" });
  const paired = answer(pairing, { id: 1, result: {} });
  assert.ok(paired !== null && paired !== "unparsed");
  assert.equal(paired.call.method, "b");
  assert.equal(answer(pairing, { id: 1, result: {} }), null);
});

Deno.test("tool and arguments are kept of any method, as a name and a shape", () => {
  const described = (params: unknown) => {
    const pairing = open();
    ask(pairing, { id: 1, method: "prompts/get", params });
    const paired = answer(pairing, { id: 1, result: {} });
    assert.ok(paired !== null && paired !== "unparsed");
    const { tool, args } = paired.call;
    return { tool, args };
  };
  assert.deepEqual(described({ name: "a.b", arguments: { x: "https://a.example.com/" } }), {
    tool: "a.b",
    args: { x: "url:example.com" },
  });
  assert.deepEqual(described({ name: "a b", arguments: null }), { tool: "unlisted", args: "null" });
  assert.deepEqual(described({ name: 5 }), { tool: undefined, args: undefined });
  assert.deepEqual(described([{ name: "a" }]), { tool: undefined, args: undefined });
});

Deno.test("what a listing teaches holds for the calls after it", () => {
  const pairing = open();
  const call = (id: number) =>
    ask(pairing, { id, method: "tools/call", params: { name: "t", arguments: { a: "x" } } });
  const argsOf = (id: number) => {
    const paired = answer(pairing, { id, result: {} });
    return paired !== null && paired !== "unparsed" ? paired.call.args : null;
  };
  call(1);
  ask(pairing, { id: 2, method: "tools/list" });
  const tools = [{ name: "t", inputSchema: { properties: { a: { enum: ["x"] } } } }];
  answer(pairing, { id: 2, result: { tools } });
  call(3);
  assert.deepEqual(argsOf(1), { a: "str<8" });
  assert.deepEqual(argsOf(3), { a: "enum:x" });
});

Deno.test("a listing that cannot be read leaves its request waiting", () => {
  const pairing = open();
  ask(pairing, { id: 1, method: "tools/list" });
  const result = readFrame('{"jsonrpc":"2.0","id":1,"result":{"tools":"\\ud800"}}');
  assert.ok(result?.kind === "result");
  assert.equal(pairing.response(result, 0), "unparsed");
  assert.notEqual(answer(pairing, { id: 1, result: {} }), null);
});

Deno.test("outcomes of tool calls", () => {
  assert.equal(fate("tools/call", { result: {} }), "ok");
  assert.equal(fate("tools/call", { result: { isError: false } }), "ok");
  assert.equal(fate("tools/call", { result: null }), "unknown");
  assert.equal(fate("tools/call", { result: [] }), "unknown");
  assert.equal(fate("tools/call", { result: { isError: "true" } }), "unknown");
  assert.equal(fate("tools/call", { result: { isError: null } }), "unknown");
  assert.equal(fate("tools/call", { result: { resultType: "input_required" } }), "unknown");
  assert.equal(fate("tools/call", { result: { resultType: "task" } }), "unknown");
  assert.equal(fate("tools/call", { result: { resultType: "complete" } }), "ok");
  assert.deepEqual(fate("tools/call", { result: { isError: true, resultType: "task" } }), {
    outcome: "error",
    error: { code: "tool-error" },
  });
  const content = [{ type: "text", text: "Job 42 failed at /srv/data/in.csv" }];
  assert.deepEqual(fate("tools/call", { result: { isError: true, content } }), {
    outcome: "error",
    error: { code: "tool-error", template: "{message}", template_id: "e6fddbf31ceca3a7" },
  });
});

Deno.test("outcomes of other methods", () => {
  assert.equal(fate("ping", { result: null }), "ok");
  assert.equal(fate("ping", { result: { isError: "true" } }), "ok");
  assert.equal(fate("prompts/get", { result: { resultType: "input_required" } }), "unknown");
  assert.deepEqual(fate("ping", { result: { isError: true } }), {
    outcome: "error",
    error: { code: "tool-error" },
  });
  const error = { code: -32000, message: 'No row for "Ann Lee" (id=7)', retryable: true };
  assert.deepEqual(fate("ping", { error }), {
    outcome: "error",
    error: {
      code: -32000,
      retryable: true,
      template: "{message}",
      template_id: "4e3d7d877552b54f",
    },
  });
});

Deno.test("nobody waits for the response to a cancelled request, but one that comes ends its call", async () => {
  const pairing = open();
  const cancel = (requestId: unknown) => {
    const message = frame({ method: "notifications/cancelled", params: { requestId } });
    assert.ok(message.kind === "notification");
    if (message.cancels !== undefined) pairing.cancel(message.cancels);
  };
  ask(pairing, { id: 1, method: "a" });
  ask(pairing, { id: "1", method: "b" });
  cancel("2");
  cancel(null);
  cancel(1);
  let told = false;
  const answered = pairing.answered().then(() => {
    told = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 1));
  assert.equal(told, false, "the other is owed");
  cancel("1");
  await answered;
  assert.notEqual(answer(pairing, { id: 1, result: {} }), null);
  // The same id may be used again.
  ask(pairing, { id: 1, method: "a" });
  const again = pairing.answered();
  answer(pairing, { id: 1, result: {} });
  await again;
});

Deno.test("it is told when no response is owed any more", async () => {
  const pairing = open();
  await pairing.answered();
  ask(pairing, { id: 1, method: "a" });
  ask(pairing, { id: 2, method: "a" });
  let answered = false;
  const waited = pairing.answered().then(() => {
    answered = true;
  });
  answer(pairing, { id: 1, result: {} });
  await Promise.resolve();
  assert.equal(answered, false);
  answer(pairing, { id: 2, result: {} });
  await waited;
});

Deno.test("of requests that are never answered, the oldest are forgotten at 64 MiB", () => {
  const pairing = open();
  const mebibytes4 = 4_194_304;
  for (let id = 1; id <= 20; id++) ask(pairing, { id, method: "a" }, 0, mebibytes4);
  const kept = [...Array(20).keys()].map((index) => index + 1)
    .filter((id) => answer(pairing, { id, result: {} }) !== null);
  assert.deepEqual(kept, [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
});
