/** What servers do with a cancelled call, over both transports. */

import assert from "node:assert/strict";
import type { ProbeCase } from "../../core/manifest/types.ts";
import type { Action } from "./behavior.ts";
import { named } from "./cases.ts";
import { check } from "./gate-runs.ts";
import { error, isError, ok, serving } from "./replies.ts";
import { fails, passes } from "./verdict-table.ts";

const cancelled: Action = { until: "notifications/cancelled" };

const cancels = (tool: string, require_honored = true): ProbeCase =>
  named(tool, "cancellation", { tool, require_honored, grace_seconds: 1, reason: "user" });
const alive = named("alive", "schema-guessability", { tool: "good" });

check({
  name: "cancellation: every reason",
  processes: [serving({
    silent: [[ok], [cancelled]],
    ended: [[ok], [cancelled, error(-32800)]],
    completes: [[ok], [cancelled, ok]],
    ignores: [[ok], [ok]],
    fails: [[ok], [cancelled, isError]],
    refuses: [[ok], [cancelled, error(-32000)]],
    shapeless: [[ok], [cancelled, { error: null }]],
    wordy: [[ok], [cancelled, { error: "cancelled" }]],
    codeless: [[ok], [cancelled, { error: { message: "cancelled" } }]],
    inexact: [[ok], [cancelled, { line: '{"jsonrpc":"2.0","id":$id,"error":{"code":-32800.0}}' }]],
    broken: [error(-32001)],
    good: [ok],
  })],
  cases: [
    cancels("silent"),
    cancels("ended"),
    cancels("completes"),
    cancels("ignores"),
    cancels("fails"),
    cancels("refuses"),
    cancels("shapeless"),
    cancels("wordy"),
    cancels("codeless"),
    cancels("inexact"),
    cancels("broken"),
    alive,
  ],
  expect: [
    "silent pass 2",
    "ended pass 2",
    "completes fail 2 cancellation-ignored",
    "ignores fail 2 cancellation-ignored",
    "fails fail 2 cancellation-errored",
    "refuses fail 2 cancellation-errored",
    "shapeless fail 2 cancellation-errored",
    "wordy fail 2 cancellation-errored",
    "codeless fail 2 cancellation-errored",
    "inexact fail 2 cancellation-errored",
    "broken fail 1 unexpected-outcome",
    "alive pass 1",
  ],
  journal: [
    "silent ok",
    "ended ok",
    "completes ok",
    "ignores ok",
    "fails ok",
    "refuses ok",
    "shapeless ok",
    "wordy ok",
    "codeless ok",
    "inexact ok",
    "broken rpc-error",
    "good ok",
  ],
  started: 1,
  also: (cases, { received }) => {
    const [silent, ended, completes, , , refuses, shapeless] = cases;
    const broken = cases.at(-2);
    const as = (cancellation_outcome: string) => ({ cancellation_outcome });
    assert.deepEqual(silent?.result, passes(2, as("no-result")));
    assert.deepEqual(ended?.result, passes(2, as("no-result")));
    assert.deepEqual(completes?.result, fails(2, "cancellation-ignored", as("completed")));
    assert.deepEqual(refuses?.result, fails(2, "cancellation-errored", as("error")));
    assert.deepEqual(shapeless?.result, fails(2, "cancellation-errored", as("error")));
    assert.deepEqual(broken?.result, fails(1, "unexpected-outcome"));
    // initialize and tools/list are 1 and 2, the call that works is 3.
    const first = received()[0]?.find(({ method }) => method === "notifications/cancelled");
    assert.deepEqual(first?.params, { requestId: 4, reason: "user" });
  },
});

check({
  name: "cancellation that need not be honored",
  processes: [serving({
    silent: [[ok], [cancelled], [ok]],
    // Its late answer is not taken for that of the next call.
    late: [[ok], [cancelled, { sleep: 1_100 }, isError], [{ sleep: 400 }, ok]],
    completes: [[ok], [cancelled, ok], [ok]],
    refuses: [[ok], [cancelled, error(-1)], [ok]],
    spoiled: [[ok], [cancelled], [error(-1)]],
    good: [ok],
  })],
  cases: ["silent", "late", "completes", "refuses", "spoiled"].map((tool) => cancels(tool, false)),
  expect: [
    "silent pass 3",
    "late pass 3",
    "completes pass 3",
    "refuses fail 2 cancellation-errored",
    "spoiled fail 3 recovery-failed",
  ],
  started: 1,
  also: ([silent, , completes, , spoiled]) => {
    const as = (cancellation_outcome: string) => ({ cancellation_outcome });
    assert.deepEqual(silent?.result, passes(3, as("no-result")));
    assert.deepEqual(completes?.result, passes(3, as("completed")));
    assert.deepEqual(spoiled?.result, fails(3, "recovery-failed", as("no-result")));
  },
});

check({
  name: "cancellation: requests of the server stay unanswered and do no harm",
  processes: [serving({ t: [[ok], [{ ask: "ping", times: 20 }, cancelled]], good: [ok] })],
  cases: [cancels("t"), alive],
  expect: ["t pass 2", "alive pass 1"],
  started: 1,
  also: (_cases, { received }) => {
    const answers = received()[0]?.filter(({ method }) => method === undefined);
    assert.deepEqual(answers, []);
  },
});

for (
  const [name, line] of [
    ["is no JSON-RPC 2.0", '{"jsonrpc":"1.0","id":$id,"result":{}}'],
    ["has both a result and an error", '{"jsonrpc":"2.0","id":$id,"result":{},"error":{"code":1}}'],
    ["has neither a result nor an error", '{"jsonrpc":"2.0","id":$id}'],
    ["has a malformed result", '{"jsonrpc":"2.0","id":$id,"result":{"isError":"no"}}'],
  ]
) {
  check({
    name: `cancellation: an answer that ${name} is no verdict; a fresh process follows`,
    processes: [serving({ t: [[ok], [cancelled, { line: line ?? "" }]], good: [ok] })],
    cases: [cancels("t"), alive],
    expect: ["t errored transport-error", "alive pass 1"],
    started: 2,
  });
}

check({
  name: "cancellation: a server that dies of it is no verdict; a fresh process follows",
  processes: [
    serving({ t: [[ok], [cancelled, { exit: 1 }]], good: [ok] }),
    serving({ good: [ok], t: [ok] }),
  ],
  cases: [cancels("t"), alive],
  expect: ["t errored transport-closed", "alive pass 1"],
  http: { expect: ["t errored transport-error", "alive pass 1"] },
  started: 2,
});

check({
  name: "cancellation over HTTP: a stream that ends without an answer is silence",
  stdio: null,
  processes: [serving({ t: [[ok], [cancelled, { hangUp: true }]], good: [ok] })],
  cases: [cancels("t"), alive],
  expect: ["t pass 2", "alive pass 1"],
  started: 1,
});

check({
  name: "cancellation over HTTP: a status is no verdict",
  stdio: null,
  processes: [
    serving({ t: [[ok], [{ status: 500 }]], good: [ok] }),
    serving({ t: [ok], good: [ok] }),
  ],
  cases: [cancels("t"), alive],
  expect: ["t errored transport-error", "alive pass 1"],
  started: 2,
});
