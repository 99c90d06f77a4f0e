import assert from "node:assert/strict";
import fc from "fast-check";
import { readDocument } from "../../core/manifest/document.ts";
import { loadManifest } from "../../core/manifest/load.ts";
import { type Json, parseJson } from "../../core/mcp/json.ts";
import { document, refusal, sample } from "./samples.ts";

const utf8 = new TextEncoder();
const MANIFEST = document([sample("pagination")]);

/** A manifest whose only case has these arguments, on line 3. */
function withArguments(json: string): string {
  return `{ "version": 1, "probes": [
    { "probe": "contention", "id": "a", "access": "read_only", "tool": "t",
      "arguments": ${json} } ] }`;
}

for (
  const [name, text, message] of [
    ["an empty file", "", "manifest is empty: expected a JSON object (m.json:1)"],
    ["blank lines only", "\n \t\r\n", "manifest is empty: expected a JSON object (m.json:1)"],
    [
      "a byte-order mark",
      `\ufeff${MANIFEST}`,
      "manifest starts with a byte-order mark: save it as UTF-8 without one (m.json:1)",
    ],
    [
      "trailing text",
      `${MANIFEST}\n{}`,
      "manifest is not valid JSON: there is text after the end of the document (m.json:12)",
    ],
    [
      "a comment",
      `// note\n${MANIFEST}`,
      "manifest is not valid JSON: a comment needs a .jsonc file (m.json:1)",
    ],
    [
      "a trailing comma",
      '{\n  "version": 1,\n}',
      "manifest is not valid JSON: a trailing comma needs a .jsonc file (m.json:3)",
    ],
    [
      "a trailing comma in an array",
      withArguments("[1,]"),
      "manifest is not valid JSON: a trailing comma needs a .jsonc file (m.json:3)",
    ],
    [
      "a missing comma",
      '{"version": 1\n "probes": []}',
      "manifest is not valid JSON: a comma is expected (m.json:2)",
    ],
    [
      "a missing colon",
      '{"version" 1}',
      "manifest is not valid JSON: a colon is expected (m.json:1)",
    ],
    [
      "a missing value",
      '{"version":}',
      "manifest is not valid JSON: a value is expected (m.json:1)",
    ],
    [
      "an open object",
      '{"version": 1',
      "manifest is not valid JSON: a closing brace is missing (m.json:1)",
    ],
    [
      "an open string",
      '{"version": "1\n}',
      "manifest is not valid JSON: a string is not closed (m.json:1)",
    ],
    [
      "a control character",
      withArguments('{"a": "x\u0001"}'),
      "manifest is not valid JSON: a string has a control character that is not escaped (m.json:3)",
    ],
    [
      "an unknown escape",
      withArguments('{"a": "\\x41"}'),
      "manifest is not valid JSON: a string has an unknown escape (m.json:3)",
    ],
    [
      "a bare word",
      withArguments('{"a": NaN}'),
      "manifest is not valid JSON: there is text that is no JSON value (m.json:3)",
    ],
    [
      "a lone surrogate in a value",
      withArguments('{"a": "\\ud83d"}'),
      "manifest has a lone surrogate in a string (m.json:3)",
    ],
    [
      "a lone surrogate in a key",
      withArguments('{"\\udc00": 1}'),
      "manifest has a lone surrogate in a string (m.json:3)",
    ],
    [
      "a number beyond doubles",
      withArguments('{"a": 1e400}'),
      "manifest has a number beyond the range of a double (m.json:3)",
    ],
    [
      "an integer beyond doubles",
      withArguments(`{"a": -${"9".repeat(400)}}`),
      "manifest has a number beyond the range of a double (m.json:3)",
    ],
    ["an array", "[]", "manifest must be an object (m.json:1)"],
    ["a string", '\n"x"', "manifest must be an object (m.json:2)"],
  ] as const
) {
  Deno.test(`manifest text: ${name} is refused`, () => {
    assert.equal(refusal(text), message);
  });
}

Deno.test("manifest text: bytes that are not UTF-8 are refused with their line", () => {
  const bytes = utf8.encode(`{\n  "version": 1,\n  "x": "?"\n}`);
  bytes[bytes.indexOf(0x3f)] = 0xe9;
  assert.equal(refusal(bytes), "manifest is not UTF-8 (m.json:3)");
  const surrogate = new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]);
  assert.equal(refusal(surrogate), "manifest is not UTF-8 (m.json:1)");
});

Deno.test("manifest text: 127 containers are read, 128 are refused", () => {
  // The document, `probes`, the case and `arguments` are four.
  const nested = (levels: number) =>
    withArguments(`{"a": ${"[".repeat(levels)}${"]".repeat(levels)}}`);
  loadManifest(nested(123), "m.json");
  assert.equal(refusal(nested(124)), "manifest is nested deeper than 127 containers (m.json:3)");
});

Deno.test("manifest text: a .jsonc file may have comments and trailing commas", () => {
  const text = `// checks
{
  "version": 1, /* the only
  version */
  "probes": [
    { "probe": "pagination", "id": "a", "access": "read_only", "max_pages": 5, },
  ],
}
// end`;
  for (const name of ["m.jsonc", "M.JSONC"]) {
    const { manifest, lines } = loadManifest(text, name);
    assert.equal(manifest.probes[0]?.id, "a");
    assert.deepEqual([...lines], [["a", 6]]);
  }
  assert.match(refusal(text, "m.json"), /a comment needs a \.jsonc file \(m\.json:1\)$/);
  assert.match(refusal(text, "jsonc"), /a comment needs a \.jsonc file \(jsonc:1\)$/);
});

Deno.test("manifest text: a .jsonc file is as strict in everything else", () => {
  const refused = (text: string) => refusal(text, "m.jsonc");
  assert.match(refused('{"version": 1,,}'), /not valid JSON.* \(m\.jsonc:1\)$/);
  assert.match(refused("{'version': 1}"), /not valid JSON/);
  assert.match(refused("{version: 1}"), /not valid JSON/);
  assert.match(refused(`${MANIFEST} /* open`), /a comment is not closed \(m\.jsonc:11\)$/);
  assert.match(refused(`\ufeff${MANIFEST}`), /byte-order mark/);
  assert.match(refused("// nothing"), /a value is expected/);
  assert.equal(
    refused('{\n// first\n"version": 1, "version": 1, "probes": []}'),
    "manifest has the field version twice (m.jsonc:3)",
  );
});

Deno.test("manifest text: bytes are hashed as they are", () => {
  const compact = `{"version":1,"probes":[${JSON.stringify(sample("pagination"))}]}`;
  // By sha256sum.
  const digest = "baa11ebce2bc1db30f452f70b8b1b653c3b85b399d1ba1be03c9008bcec207f9";
  assert.equal(loadManifest(compact, "m.json").sha256, digest);
  assert.equal(loadManifest(utf8.encode(compact), "other.jsonc").sha256, digest);
  assert.notEqual(loadManifest(`${compact}\n`, "m.json").sha256, digest);
});

/** Texts near JSON: valid ones, and valid ones with some characters replaced. */
const nearJson = fc.tuple(
  fc.json({ maxDepth: 4 }),
  fc.array(fc.tuple(fc.nat(), fc.constantFrom(...'{}[]:,"\\/0159.eE+-tn \n\u0007\u00a0')), {
    maxLength: 3,
  }),
).map(([text, edits]) =>
  edits.reduce((edited, [at, char]) => {
    const index = at % (edited.length + 1);
    return edited.slice(0, index) + char + edited.slice(index + (at % 2));
  }, text)
);

Deno.test("manifest text: a .json document is read exactly as strict JSON is", () => {
  fc.assert(
    fc.property(nearJson, (text) => {
      assert.deepEqual(readOr(() => readDocument(utf8.encode(text), "m.json").value), [
        ...readOr(() => parseJson(text)),
      ]);
    }),
    { numRuns: 3000 },
  );
});

/** The value alone in an array, or an empty array when the text is refused. */
function readOr(read: () => Json): Json[] {
  try {
    return [read()];
  } catch (error) {
    assert.ok(error instanceof Error);
    assert.ok(["UsageError", "JsonError"].includes(error.name), error.stack ?? "");
    return [];
  }
}
