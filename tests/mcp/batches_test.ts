/** Arrays of messages: MCP 2025-03-26 has them, the revisions before and after do not. */

import assert from "node:assert/strict";
import type { LegacyRevision } from "../../core/mcp/revisions.ts";
import { fake, faultOf, OK, open, successOf } from "./harness.ts";
import {
  event,
  events,
  type Handler,
  json,
  openUrl,
  result,
  type Seen,
  serve,
} from "./http-server.ts";

const NOTE = { jsonrpc: "2.0", method: "notifications/message", params: {} };
const UPDATE = {
  jsonrpc: "2.0",
  method: "notifications/resources/updated",
  params: { uri: "x:y" },
};
const PING = { jsonrpc: "2.0", id: "p", method: "ping" };
const WITHOUT = ["2024-11-05", "2025-06-18", "2025-11-25"] as const;

/** Lines of a call to a stdio server, `ID` for its id, and what comes of them. */
async function called(protocol: LegacyRevision, write: string[]) {
  await using connector = open(fake(), { protocol });
  const session = await connector.connect({ waitMs: 700, handshakeWaitMs: 20_000 });
  try {
    const outcome = await session.call(OK, { write });
    const { answers } = successOf(await session.call(OK, {}));
    return { result: successOf(outcome), noise: connector.noise.lines, answers };
  } catch (fault) {
    return { fault, noise: connector.noise.lines };
  }
}
const batch = (...messages: unknown[]) => JSON.stringify(messages);
const reply = (value: unknown) => ({ jsonrpc: "2.0", id: "ID", result: value });
const line = (text: string) => text.replaceAll('"ID"', "ID");

Deno.test("a batch on stdio brings each of its messages", async () => {
  const write = [line(` ${batch(PING, NOTE, reply({ real: true }))}`)];
  const { result, noise, answers } = await called("2025-03-26", write);
  assert.deepEqual(result, { real: true });
  assert.equal(noise, 0);
  assert.deepEqual(answers, [{ jsonrpc: "2.0", id: "p", result: {} }]);
});

Deno.test("what is no batch of messages is text, as without batches everything in brackets is", async () => {
  const texts = ["[]", "[1]", batch(NOTE, 7), "[INFO] started", "[[]]", '[{"level":"info"}]', "["];
  const real = line(JSON.stringify(reply({ real: true })));
  for (const protocol of ["2025-03-26", ...WITHOUT] as const) {
    const { result, noise } = await called(protocol, [...texts, real]);
    assert.deepEqual([result, noise], [{ real: true }, 7], protocol);
  }
  for (const protocol of WITHOUT) {
    const { fault, noise } = await called(protocol, [line(batch(reply({})))]);
    assert.equal((fault as Error).message, "no reply to tools/call within 0.7 s");
    assert.equal(noise, 1, protocol);
  }
});

Deno.test("the revision that was answered decides, not the one that was offered", async () => {
  await using connector = open(fake("negotiating", "2025-03-26"));
  const session = await connector.connect();
  const outcome = await session.call(OK, { write: [line(batch(reply({ real: true })))] });
  assert.deepEqual(successOf(outcome), { real: true });
  await using other = open(fake("negotiating", "2025-06-18"), { protocol: "2025-03-26" });
  const later = await other.connect({ waitMs: 400, handshakeWaitMs: 20_000 });
  const write = [line(batch(reply({})))];
  await faultOf(later.call(OK, { write }), "transport-timeout");
});

/** Calls the tool of an HTTP server that answers calls in this way. */
async function calledOverHttp(protocol: LegacyRevision, call: Handler) {
  await using server = serve({ "tools/call": call });
  await using connector = openUrl(server.url, { protocol });
  const session = await connector.connect();
  return { outcome: await session.call(OK, {}), answers: server.of("answer") };
}
const inEvent = (seen: Seen) =>
  events(async (write, gone) => {
    write(event([PING, NOTE, result(seen, { real: true })]));
    await gone;
  });
const inBody = (seen: Seen) => json([NOTE, result(seen, { real: true })]);

Deno.test("a batch over HTTP may come in an event and in a body", async () => {
  for (const call of [inEvent, inBody]) {
    const { outcome } = await calledOverHttp("2025-03-26", call);
    assert.deepEqual(successOf(outcome), { real: true });
  }
  for (const protocol of WITHOUT) {
    for (const call of [inEvent, inBody]) {
      const fault = await faultOf(calledOverHttp(protocol, call), "transport-error");
      assert.match(fault.message, /^the server sent an (event|answer) that is no JSON object$/);
    }
  }
  for (const body of ["[]", "[1]", "[{},1]"]) {
    const call: Handler = () =>
      new Response(body, { headers: { "content-type": "application/json" } });
    const fault = await faultOf(calledOverHttp("2025-03-26", call), "transport-error");
    assert.equal(fault.message, "the server sent an answer that is no JSON object");
  }
});

Deno.test("a batch in the stream of what belongs to no request counts, too", async () => {
  for (const [protocol, counts] of [["2025-03-26", true], ["2025-06-18", false]] as const) {
    await using server = serve({ GET: () => events((write) => write(event([NOTE, UPDATE]))) });
    await using connector = openUrl(server.url, { protocol });
    const watch = (await connector.connect()).watchResource("x:y");
    assert.equal(await watch.updated(counts ? 20_000 : 500), counts);
  }
});

Deno.test("the limits of one call count the messages of its batches", async () => {
  const many = (count: number): Handler => (seen) =>
    json([...Array(count).fill(NOTE), result(seen)]);
  assert.equal((await calledOverHttp("2025-03-26", many(128))).outcome.kind, "success");
  const fault = await faultOf(calledOverHttp("2025-03-26", many(129)), "transport-closed");
  assert.equal(fault.message, "the server sent more notifications during one call than are read");
});
