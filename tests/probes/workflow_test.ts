import assert from "node:assert/strict";
import type { JsonObject } from "../../core/mcp/json.ts";
import { workflow } from "../../core/probes/workflow.ts";
import { expectation } from "./cases.ts";
import {
  entry,
  errorReply,
  fakeConnector,
  type FakeSession,
  fakeSession,
  fault,
  result,
  rpcError,
  type Script,
  success,
} from "./fake-session.ts";
import { fails, passes, type Situation, situations } from "./verdict-table.ts";

const step = (tool: string, args: JsonObject, fields = {}) => ({
  tool,
  arguments: args,
  expect: expectation({ outcome: "ok", ...fields }),
});
const fields = {
  repetitions: 2,
  steps: [step("t", { a: 1 }), step("u", { b: 2 }, { required_result_fields: ["x"] })],
};
const listing = (...entries: JsonObject[]) => ({ list: () => result({ tools: entries }) });
const lists = listing(entry("t"), entry("u"), entry("w", { annotations: { readOnlyHint: false } }));
const LISTED = ["tools/list"];

/** A situation on a connection of its own, which must be closed in the end. */
function own(
  server: Script,
  { exchanges = LISTED, ...row }: Situation,
): Situation {
  const session: FakeSession = fakeSession({ ...lists, ...server });
  return {
    fields,
    ...row,
    connector: fakeConnector({ sessions: [session] }),
    exchanges: [],
    closed: false,
    also: (_shared, connector) => {
      assert.deepEqual(connector.log, ["connect"], "one connection, no other after a fault");
      assert.deepEqual(connector.declared, [{}]);
      assert.deepEqual(session.log, exchanges);
      assert.equal(session.closed, true);
    },
  };
}

const called = (...tools: string[]) => [...LISTED, ...tools.map((tool) => `call ${tool}`)];
const good = () => success({ x: 1 });

situations("workflow", workflow, [
  own({
    call: (tool, args) => {
      assert.deepEqual(args, tool === "t" ? { a: 1 } : { b: 2 });
      return good();
    },
  }, {
    name: "every step of every repetition, in one session of its own",
    expect: passes(4),
    exchanges: called("t", "u", "t", "u"),
    journal: ["t ok", "u ok", "t ok", "u ok"],
  }),
  own({}, {
    name: "a mismatch in the first repetition",
    expect: fails(2, "missing-field"),
    exchanges: called("t", "u"),
    journal: ["t ok", "u ok"],
  }),
  own({ call: (_tool, _args, n) => n === 3 ? rpcError() : good() }, {
    name: "calls are counted through the repetitions",
    expect: fails(3, "unexpected-outcome"),
    exchanges: called("t", "u", "t"),
    journal: ["t ok", "u ok", "t rpc-error"],
  }),
  own({ call: () => good() }, {
    name: "a value that differs",
    fields: { ...fields, steps: [step("t", {}), step("u", {}, { equals: { x: 2 } })] },
    expect: fails(2, "value-mismatch"),
    exchanges: called("t", "u"),
  }),
  own({ call: (tool) => tool === "u" ? rpcError(5) : good() }, {
    name: "a step may expect an error",
    fields: {
      repetitions: 3,
      steps: [step("u", {}, { outcome: "error", error_code: 5 }), step("t", {})],
    },
    expect: passes(6),
    exchanges: called("u", "t", "u", "t", "u", "t"),
  }),
  own({ call: () => rpcError(6) }, {
    name: "an error of another code",
    fields: {
      ...fields,
      steps: [step("t", {}, { outcome: "error", error_code: 5 }), step("u", {})],
    },
    expect: fails(1, "error-code-mismatch"),
    exchanges: called("t"),
  }),
  own({ call: (_tool, _args, n) => n === 3 ? fault("transport-closed") : good() }, {
    name: "a fault leaves no verdict, and no other connection is opened",
    expect: "transport-closed",
    exchanges: called("t", "u", "t"),
    journal: ["t ok", "u ok"],
  }),
  own({ call: () => fault("evaluation-budget-exceeded") }, {
    name: "nor does an exhausted budget",
    expect: "evaluation-budget-exceeded",
    exchanges: called("t"),
  }),
  own(listing(entry("t")), {
    name: "a tool that is not listed any more",
    expect: "transport-error",
  }),
  own(listing(entry("t"), entry("u", { annotations: { readOnlyHint: false } })), {
    name: "a tool that is now annotated as a writer",
    expect: "transport-error",
  }),
  own(listing(entry("t", { annotations: { destructiveHint: true } }), entry("u")), {
    name: "a tool that is now annotated as destructive, read-only or not",
    expect: "transport-error",
  }),
  own({
    ...listing(
      entry("t", { annotations: { readOnlyHint: true, destructiveHint: false } }),
      entry("u", { annotations: { destructiveHint: "true" } }),
    ),
    call: () => good(),
  }, {
    name: "other annotations do not make a writer",
    expect: passes(4),
    exchanges: called("t", "u", "t", "u"),
  }),
  own({ list: () => errorReply() }, {
    name: "a listing that is refused",
    expect: "transport-error",
  }),
  own({ list: () => fault("transport-timeout") }, {
    name: "a listing that gets lost keeps its cause",
    expect: "transport-timeout",
  }),
  own({
    list: (_method, cursor) =>
      cursor === null
        ? result({ tools: [entry("t"), entry("u")], nextCursor: "2" })
        : fault("transport-closed"),
  }, {
    name: "the whole catalog has to be listed, whatever its first page has",
    expect: "transport-closed",
    exchanges: ["tools/list", "tools/list 2"],
  }),
  own({
    list: (_method, cursor) =>
      cursor === null
        ? result({ tools: [entry("t")], nextCursor: "2" })
        : result({ tools: [entry("u")] }),
    call: () => good(),
  }, {
    name: "a tool may be on the second page",
    expect: passes(4),
    exchanges: ["tools/list", "tools/list 2", ...called("t", "u", "t", "u").slice(1)],
  }),
  {
    name: "a connection that cannot be had keeps its cause",
    fields,
    connector: fakeConnector({ sessions: [fault("transport-closed")] }),
    expect: "transport-closed",
    exchanges: [],
    journal: [],
  },
  own({ call: () => good() }, {
    name: "at most 640 calls",
    fields: { repetitions: 20, steps: Array(32).fill(step("t", {})) },
    expect: passes(640),
    exchanges: called(...Array<string>(640).fill("t")),
  }),
]);
