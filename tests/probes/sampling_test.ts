import assert from "node:assert/strict";
import type { Json, JsonObject } from "../../core/mcp/json.ts";
import { sampling } from "../../core/probes/sampling.ts";
import { fakeConnector, fakeSession, success } from "./fake-session.ts";
import { fails, passes, type Situation, situations } from "./verdict-table.ts";

const METHOD = "sampling/createMessage";
const sample = (role: string): JsonObject => ({
  role,
  content: { type: "text", text: "mcpeval sample" },
  model: "mcpeval-stub",
});

/** A call during which the server asks with each of these parameters; the last answer counts. */
function asks(
  name: string,
  params: Json[],
  answer: JsonObject,
  expect: Situation["expect"] = passes(1),
): Situation {
  const answers: unknown[] = [];
  const session = fakeSession({
    call: (_tool, _args, _n, { respond }) => {
      for (const one of params) answers.push(respond?.(METHOD, one));
      return success();
    },
  });
  return {
    name,
    fields: { max_requests: 5 },
    connector: fakeConnector({ sessions: [session] }),
    expect,
    also: () => {
      assert.equal(answers.length, params.length);
      assert.deepEqual(answers.at(-1), answer);
    },
  };
}

const message = (role: Json): JsonObject => ({ role, content: { type: "text", text: "x" } });
const invalid = fails(1, "sampling-invalid-request");

situations("sampling", sampling, [
  asks("answers as the assistant", [{ messages: [message("user")] }], sample("assistant")),
  asks("answers the assistant as the user", [{ messages: [message("assistant")] }], sample("user")),
  asks(
    "the first message decides",
    [{ messages: [message("user"), message("assistant")] }],
    sample("assistant"),
  ),
  asks("no messages are an array, too", [{ messages: [] }], sample("assistant")),
  asks("messages are not looked into", [{ messages: [5, null] }], sample("assistant")),
  asks(
    "several requests",
    [{ messages: [] }, { messages: [message("assistant")] }],
    sample("user"),
  ),
  asks("messages that are a text", [{ messages: "x" }], sample("assistant"), invalid),
  asks("messages that are an object", [{ messages: {} }], sample("assistant"), invalid),
  asks("messages that are null", [{ messages: null }], sample("assistant"), invalid),
  asks("no messages", [{}], sample("assistant"), invalid),
  asks("no parameters", [null], sample("assistant"), invalid),
  asks("parameters by position", [[{ messages: [] }]], sample("assistant"), invalid),
  asks(
    "a malformed request before a good one",
    [{}, { messages: [] }],
    sample("assistant"),
    invalid,
  ),
]);
