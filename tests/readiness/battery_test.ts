/** What the battery sends, in which order, and what ends it. */

import assert from "node:assert/strict";
import { UsageError } from "../../core/errors.ts";
import { Fault, type FaultLabel } from "../../core/mcp/faults.ts";
import type { JsonObject } from "../../core/mcp/json.ts";
import type { Readiness } from "../../core/report/readiness.ts";
import { errorReply, result, success, toolError } from "../probes/fake-session.ts";
import {
  type FakeTarget,
  fakeTarget,
  listed,
  lostChecks,
  measure,
  measured,
  refusal,
  type TargetScript,
} from "./fake-target.ts";

const fault = (label: FaultLabel) => new Fault(label, "fake");
const STRING = { type: "string", description: "d" };
const CITY = { inputSchema: { type: "object", properties: { city: STRING } } };
const INTEGER = { inputSchema: { type: "object", properties: { n: { type: "integer" } } } };
const WRITER = { annotations: { readOnlyHint: false } };
const UNANNOTATED = { annotations: {} };

Deno.test("everything is sent in the order of the standard", async () => {
  const target = fakeTarget({
    capabilities: { resources: {}, prompts: {} },
    tools: [listed("w", WRITER), listed("u", UNANNOTATED), listed("a"), listed("b", CITY)],
    call: (_tool, args) => args["city"] === 12_345 ? refusal() : undefined,
    list: (method) => method === "tools/list" ? undefined : result({ resources: [], prompts: [] }),
  });
  const readiness = await measured(target);
  assert.deepEqual(target.journal, [
    "1 connect",
    "1 tools/list",
    "1 call a {}",
    "1 call a {}",
    "1 call a {}",
    '1 call b {"city":12345}',
    "1 ping",
    "1 call b {}",
    "1 call b {}",
    "1 call b {}",
    "2 connect",
    "2 tools/list",
    "1 call a {}",
    "2 call a {}",
    "2 close",
    "1 call b 1000011",
    "1 ping",
    "1 mcpeval/unknown",
    "1 ping",
    "1 tools/call",
    "1 tools/list",
    "1 resources/list",
    "1 prompts/list",
    "startAhead 2",
    "negotiate 2025-06-18",
    "negotiate 2000-01-01",
    "negotiate 2025-06-18",
    "1 close",
  ]);
  assert.deepEqual(readiness.surface, { tools: 4, read_only: 3, writers: 1, exercised: 2 });
  assert.deepEqual(lostChecks(readiness), [
    "reliability.none-exercised 0 u null coverage-unannotated",
    "coverage.exercised 0 u null coverage-unannotated",
  ]);
});

Deno.test("the first handshake has the transport's wait, all else waits 15 s", async () => {
  const target = fakeTarget();
  Object.assign(target.connector, { defaultWaitMs: 5000 });
  await measured(target);
  assert.deepEqual(target.waits, [
    { waitMs: 15_000, handshakeWaitMs: 5000 },
    { waitMs: 15_000 },
    { waitMs: 15_000 },
    { waitMs: 15_000 },
    { waitMs: 15_000 },
  ]);
});

Deno.test("writers are never called, unannotated tools only when attested", async () => {
  const tools = [
    listed("w1", { annotations: { readOnlyHint: true, destructiveHint: true } }),
    listed("w2", WRITER),
    listed("u1", UNANNOTATED),
    listed("u2", { annotations: { destructiveHint: false } }),
    listed("u3", { annotations: { readOnlyHint: "true" } }),
  ];
  const called = async (attested: boolean) => {
    const target = fakeTarget({ tools });
    const readiness = await measured(target, { attested });
    assert.equal(readiness.attested_read_only, attested);
    assert.equal(readiness.measurement_profile.attested_read_only, attested);
    return new Set(target.journal.map((line) => /^1 call (\w+)/.exec(line)?.[1]).filter(Boolean));
  };
  assert.deepEqual(await called(false), new Set());
  assert.deepEqual(await called(true), new Set(["u1", "u2", "u3"]));
});

Deno.test("the call with invalid arguments comes also when no valid ones can be built", async () => {
  const schema = {
    type: "object",
    properties: { q: { ...STRING, pattern: "^x" } },
    required: ["q"],
  };
  const target = fakeTarget({ tools: [listed("a", { inputSchema: schema })], call: refusal });
  const readiness = await measured(target);
  assert.deepEqual(target.journal.slice(2, 5), ["1 call a {}", "1 ping", "1 mcpeval/unknown"]);
  assert.deepEqual(lostChecks(readiness), [
    "reliability.none-exercised 0 a null coverage-unsynthesizable",
    "coverage.exercised 0 a null coverage-unsynthesizable",
  ]);
});

Deno.test("given arguments are used for valid calls and under load, not for invalid ones", async () => {
  const target = fakeTarget({ tools: [listed("b", CITY)] });
  const readiness = await measured(target, { argumentsFile: { b: { city: "x", extra: 1 } } });
  assert.deepEqual(target.journal.filter((line) => line.includes("call b")), [
    '1 call b {"city":12345}',
    '1 call b {"city":"x","extra":1}',
    '1 call b {"city":"x","extra":1}',
    '1 call b {"city":"x","extra":1}',
    '1 call b {"city":"x","extra":1}',
    '2 call b {"city":"x","extra":1}',
    "1 call b 1000021",
  ]);
  assert.equal(
    readiness.measurement_profile.arguments_sha256,
    "2603bf3b6e62eac0d38e7bfb5da91a383a251d029ee2d6842bb3d8a3e264bc05",
  );
});

Deno.test("an unfit option is a usage error before any tool is called", async () => {
  const tools = [listed("a", CITY), listed("w", WRITER)];
  const rows: [Parameters<typeof measure>[1], RegExp][] = [
    [{ skip: ["a", "gone"] }, /^--skip-tool gone: the server's tool catalog does not list it$/],
    [{ argumentsFile: { gone: {} } }, /^--arguments entry gone: /],
    [{ argumentsFile: { w: {} } }, /^--arguments entry w: /],
    [{ argumentsFile: { a: { city: 1 } } }, /^--arguments entry a: /],
    [{ skip: ["gone"], argumentsFile: { lost: {} } }, /^--skip-tool gone: /],
  ];
  for (const [options, message] of rows) {
    const target = fakeTarget({ tools });
    await assert.rejects(measure(target, options), (error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, message);
      return true;
    });
    assert.deepEqual(target.journal, ["1 connect", "1 tools/list", "1 close"]);
  }
});

Deno.test("a skipped tool is not called, and neither kind of load is tried", async () => {
  const tools = [listed("a"), listed("b", CITY)];
  const target = fakeTarget({ tools, call: (_, args) => "city" in args ? refusal() : undefined });
  const readiness = await measured(target, { skip: ["b"] });
  assert.deepEqual(target.journal.filter((line) => /call|startAhead/.test(line)), [
    "1 call a {}",
    "1 call a {}",
    "1 call a {}",
    "1 tools/call",
    "startAhead 2",
  ]);
  assert.deepEqual(lostChecks(readiness), [
    "error-honesty.invalid-arguments 0 b null coverage-skipped",
    "reliability.skipped 0 b null coverage-skipped",
    "reliability.contention 0 null null coverage-skipped",
    "reliability.payload 0 null null coverage-skipped",
    "coverage.exercised 0 b null coverage-skipped",
  ]);
  assert.deepEqual(readiness.measurement_profile.skip_tools, ["b"]);
});

Deno.test("skipping what would not be called changes the profile only", async () => {
  const unbuildable = { inputSchema: { type: "object", required: ["gone"] } };
  const tools = [
    listed("w", WRITER),
    listed("u", UNANNOTATED),
    listed("a", CITY),
    listed("x", unbuildable),
  ];
  const call = (tool: string, args: JsonObject) =>
    tool === "x" || "city" in args ? refusal() : undefined;
  const plain = await measured(fakeTarget({ tools, call }));
  const { measurement_profile: _, ...expected } = plain;
  for (const skip of [["w"], ["u"], ["u", "w"]]) {
    const { measurement_profile, ...rest } = await measured(fakeTarget({ tools, call }), { skip });
    assert.deepEqual(rest, expected);
    assert.deepEqual(measurement_profile.skip_tools, skip);
  }
  // A tool without arguments only loses its invalid call.
  const readiness = await measured(fakeTarget({ tools, call }), { skip: ["x"] });
  assert.deepEqual(lostChecks(readiness), [
    "error-honesty.invalid-arguments 0 x null coverage-skipped",
    ...lostChecks(plain),
  ]);
});

Deno.test("progress names each called tool, then the checks under load and of the protocol", async () => {
  const tools = [listed("w", WRITER), listed("a"), listed("b"), listed("c")];
  const seen: string[] = [];
  const onProgress = (done: number, total: number, label: string) =>
    void seen.push(`${done}/${total} ${label}`);
  await measured(fakeTarget({ tools }), { skip: ["b"], onProgress });
  assert.deepEqual(seen, [
    "0/0 listing the tools",
    ...["0/5 a", "1/5 c", "2/5 contention", "3/5 payload", "4/5 protocol"],
  ]);
});

Deno.test("what keeps the catalog from being listed leaves readiness unmeasured", async () => {
  const page = (cursor: string) => result({ tools: [listed("a")], nextCursor: cursor });
  const rows: [Parameters<typeof fakeTarget>[0], FaultLabel, RegExp][] = [
    [{ connect: () => fault("transport-timeout") }, "transport-timeout", / fake$/],
    [{ connect: () => fault("transport-closed") }, "transport-closed", / fake$/],
    [{ list: () => fault("transport-closed") }, "transport-closed", / fake$/],
    [{ list: () => result({}) }, "transport-error", /tools\/list/],
    [{ list: () => result({ tools: [{ name: "a" }] }) }, "transport-error", /tools\/list/],
    [
      { list: (_, cursor) => cursor === null ? page("2") : fault("transport-timeout") },
      "transport-timeout",
      / listing the tools did not complete: page 2: fake$/,
    ],
    [
      { list: () => page("again") },
      "transport-error",
      / listing the tools did not complete: page 20 still has a cursor$/,
    ],
    [
      { list: () => fault("evaluation-budget-exceeded") },
      "evaluation-budget-exceeded",
      / fake$/,
    ],
  ];
  for (const [script, reason, text] of rows) {
    const target = fakeTarget(script);
    const lines: string[] = [];
    const outcome = await measure(target, { onDiagnostic: (line) => void lines.push(line) });
    assert.deepEqual(outcome, { kind: "unmeasured", reason, catalog: null });
    assert.equal(lines.length, 1);
    assert.ok(lines[0]?.startsWith(`standard battery ${reason}: `));
    assert.match(lines[0] ?? "", text);
    assert.equal(target.journal.some((line) => line.includes("call")), false);
    if (script?.connect === undefined) assert.equal(target.journal.at(-1), "1 close");
  }
});

Deno.test("a budget that is used up leaves readiness unmeasured wherever it shows", async () => {
  const exhaust = fault("evaluation-budget-exceeded");
  const tools = [listed("a", CITY)];
  const rows: Parameters<typeof fakeTarget>[0][] = [
    { call: (_, args) => "city" in args ? exhaust : undefined },
    { call: (_, args) => "city" in args ? undefined : exhaust },
    { request: (method) => method === "ping" ? exhaust : undefined },
    { connect: (n) => n === 2 ? exhaust : null },
    { call: (_tool, _args, n) => n === 2 ? exhaust : undefined },
    { list: (_method, _cursor, n) => n === 2 ? exhaust : undefined },
    { request: (method) => method === "mcpeval/unknown" ? exhaust : undefined },
    { negotiate: () => exhaust },
  ];
  for (const script of rows) {
    const target = fakeTarget({ tools, ...script });
    const outcome = await measure(target);
    assert.equal(outcome.kind, "unmeasured");
    assert.equal(outcome.kind === "unmeasured" && outcome.reason, "evaluation-budget-exceeded");
    assert.equal(outcome.catalog?.length, 1);
    assert.equal(target.journal.at(-1), "1 close");
  }
});

Deno.test("a budget that runs out outranks the fault it shows as, and counts at the end too", async () => {
  const late = fakeTarget({
    call: () => {
      late.connector.exhausted = true;
      return fault("transport-timeout");
    },
  });
  const end = fakeTarget({
    negotiate: () => {
      end.connector.exhausted = true;
      return "2025-06-18";
    },
  });
  for (const target of [late, end]) {
    const outcome = await measure(target);
    assert.equal(outcome.kind === "unmeasured" && outcome.reason, "evaluation-budget-exceeded");
  }
  assert.deepEqual(late.journal, ["1 connect", "1 tools/list", "1 call a {}", "1 close"]);
});

Deno.test("no tool is called once the budget is used up", async () => {
  const target = fakeTarget({
    list: () => {
      target.connector.exhausted = true;
      return undefined;
    },
  });
  const outcome = await measure(target);
  assert.equal(outcome.kind === "unmeasured" && outcome.reason, "evaluation-budget-exceeded");
  assert.deepEqual(target.journal, ["1 connect", "1 tools/list", "1 close"]);
});

Deno.test("every call is an observing one; the payload may be refused without an id", async () => {
  const target = fakeTarget({ tools: [listed("b", CITY)] });
  await measured(target);
  assert.deepEqual(target.options, [
    ...Array.from({ length: 6 }, () => ({ observing: true })),
    { observing: true, acceptNullId: true },
  ]);
});

Deno.test("an error that is no fault is not swallowed, and the connection is closed", async () => {
  const mistake = new TypeError("a mistake of ours");
  const target = fakeTarget({
    call: () => {
      throw mistake;
    },
  });
  await assert.rejects(measure(target), mistake);
  assert.equal(target.journal.at(-1), "1 close");
});

Deno.test("an empty catalog is measured", async () => {
  const target = fakeTarget({ tools: [] });
  const readiness = await measured(target);
  assert.equal(readiness.score, 30);
  assert.deepEqual(target.journal.slice(0, 3), ["1 connect", "1 tools/list", "1 mcpeval/unknown"]);
});

Deno.test("the order of keys and of the listing's pages does not change the score", async () => {
  const properties = { b: { type: "integer", description: "d" }, a: STRING };
  const forth = listed("t", { inputSchema: { type: "object", properties } });
  const back = Object.fromEntries(
    Object.entries({
      ...forth,
      inputSchema: { properties: { a: STRING, b: properties.b }, type: "object" },
    }).reverse(),
  );
  const run = async (tools: JsonObject[]) => {
    const target = fakeTarget({ tools });
    return { readiness: await measured(target), journal: target.journal };
  };
  const expected = await run([forth, listed("u")]);
  assert.deepEqual(await run([back, listed("u")]), expected);
  assert.ok(expected.journal.includes('1 call t {"a":12345}'));
  const paged = fakeTarget({
    list: (_, cursor) =>
      cursor === null
        ? result({ tools: [forth], nextCursor: "2" })
        : result({ tools: [listed("u")] }),
  });
  assert.deepEqual(await measured(paged), expected.readiness);
});

Deno.test("the contract of the catalog comes with the readiness", async () => {
  const outcome = await measure(fakeTarget({ tools: [listed("b", INTEGER), listed("a")] }));
  assert.deepEqual(outcome.catalog?.map(({ name }) => name), ["a", "b"]);
});

/** A target with a tool that sleeps, and others around it. */
function sleeper(script: TargetScript = {}, ownServers = true): FakeTarget {
  const target = fakeTarget({
    tools: [listed("quick"), listed("sleepy"), listed("z")],
    call: (tool) => tool === "sleepy" ? success({}, { ms: 6001 }) : undefined,
    ...script,
  });
  Object.assign(target.connector, { ownServers });
  return target;
}

/** Measures, and lets each nap's timer run out at once. @returns how often a nap was expected */
async function measuredWithNaps(
  target: FakeTarget,
): Promise<{ readiness: Readiness; naps: number }> {
  const { setTimeout } = globalThis;
  let naps = 0;
  globalThis.setTimeout = ((wake: () => void, ms: number) => {
    if (ms !== 3000) return setTimeout(wake, ms);
    naps++;
    wake();
  }) as typeof setTimeout;
  try {
    return { readiness: await measured(target), naps };
  } finally {
    globalThis.setTimeout = setTimeout;
  }
}

/** The journal from the first call of the tool that sleeps. */
function fromNap({ journal }: FakeTarget): string[] {
  return journal.slice(journal.indexOf("1 call sleepy {}"));
}

/** Lost checks, but those that this server loses anyway. */
function unexpected(readiness: Readiness): string[] {
  return lostChecks(readiness).filter((line) => !/-slow$|honesty-untestable$/.test(line));
}

Deno.test("while a tool sleeps, the servers of the later checks are started and the second client gets ready", async () => {
  const target = sleeper();
  const { readiness, naps } = await measuredWithNaps(target);
  // The first call says how long the others will take.
  assert.equal(naps, 2);
  const journal = fromNap(target);
  assert.deepEqual(journal.slice(0, 3), ["1 call sleepy {}", "startAhead 3", "2 connect"]);
  assert.ok(journal.indexOf("2 tools/list") < journal.indexOf("1 call z {}"), journal.join("\n"));
  assert.equal(journal.filter((line) => / connect|startAhead/.test(line)).length, 2);
  assert.ok(journal.includes("2 call quick {}"));
  assert.deepEqual(unexpected(readiness), []);
});

Deno.test("a server that others are sleeping in gets its second client later", async () => {
  const target = sleeper({}, false);
  await measuredWithNaps(target);
  const journal = fromNap(target);
  assert.deepEqual(journal.slice(0, 3), Array(3).fill("1 call sleepy {}"));
  assert.ok(journal.indexOf("2 connect") > journal.indexOf("1 call z {}"), journal.join("\n"));
});

Deno.test("a second client that is of no use at its turn is replaced", async () => {
  const rows: [string, TargetScript, string[]][] = [
    ["its server has gone", { breaks: (n) => n === 2 }, ["2 connect", "2 close", "3 connect"]],
    [
      "it never got ready",
      { connect: (n) => n === 2 ? fault("transport-closed") : null },
      ["2 connect", "3 connect"],
    ],
    [
      "its session has expired",
      { request: (method, _, n) => n === 2 && method === "ping" ? errorReply(-32000) : undefined },
      ["2 connect", "2 close", "3 connect"],
    ],
  ];
  for (const [name, script, expected] of rows) {
    const target = sleeper(script);
    const { readiness } = await measuredWithNaps(target);
    const journal = fromNap(target).filter((line) => / (connect|close)$/.test(line));
    assert.deepEqual(journal.slice(0, expected.length), expected, name);
    assert.ok(target.journal.includes("3 call quick {}"), name);
    assert.deepEqual(unexpected(readiness), [], name);
  }
});

Deno.test("a tool that the servers started ahead disturb is measured again without them", async () => {
  for (const answer of [fault("transport-closed"), toolError()]) {
    for (const disturbed of ["sleepy", "z"]) {
      let isAhead = false;
      const target = sleeper({
        connect(n) {
          isAhead ||= n === 2;
          return null;
        },
        call(tool, _args, n) {
          if (n === 1 && isAhead && tool === disturbed) return answer;
          return tool === "sleepy" ? success({}, { ms: 6001 }) : undefined;
        },
      });
      const { readiness } = await measuredWithNaps(target);
      const journal = fromNap(target);
      const again = journal.slice(journal.indexOf("endAhead"));
      // All of the tool's calls, on a fresh connection.
      const calls = again.filter((line) => line.includes(`call ${disturbed} `)).slice(0, 3);
      assert.equal(new Set(calls).size, 1, again.join("\n"));
      assert.equal(calls.length, 3);
      assert.ok(!calls[0]?.startsWith("1 "));
      assert.equal(journal.filter((line) => line.startsWith("startAhead 3")).length, 1);
      assert.deepEqual(unexpected(readiness), [], `${disturbed}\n${target.journal.join("\n")}`);
    }
  }
});

Deno.test("a tool that fails with and without servers ahead is measured once", async () => {
  const target = sleeper({
    call: (tool) => tool === "sleepy" ? toolError({ ms: 6001 }) : undefined,
  });
  await measuredWithNaps(target);
  assert.equal(target.journal.filter((line) => line.includes("call sleepy")).length, 3);
  assert.ok(!target.journal.includes("endAhead"));
});
