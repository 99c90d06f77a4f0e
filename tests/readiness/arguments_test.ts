import assert from "node:assert/strict";
import { UsageError } from "../../core/errors.ts";
import type { ToolName } from "../../core/labels.ts";
import type { Catalog, Tool, ToolClass } from "../../core/mcp/catalog.ts";
import type { Json, JsonObject } from "../../core/mcp/json.ts";
import { callArguments, checkArgumentsFile } from "../../core/readiness/arguments.ts";

const secret = "s3cr3t-value";

function tool(name: string, toolClass: ToolClass, inputSchema: JsonObject = {}): Tool {
  return {
    name: name as ToolName,
    entry: {},
    inputSchema,
    outputSchema: null,
    readOnlyHint: toolClass === "read-only" ? true : null,
    destructiveHint: toolClass === "writer" ? true : null,
    class: toolClass,
    bytes: 2,
    tokens: 1,
  };
}

function catalog(...tools: Tool[]): Catalog {
  return { tools, bytes: 2, tokens: tools.length };
}

/** The message of the refusal, or null when the file fits. */
async function refusal(
  file: Record<string, JsonObject> | null,
  listed: Catalog,
  attested = false,
): Promise<string | null> {
  try {
    await checkArgumentsFile(file, listed, attested);
    return null;
  } catch (error) {
    assert.ok(error instanceof UsageError);
    assert.equal(error.exit, 2);
    assert.ok(!error.message.includes(secret));
    return error.message;
  }
}

const cities: JsonObject = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
};

Deno.test("a call takes the entry of the file, whatever the schema says", async () => {
  const entry = { city: 5 };
  assert.equal(await callArguments(cities, entry), entry);
  assert.deepEqual(await callArguments({ required: 5 }, { a: 1 }), { a: 1 });
  assert.deepEqual(await callArguments(cities, {}), {});
});

Deno.test("a call takes {} where nothing is required, without a look at the rest", async () => {
  const schemas: JsonObject[] = [
    {},
    { required: [] },
    { required: "city" },
    { required: null },
    { type: "strin" },
    { $schema: "https://example.com/unknown" },
    { properties: { p: { $ref: "#/$defs/nope" } } },
    { minProperties: 1 },
  ];
  for (const schema of schemas) assert.deepEqual(await callArguments(schema, null), {});
});

Deno.test("a call takes synthesized arguments, or there are none", async () => {
  assert.deepEqual(await callArguments(cities, null), { city: "mcpeval" });
  const pattern: Json = { type: "string", pattern: "^[0-9]+$" };
  assert.equal(await callArguments({ ...cities, properties: { city: pattern } }, null), null);
  assert.equal(await callArguments({ ...cities, required: [5] }, null), null);
});

Deno.test("entries that fit", async () => {
  const listed = catalog(tool("city", "read-only", cities), tool("any", "unannotated"));
  assert.equal(await refusal(null, listed), null);
  assert.equal(await refusal({}, listed), null);
  assert.equal(await refusal({ city: { city: secret } }, listed), null);
  assert.equal(await refusal({ any: { x: secret } }, listed, true), null);
});

Deno.test("an unlisted tool", async () => {
  assert.equal(
    await refusal({ gone: { a: secret } }, catalog()),
    "--arguments entry gone: the server's tool catalog does not list it",
  );
});

Deno.test("a writer, attested or not", async () => {
  for (const attested of [false, true]) {
    assert.equal(
      await refusal({ w: { a: secret } }, catalog(tool("w", "writer")), attested),
      "--arguments entry w: the server marks it as a writer, so it is never called",
    );
  }
});

Deno.test("a tool without hints that nobody attests", async () => {
  const message = await refusal({ u: {} }, catalog(tool("u", "unannotated")));
  assert.match(message ?? "", /^--arguments entry u: .*--confirm-read-only$/);
});

Deno.test("arguments that the schema refuses", async () => {
  const unfit: JsonObject[] = [{}, { city: 5 }, { city: secret, extra: secret }, { City: secret }];
  for (const args of unfit) {
    assert.equal(
      await refusal({ city: args }, catalog(tool("city", "read-only", cities))),
      "--arguments entry city: the arguments do not satisfy its input schema; correct the entry",
    );
  }
});

Deno.test("an unusable schema refuses any entry, the empty one too", async () => {
  const unusable: JsonObject[] = [{ $schema: "https://example.com/x" }, { $ref: "#/nope" }];
  for (const schema of unusable) {
    assert.equal(
      await refusal({ t: {} }, catalog(tool("t", "read-only", schema))),
      "--arguments entry t: its input schema is unusable, so no arguments can be checked",
    );
  }
});

Deno.test("the first unfit name in byte order is the one that is told", async () => {
  const listed = catalog(tool("b", "read-only", cities), tool("a", "writer"));
  const file = { b: {}, a: {}, B: {}, Z: {} };
  assert.match(await refusal(file, listed) ?? "", /^--arguments entry B: .*does not list it$/);
  assert.match(await refusal({ b: {}, a: {} }, listed) ?? "", /^--arguments entry a: .*writer/);
});
