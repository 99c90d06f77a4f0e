/** What sampling and elicitation have in common; their requests and answers are in their own tests. */

import assert from "node:assert/strict";
import type { CaseOf } from "../../core/manifest/types.ts";
import { Fault, RequestFlood } from "../../core/mcp/faults.ts";
import { elicitation } from "../../core/probes/elicitation.ts";
import type { Probe } from "../../core/probes/probe.ts";
import { sampling } from "../../core/probes/sampling.ts";
import {
  type FakeConnector,
  fakeConnector,
  type FakeSession,
  fakeSession,
  fault,
  rpcError,
  type Script,
  success,
  toolError,
} from "./fake-session.ts";
import { fails, passes, type Situation, situations } from "./verdict-table.ts";

const fields = { max_requests: 2, respond: "accept", arguments: { a: 1 } };

/** The kind's request in a form that it does not have. */
const MALFORMED = {
  sampling: ["sampling/createMessage", { messages: "x" }],
  elicitation: ["elicitation/create", { message: "x" }],
} as const;

for (const [kind, probe] of [["sampling", sampling], ["elicitation", elicitation]] as const) {
  const [method, malformed] = MALFORMED[kind];

  /** A situation on a connection of its own, which must be closed in the end. */
  const own = (server: Script, row: Situation): Situation => {
    const session: FakeSession = fakeSession(server);
    return {
      fields,
      ...row,
      connector: fakeConnector({ sessions: [session] }),
      exchanges: [],
      closed: false,
      also: (_shared, connector: FakeConnector) => {
        assert.deepEqual(connector.declared, [{ [kind]: {} }]);
        assert.deepEqual(session.log, ["call t"]);
        const [options] = session.options;
        assert.deepEqual(options, {
          observing: true,
          maxServerRequests: 2,
          respond: options?.respond,
        });
        assert.equal(session.closed, true);
      },
    };
  };

  situations(kind, probe as Probe<typeof kind>, [
    own({}, {
      name: "a call that asks for nothing, on a connection that declares the capability",
      expect: passes(1),
      journal: ["t ok"],
    }),
    own({ call: () => toolError() }, {
      name: "a tool error is an end, too",
      expect: passes(1),
      journal: ["t tool-error"],
    }),
    own({ call: () => rpcError() }, {
      name: "a JSON-RPC error",
      expect: fails(1, `${kind}-invalid-request`),
      journal: ["t rpc-error"],
    }),
    own({
      call: (_tool, _args, _n, { respond }) => {
        respond?.(method, malformed);
        return success();
      },
    }, {
      name: "a malformed request, whatever the call ends in",
      expect: fails(1, `${kind}-invalid-request`),
      journal: ["t ok"],
    }),
    own({
      call: (_tool, _args, _n, { respond }) => {
        assert.equal(respond?.("roots/list", null), null);
        assert.equal(respond?.("x", malformed), null);
        return success();
      },
    }, {
      name: "other requests are declined and do no harm",
      expect: passes(1),
    }),
    own({ call: () => new RequestFlood(2) }, {
      name: "one request too many",
      expect: fails(1, `${kind}-request-flood`),
      journal: [],
    }),
    own({
      call: (_tool, _args, _n, { respond }) => {
        respond?.(method, malformed);
        return new RequestFlood(2);
      },
    }, {
      name: "one request too many is named before a malformed one",
      expect: fails(1, `${kind}-request-flood`),
    }),
    own({ call: () => fault("transport-timeout") }, {
      name: "no answer in time",
      expect: fails(1, `${kind}-stalled-call`),
      journal: [],
    }),
    own({
      call: (_tool, _args, _n, { respond }) => {
        respond?.(method, malformed);
        return fault("transport-timeout");
      },
    }, {
      name: "no answer in time is named before a malformed request",
      expect: fails(1, `${kind}-stalled-call`),
    }),
    ...(["transport-closed", "transport-error", "evaluation-budget-exceeded"] as const).map(
      (label) =>
        own({
          call: (_tool, _args, _n, { respond }) => {
            respond?.(method, malformed);
            return fault(label);
          },
        }, {
          name: `${label} is no verdict, whatever was asked before`,
          expect: label,
          journal: [],
        }),
    ),
    {
      name: "a connection that cannot be had in time is no stalled call",
      fields,
      connector: fakeConnector({ sessions: [fault("transport-timeout")] }),
      expect: "transport-timeout",
      exchanges: [],
    },
  ]);

  Deno.test(`${kind}: the journal gets no latency`, async () => {
    const journal: unknown[] = [];
    const session = fakeSession({ call: () => success({}, { ms: 12 }) });
    const probeCase = { probe: kind, tool: "t", ...fields } as unknown as CaseOf<typeof kind>;
    await (probe as Probe<typeof kind>)(probeCase, {
      session: fakeSession(),
      connector: fakeConnector({ sessions: [session] }),
      discovery: { complete: true, catalog: { tools: [], bytes: 2, tokens: 0 } },
      onCall: (call) => journal.push(call),
    });
    assert.deepEqual(journal, [{ tool: "t", args: { a: 1 }, ms: 0, outcome: "ok", error: null }]);
  });

  Deno.test(`${kind}: a mistake of ours is no verdict`, async () => {
    const session = fakeSession({
      call: () => {
        throw new TypeError("a mistake of ours");
      },
    });
    const probeCase = { probe: kind, tool: "t", ...fields } as unknown as CaseOf<typeof kind>;
    const judged = (probe as Probe<typeof kind>)(probeCase, {
      session: fakeSession(),
      connector: fakeConnector({ sessions: [session] }),
      discovery: { complete: true, catalog: { tools: [], bytes: 2, tokens: 0 } },
    });
    await assert.rejects(
      judged,
      (error) => error instanceof TypeError && !(error instanceof Fault),
    );
    assert.equal(session.closed, true);
  });
}
