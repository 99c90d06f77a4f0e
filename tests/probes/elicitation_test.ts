import assert from "node:assert/strict";
import type { Json } from "../../core/mcp/json.ts";
import { elicitation } from "../../core/probes/elicitation.ts";
import { fakeConnector, fakeSession, success } from "./fake-session.ts";
import { fails, passes, type Situation, situations } from "./verdict-table.ts";

/** A call during which the server asks with each of these parameters. */
function asks(
  name: string,
  params: Json[],
  answers: unknown[],
  expect: Situation["expect"] = passes(1),
  respond = "accept",
): Situation {
  const given: unknown[] = [];
  const session = fakeSession({
    call: (_tool, _args, _n, { respond }) => {
      for (const one of params) given.push(respond?.("elicitation/create", one));
      return success();
    },
  });
  return {
    name,
    fields: { max_requests: 5, respond },
    connector: fakeConnector({ sessions: [session] }),
    expect,
    also: () => assert.deepEqual(given, answers),
  };
}

const good = { message: "x", requestedSchema: {} };
const invalid = fails(1, "elicitation-invalid-request");

situations("elicitation", elicitation, [
  ...["accept", "decline", "cancel"].map((action) =>
    asks(`answers ${action} without content`, [good], [{ action }], passes(1), action)
  ),
  asks("an empty message is one", [{ ...good, message: "" }], [{ action: "accept" }]),
  asks("the schema is not looked into", [{ ...good, requestedSchema: { type: 5 } }], [{
    action: "accept",
  }]),
  asks("no message", [{ requestedSchema: {} }], [null], invalid),
  asks("a message that is no text", [{ ...good, message: 5 }], [null], invalid),
  asks("no schema", [{ message: "x" }], [null], invalid),
  asks("a schema that is null", [{ ...good, requestedSchema: null }], [null], invalid),
  asks("a schema that is an array", [{ ...good, requestedSchema: [] }], [null], invalid),
  asks("no parameters", [null], [null], invalid),
  asks("a good request after a malformed one", [{}, good], [null, { action: "accept" }], invalid),
]);
