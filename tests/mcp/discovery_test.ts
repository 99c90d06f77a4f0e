import assert from "node:assert/strict";
import { discover, readEntry, readPage, toolClass } from "../../core/mcp/discovery.ts";
import { type Json, parseJson } from "../../core/mcp/json.ts";
import type { FaultLabel } from "../../core/mcp/faults.ts";
import { fakeSession, result } from "../probes/fake-session.ts";
import { fake, faultOf, open } from "./harness.ts";

/** An entry that can be read. */
const entry = (name: string): Json => ({ name, inputSchema: {} });

/** Lists the tools of a fake server. */
async function listed(...behaviour: string[]) {
  await using connector = open(fake(...behaviour));
  return await discover(await connector.connect({ waitMs: 2_000, handshakeWaitMs: 20_000 }));
}

/** Lists a catalog written as it stands. */
const catalogOf = async (tools: string) => (await listed("raw-catalog", tools)).catalog;

Deno.test("the smallest tool", async () => {
  assert.deepEqual(await listed("plain"), {
    complete: true,
    catalog: {
      tools: [{
        name: "ok",
        entry: { inputSchema: {}, name: "ok" },
        inputSchema: {},
        outputSchema: null,
        readOnlyHint: null,
        destructiveHint: null,
        class: "unannotated",
        bytes: 30,
        tokens: 8,
      }],
      bytes: 32,
      tokens: 8,
    },
  });
});

Deno.test("sizes are those of the compact entry with exact numbers", async () => {
  const schema = '{ "minimum": 1.0, "maximum": 1e2, "const": 9007199254740993, "é": "\\u00e9/" }';
  const catalog = await catalogOf(
    `[{"name":"ok","inputSchema":${schema}},{"inputSchema":{},"name":"b"}]`,
  );
  const entry =
    '{"inputSchema":{"const":9007199254740993,"maximum":100.0,"minimum":1.0,"é":"é/"},' +
    '"name":"ok"}';
  const bytes = new TextEncoder().encode(entry).length;
  assert.deepEqual(catalog.tools.map((tool) => tool.bytes), [bytes, 29]);
  assert.equal(catalog.tools[0]?.bytes, 95);
  assert.equal(catalog.bytes, 95 + 29 + 3);
  assert.equal(catalog.tokens, 24 + 8);
});

Deno.test("an empty listing is a complete catalog of two bytes", async () => {
  assert.deepEqual(await listed("raw-catalog", "[]"), {
    complete: true,
    catalog: { tools: [], bytes: 2, tokens: 0 },
  });
});

Deno.test("hints and schemas count only in their own types", async () => {
  const { tools } = await catalogOf(`[
    {"name":"a","inputSchema":{},"outputSchema":{"x":1},"annotations":{"readOnlyHint":true}},
    {"name":"b","inputSchema":{},"outputSchema":[],"annotations":{"readOnlyHint":"true"}},
    {"name":"c","inputSchema":{},"outputSchema":null,"annotations":[true]},
    {"name":"d","inputSchema":{},"description":7,"annotations":{"destructiveHint":true}}
  ]`.replaceAll("\n", " "));
  assert.deepEqual(tools.map((tool) => [tool.class, tool.outputSchema]), [
    ["read-only", { x: 1 }],
    ["unannotated", null],
    ["unannotated", null],
    ["writer", null],
  ]);
});

Deno.test("classes of tools", () => {
  const classes = [
    [false, null, "writer"],
    [false, false, "writer"],
    [true, true, "writer"],
    [null, true, "writer"],
    [true, null, "read-only"],
    [true, false, "read-only"],
    [null, false, "unannotated"],
    [null, null, "unannotated"],
  ] as const;
  for (const [readOnly, destructive, expected] of classes) {
    assert.equal(toolClass(readOnly, destructive), expected);
  }
});

Deno.test("an entry needs a name of the grammar and an object as its schema", () => {
  const names = ["ok", "a.b", "A_b-c:9", "x".repeat(128)];
  for (const name of names) assert.equal(readEntry({ name, inputSchema: {} })?.name, name);
  const invalid: Json[] = [
    { name: "", inputSchema: {} },
    { name: "x".repeat(129), inputSchema: {} },
    { name: "a b", inputSchema: {} },
    { name: "a/b", inputSchema: {} },
    { name: "ä", inputSchema: {} },
    { name: "a\n", inputSchema: {} },
    { name: 7, inputSchema: {} },
    { inputSchema: {} },
    { name: "ok" },
    { name: "ok", inputSchema: [] },
    { name: "ok", inputSchema: null },
    "ok",
    null,
  ];
  for (const entry of invalid) assert.equal(readEntry(entry), null);
});

Deno.test("a page needs an array of tools, and only a non-empty string goes on", () => {
  const page = (text: string) => readPage({ kind: "result", result: parseJson(text) });
  assert.deepEqual(page('{"tools":[1],"nextCursor":"c"}'), { entries: [1], next: "c" });
  for (const cursor of ['""', "null", "7", "1.0", "{}", "[]", "true"]) {
    assert.equal(page(`{"tools":[],"nextCursor":${cursor}}`)?.next, null, cursor);
  }
  assert.equal(page('{"tools":[]}')?.next, null);
  for (const text of ["{}", '{"tools":{}}', '{"tools":null}', "[]", "null"]) {
    assert.equal(page(text), null, text);
  }
  assert.equal(readPage({ kind: "error", error: { tools: [] } }), null);
});

Deno.test("an empty, null or non-string cursor ends the listing", async () => {
  for (const kind of ["empty", "null", "number"]) {
    const { complete, catalog } = await listed("pages", kind);
    assert.deepEqual([complete, catalog.tools.length], [true, 1], kind);
  }
});

Deno.test("of a repeated name the first is kept, within a page and across pages", async () => {
  const { complete, catalog } = await listed("pages", "doubled");
  assert.equal(complete, true);
  assert.deepEqual(catalog.tools.map(({ name, entry }) => [name, entry.n]), [
    ["a", 1],
    ["b", undefined],
  ]);
});

Deno.test("twenty-one pages are too many, twenty are not", async () => {
  for (const kind of ["growing", "constant"]) {
    const endless = await listed("pages", kind);
    const { complete, catalog, ...more } = endless;
    assert.equal(complete, false);
    assert.deepEqual(more, { reason: "transport-error", cause: "page 20 still has a cursor" });
    assert.equal(catalog.tools.length, 20);
  }
  const twenty = await listed("pages", "twenty");
  assert.deepEqual([twenty.complete, twenty.catalog.tools.length], [true, 20]);
});

Deno.test("a first page that cannot be had fails the listing", async () => {
  await faultOf(listed("pages", "error"), "transport-error");
  await faultOf(listed("pages", "no-tools"), "transport-error");
  for (const name of ["with space", "a/b", ""]) {
    await faultOf(listed("catalog", name), "transport-error");
  }
  assert.equal((await listed("catalog", "with.dots")).catalog.tools[0]?.name, "with.dots");
});

Deno.test("a later page that cannot be had leaves the listing incomplete", async () => {
  const failures: [string, FaultLabel, string][] = [
    ["later-error", "transport-error", "page 2: tools/list was answered with an error"],
    [
      "later-entry",
      "transport-error",
      "page 2: entry 1 of tools/list has no name of 1 to 128 of A-Za-z0-9_.:-",
    ],
    ["later-exit", "transport-closed", "page 2: the server ended with exit code 4"],
    ["later-silent", "transport-timeout", "page 2: no reply to tools/list within 2 s"],
  ];
  for (const [kind, reason, cause] of failures) {
    const { complete, catalog, ...more } = await listed("pages", kind);
    assert.deepEqual([complete, more], [false, { reason, cause }], kind);
    assert.equal(catalog.tools.length, 1);
  }
});

Deno.test("the fault of a first page names the page, and the entry by its number", async () => {
  const failures: [listing: Json[], message: string][] = [
    [[entry("a"), null], "page 1: entry 2 of tools/list is no object"],
    [
      [{ name: "SECRET name", inputSchema: {} }],
      "page 1: entry 1 of tools/list has no name of 1 to 128 of A-Za-z0-9_.:-",
    ],
    [
      [entry("a"), entry("b"), { name: "SECRET", inputSchema: [] }],
      "page 1: entry 3 of tools/list has no object as its inputSchema",
    ],
  ];
  for (const [tools, message] of failures) {
    const session = fakeSession({ list: () => result({ tools }) });
    const fault = await faultOf(discover(session), "transport-error");
    assert.equal(fault.message, message);
  }
  const fault = await faultOf(
    discover(fakeSession({ list: () => result({}) })),
    "transport-error",
  );
  assert.equal(fault.message, "page 1: the result of tools/list has no array of tools");
});

Deno.test("a used-up budget fails the listing on any page", async () => {
  const limits = { ms: 60_000, requests: 3 };
  await using connector = open(fake("pages", "growing"), { limits });
  await faultOf(discover(await connector.connect()), "evaluation-budget-exceeded");
});

Deno.test("a catalog of 800 tools and 2 MiB", async () => {
  const { complete, catalog } = await listed("catalog", "large");
  assert.equal(complete, true);
  assert.equal(catalog.tools.length, 800);
  assert.equal(catalog.bytes, 2_119_891);
  assert.equal(catalog.tools[0]?.bytes, 2_647);
});
