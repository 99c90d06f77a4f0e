import assert from "node:assert/strict";
import { answered, ask, call, errorOf, type Frame, request, runDemo } from "./client.ts";

/** The answers to tool calls on one clean server, without messages that go ahead of them. */
async function results(calls: readonly (readonly [name: string, args?: unknown])[]) {
  const frames = await ask([], calls.map(([name, args], id) => call(id, name, args)));
  return frames.filter((frame) => !("method" in frame));
}

Deno.test("describe_status tells the status in text, structure and at the top", async () => {
  assert.deepEqual(await results([["describe_status"]]), [{
    jsonrpc: "2.0",
    id: 0,
    result: {
      content: [{ type: "text", text: "status: ready" }],
      structuredContent: { status: "ready" },
      status: "ready",
    },
  }]);
});

Deno.test("simple tools give their fixed results", async () => {
  const names = ["shared_read", "sampled_read", "elicited_read", "publish_status"] as const;
  assert.deepEqual(await results(names.map((name) => [name])), [
    answered(0, "shared ok", { ok: true }),
    answered(1, "sampled", { ok: true }),
    answered(2, "elicited", { ok: true }),
    answered(3, "published", { published: true }),
  ]);
});

Deno.test("flaky_read fails twice with a retryable error and never again", async () => {
  const frames = await results(Array(4).fill(["flaky_read"]));
  assert.deepEqual(errorOf(frames[0]), { code: -32001, retryable: true });
  assert.deepEqual(errorOf(frames[1]), { code: -32001, retryable: true });
  assert.deepEqual(frames.slice(2), [
    answered(2, "recovered", { ok: true }),
    answered(3, "recovered", { ok: true }),
  ]);
});

Deno.test("the session can be broken and mended again and again", async () => {
  const frames = await results([
    ["session_status"],
    ["break_session"],
    ["session_status"],
    ["describe_status"],
    ["break_session"],
    ["recover_session"],
    ["session_status"],
    ["recover_session"],
  ]);
  assert.deepEqual(frames[0], answered(0, "healthy", { healthy: true }));
  assert.deepEqual(errorOf(frames[1]), { code: -32002, retryable: false });
  assert.deepEqual(errorOf(frames[2]), { code: -32003, retryable: false });
  assert.equal((frames[3]?.result as Frame).status, "ready");
  assert.deepEqual(errorOf(frames[4]), { code: -32002, retryable: false });
  assert.deepEqual(frames.slice(5), [
    answered(5, "recovered", { broken: false }),
    answered(6, "healthy", { healthy: true }),
    answered(7, "recovered", { broken: false }),
  ]);
});

Deno.test("report_weather writes a temperature that keeps its decimal", async () => {
  const input = JSON.stringify(call(1, "report_weather", { city: "Åre" })) + "\n";
  const { stdout } = await runDemo([], input);
  assert.match(stdout, /"temperature":21\.0[,}]/);
  assert.deepEqual(
    JSON.parse(stdout),
    answered(1, "weather for Åre", { temperature: 21, conditions: "clear" }),
  );
});

Deno.test("report_weather without a usable argument tells of an unknown place", async () => {
  const frames = await results([
    ["report_weather"],
    ["report_weather", {}],
    ["report_weather", null],
    ["report_weather", "x"],
    ["report_weather", ["x"]],
    ["report_weather", { town: 5, constructor: 5, __proto__: 5 }],
  ]);
  frames.forEach((frame, id) => {
    assert.deepEqual(
      frame,
      answered(id, "weather for unknown", { temperature: 21, conditions: "clear" }),
    );
  });
  assert.equal(frames.length, 6);
});

Deno.test("an argument of the wrong type is refused with its name and type", async () => {
  const frames = await results([
    ["shared_read", { port: "80" }],
    ["shared_read", { port: 1.5 }],
    ["shared_read", { port: null }],
    ["shared_read", { port: [1] }],
    ["report_weather", { city: 5 }],
    ["report_weather", { city: { id: 5 } }],
  ]);
  const mentions = [
    /"port".*integer/,
    /"port".*integer/,
    /"port".*integer/,
    /"port".*integer/,
    /"city".*string/,
    /"city".*string/,
  ];
  assert.equal(frames.length, 6);
  frames.forEach((frame, id) => {
    assert.deepEqual(errorOf(frame), { code: -32602, retryable: false });
    assert.match(String((frame.error as Frame).message), mentions[id] ?? /never/);
  });
});

Deno.test("an argument of the right type passes, and so does any undeclared one", async () => {
  const frames = await results([
    ["shared_read", { port: 0 }],
    ["shared_read", { port: -1, extra: "x" }],
    ["describe_status", { port: "x" }],
  ]);
  assert.deepEqual(frames[0], answered(0, "shared ok", { ok: true }));
  assert.deepEqual(frames[1], answered(1, "shared ok", { ok: true }));
  assert.ok(frames[2]?.result);
});

Deno.test("an unknown or missing tool name is an error that repeats it", async () => {
  const frames = await ask([], [
    call(0, "nope"),
    call(1, "extra_padding_tool"),
    call(2, "constructor"),
    request(3, "tools/call", { name: 5 }),
    request(4, "tools/call", {}),
    request(5, "tools/call"),
    { ...request(6, "tools/call"), params: ["describe_status"] },
  ]);
  const names = ["nope", "extra_padding_tool", "constructor", "", "", "", ""];
  assert.deepEqual(
    frames,
    names.map((name, id) => ({
      jsonrpc: "2.0",
      id,
      error: { code: -32602, message: `unknown tool ${name}`, retryable: false },
    })),
  );
});

Deno.test("the counter counts listings and well-typed calls, known or not", async () => {
  const frames = await ask([], [
    call(0, "read_counter"),
    request(1, "tools/list"),
    request(2, "ping"),
    request(3, "resources/list"),
    call(4, "nope"),
    call(5, "shared_read", { port: "x" }),
    call(6, "flaky_read"),
    call(7, "read_counter"),
    call(8, "read_counter"),
  ]);
  assert.deepEqual(frames[0], answered(0, "count=1", { count: 1 }));
  assert.deepEqual(frames[7], answered(7, "count=5", { count: 5 }));
  assert.deepEqual(frames[8], answered(8, "count=6", { count: 6 }));
});

Deno.test("every process counts for itself", async () => {
  const runs = await Promise.all([results([["read_counter"]]), results([["read_counter"]])]);
  assert.deepEqual(runs, [
    [answered(0, "count=1", { count: 1 })],
    [answered(0, "count=1", { count: 1 })],
  ]);
});
