/** The checks of the protocol area against servers with one flaw. */

import assert from "node:assert/strict";
import { Fault, type FaultLabel } from "../../core/mcp/faults.ts";
import type { Json } from "../../core/mcp/json.ts";
import type { Reply } from "../../core/mcp/session.ts";
import { errorReply, result } from "../probes/fake-session.ts";
import { fakeTarget, listed, lostChecks, measured, type TargetScript } from "./fake-target.ts";

const fault = (label: FaultLabel) => new Fault(label, "fake");

/** `<check> <reason>` of each lost check of the area, and its score. */
async function protocol(script: TargetScript): Promise<[number | undefined, ...string[]]> {
  const readiness = await measured(fakeTarget({ tools: [], ...script }));
  const lost = lostChecks(readiness).filter((line) => line.startsWith("protocol"));
  return [
    readiness.areas[0]?.score,
    ...lost.map((line) => line.replace(/^protocol\.(\S+) 0 null null (\S+)$/, "$1 $2")),
  ];
}

/** The area of a server that answers one method so. */
function answering(method: string, reply: Reply | Fault) {
  return protocol({ request: (asked) => asked === method ? reply : undefined });
}

const error = (value: Json): Reply => ({ kind: "error", error: value });

Deno.test("an unknown method has to get -32601", async () => {
  const flawed = [80, "unknown-method protocol-unknown-method-answered"];
  assert.deepEqual(await answering("mcpeval/unknown", errorReply(-32601)), [100]);
  for (
    const reply of [
      result({}),
      errorReply(-32602),
      errorReply(-32000),
      error({ code: "-32601", message: "m" }),
      error({ code: Object(-32601), message: "m" }),
      error(null),
      error([]),
    ]
  ) {
    assert.deepEqual(await answering("mcpeval/unknown", reply), flawed);
  }
});

Deno.test("a ping has to get an object, whatever is in it", async () => {
  assert.deepEqual(await answering("ping", result({ extra: 1 })), [100]);
  for (const reply of [result([]), result(null), result("pong"), errorReply()]) {
    assert.deepEqual(await answering("ping", reply), [80, "ping protocol-ping-failed"]);
  }
});

Deno.test("an unknown tool has to get an error of either kind", async () => {
  for (const reply of [errorReply(-1), error(null), result({ isError: true })]) {
    assert.deepEqual(await answering("tools/call", reply), [100]);
  }
  for (
    const reply of [
      result({}),
      result({ isError: false }),
      result({ isError: "true" }),
      result([]),
      result(null),
    ]
  ) {
    assert.deepEqual(await answering("tools/call", reply), [
      80,
      "unknown-tool protocol-unknown-tool-accepted",
    ]);
  }
});

Deno.test("a lost exchange fails its check and the next one has a fresh connection", async () => {
  for (const label of ["transport-timeout", "transport-closed", "transport-error"] as const) {
    assert.deepEqual(await answering("mcpeval/unknown", fault(label)), [
      80,
      "unknown-method protocol-call-failed",
    ]);
    assert.deepEqual(await answering("ping", fault(label)), [80, "ping protocol-call-failed"]);
    assert.deepEqual(await answering("tools/call", fault(label)), [
      80,
      "unknown-tool protocol-call-failed",
    ]);
  }
  const target = fakeTarget({
    tools: [],
    request: (method) => method === "ping" ? fault("transport-timeout") : undefined,
  });
  await measured(target);
  assert.deepEqual(target.journal.slice(3, 7), ["1 ping", "1 close", "2 connect", "2 tools/call"]);
});

/** The area of a server whose second listing, the one that is judged, is this. */
function paging(page: (cursor: string | null, number: number) => Reply | Fault) {
  let listings = 0;
  return protocol({
    list: (_, cursor) => ++listings === 1 ? undefined : page(cursor, listings - 1),
  });
}

Deno.test("the tools have to be listed to the end, each valid and once", async () => {
  const flawed = [80, "pagination protocol-pagination-invalid"];
  const [a, b] = [listed("a"), listed("b")];
  const split = (first: Json[], second: Json[]) => (cursor: string | null) =>
    cursor === null ? result({ tools: first, nextCursor: "2" }) : result({ tools: second });
  assert.deepEqual(await paging(split([a], [b])), [100]);
  assert.deepEqual(await paging(split([a], [])), [100]);
  for (const nextCursor of ["", null, 2, {}]) {
    assert.deepEqual(await paging(() => result({ tools: [a], nextCursor })), [100]);
  }
  const bad: ((cursor: string | null) => Reply)[] = [
    split([a], [a]),
    split([a, a], []),
    split([a], [{ name: "b" }]),
    split([a], [{ ...b, name: "b b" }]),
    split([a], [{ ...b, inputSchema: [] }]),
    split([a], ["b"]),
    () => result({}),
    () => result({ tools: {} }),
    () => result([]),
    () => errorReply(),
  ];
  for (const page of bad) assert.deepEqual(await paging(page), flawed);
  assert.deepEqual(await paging(() => fault("transport-closed")), [
    80,
    "pagination protocol-call-failed",
  ]);
});

Deno.test("twenty pages of tools are enough, a cursor on the last of them is one too many", async () => {
  const upTo = (pages: number) => (_: string | null, number: number) =>
    result({ tools: [listed(`t${number}`)], ...(number < pages && { nextCursor: `${number}` }) });
  assert.deepEqual(await paging(upTo(20)), [100]);
  assert.deepEqual(await paging(upTo(21)), [80, "pagination protocol-pagination-invalid"]);
});

Deno.test("surfaces are judged when they are declared, whatever the value", async () => {
  const flawed = [83, "surfaces protocol-surface-invalid"];
  const list: TargetScript["list"] = (method) =>
    method === "tools/list" ? undefined : result({ unexpected: true });
  assert.deepEqual(await protocol({ list }), [100]);
  assert.deepEqual(await protocol({ list, capabilities: { tools: {}, completions: {} } }), [100]);
  for (
    const capabilities of [{ resources: {} }, { prompts: null }, { resources: false, prompts: {} }]
  ) {
    assert.deepEqual(await protocol({ list, capabilities }), flawed);
    assert.deepEqual(
      await protocol({
        capabilities,
        list: (method) =>
          method === "tools/list" ? undefined : result({ resources: [], prompts: [] }),
      }),
      [100],
    );
  }
});

/** The area of a server that declares resources and lists them so. */
function surface(page: (cursor: string | null, number: number) => Reply | Fault) {
  let pages = 0;
  return protocol({
    capabilities: { resources: {} },
    list: (method, cursor) => method === "tools/list" ? undefined : page(cursor, ++pages),
  });
}

Deno.test("a surface has to have its array on every page and an end", async () => {
  const flawed = [83, "surfaces protocol-surface-invalid"];
  const upTo = (pages: number) => (_: string | null, number: number) =>
    result({ resources: [1], ...(number < pages && { nextCursor: `${number}` }) });
  assert.deepEqual(await surface(upTo(1)), [100]);
  assert.deepEqual(await surface(upTo(20)), [100]);
  assert.deepEqual(await surface(upTo(21)), flawed);
  assert.deepEqual(await surface(() => result({ resources: [], nextCursor: "" })), [100]);
  assert.deepEqual(
    await surface((_, page) => result(page === 1 ? { resources: [], nextCursor: "2" } : {})),
    flawed,
  );
  for (
    const reply of [
      result({ prompts: [] }),
      result([]),
      errorReply(),
      fault("transport-timeout"),
      fault("transport-closed"),
    ]
  ) {
    assert.deepEqual(await surface(() => reply), flawed);
  }
});

Deno.test("negotiation has three reasons and a fourth for a lost handshake", async () => {
  const negotiate = (answers: Record<string, string | null | Fault>) =>
    protocol({
      negotiate: (version) => Object.hasOwn(answers, version) ? answers[version] ?? null : version,
    });
  assert.deepEqual(await negotiate({ "2000-01-01": "2025-06-18" }), [100]);
  assert.deepEqual(await negotiate({}), [80, "negotiation protocol-negotiation-echoed-unknown"]);
  assert.deepEqual(await negotiate({ "2000-01-01": null }), [
    80,
    "negotiation protocol-negotiation-invalid-version",
  ]);
  assert.deepEqual(await negotiate({ "2000-01-01": "2024-11-05", "2024-11-05": "2025-06-18" }), [
    80,
    "negotiation protocol-negotiation-inconsistent-support",
  ]);
  assert.deepEqual(await negotiate({ "2025-06-18": fault("transport-timeout") }), [
    80,
    "negotiation protocol-call-failed",
  ]);
  assert.deepEqual(
    await negotiate({ "2000-01-01": "2025-06-18", "2025-06-18": fault("transport-closed") }),
    [80, "negotiation protocol-call-failed"],
  );
});
