/** How the calls of a tool are judged, and what the loss of an exchange costs. */

import assert from "node:assert/strict";
import { Fault, type FaultLabel } from "../../core/mcp/faults.ts";
import type { JsonObject } from "../../core/mcp/json.ts";
import type { CallOutcome } from "../../core/mcp/session.ts";
import { errorReply, flood, rpcError, success, toolError } from "../probes/fake-session.ts";
import {
  fakeTarget,
  listed,
  lostChecks,
  measured,
  refusal,
  type TargetScript,
} from "./fake-target.ts";

const fault = (label: FaultLabel) => new Fault(label, "fake");
const STRICT = {
  inputSchema: { type: "object", properties: {}, additionalProperties: false },
};
const isInvalid = (args: JsonObject) => "mcpeval_unknown" in args;

/** The error-honesty reason of a tool that answers invalid arguments so; null when it is honest. */
async function honestyOf(script: TargetScript): Promise<string | null> {
  const { areas } = await measured(fakeTarget({ tools: [listed("a", STRICT)], ...script }));
  const [check] = areas[3]?.checks ?? [];
  assert.equal(areas[3]?.score, check === undefined ? 100 : 0);
  return check?.reason ?? null;
}

function failing(message: string): CallOutcome {
  return {
    kind: "tool-error",
    code: -32000,
    payload: { code: "tool-error", message },
    ms: 1,
    announced: new Set(),
  };
}

Deno.test("an answer to invalid arguments is honest or has a reason", async () => {
  const rows: [CallOutcome | Fault, string | null][] = [
    [rpcError(-32602), null],
    [failing("city must be a string"), null],
    [failing("Tool error"), null],
    [failing("tool error"), "honesty-empty-error"],
    [failing(""), "honesty-empty-error"],
    [rpcError(-32603), "honesty-wrong-code"],
    [rpcError(-32000), "honesty-wrong-code"],
    [success(), "honesty-accepted-invalid"],
    [fault("transport-closed"), "honesty-call-failed"],
    [fault("transport-timeout"), "honesty-call-failed"],
    [fault("transport-error"), "honesty-call-failed"],
    [flood(), "honesty-call-failed"],
  ];
  for (const [answer, reason] of rows) {
    assert.equal(
      await honestyOf({ call: (_, args) => isInvalid(args) ? answer : undefined }),
      reason,
    );
  }
});

Deno.test("the ping after invalid arguments needs any reply", async () => {
  const call = (_: string, args: JsonObject) => isInvalid(args) ? refusal() : undefined;
  const ping = (answer: Fault | ReturnType<typeof errorReply>) =>
    honestyOf({ call, request: (method) => method === "ping" ? answer : undefined });
  assert.equal(await ping(errorReply(-32601)), null);
  assert.equal(await ping(fault("transport-timeout")), "honesty-call-failed");
  assert.equal(await ping(fault("transport-closed")), "honesty-call-failed");
});

Deno.test("a lost call with invalid arguments leaves the valid ones a fresh connection", async () => {
  const target = fakeTarget({
    tools: [listed("a", STRICT)],
    call: (_, args) => isInvalid(args) ? fault("transport-timeout") : undefined,
  });
  const readiness = await measured(target);
  assert.deepEqual(target.journal.slice(0, 9), [
    "1 connect",
    "1 tools/list",
    '1 call a {"mcpeval_unknown":1}',
    "1 close",
    "2 connect",
    "2 call a {}",
    "2 call a {}",
    "2 call a {}",
    "3 connect",
  ]);
  assert.deepEqual(lostChecks(readiness), [
    "error-honesty.invalid-arguments 0 a null honesty-call-failed",
  ]);
});

const SCORED = [
  "successful_calls",
  "tool_errors",
  "rpc_errors",
  "rejected_calls",
  "transport_errors",
  "untested_tools",
];

/** Counters in their order, and the lost checks of one tool with these answers to valid calls. */
async function exercised(...answers: (CallOutcome | Fault)[]): Promise<[number[], string[]]> {
  const left = [...answers];
  const readiness = await measured(fakeTarget({ call: () => left.shift() }));
  const measurements = readiness.areas[4]?.measurements ?? {};
  // No honesty can be judged here; that is not the subject.
  const lost = lostChecks(readiness).filter((line) => !line.startsWith("error-honesty"));
  return [SCORED.map((name) => measurements[name] ?? -1), lost];
}

Deno.test("each outcome has its class", async () => {
  const [ok, no, rpc] = [success(), toolError(), rpcError(-32603)];
  assert.deepEqual(await exercised(ok, ok, ok), [[3, 0, 0, 0, 0, 0], []]);
  assert.deepEqual(await exercised(ok, no, rpc), [[1, 1, 1, 0, 0, 0], [
    "reliability.success 33 a 1 reliability-call-failed",
    "reliability.consistent 0 a null reliability-inconsistent",
  ]]);
  // Different codes are one class.
  assert.deepEqual(await exercised(rpc, rpcError(-1), rpc), [[0, 0, 3, 0, 0, 0], [
    "reliability.success 0 a 0 reliability-call-failed",
    "coverage.exercised 0 a null coverage-call-failed",
  ]]);
});

Deno.test("refused arguments and a lost exchange stop the calls, even after a success", async () => {
  const notCovered = (reason: string) => [
    `reliability.none-exercised 0 a null ${reason}`,
    `coverage.exercised 0 a null ${reason}`,
  ];
  const rejected = "coverage-rejected-arguments";
  const failed = "coverage-call-failed";
  assert.deepEqual(await exercised(refusal()), [[0, 0, 0, 1, 0, 0], notCovered(rejected)]);
  assert.deepEqual(await exercised(success(), refusal()), [
    [1, 0, 0, 1, 0, 0],
    [`reliability.none-exercised 0 a null ${rejected}`],
  ]);
  for (
    const lost of [
      fault("transport-timeout"),
      fault("transport-closed"),
      fault("transport-error"),
      flood(),
    ]
  ) {
    assert.deepEqual(await exercised(lost), [[0, 0, 0, 0, 1, 0], notCovered(failed)]);
    assert.deepEqual(await exercised(success(), success(), lost), [
      [2, 0, 0, 0, 1, 0],
      [`reliability.none-exercised 0 a null ${failed}`],
    ]);
  }
});

Deno.test("a lost exchange costs its tool only: the next one has a fresh connection", async () => {
  const target = fakeTarget({
    tools: [listed("a"), listed("b")],
    call: (tool) => tool === "a" ? fault("transport-closed") : undefined,
  });
  const readiness = await measured(target);
  assert.deepEqual(target.journal.slice(2, 8), [
    "1 call a {}",
    "1 close",
    "2 connect",
    "2 call b {}",
    "2 call b {}",
    "2 call b {}",
  ]);
  assert.equal(target.journal.at(-1), "2 close");
  assert.deepEqual(readiness.surface.exercised, 1);
});

Deno.test("where no connection can be had each step tries again, and fails without one", async () => {
  const target = fakeTarget({
    capabilities: { resources: {} },
    tools: [listed("a"), listed("b", STRICT)],
    connect: (n) => n === 1 ? null : fault("transport-closed"),
    call: () => fault("transport-closed"),
    negotiate: () => fault("transport-closed"),
  });
  const readiness = await measured(target);
  assert.deepEqual(target.journal, [
    "1 connect",
    "1 tools/list",
    "1 call a {}",
    "1 close",
    "2 connect",
    // b with invalid, then with valid arguments
    "3 connect",
    "4 connect",
    // four checks of the protocol, and the question whether there are surfaces
    "5 connect",
    "6 connect",
    "7 connect",
    "8 connect",
    "9 connect",
    "startAhead 2",
    "negotiate 2025-06-18",
  ]);
  // A call that could not even be sent is no transport error: its tool is untested.
  assert.deepEqual(SCORED.map((name) => readiness.areas[4]?.measurements[name]), [
    0,
    0,
    0,
    0,
    1,
    1,
  ]);
  assert.deepEqual(lostChecks(readiness), [
    "protocol.unknown-method 0 null null protocol-call-failed",
    "protocol.ping 0 null null protocol-call-failed",
    "protocol.unknown-tool 0 null null protocol-call-failed",
    "protocol.pagination 0 null null protocol-call-failed",
    "protocol.negotiation 0 null null protocol-call-failed",
    "error-honesty.invalid-arguments 0 b null honesty-call-failed",
    "reliability.none-exercised 0 a null coverage-call-failed",
    "reliability.none-exercised 0 b null coverage-call-failed",
    "coverage.exercised 0 a null coverage-call-failed",
    "coverage.exercised 0 b null coverage-call-failed",
  ]);
});

Deno.test("a connection that comes back is used", async () => {
  const target = fakeTarget({
    tools: [listed("a"), listed("b")],
    connect: (n) => n === 2 ? fault("transport-timeout") : null,
    call: (tool) => tool === "a" ? fault("transport-closed") : undefined,
  });
  const readiness = await measured(target);
  assert.deepEqual(target.journal.slice(2, 9), [
    "1 call a {}",
    "1 close",
    "2 connect",
    "3 connect",
    "3 call b {}",
    "3 call b {}",
    "3 call b {}",
  ]);
  assert.equal(readiness.areas[0]?.score, 100);
});

Deno.test("latency is the median in whole milliseconds, rounded down", async () => {
  const latency = async (...ms: number[]) => {
    const [, lost] = await exercised(...ms.map((each) => success({}, { ms: each })));
    return lost;
  };
  assert.deepEqual(await latency(100.9, 1, 9000), []);
  assert.deepEqual(await latency(101, 9000, 1), ["reliability.latency 80 a null reliability-slow"]);
});

const OUTPUT = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };

/** Whether the output schema check was lost; null when it was not made. */
async function broken(
  outputSchema: JsonObject,
  ...answers: (CallOutcome | Fault)[]
): Promise<boolean | null> {
  const left = [...answers];
  const tools = [listed("a", { outputSchema })];
  const { areas } = await measured(fakeTarget({ tools, call: () => left.shift() }));
  const checks = areas[4]?.checks ?? [];
  if (checks.some(({ id }) => id === "reliability.output-schema")) return true;
  return areas[4]?.score === 0 ? null : false;
}

Deno.test("every success has to have structured content that its schema allows", async () => {
  const good = success({ structuredContent: { n: 1 } });
  const wrong = success({ structuredContent: { n: "1" } });
  const none = success({ content: [] });
  const [no] = [toolError()];
  assert.equal(await broken(OUTPUT, good, good, good), false);
  assert.equal(await broken(OUTPUT, good, wrong, good), true);
  assert.equal(await broken(OUTPUT, good, good, none), true);
  assert.equal(await broken(OUTPUT, wrong, good, good), true);
  // Failed calls are not judged by it, and without a success there is nothing to judge.
  assert.equal(await broken(OUTPUT, no, good, no), false);
  assert.equal(await broken(OUTPUT, no, no, no), null);
});

Deno.test("null is structured content like any other", async () => {
  const nothing = success({ structuredContent: null });
  assert.equal(await broken({ type: "null" }, nothing, nothing, nothing), false);
  assert.equal(await broken({ type: "object" }, nothing, nothing, nothing), true);
});

Deno.test("nothing satisfies an unusable output schema", async () => {
  const good = success({ structuredContent: {} });
  for (const schema of [{ type: "bogus" }, { $ref: "#/gone" }, { $schema: "urn:unknown" }]) {
    assert.equal(await broken(schema, good, good, good), true);
  }
});
