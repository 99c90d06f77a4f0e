import assert from "node:assert/strict";
import { IncompleteError, toFailure, UsageError } from "../../core/errors.ts";
import type { JsonObject } from "../../core/mcp/json.ts";
import type { CallOutcome } from "../../core/mcp/session.ts";
import { type Scaffold, scaffold, type ScaffoldJob } from "../../core/scaffold/scaffold.ts";
import {
  entry,
  fakeConnector,
  type FakeSession,
  fakeSession,
  fault,
  result,
  rpcError,
  type Script,
  type Scripted,
  success,
  toolError,
} from "../probes/fake-session.ts";

const READS = { annotations: { readOnlyHint: true } };
const reader = (name: string, members: JsonObject = {}) => entry(name, { ...READS, ...members });
const needsInteger = {
  inputSchema: { type: "object", properties: { a: { type: "integer" } }, required: ["a"] },
};

/** A session of a server that lists these entries. */
function listing(entries: JsonObject[], script: Script = {}): FakeSession {
  return fakeSession({ list: () => result({ tools: entries }), ...script });
}

/** Runs a scaffold that neither attests nor selects unless told so. */
function run(session: FakeSession, options: Partial<ScaffoldJob> = {}): Promise<Scaffold> {
  return scaffold({
    connector: fakeConnector({ sessions: [session] }),
    attested: false,
    tools: null,
    argumentsFile: null,
    dryRun: false,
    ...options,
  });
}

/** What a run without `--dry-run` comes to: the tools with cases, and `<tool> <cause>`. */
async function outcome(session: FakeSession, options: Partial<ScaffoldJob> = {}) {
  const scaffolded = await run(session, options);
  assert.equal(scaffolded.kind, "manifest");
  assert.ok(scaffolded.kind === "manifest");
  const repeats = scaffolded.manifest.probes.filter(({ probe }) => probe === "degradation-over-n");
  return {
    verified: repeats.map((probeCase) => "tool" in probeCase ? probeCase.tool : null),
    skipped: scaffolded.skipped.map(({ tool, cause }) => `${tool} ${cause}`),
    scaffolded,
  };
}

async function failure(session: FakeSession, options: Partial<ScaffoldJob> = {}) {
  let thrown: unknown;
  await assert.rejects(run(session, options), (error) => {
    thrown = error;
    return true;
  });
  assert.equal(session.closed, true, "the session is closed");
  return { thrown, ...toFailure(thrown) };
}

/** Answers each tool as the table says. */
function answers(table: Record<string, Scripted<CallOutcome>>): Script {
  return { call: (tool) => table[tool] ?? success() };
}

Deno.test("init: only tools that answer get cases, the others a cause", async () => {
  const session = listing([
    reader("good"),
    entry("plain"),
    entry("destroys", { annotations: { destructiveHint: true } }),
    entry("writes", { annotations: { readOnlyHint: false } }),
    reader("needs", { inputSchema: { type: "object", properties: { a: {} }, required: ["a"] } }),
    reader("empty"),
    reader("built", needsInteger),
    reader("filed"),
    reader("samples"),
    reader("samples-and-fails"),
    reader("elicits"),
    reader("announces"),
    reader("announces-and-fails"),
    reader("lost"),
  ], {
    capabilities: { prompts: {} },
    ...answers({
      empty: rpcError(),
      built: toolError(),
      filed: toolError(),
      samples: success({}, { announced: ["sampling"] }),
      "samples-and-fails": toolError({ announced: ["sampling"] }),
      elicits: success({}, { announced: ["resource-updated", "elicitation"] }),
      announces: success({}, { announced: ["resource-updated"] }),
      "announces-and-fails": toolError({ announced: ["resource-updated"] }),
      lost: fault("transport-timeout"),
    }),
  });
  const said: string[] = [];
  const { verified, skipped, scaffolded } = await outcome(session, {
    argumentsFile: { filed: { a: 1 } },
    onDiagnostic: (line) => said.push(line),
  });
  assert.deepEqual(verified, ["good"]);
  assert.deepEqual(said, ["lost transport-timeout: fake transport-timeout"]);
  assert.deepEqual(skipped, [
    "plain unattested",
    "destroys destructive",
    "writes writer",
    "needs unbuildable",
    "empty empty-call-failed",
    "built schema-call-failed",
    "filed file-call-failed",
    "samples asks-for-sampling",
    "samples-and-fails asks-for-sampling",
    "elicits asks-for-elicitation",
    "announces announces-resource",
    "announces-and-fails empty-call-failed",
    "lost empty-call-failed",
  ]);
  assert.ok(scaffolded.kind === "manifest");
  assert.equal(scaffolded.tools, 14);
  assert.equal(scaffolded.manifest.version, 1);
  assert.equal(scaffolded.manifest.timeout_ms, null);
  assert.deepEqual(scaffolded.manifest.sandboxes, {});
  assert.equal(scaffolded.manifest.probes.length, 10);
  assert.equal(session.closed, true);
});

Deno.test("init: the cases carry the arguments that succeeded", async () => {
  const session = listing([reader("built", needsInteger), reader("filed", needsInteger)]);
  const { scaffolded } = await outcome(session, { argumentsFile: { filed: { a: 7 } } });
  assert.ok(scaffolded.kind === "manifest");
  const found = scaffolded.manifest.probes
    .filter((probeCase) => probeCase.probe === "schema-guessability")
    .map((probeCase) => probeCase.arguments);
  assert.deepEqual(found, [{ a: 1 }, { a: 7 }]);
});

Deno.test("init: tools outside --tool are neither called nor mentioned", async () => {
  const session = listing([reader("a"), reader("b"), entry("c")]);
  const { verified, skipped } = await outcome(session, { tools: ["b"] });
  assert.deepEqual(verified, ["b"]);
  assert.deepEqual(skipped, []);
  assert.deepEqual(session.log, ["tools/list", "call b"]);
});

Deno.test("init: an attested tool is called", async () => {
  const { verified } = await outcome(listing([entry("plain")]), { attested: true });
  assert.deepEqual(verified, ["plain"]);
});

Deno.test("init: calls until 20 have succeeded, failures not counted", async () => {
  const names = Array.from({ length: 24 }, (_, index) => `t${index}`);
  const session = listing(names.map((name) => reader(name)), answers({ t3: toolError() }));
  const { verified, skipped } = await outcome(session);
  assert.deepEqual(verified, names.filter((name) => name !== "t3").slice(0, 20));
  assert.deepEqual(skipped, [
    "t3 empty-call-failed",
    "t21 beyond-limit",
    "t22 beyond-limit",
    "t23 beyond-limit",
  ]);
  assert.equal(session.log.length, 1 + 21);
});

Deno.test("init: after a crash every later tool counts as failed; there is one connection", async () => {
  const session = listing(
    [reader("a"), reader("b"), reader("c")],
    answers({ b: fault("transport-closed") }),
  );
  const connector = fakeConnector({ sessions: [session] });
  const { verified, skipped } = await outcome(session, { connector });
  assert.deepEqual(verified, ["a"]);
  assert.deepEqual(skipped, ["b empty-call-failed", "c empty-call-failed"]);
  assert.deepEqual(connector.log, ["connect"]);
});

Deno.test("init: tells which tool is called next", async () => {
  const progress: string[] = [];
  await run(listing([reader("a"), entry("plain"), reader("b")]), {
    onProgress: (done, total, tool) => progress.push(`${done}/${total} ${tool}`),
  });
  assert.deepEqual(progress, ["0/0 listing the tools", "0/2 a", "1/2 b"]);
});

Deno.test("init --dry-run: decides and calls nothing", async () => {
  const session = listing([
    reader("a"),
    entry("b"),
    entry("c", { annotations: { readOnlyHint: false } }),
  ]);
  assert.deepEqual(await run(session, { dryRun: true, tools: ["a"] }), {
    kind: "dry-run",
    rows: [
      { tool: "a", decision: "by-readOnlyHint" },
      { tool: "b", decision: "unselected" },
      { tool: "c", decision: "unselected" },
    ],
  });
  assert.deepEqual(session.log, ["tools/list"]);
  assert.equal(session.closed, true);
});

Deno.test("init --dry-run: an attested tool is a candidate by attestation", async () => {
  assert.deepEqual(await run(listing([entry("a")]), { dryRun: true, attested: true }), {
    kind: "dry-run",
    rows: [{ tool: "a", decision: "by-attestation" }],
  });
});

for (const dryRun of [false, true]) {
  Deno.test(`init: a --tool name that cannot be called is refused, dry run ${dryRun}`, async () => {
    const session = listing([reader("a"), entry("b")]);
    const { thrown, exit, message } = await failure(session, { dryRun, tools: ["a", "b"] });
    assert.ok(thrown instanceof UsageError);
    assert.equal(exit, 2);
    assert.match(message, /^--tool b: /);
    assert.deepEqual(session.log, ["tools/list"]);
  });
}

Deno.test("init: an --arguments entry for a tool that is not listed is refused first", async () => {
  const session = listing([entry("a")]);
  const { exit, message } = await failure(session, { argumentsFile: { gone: {} }, tools: ["a"] });
  assert.equal(exit, 2);
  assert.match(message, /--arguments.*gone/);
  assert.deepEqual(session.log, ["tools/list"]);
});

Deno.test("init: a server that cannot be reached", async () => {
  const connector = fakeConnector({ sessions: [fault("transport-closed")] });
  await assert.rejects(run(listing([]), { connector }), (error) => {
    assert.deepEqual(toFailure(error), {
      exit: 3,
      message: "initializing MCP server failed",
      causes: ["fake transport-closed"],
    });
    return true;
  });
});

Deno.test("init: a first page that fails", async () => {
  const { thrown, message } = await failure(listing([], { list: () => fault("transport-error") }));
  assert.ok(thrown instanceof IncompleteError);
  assert.equal(message, "listing tools failed");
});

Deno.test("init: a listing that does not complete, and nothing is called", async () => {
  const session = listing([], {
    list: (_method, cursor) =>
      cursor === null
        ? result({ tools: [reader("a")], nextCursor: "2" })
        : fault("transport-timeout"),
  });
  const { thrown, exit, message, causes } = await failure(session);
  assert.ok(thrown instanceof IncompleteError);
  assert.equal(exit, 3);
  assert.equal(
    message,
    "listing tools did not complete (transport-timeout): nothing was called or written",
  );
  assert.deepEqual(causes, ["page 2: fake transport-timeout"]);
  assert.deepEqual(session.log, ["tools/list", "tools/list 2"]);
});

for (const dryRun of [false, true]) {
  Deno.test(`init: a server without tools, dry run ${dryRun}`, async () => {
    const { exit, message } = await failure(listing([]), { dryRun });
    assert.equal(exit, 3);
    assert.match(message, /no tools/);
  });
}

Deno.test("init: an exhausted budget leaves nothing", async () => {
  const session = listing([reader("a"), reader("b")], {
    call: () => {
      connector.exhausted = true;
      return fault("evaluation-budget-exceeded");
    },
  });
  const connector = fakeConnector({ sessions: [session] });
  const { exit, causes } = await failure(session, { connector });
  assert.equal(exit, 3);
  assert.deepEqual(causes, ["fake evaluation-budget-exceeded"]);
  assert.deepEqual(session.log, ["tools/list", "call a"]);
});
