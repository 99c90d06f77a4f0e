import assert from "node:assert/strict";
import { ask, type Frame, request } from "./client.ts";

interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly properties: Record<string, Frame> };
  readonly annotations?: Frame;
}
interface Page {
  readonly tools: readonly ListedTool[];
  readonly nextCursor?: unknown;
}

/** One page for each cursor; undefined stands for a request without a cursor. */
async function pages(aspect: string | undefined, cursors: readonly unknown[]): Promise<Page[]> {
  const requests = cursors.map((cursor, id) =>
    request(id, "tools/list", cursor === undefined ? undefined : { cursor })
  );
  const frames = await ask(aspect === undefined ? [] : ["--broken", aspect], requests);
  return frames.map((frame) => frame.result as unknown as Page);
}

async function firstPage(aspect?: string): Promise<Page> {
  const [page] = await pages(aspect, [undefined]);
  assert.ok(page);
  return page;
}

/** Compact JSON with keys in byte order, the form whose size counts as discovery cost. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1);
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
}

const bytesOf = (value: unknown) => new TextEncoder().encode(canonical(value)).length;
const tokensOf = (value: unknown) => Math.ceil(bytesOf(value) / 4);
const totalTokens = (page: Page) => page.tools.reduce((sum, tool) => sum + tokensOf(tool), 0);

Deno.test("the clean catalog has exactly the published sizes", async () => {
  const page = await firstPage();
  assert.deepEqual(
    page.tools.map((tool) => [
      tool.name,
      tool.description.length,
      bytesOf(tool),
      tokensOf(tool),
      tool.annotations,
    ]),
    [
      ["describe_status", 37, 164, 41, { readOnlyHint: true }],
      ["read_counter", 47, 171, 43, { readOnlyHint: true }],
      ["shared_read", 42, 224, 56, { readOnlyHint: true }],
      ["flaky_read", 63, 185, 47, { readOnlyHint: true }],
      ["slow_read", 45, 166, 42, { readOnlyHint: true }],
      ["break_session", 38, 166, 42, { destructiveHint: true }],
      ["recover_session", 42, 194, 49, { readOnlyHint: false, destructiveHint: false }],
      ["session_status", 53, 179, 45, { readOnlyHint: true }],
      ["report_weather", 47, 223, 56, { readOnlyHint: true }],
      ["sampled_read", 72, 196, 49, { readOnlyHint: true }],
      ["elicited_read", 70, 195, 49, { readOnlyHint: true }],
      ["publish_status", 60, 186, 47, { readOnlyHint: true }],
    ],
  );
  assert.equal(bytesOf(page.tools), 2262);
  assert.equal(totalTokens(page), 566);
  assert.equal("nextCursor" in page, false);
  // The entries are sent in the very form that is measured.
  assert.equal(JSON.stringify(page.tools), canonical(page.tools));
});

Deno.test("two tools declare one described argument each, the others none", async () => {
  const { tools } = await firstPage();
  const declared = tools.flatMap(({ name, inputSchema }) => {
    assert.deepEqual(Object.keys(inputSchema), ["properties", "type"]);
    return Object.entries(inputSchema.properties).map(([key, { type, description, ...rest }]) => {
      assert.deepEqual(rest, {});
      return [name, key, type, String(description).length];
    });
  });
  assert.deepEqual(declared, [
    ["shared_read", "port", "integer", 17],
    ["report_weather", "city", "string", 9],
  ]);
});

const SIZES: readonly (readonly [aspect: string, tools: number, bytes: number, tokens: number])[] =
  [
    ["schema", 12, 2285, 572],
    ["fidelity", 12, 2262, 566],
    ["unstable-errors", 12, 2262, 566],
    ["bloated", 13, 26028, 6508],
    ["duplicate-page", 12, 2262, 566],
    ["stalled-cursor", 12, 2262, 566],
    ["slow", 12, 2262, 566],
    ["cancellation", 12, 2262, 566],
    ["negotiation", 12, 2262, 566],
    ["sampling", 12, 2262, 566],
    ["elicitation", 12, 2262, 566],
    ["subscription", 12, 2262, 566],
    ["completion", 12, 2262, 566],
    ["surface", 12, 2262, 566],
    ["output-schema", 12, 2413, 604],
    ["flaky", 12, 2262, 566],
    ["undescribed", 12, 1826, 457],
    ["unknown-method", 12, 2262, 566],
    ["lying-errors", 12, 2262, 566],
  ];

for (const [aspect, tools, bytes, tokens] of SIZES) {
  Deno.test(`the catalog under ${aspect} has exactly the published size`, async () => {
    const page = await firstPage(aspect);
    assert.equal(page.tools.length, tools);
    assert.equal(bytesOf(page.tools), bytes);
    assert.equal(totalTokens(page), tokens);
  });
}

/** Pairs of clean and changed entry, for the entries that an aspect changes. */
async function changes(aspect: string): Promise<[ListedTool, ListedTool][]> {
  const [clean, changed] = await Promise.all([firstPage(), firstPage(aspect)]);
  return clean.tools.flatMap((tool, index): [ListedTool, ListedTool][] => {
    const other = changed.tools[index];
    assert.ok(other);
    return canonical(tool) === canonical(other) ? [] : [[tool, other]];
  });
}

Deno.test("schema: describe_status requires an argument that it does not declare", async () => {
  const [[clean, changed] = [], ...others] = await changes("schema");
  assert.deepEqual(others, []);
  assert.equal(clean?.name, "describe_status");
  assert.deepEqual(changed, {
    ...clean,
    inputSchema: { properties: {}, required: ["missing"], type: "object" },
  });
});

Deno.test("output-schema: report_weather declares one", async () => {
  const [[clean, changed] = [], ...others] = await changes("output-schema");
  assert.deepEqual(others, []);
  assert.equal(clean?.name, "report_weather");
  assert.deepEqual(changed, {
    ...clean,
    outputSchema: {
      type: "object",
      properties: { temperature: { type: "number" }, conditions: { type: "string" } },
      required: ["temperature", "conditions"],
    },
  });
});

Deno.test("bloated: every description grows by 48 and 120 times 16 characters", async () => {
  const pairs = await changes("bloated");
  assert.equal(pairs.length, 12);
  const suffixes = new Set(pairs.map(([clean, changed]) => {
    assert.ok(changed.description.startsWith(clean.description));
    assert.deepEqual({ ...changed, description: clean.description }, clean);
    return changed.description.slice(clean.description.length);
  }));
  assert.equal(suffixes.size, 1);
  const [suffix = ""] = suffixes;
  assert.equal(suffix.length, 1968);
  assert.equal(suffix.slice(48), suffix.slice(48, 64).repeat(120));
});

Deno.test("bloated: a 13th tool without arguments or annotations is listed", async () => {
  const extra = (await firstPage("bloated")).tools[12];
  assert.ok(extra);
  assert.equal(extra.name, "extra_padding_tool");
  assert.deepEqual(Object.keys(extra).sort(), ["description", "inputSchema", "name"]);
  assert.deepEqual(extra.inputSchema, { type: "object", properties: {} });
  assert.equal(extra.description.length, 55);
  assert.equal(bytesOf(extra), 149);
});

Deno.test("undescribed: twenty characters are left, and no argument description", async () => {
  const pairs = await changes("undescribed");
  assert.equal(pairs.length, 12);
  for (const [clean, changed] of pairs) {
    assert.equal(changed.description, clean.description.slice(0, 20));
    for (const property of Object.values(changed.inputSchema.properties)) {
      assert.deepEqual(Object.keys(property), ["type"]);
    }
  }
});

/** Number of tools and next cursor of each page. */
const shape = (all: readonly Page[]) => all.map((page) => [page.tools.length, page.nextCursor]);

Deno.test("a clean server has one page, whatever the cursor", async () => {
  const all = await pages(undefined, [undefined, "next", "other", 5]);
  assert.deepEqual(shape(all), Array(4).fill([12, undefined]));
});

Deno.test("duplicate-page: the second page repeats the first tool", async () => {
  const all = await pages("duplicate-page", [undefined, "next", "other", 5]);
  assert.deepEqual(shape(all), [[12, "next"], [1, undefined], [0, undefined], [12, "next"]]);
  assert.deepEqual(all[1]?.tools[0], all[0]?.tools[0]);
  assert.deepEqual(all[0]?.tools, (await firstPage()).tools);
});

Deno.test("stalled-cursor: empty pages follow for ever", async () => {
  const all = await pages("stalled-cursor", [undefined, "next", "next", "other"]);
  assert.deepEqual(shape(all), [[12, "next"], [0, "next"], [0, "next"], [0, "next"]]);
  assert.deepEqual(all[0]?.tools, (await firstPage()).tools);
});
