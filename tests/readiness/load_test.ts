/** Two clients at once, and one oversized argument. */

import assert from "node:assert/strict";
import { Fault, type FaultLabel } from "../../core/mcp/faults.ts";
import type { JsonObject } from "../../core/mcp/json.ts";
import { errorReply, result, rpcError, success, toolError } from "../probes/fake-session.ts";
import {
  fakeTarget,
  listed,
  lostChecks,
  measured,
  refusal,
  type TargetScript,
} from "./fake-target.ts";

const fault = (label: FaultLabel) => new Fault(label, "fake");
const CONTENTION = "reliability.contention 0 null null reliability-contention-failed";
const PAYLOAD = "reliability.payload 0 null null reliability-payload-unhandled";
const string = (...names: string[]) => ({
  inputSchema: {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
  },
});
const isHuge = (args: JsonObject) =>
  Object.values(args).some((value) => typeof value === "string" && value.length === 1_000_000);

/** The lost checks under load and of the protocol, and the journal from the start of the load on. */
async function load(script: TargetScript): Promise<{ lost: string[]; journal: string[] }> {
  const target = fakeTarget(script);
  let start = 0;
  const onProgress = (_done: number, _total: number, label: string) => {
    if (label === "contention") start = target.journal.length;
  };
  const lost = lostChecks(await measured(target, { onProgress }));
  return {
    lost: lost.filter((line) => /^(protocol|reliability\.(contention|payload))/.test(line)),
    journal: target.journal.slice(start),
  };
}

Deno.test("contention needs a tool whose three calls succeeded, the first in the catalog", async () => {
  const { journal } = await load({
    tools: [listed("once"), listed("b"), listed("c")],
    call: (tool) => tool === "once" ? toolError() : undefined,
  });
  assert.deepEqual(journal.slice(0, 6), [
    "2 connect",
    "2 tools/list",
    "1 call b {}",
    "2 call b {}",
    "2 close",
    // No server for a later check: one that a second instance disturbs must not lose more for it.
    "1 mcpeval/unknown",
  ]);
  const none = await load({ call: () => toolError() });
  assert.deepEqual(none.lost, []);
  assert.deepEqual(none.journal.slice(0, 2), ["1 mcpeval/unknown", "1 ping"]);
});

Deno.test("contention fails when either call does", async () => {
  for (const answer of [toolError(), rpcError(), refusal()]) {
    const second = await load({ call: (_tool, _args, n) => n === 2 ? answer : undefined });
    assert.deepEqual(second.lost, [CONTENTION]);
    let calls = 0;
    const first = await load({
      call: (_tool, _args, n) => n === 1 && ++calls === 4 ? answer : undefined,
    });
    assert.deepEqual(first.lost, [CONTENTION]);
  }
});

Deno.test("a second client that cannot get ready fails contention and nothing else", async () => {
  const rows: TargetScript[] = [
    { connect: (n) => n === 2 ? fault("transport-closed") : null },
    { list: (_method, _cursor, n) => n === 2 ? errorReply() : undefined },
    { list: (_method, _cursor, n) => n === 2 ? result({ tools: [listed("other")] }) : undefined },
    { list: (_method, _cursor, n) => n === 2 ? fault("transport-timeout") : undefined },
  ];
  for (const script of rows) {
    const { lost, journal } = await load(script);
    assert.deepEqual(lost, [CONTENTION]);
    assert.ok(journal.includes("1 mcpeval/unknown"));
  }
});

Deno.test("only the loss of the first client replaces the connection", async () => {
  const second = await load({
    call: (_tool, _args, n) => n === 2 ? fault("transport-closed") : undefined,
  });
  assert.deepEqual(second.lost, [CONTENTION]);
  assert.ok(second.journal.includes("1 mcpeval/unknown"));
  let calls = 0;
  const first = await load({
    call: (_tool, _args, n) => n === 1 && ++calls === 4 ? fault("transport-timeout") : undefined,
  });
  assert.deepEqual(first.lost, [CONTENTION]);
  assert.deepEqual(first.journal.slice(2, 8), [
    "1 call a {}",
    "2 call a {}",
    "1 close",
    "3 connect",
    "2 close",
    "3 mcpeval/unknown",
  ]);
});

Deno.test("the payload goes into the first string property by name of the first steady tool", async () => {
  const rows: [JsonObject[], string | null][] = [
    [[listed("a", string("b", "B", "a"))], '{"B":'],
    [[listed("a"), listed("z", string("q")), listed("y", string("a"))], '{"q":'],
    [[listed("a", string("é", "z"))], '{"z":'],
    [[listed("a", string("\u{1f600}", "\uffee"))], '{"\uffee":'],
    [[listed("a", { inputSchema: { properties: { x: { type: ["string"] } } } })], null],
    [[listed("a", { inputSchema: { properties: { x: { type: "integer" } } } })], null],
    [[listed("a", { inputSchema: { properties: { x: true } } })], null],
    [[listed("a", { inputSchema: { properties: [] } })], null],
    [[listed("a", { inputSchema: {} })], null],
  ];
  for (const [tools, start] of rows) {
    const huge: string[] = [];
    await load({
      tools,
      call: (_, args) => {
        if (isHuge(args)) huge.push(`{"${Object.keys(args)[0]}":`);
        return undefined;
      },
    });
    assert.deepEqual(huge, start === null ? [] : [start]);
  }
});

Deno.test("a tool that failed once gets no payload", async () => {
  const { lost, journal } = await load({
    tools: [listed("a", string("s")), listed("b")],
    call: (tool) => tool === "a" ? toolError() : undefined,
  });
  assert.deepEqual(lost, []);
  assert.equal(journal.some((line) => line.includes("call a")), false);
});

Deno.test("the other arguments stay as they were", async () => {
  const inputSchema = {
    type: "object",
    properties: { n: { type: "integer" }, s: { type: "string" } },
    required: ["n", "s"],
  };
  const seen: JsonObject[] = [];
  await load({
    tools: [listed("a", { inputSchema })],
    call: (_, args) => {
      if (isHuge(args)) seen.push(args);
      return undefined;
    },
  });
  assert.deepEqual(seen.map(({ n }) => n), [1]);
  assert.deepEqual(seen.map(({ s }) => s), ["a".repeat(1_000_000)]);
});

Deno.test("any answer to the payload will do, if a ping with an object follows", async () => {
  const tools = [listed("a", string("s"))];
  for (const answer of [success(), toolError(), rpcError(-32602), rpcError(-32700)]) {
    const { lost } = await load({ tools, call: (_, args) => isHuge(args) ? answer : undefined });
    assert.deepEqual(lost, []);
  }
});

Deno.test("a server without ping loses the payload check and the ping", async () => {
  const tools = [listed("a", string("s"))];
  for (const answer of [errorReply(), result([]), result(null)]) {
    const { lost } = await load({
      tools,
      request: (method) => method === "ping" ? answer : undefined,
    });
    assert.deepEqual(lost, ["protocol.ping 0 null null protocol-ping-failed", PAYLOAD]);
  }
});

Deno.test("the payload does not reconnect: a crash also costs the next check", async () => {
  const tools = [listed("a", string("s"))];
  const crash = await load({
    tools,
    call: (_, args) => isHuge(args) ? fault("transport-closed") : undefined,
  });
  assert.deepEqual(crash.lost, [
    "protocol.unknown-method 0 null null protocol-call-failed",
    PAYLOAD,
  ]);
  assert.deepEqual(crash.journal.slice(5, 10), [
    "1 call a 1000008",
    "1 mcpeval/unknown",
    "1 close",
    "3 connect",
    "3 ping",
  ]);
  const slow = await load({
    tools,
    call: (_, args) => isHuge(args) ? fault("transport-timeout") : undefined,
  });
  assert.deepEqual(slow.lost, [PAYLOAD]);
  assert.equal(slow.journal[6], "1 mcpeval/unknown");
});

Deno.test("a ping that is lost after the payload fails it on the same connection", async () => {
  let pings = 0;
  const { lost, journal } = await load({
    tools: [listed("a", string("s"))],
    // The first ping follows the invalid arguments.
    request: (method) =>
      method === "ping" && ++pings === 2 ? fault("transport-timeout") : undefined,
  });
  assert.deepEqual(lost, [PAYLOAD]);
  assert.equal(journal[7], "1 mcpeval/unknown");
});
