import assert from "node:assert/strict";
import { firstViolation, type InputSchema } from "../../serve/input-schema.ts";
import { parseJson } from "../../core/mcp/json.ts";

const SCHEMA: InputSchema = {
  type: "object",
  properties: {
    words: { type: "array", items: { type: "string" } },
    flag: { type: "boolean" },
    either: { type: ["string", "null"] },
    count: { type: "integer" },
    any: { type: "object" },
  },
  required: ["flag", "words"],
};
const check = (text: string, schema = SCHEMA) => firstViolation(schema, parseJson(text));

Deno.test("the first violation is that of the root, then a missing one, then by name and index", () => {
  const object = ": expected type object";
  for (const text of ["null", "[]", '"x"', "1", "1.0"]) assert.equal(check(text), object);
  assert.equal(check("{}"), ": missing required property flag");
  assert.equal(check('{"flag":1}'), ": missing required property words");
  const both = '{"flag":1,"words":[1],"count":1.0,"either":2}';
  assert.equal(check(both), " at /count: expected type integer");
  assert.equal(
    check('{"flag":1,"words":[1],"either":2}'),
    " at /either: expected one of types string, null",
  );
  assert.equal(check('{"flag":1,"words":[1]}'), " at /flag: expected type boolean");
  assert.equal(check('{"flag":true,"words":{}}'), " at /words: expected type array");
  assert.equal(check('{"flag":true,"words":["a",1,2]}'), " at /words/1: expected type string");
});

Deno.test("what fits has no violation; unknown members count only where that is said", () => {
  const fits = '{"flag":false,"words":[],"either":null,"count":-1,"any":{"a":[1]},"more":1}';
  assert.equal(check(fits), null);
  const closed = { ...SCHEMA, additionalProperties: false };
  assert.equal(check(fits, closed), ": violates additionalProperties");
  assert.equal(
    check('{"flag":false,"words":[],"toString":1}', closed),
    ": violates additionalProperties",
  );
  assert.equal(check('{"words":[],"toString":1}', closed), ": missing required property flag");
});

Deno.test("a violation is short and shows no value", () => {
  const long = "n".repeat(300);
  const schema: InputSchema = { type: "object", required: [long] };
  assert.equal(check("{}", schema)?.length, 240);
  assert.doesNotMatch(check('{"flag":"SECRET","words":["SECRET"]}') ?? "", /SECRET/);
});
