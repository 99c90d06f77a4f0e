import assert from "node:assert/strict";
import { ALL, assertIn, type DialectName, judge } from "./check.ts";

/** By the dialect that introduced it: a text of the format, and some that are not. */
const FORMATS: Record<string, [DialectName, string, ...string[]]> = {
  date: ["draft-04", "2024-02-29", "2023-02-29", "2026-1-1", "mcpeval"],
  "date-time": ["draft-04", "2026-01-01T00:00:00Z", "2026-01-01", "2026-01-01T25:00:00Z"],
  time: ["draft-04", "12:00:00Z", "12:00:00", "mcpeval"],
  email: ["draft-04", "user@example.com", "user", "user@"],
  hostname: ["draft-04", "mcpeval", "-a", "a..b"],
  ipv4: ["draft-04", "127.0.0.1", "256.0.0.1", "mcpeval"],
  ipv6: ["draft-04", "::1", "1::2::3", "mcpeval"],
  regex: ["draft-04", "^a+$", "(", "a\\Z"],
  uri: ["draft-04", "https://example.com", "mcpeval", "https://exämple.com"],
  "json-pointer": ["draft-06", "/a/~0b", "mcpeval", "/~2"],
  "uri-reference": ["draft-06", "mcpeval", "a b", "ä"],
  "uri-template": ["draft-06", "mcpeval", "{a", "{}"],
  iri: ["draft-07", "https://exämple.com/ü", "mcpeval", "https://a b"],
  "iri-reference": ["draft-07", "ü", "a b", "<"],
  "relative-json-pointer": ["draft-07", "1/a", "mcpeval", "/a"],
  duration: ["2019-09", "P1DT2H", "mcpeval", "P"],
  uuid: ["2019-09", "00000000-0000-4000-8000-000000000000", "0000", "mcpeval"],
};

Deno.test("seventeen formats are asserted from the dialect that introduced them", async () => {
  assert.equal(Object.keys(FORMATS).length, 17);
  for (const [format, [first, good, ...bad]] of Object.entries(FORMATS)) {
    const dialects = ALL.slice(ALL.indexOf(first));
    await assertIn(dialects, { format }, good, "accepted", "accepted");
    for (const text of bad) await assertIn(dialects, { format }, text, "refused", "accepted");
    await assertIn(dialects, { format }, 5, "accepted", "accepted");
  }
});

Deno.test("no other format is asserted", async () => {
  const others = [
    ...["url", "byte", "int32", "int64", "float", "double", "password", "binary"],
    ...["idn-email", "idn-hostname", "iso-time", "iso-date-time", "json-pointer-uri-fragment"],
    ...["color", "date-Time", "", "constructor", "toString", "__proto__", "hasOwnProperty"],
  ];
  for (const format of others) {
    await assertIn(ALL, { format }, "no such thing at all", "accepted", "accepted");
    await assertIn(ALL, { format }, 1.5, "accepted", "accepted");
  }
});

Deno.test("a format that is no text violates the metaschema", async () => {
  assert.equal(await judge({ format: 5 }, "x"), "unusable");
});
