import assert from "node:assert/strict";
import fc from "fast-check";
import { renderJson } from "../../core/report/json.ts";

Deno.test("empty containers, escapes and key order are those of the format", () => {
  const document = {
    "b": [],
    "a": { "\u{1f600}": 1, "\uffee": 2, "é": 3, "Z": 4 },
    "10": {},
    "9": 'q"\\\b\t\n\f\r\u0001/\u007f\u2028é',
    "gone": undefined,
  };
  assert.equal(
    renderJson(document),
    `{
  "10": {},
  "9": "q\\"\\\\\\b\\t\\n\\f\\r\\u0001/\u007f\u2028é",
  "a": {
    "Z": 4,
    "é": 3,
    "\uffee": 2,
    "\u{1f600}": 1
  },
  "b": []
}
`,
  );
});

Deno.test("a bigint keeps its digits", () => {
  assert.equal(renderJson([18446744073709551615n]), "[\n  18446744073709551615\n]\n");
});

/** Keys that are plain ASCII and no array index keep the order in which they are inserted. */
const key = fc.stringMatching(/^[a-z_]{1,6}$/);

const { document } = fc.letrec((tie) => ({
  document: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(fc.string(), fc.nat(), fc.boolean(), fc.constant(null)),
    fc.array(tie("document"), { maxLength: 4 }),
    fc.dictionary(key, tie("document"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

function keySorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(keySorted);
  const members = Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1);
  return Object.fromEntries(members.map(([name, member]) => [name, keySorted(member)]));
}

Deno.test("any document renders as JSON.stringify renders it with sorted keys", () => {
  fc.assert(fc.property(document, (value) => {
    assert.equal(renderJson(value), `${JSON.stringify(keySorted(value), null, 2)}\n`);
  }));
});
