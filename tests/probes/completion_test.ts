import assert from "node:assert/strict";
import type { Json, JsonObject } from "../../core/mcp/json.ts";
import { completion } from "../../core/probes/completion.ts";
import { errorReply, fault, flood, result } from "./fake-session.ts";
import { fails, passes, type Situation, situations } from "./verdict-table.ts";

const fields = {
  ref_type: "ref/prompt",
  ref_uri: "greeting",
  argument_name: "language",
  argument_value: "e",
  max_values: 2,
};
const capabilities = { completions: {} };
const invalid = fails(1, "completion-invalid-request");
const unknown = fails(1, "completion-argument-unknown");
const stalled = fails(1, "completion-stalled-request");

function replies(name: string, value: Json, expect: Situation["expect"]): Situation {
  return {
    name,
    fields,
    server: { capabilities, request: () => result(value) },
    expect,
    exchanges: ["completion/complete"],
  };
}

const values = (name: string, list: Json, expect: Situation["expect"]) =>
  replies(name, { completion: { values: list } }, expect);

function refuses(
  name: string,
  error: Json,
  expect: Situation["expect"],
  more: object = {},
): Situation {
  return {
    name,
    fields: { ...fields, ...more },
    server: { capabilities, request: () => ({ kind: "error", error }) },
    expect,
  };
}

/** A case whose request must have these parameters. */
function sends(name: string, more: object, expected: JsonObject): Situation {
  let sent: JsonObject = {};
  return {
    name,
    fields: { ...fields, ...more },
    server: {
      capabilities,
      request: (_method, params) => {
        sent = params;
        return result({ completion: { values: [] } });
      },
    },
    expect: passes(1),
    also: () => assert.deepEqual(sent, expected),
  };
}

situations("completion", completion, [
  {
    name: "nothing declared, nothing asked",
    fields,
    server: { capabilities: { tools: {} } },
    expect: passes(0),
    exchanges: [],
  },
  {
    name: "a capability of null is declared",
    fields,
    server: { capabilities: { completions: null }, request: () => errorReply() },
    expect: invalid,
  },
  sends("a prompt by its name", {}, {
    ref: { type: "ref/prompt", name: "greeting" },
    argument: { name: "language", value: "e" },
  }),
  sends("a resource by its URI", { ref_type: "ref/resource", ref_uri: "x:{y}" }, {
    ref: { type: "ref/resource", uri: "x:{y}" },
    argument: { name: "language", value: "e" },
  }),
  values("as many values as allowed", ["en", "es"], passes(1)),
  values("no values", [], passes(1)),
  replies(
    "more to come and another total are not looked at",
    { completion: { values: ["en"], hasMore: "x", total: -1 } },
    passes(1),
  ),
  values("one value too many", ["a", "b", "c"], fails(1, "completion-value-flood")),
  values("a value that is no text", ["en", 1], invalid),
  values("a value of null", [null], invalid),
  values("a value that is no text is named before the flood", ["a", "b", 3], invalid),
  values("values that are null", null, invalid),
  values("values that are an object", { 0: "en" }, invalid),
  values("values that are a text", "en", invalid),
  replies("no values", { completion: {} }, invalid),
  replies("a completion of null", { completion: null }, invalid),
  replies("a completion that is an array", { completion: [["en"]] }, invalid),
  replies("no completion", {}, invalid),
  replies("no completion, though the argument is named", { language: ["en"] }, invalid),
  replies("values beside the completion", { values: ["en"] }, invalid),
  replies("a result of null", null, invalid),
  replies("a result that is an array", [], invalid),
  refuses("an error that names the argument", { message: 'no "language"' }, unknown),
  refuses("an error that has the argument in another word", { message: "languages" }, unknown),
  refuses("an error that names it in its data", { data: [{ x: "language" }] }, unknown),
  refuses("an error with such a key", { language: 1 }, unknown),
  refuses("an error that is the name", "language", unknown),
  refuses("a name that every error has", { code: 1 }, unknown, { argument_name: "code" }),
  refuses("a name that is part of a number", { code: -32602 }, unknown, { argument_name: "326" }),
  refuses("the compact text has no spaces", { a: 1, b: 2 }, unknown, { argument_name: '1,"b":2' }),
  refuses("a name in another case", { message: "Language" }, invalid),
  refuses("an error that does not name it", { code: -32602, message: "bad" }, invalid),
  refuses("an error of null", null, invalid),
  ...(["transport-timeout", "transport-closed", "transport-error"] as const).map((label) => ({
    name: `${label} is a verdict; the connection stays as it is`,
    fields,
    server: { capabilities, request: () => fault(label) },
    expect: stalled,
    closed: false,
  })),
  {
    name: "a flood is a verdict that gives the session up",
    fields,
    server: { capabilities, request: () => flood() },
    expect: stalled,
    closed: true,
  },
  {
    name: "an exhausted budget is never a verdict",
    fields,
    server: { capabilities, request: () => fault("evaluation-budget-exceeded") },
    expect: "evaluation-budget-exceeded",
  },
]);
