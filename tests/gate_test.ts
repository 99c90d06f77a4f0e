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
  assert.deepEqual(progress, ["0/2 first", "1/2 second"]);
  assert.deepEqual(journal, ["t 1 ok"]);
  assert.deepEqual(connector.log, ["connect", "startAhead 0"]);
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
      causes: ["fake transport-timeout"],
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
  assert.deepEqual(said, ["listing tools failed: transport-timeout"]);
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
  assert.deepEqual(connector.log, ["connect", "startAhead 0"]);
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
  assert.deepEqual(connector.log, ["connect", "startAhead 0"]);
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
  assert.deepEqual(connector.log, ["connect", "startAhead 0"]);
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

Deno.test("gate: servers for further connections are started after the first handshake", async () => {
  const connector = fakeConnector({ sessions: [listing()] });
  const cases = [named("a", "protocol-negotiation", { bogus_version: "2000-01-01" }), call("b")];
  await run({ cases, connector });
  assert.deepEqual(connector.log.slice(0, 3), ["connect", "startAhead 3", "negotiate 2025-06-18"]);
});
