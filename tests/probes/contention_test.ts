import assert from "node:assert/strict";
import type { ToolName } from "../../core/labels.ts";
import { Fault } from "../../core/mcp/faults.ts";
import type { Session } from "../../core/mcp/session.ts";
import { contention, secondClient } from "../../core/probes/contention.ts";
import {
  entry,
  fakeConnector,
  type FakeSession,
  fakeSession,
  fault,
  result,
  rpcError,
  type Script,
  toolError,
} from "./fake-session.ts";
import { fails, passes, type Situation, situations } from "./verdict-table.ts";

const lists = { list: () => result({ tools: [entry("other"), entry("t")] }) };

/** A situation whose second client meets this server; it must be closed in the end. */
function against(server: Script, row: Situation): Situation {
  const second: FakeSession = fakeSession({ ...lists, ...server });
  return {
    ...row,
    connector: fakeConnector({ sessions: [second] }),
    also: (first) => {
      assert.equal(second.closed, true, "the second client is closed");
      assert.equal(first.closed, false, "the shared session stays");
      if (row.exchanges?.length === 1) {
        assert.deepEqual(second.log, ["tools/list", "call t"]);
        assert.deepEqual(first.options, [{ observing: true }]);
        assert.deepEqual(second.options, [{ observing: true }]);
      }
    },
  };
}

const called = { exchanges: ["call t"] };

situations("contention", contention, [
  against({}, {
    name: "both clients succeed",
    ...called,
    expect: passes(2),
    journal: ["t ok", "t ok"],
  }),
  against({ call: () => toolError() }, {
    name: "the second client gets an error",
    ...called,
    expect: fails(2, "contended-client-failed"),
    journal: ["t ok", "t tool-error"],
  }),
  against({}, {
    name: "the first client gets an error; it comes first in the journal",
    ...called,
    server: { call: () => rpcError() },
    expect: fails(2, "contended-client-failed"),
    journal: ["t rpc-error", "t ok"],
  }),
  against({ call: () => fault("transport-timeout") }, {
    name: "the second client's call gets lost",
    ...called,
    expect: "transport-timeout",
    journal: ["t ok"],
  }),
  against({ call: () => fault("transport-timeout") }, {
    name: "both calls get lost: the first client's fault counts",
    ...called,
    server: { call: () => fault("transport-closed") },
    expect: "transport-closed",
    journal: [],
  }),
  against({ call: () => fault("transport-closed") }, {
    name: "an error of the first client does not hide the second's lost call",
    ...called,
    server: { call: () => toolError() },
    expect: "transport-closed",
  }),
  against({ list: () => result({ tools: [entry("other")] }) }, {
    name: "the second client does not see the tool",
    expect: "transport-error",
    exchanges: [],
  }),
  against({ list: () => fault("transport-timeout") }, {
    name: "the second client's listing gets lost: not ready, whatever the cause",
    expect: "transport-error",
    exchanges: [],
  }),
  against({
    list: (_method, cursor) =>
      cursor === null
        ? result({ tools: [entry("t")], nextCursor: "2" })
        : fault("transport-closed"),
  }, {
    name: "the second client must list the whole catalog",
    expect: "transport-error",
    exchanges: [],
  }),
  against({ list: () => fault("evaluation-budget-exceeded") }, {
    name: "an exhausted budget keeps its label",
    expect: "evaluation-budget-exceeded",
    exchanges: [],
  }),
  {
    name: "the second client cannot connect",
    connector: fakeConnector({ sessions: [fault("transport-closed")] }),
    expect: "transport-error",
    exchanges: [],
  },
]);

Deno.test("contention: a second client that gets ready too late is no second client", async () => {
  const second = fakeSession(lists);
  const connected = Promise.withResolvers<Session>();
  const connector = { ...fakeConnector(), connect: () => connected.promise };
  await assert.rejects(secondClient(connector, "t" as ToolName, 5), (error) => {
    assert.ok(error instanceof Fault);
    assert.equal(error.label, "transport-error");
    return true;
  });
  connected.resolve(second);
  while (!second.closed) await new Promise((next) => setTimeout(next, 0));
});
