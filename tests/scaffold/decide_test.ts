import assert from "node:assert/strict";
import { UsageError } from "../../core/errors.ts";
import type { Json, JsonObject } from "../../core/mcp/json.ts";
import {
  decide,
  type DecidedTool,
  requireCallable,
  type Selection,
} from "../../core/scaffold/decide.ts";
import { discoveryOf, entry } from "../probes/fake-session.ts";

const NEUTRAL: Selection = { tools: null, attested: false, argumentsFile: null };
const needs = (schema: Json) => ({
  inputSchema: { type: "object", properties: { a: schema }, required: ["a"] },
});
const buildable = needs({ type: "integer" });
const unbuildable = needs({});
const reads = { annotations: { readOnlyHint: true } };

interface Row {
  name: string;
  members: JsonObject;
  selection?: Partial<Selection>;
  expect: string | { by: string; source: string; arguments: JsonObject };
}

const byHint = { by: "readOnlyHint", source: "empty", arguments: {} };

const TABLE: Row[] = [
  { name: "read-only, nothing required", members: reads, expect: byHint },
  {
    name: "read-only beside destructiveHint=false",
    members: { annotations: { readOnlyHint: true, destructiveHint: false } },
    expect: byHint,
  },
  {
    name: "an empty list of required names",
    members: { ...reads, inputSchema: { type: "object", required: [] } },
    expect: byHint,
  },
  {
    name: "read-only, arguments built from the schema",
    members: { ...reads, ...buildable },
    expect: { by: "readOnlyHint", source: "schema", arguments: { a: 1 } },
  },
  {
    name: "read-only, arguments from the file",
    members: { ...reads, ...unbuildable },
    selection: { argumentsFile: { t: { a: "x" } } },
    expect: { by: "readOnlyHint", source: "file", arguments: { a: "x" } },
  },
  {
    name: "an empty entry of the file is still the file's",
    members: reads,
    selection: { argumentsFile: { t: {} } },
    expect: { by: "readOnlyHint", source: "file", arguments: {} },
  },
  {
    name: "an entry for another tool does not count",
    members: reads,
    selection: { argumentsFile: { other: { a: 1 } } },
    expect: byHint,
  },
  { name: "no annotations", members: {}, expect: "unattested" },
  {
    name: "no annotations, attested",
    members: {},
    selection: { attested: true },
    expect: { by: "attestation", source: "empty", arguments: {} },
  },
  {
    name: "destructiveHint=false alone is no annotation of reading",
    members: { annotations: { destructiveHint: false } },
    expect: "unattested",
  },
  {
    name: "read-only, attested too: the server's word counts",
    members: reads,
    selection: { attested: true },
    expect: byHint,
  },
  {
    name: "destructive, even beside readOnlyHint=true, even attested",
    members: { annotations: { readOnlyHint: true, destructiveHint: true } },
    selection: { attested: true },
    expect: "destructive",
  },
  {
    name: "destructive before readOnlyHint=false",
    members: { annotations: { readOnlyHint: false, destructiveHint: true } },
    expect: "destructive",
  },
  {
    name: "readOnlyHint=false, even attested",
    members: { annotations: { readOnlyHint: false } },
    selection: { attested: true },
    expect: "writer",
  },
  {
    name: "writer before unbuildable arguments",
    members: { ...unbuildable, annotations: { readOnlyHint: false } },
    expect: "writer",
  },
  { name: "unbuildable arguments", members: { ...reads, ...unbuildable }, expect: "unbuildable" },
  {
    name: "unbuildable arguments before a missing attestation",
    members: unbuildable,
    expect: "unbuildable",
  },
  {
    name: "not selected, before everything else",
    members: { annotations: { destructiveHint: true } },
    selection: { tools: ["other"] },
    expect: "unselected",
  },
  { name: "selected by name", members: reads, selection: { tools: ["x", "t"] }, expect: byHint },
];

for (const { name, members, selection, expect } of TABLE) {
  Deno.test(`init decision: ${name}`, async () => {
    const [tool] = discoveryOf(entry("t", members)).catalog.tools;
    assert.ok(tool);
    assert.deepEqual(
      await decide(tool, { ...NEUTRAL, ...selection }),
      typeof expect === "string" ? { kind: expect } : { kind: "candidate", ...expect },
    );
  });
}

Deno.test("init decision: a file has no entry for a name that every object inherits", async () => {
  const [tool] = discoveryOf(entry("constructor", reads)).catalog.tools;
  assert.ok(tool);
  const selection = { ...NEUTRAL, argumentsFile: { other: {} } };
  assert.deepEqual(await decide(tool, selection), { kind: "candidate", ...byHint });
});

const { tools } = discoveryOf(
  entry("reads", reads),
  entry("destroys", { annotations: { destructiveHint: true } }),
  entry("writes", { annotations: { readOnlyHint: false } }),
  entry("needs", { ...reads, ...unbuildable }),
  entry("plain"),
).catalog;

async function refusal(
  names: string[],
  options: Partial<Selection> = {},
): Promise<string | null> {
  const selection = { ...NEUTRAL, ...options, tools: names };
  const decided: DecidedTool[] = [];
  for (const tool of tools) decided.push({ tool, decision: await decide(tool, selection) });
  try {
    requireCallable(names, decided);
    return null;
  } catch (error) {
    assert.ok(error instanceof UsageError);
    return error.message;
  }
}

Deno.test("init --tool: each cause is named", async () => {
  assert.match(await refusal(["gone"]) ?? "", /^--tool gone: .*catalog/);
  assert.match(await refusal(["destroys"]) ?? "", /^--tool destroys: .*destructiveHint/);
  assert.match(await refusal(["writes"]) ?? "", /^--tool writes: .*readOnlyHint=false/);
  assert.match(await refusal(["needs"]) ?? "", /^--tool needs: .*--arguments/);
  assert.match(await refusal(["plain"]) ?? "", /^--tool plain: .*--confirm-read-only/);
});

Deno.test("init --tool: tools that can be called are accepted", async () => {
  assert.equal(await refusal([]), null);
  assert.equal(await refusal(["reads"]), null);
  assert.equal(await refusal(["plain"], { attested: true }), null);
  assert.equal(await refusal(["needs"], { argumentsFile: { needs: { a: 1 } } }), null);
});

Deno.test("init --tool: the first bad name in the given order is refused", async () => {
  assert.match(await refusal(["reads", "writes", "gone"]) ?? "", /^--tool writes:/);
  assert.match(await refusal(["reads", "gone", "writes"]) ?? "", /^--tool gone:/);
});
