import assert from "node:assert/strict";
import { IncompleteError, toFailure, UsageError } from "../core/errors.ts";
import { type GateJob, runGate } from "../core/gate.ts";
import type { CaseResult } from "../core/gate-result.ts";
import type { ProbeCase } from "../core/manifest/types.ts";
import { named } from "./probes/cases.ts";
import {
  entry,
  fakeConnector,
  type FakeSession,
  fakeSession,
  fault,
  flood,
  result,
  type Script,
  success,
} from "./probes/fake-session.ts";

/** A session of a server that lists the tools `t` and `u`. */
function listing(script: Script = {}): FakeSession {
  return fakeSession({ list: () => result({ tools: [entry("t"), entry("u")] }), ...script });
}

/** One call of `t` that must succeed. */
const call = (id: string): ProbeCase => named(id, "degradation-over-n", { max_attempts: 1 });
const page = (id: string): ProbeCase => named(id, "pagination", { max_pages: 1 });
const surfaces = (id: string): ProbeCase => named(id, "surface-listing", { max_pages: 1 });
const payload = (id: string): ProbeCase =>
  named(id, "payload-bounds", { field: "f", size_bytes: 1, expect_handled: false });

/** `<id> pass`, `<id> fail <reason>` or `<id> errored <reason>`. */
function lines(cases: CaseResult[]): string[] {
  return cases.map(({ id, result }) =>
    result.verdict === "pass" ? `${id} pass` : `${id} ${result.verdict} ${result.reason}`
  );
}

/** Runs a gate and keeps what it says on the way. */
async function run(job: GateJob) {
  const said: string[] = [];
  const gate = await runGate({ ...job, onDiagnostic: (line) => said.push(line) });
  return { gate, said, lines: lines(gate.cases) };
}

Deno.test("gate: judges the cases in order and hands on what happens", async () => {
  const session = listing();
  const connector = fakeConnector({ sessions: [session] });
  const progress: string[] = [];
  const journal: string[] = [];
  const gate = await runGate({
    cases: [page("first"), call("second")],
    connector,
    onProgress: (done, total, id) => progress.push(`${done}/${total} ${id}`),
    onCall: ({ tool, ms, outcome }) => journal.push(`${tool} ${ms} ${outcome}`),
  });
  assert.deepEqual(gate.cases, [
    {
      id: "first",
      probe: "pagination",
      tool: null,
      result: { verdict: "pass", attempts: 1, measurements: { pages: 1, tool_count: 2 } },
    },
    {
      id: "second",
      probe: "degradation-over-n",
      tool: "t",
      result: { verdict: "pass", attempts: 1, measurements: {} },
    },
  ]);
  assert.deepEqual(gate.catalog?.map(({ name }) => name), ["t", "u"]);
  assert.deepEqual(progress, ["0/0 listing the tools", "0/2 first", "1/2 second"]);
  assert.deepEqual(journal, ["t 1 ok"]);
  assert.deepEqual(connector.log, ["connect"]);
  assert.equal(session.closed, true);
});

Deno.test("gate: a server that cannot be reached leaves no result but the causes", async () => {
  const connector = fakeConnector({ sessions: [fault("transport-closed")] });
  await assert.rejects(runGate({ cases: [call("a")], connector }), (error) => {
    assert.ok(error instanceof IncompleteError);
    assert.deepEqual(toFailure(error), {
      exit: 3,
      message: "initializing MCP server failed",
      causes: ["fake transport-closed"],
    });
    return true;
  });
});

Deno.test("gate: a first page that fails leaves no result but the causes", async () => {
  const session = listing({ list: () => fault("transport-timeout") });
  const connector = fakeConnector({ sessions: [session] });
  await assert.rejects(runGate({ cases: [page("a")], connector }), (error) => {
    assert.deepEqual(toFailure(error), {
      exit: 3,
      message: "listing tools failed",
      causes: ["page 1: fake transport-timeout"],
    });
    return true;
  });
  assert.equal(session.closed, true);
});

Deno.test("gate: a case whose tool is not listed is refused before any case runs", async () => {
  const session = listing();
  const connector = fakeConnector({ sessions: [session] });
  const cases = [call("a"), named("b", "degradation-over-n", { tool: "gone", max_attempts: 1 })];
  await assert.rejects(runGate({ cases, connector }), (error) => {
    assert.ok(error instanceof UsageError);
    assert.match(error.message, /^probe case b: .*gone/);
    return true;
  });
  assert.deepEqual(session.log, ["tools/list"]);
  assert.equal(session.closed, true);
});

/** A case of a tool that the shared listing lacks. */
const samples = (id: string): ProbeCase => named(id, "sampling", { tool: "s", max_requests: 1 });
const elicits = (id: string): ProbeCase =>
  named(id, "elicitation", { tool: "e", max_requests: 1, respond: "accept" });
const listingOf = (...names: string[]): FakeSession =>
  listing({ list: () => result({ tools: names.map((name) => entry(name)) }) });

Deno.test("gate: tools that only a client with a capability is shown are found", async () => {
  const shared = listing();
  const [sampler, eliciter] = [listingOf("t", "s"), listingOf("t", "e")];
  const own = [listing(), listing(), listing()];
  const connector = fakeConnector({ sessions: [shared, sampler, eliciter, ...own] });
  const { gate, said, lines } = await run({
    cases: [samples("a"), call("b"), elicits("c"), samples("d")],
    connector,
  });
  assert.deepEqual(lines, ["a pass", "b pass", "c pass", "d pass"]);
  assert.deepEqual(said, []);
  assert.deepEqual(connector.declared, [
    {},
    { sampling: {} },
    { elicitation: {} },
    { sampling: {} },
    { elicitation: {} },
    { sampling: {} },
  ]);
  assert.deepEqual(shared.log, ["tools/list", "call t"]);
  assert.deepEqual([sampler.log, eliciter.log], [["tools/list"], ["tools/list"]]);
  assert.deepEqual(own.map(({ log }) => log), [["call s"], ["call e"], ["call s"]]);
  assert.ok([shared, sampler, eliciter, ...own].every(({ closed }) => closed));
  assert.deepEqual(gate.catalog?.map(({ name }) => name), ["t", "u"], "that of any client");
});

Deno.test("gate: a tool that not even such a client is shown is refused", async () => {
  const [shared, sampler] = [listing(), listingOf("t")];
  const connector = fakeConnector({ sessions: [shared, sampler] });
  await assert.rejects(runGate({ cases: [call("a"), samples("b")], connector }), {
    name: "UsageError",
    message: "probe case b: sampling tool: the server does not list s",
  });
  assert.deepEqual(connector.declared, [{}, { sampling: {} }]);
  assert.deepEqual(shared.log, ["tools/list"], "no case has run");
  assert.ok(shared.closed && sampler.closed);
});

Deno.test("gate: when such a client cannot list, the case is judged all the same", async () => {
  const later = listing({
    list: (_method, cursor) =>
      cursor === null ? result({ tools: [], nextCursor: "2" }) : fault("transport-closed"),
  });
  const failures = [
    [fault("transport-timeout"), "transport-timeout: fake transport-timeout"],
    [
      listing({ list: () => fault("transport-error") }),
      "transport-error: page 1: fake transport-error",
    ],
    [later, "transport-closed: page 2: fake transport-closed"],
  ] as const;
  for (const [further, told] of failures) {
    const own = [listing(), listing()];
    const connector = fakeConnector({ sessions: [listing(), further, ...own] });
    const { said, lines } = await run({ cases: [samples("a"), samples("b")], connector });
    assert.deepEqual(lines, ["a pass", "b pass"]);
    assert.deepEqual(said, [`listing tools for a client with sampling failed: ${told}`]);
    assert.deepEqual(own.map(({ log }) => log), [["call s"], ["call s"]]);
    assert.ok(!("closed" in further) || further.closed);
  }
});

Deno.test("gate: a budget that such a listing uses up ends all cases", async () => {
  const further = listing({
    list: () => {
      connector.exhausted = true;
      return fault("transport-timeout");
    },
  });
  const connector = fakeConnector({ sessions: [listing(), further] });
  const { said, lines } = await run({ cases: [samples("a"), call("b")], connector });
  assert.deepEqual(lines, [
    "a errored evaluation-budget-exceeded",
    "b errored evaluation-budget-exceeded",
  ]);
  assert.equal(
    said[0],
    "listing tools for a client with sampling failed: " +
      "evaluation-budget-exceeded: fake evaluation-budget-exceeded",
  );
});

Deno.test("gate: without the whole catalog only paging is judged", async () => {
  const session = listing({
    list: (_method, cursor) =>
      cursor === "2" ? fault("transport-timeout") : result({ tools: [], nextCursor: "2" }),
  });
  const { gate, said, lines } = await run({
    // The listing lacks the tool, which is not looked at then.
    cases: [call("a"), page("b"), named("c", "discovery-cost")],
    connector: fakeConnector({ sessions: [session] }),
  });
  assert.deepEqual(lines, [
    "a errored transport-timeout",
    "b fail pagination-stalled-cursor",
    "c errored transport-timeout",
  ]);
  assert.deepEqual(said, [
    "listing tools failed: transport-timeout: page 2: fake transport-timeout",
  ]);
  assert.equal(gate.catalog, null);
  assert.deepEqual(session.log, ["tools/list", "tools/list 2", "tools/list"]);
});

Deno.test("gate: after a fault the next case runs on a fresh connection", async () => {
  const lost = listing({ call: () => fault("transport-error") });
  const fresh = listing();
  const connector = fakeConnector({ sessions: [lost, fresh] });
  const { said, lines } = await run({ cases: [page("a"), call("b"), call("c")], connector });
  assert.deepEqual(lines, ["a pass", "b errored transport-error", "c pass"]);
  assert.deepEqual(said, ["b transport-error: fake transport-error"]);
  assert.equal(lost.closed, true);
  assert.deepEqual(fresh.log, ["call t"], "the catalog is not listed again");
  assert.equal(fresh.closed, true);
});

Deno.test("gate: a fault in the last case opens no connection in vain", async () => {
  const session = listing({ call: () => fault("transport-closed") });
  const connector = fakeConnector({ sessions: [session] });
  const { lines } = await run({ cases: [call("a")], connector });
  assert.deepEqual(lines, ["a errored transport-closed"]);
  assert.deepEqual(connector.log, ["connect"]);
});

Deno.test("gate: when reconnecting fails, the rest has that reason, paging included", async () => {
  const session = listing({ call: () => fault("transport-closed") });
  const connector = fakeConnector({ sessions: [session, fault("transport-timeout")] });
  const { said, lines } = await run({ cases: [call("a"), call("b"), page("c")], connector });
  assert.deepEqual(lines, [
    "a errored transport-closed",
    "b errored transport-timeout",
    "c errored transport-timeout",
  ]);
  assert.deepEqual(said, [
    "a transport-closed: fake transport-closed",
    "reconnecting failed: fake transport-timeout",
  ]);
  assert.equal(connector.log.filter((line) => line === "connect").length, 2);
});

Deno.test("gate: a verdict that absorbed the lost connection is followed by a fresh one", async () => {
  const lost = listing({ call: () => fault("transport-closed") });
  const connector = fakeConnector({ sessions: [lost, listing()] });
  const { said, lines } = await run({ cases: [payload("a"), call("b")], connector });
  assert.deepEqual(lines, ["a fail payload-unhandled", "b pass"]);
  assert.deepEqual(said, []);
});

Deno.test("gate: a verdict that absorbed a flood is followed by a fresh connection", async () => {
  const flooded = listing({
    capabilities: { prompts: {} },
    list: (method) => method === "tools/list" ? result({ tools: [entry("t")] }) : flood(),
  });
  const connector = fakeConnector({ sessions: [flooded, listing()] });
  const { lines } = await run({ cases: [surfaces("a"), call("b")], connector });
  assert.deepEqual(lines, ["a fail surface-invalid-envelope", "b pass"]);
  assert.equal(connector.log.filter((line) => line === "connect").length, 2);
});

Deno.test("gate: a verdict that absorbed a timeout keeps the connection", async () => {
  const slow = listing({
    call: (_tool, _args, n) => n === 1 ? fault("transport-timeout") : success(),
  });
  const connector = fakeConnector({ sessions: [slow] });
  const { lines } = await run({ cases: [payload("a"), call("b")], connector });
  assert.deepEqual(lines, ["a fail payload-unhandled", "b pass"]);
  assert.deepEqual(connector.log, ["connect"]);
});

Deno.test("gate: a server that dies between two cases does not go unnoticed", async () => {
  const session = listing();
  const connector = fakeConnector({ sessions: [session, listing()] });
  const { lines } = await run({
    cases: [call("a"), call("b"), call("c")],
    connector,
    onProgress: (done) => {
      if (done === 1) session.broken = true;
    },
  });
  assert.deepEqual(lines, ["a pass", "b errored transport-closed", "c pass"]);
});

Deno.test("gate: an exhausted budget ends the current and all later cases", async () => {
  const session = listing({
    call: (_tool, _args, n) => n === 2 ? fault("evaluation-budget-exceeded") : success(),
  });
  const connector = fakeConnector({ sessions: [session] });
  const { said, lines } = await run({ cases: [call("a"), call("b"), page("c")], connector });
  assert.deepEqual(lines, [
    "a pass",
    "b errored evaluation-budget-exceeded",
    "c errored evaluation-budget-exceeded",
  ]);
  assert.deepEqual(said, ["b evaluation-budget-exceeded: fake evaluation-budget-exceeded"]);
  assert.deepEqual(connector.log, ["connect"]);
  assert.deepEqual(session.log, ["tools/list", "call t", "call t"]);
});

Deno.test("gate: a case that is finished after the deadline has no verdict", async () => {
  const connector = fakeConnector({ sessions: [listing()] });
  const { lines } = await run({
    cases: [call("a"), call("b")],
    connector,
    onCall: () => {
      connector.exhausted = true;
    },
  });
  assert.deepEqual(lines, [
    "a errored evaluation-budget-exceeded",
    "b errored evaluation-budget-exceeded",
  ]);
});

Deno.test("gate: an exhausted budget outranks every other symptom", async () => {
  const session = listing({
    call: () => {
      connector.exhausted = true;
      return fault("transport-timeout");
    },
  });
  const connector = fakeConnector({ sessions: [session] });
  const { lines } = await run({ cases: [call("a"), call("b")], connector });
  assert.deepEqual(lines, [
    "a errored evaluation-budget-exceeded",
    "b errored evaluation-budget-exceeded",
  ]);
});

Deno.test("gate: an error that is no fault is not taken for a verdict", async () => {
  const session = listing({
    call: () => {
      throw new TypeError("a mistake of ours");
    },
  });
  const connector = fakeConnector({ sessions: [session] });
  await assert.rejects(runGate({ cases: [call("a")], connector }), TypeError);
  assert.equal(session.closed, true);
});

Deno.test("gate: servers for further connections are started with the first case that opens one", async () => {
  const session = listing();
  const connector = fakeConnector({ sessions: [session] });
  let calls = 0;
  const { startAhead } = connector;
  connector.startAhead = (count) => {
    calls = session.log.filter((line) => line === "call t").length;
    startAhead(count);
  };
  const cases = [
    call("a"),
    named("b", "protocol-negotiation", { bogus_version: "2000-01-01" }),
    call("c"),
  ];
  await run({ cases, connector });
  assert.deepEqual(connector.log.slice(0, 3), ["connect", "startAhead 2", "negotiate 2025-06-18"]);
  // Until then another instance could disturb the first.
  assert.equal(calls, 1);
});
