import assert from "node:assert/strict";
import { ask, errorOf, type Frame, request } from "./client.ts";

/** Sends one request to a clean server and returns its only answer. */
async function only(method: string, params?: Frame): Promise<Frame> {
  const [frame, ...rest] = await ask([], [request(1, method, params)]);
  assert.ok(frame);
  assert.deepEqual(rest, []);
  return frame;
}

const result = (value: Frame) => ({ jsonrpc: "2.0", id: 1, result: value });

Deno.test("initialize answers the one revision, whatever was offered", async () => {
  const expected = result({
    protocolVersion: "2025-06-18",
    capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {} },
    serverInfo: { name: "mcpeval-demo", version: "0.9.0" },
  });
  assert.deepEqual(await only("initialize", { protocolVersion: "1999-01-01" }), expected);
  assert.deepEqual(await only("initialize"), expected);
});

Deno.test("ping and subscriptions are acknowledged", async () => {
  assert.deepEqual(await only("ping"), result({}));
  assert.deepEqual(await only("resources/subscribe", { uri: "any:thing" }), result({}));
  assert.deepEqual(await only("resources/unsubscribe"), result({}));
});

Deno.test("one resource is listed and can be read", async () => {
  assert.deepEqual(
    await only("resources/list"),
    result({ resources: [{ uri: "demo://status", name: "status" }] }),
  );
  assert.deepEqual(
    await only("resources/read", { uri: "demo://status" }),
    result({ contents: [{ uri: "demo://status", text: "ready" }] }),
  );
});

Deno.test("another resource does not exist", async () => {
  const expected = { code: -32012, retryable: false };
  assert.deepEqual(errorOf(await only("resources/read", { uri: "demo://other" })), expected);
  assert.deepEqual(errorOf(await only("resources/read")), expected);
});

Deno.test("one prompt is listed, with one optional argument", async () => {
  const { prompts } = (await only("prompts/list")).result as { prompts: Frame[] };
  assert.equal(prompts.length, 1);
  const { description, arguments: args, ...prompt } = prompts[0] ?? {};
  assert.deepEqual(prompt, { name: "welcome" });
  assert.ok(typeof description === "string" && description !== "");
  assert.ok(Array.isArray(args) && args.length === 1);
  const { description: argumentDescription, ...argument } = args[0];
  assert.deepEqual(argument, { name: "language", required: false });
  assert.ok(typeof argumentDescription === "string" && argumentDescription !== "");
});

const WELCOME = { type: "ref/prompt", name: "welcome" };

Deno.test("completion gives the languages that begin with the value", async () => {
  const cases: readonly (readonly [value: unknown, values: readonly string[]])[] = [
    ["", ["en", "es", "fr"]],
    [undefined, ["en", "es", "fr"]],
    [4, ["en", "es", "fr"]],
    ["e", ["en", "es"]],
    ["fr", ["fr"]],
    ["E", []],
    ["fra", []],
  ];
  for (const [value, values] of cases) {
    const params = { ref: WELCOME, argument: { name: "language", value } };
    assert.deepEqual(await only("completion/complete", params), result({ completion: { values } }));
  }
});

Deno.test("completion of anything else names the argument", async () => {
  const cases: readonly (readonly [params: Frame | undefined, name: string])[] = [
    [{ ref: WELCOME, argument: { name: "tongue", value: "e" } }, '"tongue"'],
    [{ ref: { ...WELCOME, type: "ref/resource" }, argument: { name: "language" } }, '"language"'],
    [{ ref: { ...WELCOME, name: "farewell" }, argument: { name: "language" } }, '"language"'],
    [{ argument: { name: "language" } }, '"language"'],
    [undefined, '""'],
  ];
  for (const [params, name] of cases) {
    const frame = await only("completion/complete", params);
    assert.deepEqual(errorOf(frame), { code: -32602, retryable: false });
    assert.ok(String((frame.error as Frame).message).includes(name));
  }
});

Deno.test("requests that are a client's to answer are answered too", async () => {
  const { content, ...message } = (await only("sampling/createMessage")).result as Frame;
  assert.deepEqual(message, { role: "assistant", model: "demo-stub" });
  const { text, ...block } = content as Frame;
  assert.deepEqual(block, { type: "text" });
  assert.ok(typeof text === "string" && text !== "");
  assert.deepEqual(await only("elicitation/create"), result({ action: "accept" }));
});

Deno.test("other methods are unknown, and the message ends with the name", async () => {
  for (const method of ["prompts/get", "resources/templates/list", "logging/setLevel", "Ping"]) {
    const frame = await only(method, { name: "welcome" });
    assert.deepEqual(errorOf(frame), { code: -32601, retryable: false });
    assert.ok(String((frame.error as Frame).message).endsWith(method));
  }
});

Deno.test("a frame with an id but no method is an unknown method", async () => {
  const frames = await ask([], [{ id: 1 }, { id: 2, result: {} }, { id: 3, method: 5 }]);
  assert.deepEqual(frames.map((frame) => frame.id), [1, 2, 3]);
  for (const frame of frames) assert.deepEqual(errorOf(frame), { code: -32601, retryable: false });
});
