import assert from "node:assert/strict";
import * as Comlink from "comlink";
import { type CallJournal, openRunJournal, type RunJournal } from "../../core/capture/synthetic.ts";
import { type Outcome, RemoteError } from "../../core/errors.ts";
import { runGate } from "../../core/gate.ts";
import type { ServerLabel, ToolName } from "../../core/labels.ts";
import type { JudgedCall } from "../../core/probes/probe.ts";
import type { CallRecord } from "../../core/records.ts";
import { named } from "../probes/cases.ts";
import {
  entry,
  fakeConnector,
  fakeSession,
  result,
  success,
  toolError,
} from "../probes/fake-session.ts";

/** Bytes 00 to 1f. */
const SALT = Uint8Array.from({ length: 32 }, (_, index) => index);
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const FULL_DISK: Outcome<null> = {
  ok: false,
  failure: { exit: 3, message: "the disk is full", causes: [] },
};

interface Recorded extends AsyncDisposable {
  journal: RunJournal;
  records: CallRecord[];
}

/** Opens a journal whose keeper answers each append as it is told. */
async function open(
  append: (records: CallRecord[]) => Promise<Outcome<null>> | Outcome<null> = () => ({
    ok: true,
    value: null,
  }),
): Promise<Recorded> {
  const { port1, port2 } = new MessageChannel();
  const records: CallRecord[] = [];
  const released = Promise.withResolvers<void>();
  const keeper: CallJournal & { [Comlink.finalizer](): void } = {
    [Comlink.finalizer]: released.resolve,
    opened: () => Promise.resolve({ ok: true, value: SALT }),
    async append(batch) {
      const outcome = await append(batch);
      if (outcome.ok) records.push(...batch);
      return outcome;
    },
  };
  Comlink.expose(keeper, port2);
  const journal = await openRunJournal({ server: "demo" as ServerLabel, port: port1 });
  return {
    journal,
    records,
    async [Symbol.asyncDispose]() {
      await journal.close();
      await released.promise;
      port1.close();
      port2.close();
    },
  };
}

function call(fields: Partial<JudgedCall> = {}): JudgedCall {
  return { tool: "t" as ToolName, args: {}, ms: 1.9, outcome: "ok", error: null, ...fields };
}

Deno.test("a call becomes a record without content, whose session nobody named", async () => {
  await using recorded = await open();
  const { journal, records } = recorded;
  journal.record(call({
    args: { text: "hello", to: "https://example.com/x", id: 7, list: [true, null], "no key": 1 },
  }));
  journal.record(call({
    outcome: "rpc-error",
    error: {
      code: -32001,
      message: "Job 42 failed at /srv/data/in.csv",
      retryable: true,
      layer: "backend of Ann",
      data: { retryable: false, secret: "x" },
    },
  }));
  journal.record(call({
    outcome: "tool-error",
    error: { code: "tool-error", message: 'No row for "Ann Lee" (id=7)' },
    ms: 0,
  }));
  assert.equal(await journal.endCase(), null);
  const [first] = records;
  assert.ok(first);
  const { capture_id: capture } = first.identity;
  assert.match(capture, UUID_V4);
  assert.match(first.session, /^session:[0-9a-f]{64}$/);
  for (const { identity, session, ts } of records) {
    assert.equal(identity.capture_id, capture);
    assert.match(identity.event_id, UUID_V4);
    assert.equal(session, first.session);
    assert.match(ts, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
  assert.equal(new Set(records.map(({ identity }) => identity.event_id)).size, 3);
  const common = { server: "demo", method: "tools/call", tool: "t" };
  const last = { shim_self_us: 0, kind: "synthetic" };
  assert.deepEqual(records.map(({ identity: _, ts: __, session: ___, ...rest }) => rest), [
    {
      seq: 1,
      ...common,
      args: {
        id: "num:7",
        list: { array: 2, items: "bool:true" },
        "str<8": "num:1",
        text: "str<8",
        to: "str<32",
      },
      latency_ms: 1,
      outcome: "ok",
      ...last,
    },
    {
      seq: 2,
      ...common,
      args: {},
      latency_ms: 1,
      outcome: "error",
      error: {
        code: -32001,
        layer: "str<32",
        retryable: true,
        template: "{message}",
        template_id: "e6fddbf31ceca3a7",
      },
      ...last,
    },
    {
      seq: 3,
      ...common,
      args: {},
      latency_ms: 0,
      outcome: "error",
      error: { code: "tool-error", template: "{message}", template_id: "4e3d7d877552b54f" },
      ...last,
    },
  ]);
});

Deno.test("every run is a capture and a session of its own, whatever MCPEVAL_SESSION says", async () => {
  Deno.env.set("MCPEVAL_SESSION", "sess-1");
  try {
    await using one = await open();
    await using two = await open();
    for (const { journal } of [one, two]) {
      journal.record(call());
      assert.equal(await journal.endCase(), null);
    }
    const [a, b] = [one.records[0], two.records[0]];
    assert.ok(a && b);
    assert.deepEqual([a.seq, b.seq], [1, 1]);
    assert.notEqual(a.session, b.session);
    assert.notEqual(a.identity.capture_id, b.identity.capture_id);
    // SHA-256 of `sess-1`.
    assert.doesNotMatch(a.session, /abe633f3/);
  } finally {
    Deno.env.delete("MCPEVAL_SESSION");
  }
});

Deno.test("what cannot be written is the loss of its own case only", async () => {
  await using recorded = await open(([record]) =>
    record?.tool === "lost" ? FULL_DISK : { ok: true, value: null }
  );
  const { journal, records } = recorded;
  const of = (tool: string) => call({ tool: tool as ToolName });
  journal.record(of("kept"));
  const first = journal.endCase();
  journal.record(of("lost"));
  const second = journal.endCase();
  journal.record(of("kept"));
  const third = journal.endCase();
  const fourth = journal.endCase();
  assert.deepEqual(await Promise.all([first, second, third, fourth]), [
    null,
    "the disk is full",
    null,
    null,
  ]);
  assert.deepEqual(records.map(({ tool, seq }) => [tool, seq]), [["kept", 1], ["kept", 3]]);
});

Deno.test("a keeper that cannot take a record is a loss, too", async () => {
  await using recorded = await open(() => Promise.reject(new TypeError("gone")));
  recorded.journal.record(call());
  assert.equal(await recorded.journal.endCase(), "the journal cannot take a record");
  await recorded.journal.flush();
});

Deno.test("flushing waits for what a slow disk still takes; calls meanwhile share a write", async () => {
  const gate = Promise.withResolvers<void>();
  const sizes: number[] = [];
  await using recorded = await open(async (batch) => {
    sizes.push(batch.length);
    await gate.promise;
    return { ok: true, value: null };
  });
  const { journal, records } = recorded;
  journal.record(call());
  await Promise.resolve().then(() => {}); // the first write begins
  for (let n = 0; n < 5; n++) journal.record(call());
  let flushed = false;
  const flushing = journal.flush().then(() => void (flushed = true));
  assert.equal(flushed, false);
  gate.resolve();
  await flushing;
  assert.deepEqual(records.map(({ seq }) => seq), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(sizes, [1, 5]);
});

Deno.test("a store that cannot be opened ends the run before a call", async () => {
  const { port1, port2 } = new MessageChannel();
  const failure = {
    exit: 3 as const,
    message: "creating /h/store failed: it is a file",
    causes: [],
  };
  const released = Promise.withResolvers<void>();
  const opened = () => ({ ok: false, failure });
  Comlink.expose({ opened, [Comlink.finalizer]: released.resolve }, port2);
  await assert.rejects(
    openRunJournal({ server: "demo" as ServerLabel, port: port1 }),
    (error) => error instanceof RemoteError && error.failure.message === failure.message,
  );
  await released.promise;
  port1.close();
  port2.close();
});

Deno.test("a verdict whose calls are not in the journal is none", async () => {
  const losses = [null, "the disk is full", "the disk is full"];
  const session = fakeSession({
    list: () => result({ tools: [entry("t")] }),
    call: (_tool, _args, n) => n === 3 ? toolError() : success(),
  });
  const said: string[] = [];
  const { cases } = await runGate({
    cases: [
      named("kept", "degradation-over-n", { max_attempts: 1 }),
      named("lost", "degradation-over-n", { max_attempts: 1 }),
      named("red", "degradation-over-n", { max_attempts: 1 }),
    ],
    connector: fakeConnector({ sessions: [session] }),
    recorded: () => Promise.resolve(losses.shift() ?? null),
    onDiagnostic: (line) => said.push(line),
  });
  assert.deepEqual(cases.map((each) => [each.id, each.result]), [
    ["kept", { verdict: "pass", attempts: 1, measurements: {} }],
    ["lost", { verdict: "errored", reason: "transport-error" }],
    ["red", { verdict: "errored", reason: "transport-error" }],
  ]);
  assert.deepEqual(said, [
    "lost transport-error: recording a call failed: the disk is full",
    "red transport-error: recording a call failed: the disk is full",
  ]);
});
