import assert from "node:assert/strict";
import type { ToolName } from "../../core/labels.ts";
import { loadManifest } from "../../core/manifest/load.ts";
import {
  checkMutation,
  checkTools,
  type ListTo,
  reportedTool,
  selectCase,
  selectCases,
  toolFields,
} from "../../core/manifest/select.ts";
import type { Manifest } from "../../core/manifest/types.ts";
import type { Catalog, ToolClass } from "../../core/mcp/catalog.ts";
import { document, type Fields, MINIMAL, sample } from "./samples.ts";

function manifestOf(cases: readonly Fields[], fields: Fields = {}): Manifest {
  return loadManifest(document(cases, fields), "m.json").manifest;
}

function catalogOf(tools: Readonly<Record<string, ToolClass>>): Catalog {
  const listed = Object.entries(tools).map(([name, kind]) => ({
    name: name as ToolName,
    entry: { name, inputSchema: {} },
    inputSchema: {},
    outputSchema: null,
    readOnlyHint: null,
    destructiveHint: null,
    class: kind,
    bytes: 0,
    tokens: 0,
  }));
  return { tools: listed, bytes: 0, tokens: 0 };
}

/** For cases that need no further listing. */
const unasked: ListTo = (capability) => assert.fail(`listed again to a client of ${capability}`);

const STEP = { arguments: {}, expect: { outcome: "ok" } };
const BOX = { sandboxes: { box: { description: "scratch" } } };
const MUTATING = sample("contention", { id: "m", access: "mutating", sandbox: "box" });

Deno.test("selection: by kind keeps the manifest's order", () => {
  const manifest = manifestOf([
    sample("pagination", { id: "p2" }),
    sample("contention"),
    sample("pagination", { id: "p1" }),
  ]);
  assert.deepEqual(selectCases(manifest, "pagination").map(({ id }) => id), ["p2", "p1"]);
  assert.deepEqual(selectCases(manifest, null).map(({ id }) => id), ["p2", "a", "p1"]);
});

Deno.test("selection: no case of a kind is a usage error", () => {
  const manifest = manifestOf([sample("pagination")]);
  assert.throws(() => selectCases(manifest, "workflow"), {
    name: "UsageError",
    message: "the manifest has no workflow case to select",
  });
});

Deno.test("selection: by id", () => {
  const manifest = manifestOf([sample("pagination"), sample("contention", { id: "b" })]);
  assert.equal(selectCase(manifest, "b").probe, "contention");
  assert.throws(() => selectCase(manifest, "hunter2"), {
    name: "UsageError",
    message: "the case is not declared in the manifest",
  });
});

Deno.test("selection: a mutating case needs --allow-mutation, an unselected one does not", () => {
  const manifest = manifestOf([sample("pagination"), MUTATING], BOX);
  assert.throws(() => checkMutation(manifest.probes, false), {
    name: "UsageError",
    message: "probe case m: contention is mutating; " +
      "give --allow-mutation to run it against its sandbox",
  });
  checkMutation(manifest.probes, true);
  checkMutation(selectCases(manifest, "pagination"), false);
});

for (
  const [kind, tools, reported] of [
    ["contention", ["t"], "t"],
    ["error-honesty", ["t"], "t"],
    ["state-recovery", ["f", "r", "v"], "f"],
    ["discovery-cost", [], null],
    ["token-cost", [], null],
    ["schema-guessability", ["t"], "t"],
    ["degradation-over-n", ["t"], "t"],
    ["instruction-fidelity", ["t"], "t"],
    ["latency-budget", ["t"], "t"],
    ["pagination", [], null],
    ["payload-bounds", ["t"], "t"],
    ["surface-listing", [], null],
    ["output-schema", ["t"], "t"],
    ["cancellation", ["t"], "t"],
    ["protocol-negotiation", [], null],
    ["sampling", ["t"], "t"],
    ["elicitation", ["t"], "t"],
    ["resource-subscription", [], null],
    ["completion", [], null],
    ["workflow", ["t", "t"], "t"],
  ] as const
) {
  Deno.test(`selection: the tools of ${kind}`, () => {
    const [only] = manifestOf([sample(kind)]).probes;
    assert.ok(only);
    assert.deepEqual(toolFields(only).map(({ tool }) => tool), tools);
    assert.equal(reportedTool(only), reported);
  });
}

Deno.test("selection: a trigger is a tool of its case, but not the one it is reported under", () => {
  const [only] = manifestOf([sample("resource-subscription", { trigger_tool: "bump" })]).probes;
  assert.ok(only);
  assert.deepEqual(toolFields(only).map(({ tool }) => tool), ["bump"]);
  assert.equal(reportedTool(only), null);
});

Deno.test("selection: every kind whose tools are all listed passes, writers included", async () => {
  const names = Object.keys(MINIMAL);
  const cases = names.map((kind, index) => sample(kind, { id: `c${index}` }));
  const readers = catalogOf({ t: "read-only", f: "writer", r: "writer", v: "unannotated" });
  await checkTools(manifestOf(cases).probes, readers, { listTo: unasked });
  const called = manifestOf([sample("contention")]).probes;
  await checkTools(called, catalogOf({ t: "writer" }), { listTo: unasked });
});

for (
  const [name, fields, field, missing, line] of [
    ["a tool", sample("contention"), "tool", "t", 7],
    [
      "the failure tool",
      sample("state-recovery", { failure_tool: "gone" }),
      "failure_tool",
      "gone",
      8,
    ],
    [
      "the recovery tool",
      sample("state-recovery", { recovery_tool: "gone" }),
      "recovery_tool",
      "gone",
      10,
    ],
    [
      "the validation tool",
      sample("state-recovery", { validation_tool: "gone" }),
      "validation_tool",
      "gone",
      12,
    ],
    [
      "the trigger",
      sample("resource-subscription", { trigger_tool: "gone" }),
      "trigger_tool",
      "gone",
      10,
    ],
    [
      "a step's tool",
      sample("workflow", { steps: [{ ...STEP, tool: "f" }, { ...STEP, tool: "gone" }] }),
      "steps[1].tool",
      "gone",
      22,
    ],
  ] as const
) {
  Deno.test(`selection: ${name} that is not listed is a usage error`, async () => {
    const catalog = catalogOf({ f: "read-only", r: "read-only", v: "read-only" });
    const { manifest, toolPlaces } = loadManifest(
      JSON.stringify({ version: 1, probes: [fields] }, null, 1),
      "m.json",
    );
    const places = { listTo: unasked, places: toolPlaces };
    await assert.rejects(checkTools(manifest.probes, catalog, places), {
      name: "UsageError",
      message: `probe case a: ${
        fields["probe"]
      } ${field}: the server does not list ${missing} (m.json:${line})`,
    });
  });
}

Deno.test("selection: a workflow may not call an annotated writer", async () => {
  const steps = [{ ...STEP, tool: "r" }, { ...STEP, tool: "w" }];
  const { probes } = manifestOf([sample("workflow", { steps })]);
  const withWriter = catalogOf({ r: "unannotated", w: "writer" });
  await assert.rejects(checkTools(probes, withWriter, { listTo: unasked }), {
    name: "UsageError",
    message:
      "probe case a: workflow steps[1].tool: w is annotated as a writer; workflows only read",
  });
  await checkTools(probes, catalogOf({ r: "unannotated", w: "read-only" }), { listTo: unasked });
});

Deno.test("selection: of several cases with a missing tool the first is told", async () => {
  const cases = [sample("pagination", { id: "p" }), sample("contention"), MUTATING];
  const { probes } = manifestOf(cases, BOX);
  await assert.rejects(
    checkTools(probes, catalogOf({}), { listTo: unasked }),
    /^UsageError: probe case a: /,
  );
});

for (const kind of ["sampling", "elicitation"] as const) {
  const asking = (id: string, tool: string) => sample(kind, { id, tool });
  const { probes } = manifestOf([asking("a", "listed"), asking("b", "t"), asking("c", "u")]);
  const catalog = catalogOf({ listed: "read-only" });
  const found = {
    name: "UsageError",
    message: `probe case c: ${kind} tool: the server does not list u`,
  };

  Deno.test(`selection: a ${kind} case may call what only its client is shown`, async () => {
    const asked: string[] = [];
    const listTo = (tools: string[] | null): ListTo => (capability) => {
      asked.push(capability);
      return Promise.resolve(tools === null ? null : new Set(tools as ToolName[]));
    };
    await checkTools(probes, catalog, { listTo: listTo(["t", "u"]) });
    assert.deepEqual(asked, [kind], "the second case needs no further listing");
    await assert.rejects(checkTools(probes, catalog, { listTo: listTo(["t"]) }), found);
    await checkTools(probes, catalog, { listTo: listTo(null) }); // nobody knows
    assert.deepEqual(asked, [kind, kind, kind]);
  });
}

Deno.test("selection: each capability is listed to once, and only when it comes to that", async () => {
  const cases = [
    sample("elicitation", { id: "a", tool: "e" }),
    sample("sampling", { id: "b", tool: "s" }),
    sample("elicitation", { id: "c", tool: "e" }),
    sample("contention", { id: "d", tool: "s" }),
    sample("sampling", { id: "e", tool: "gone" }),
  ];
  const asked: string[] = [];
  const listTo: ListTo = (capability) => {
    asked.push(capability);
    return Promise.resolve(new Set([capability.slice(0, 1) as ToolName]));
  };
  await assert.rejects(checkTools(manifestOf(cases).probes, catalogOf({}), { listTo }), {
    name: "UsageError",
    message: "probe case d: contention tool: the server does not list s",
  });
  assert.deepEqual(asked, ["elicitation", "sampling"]);
});
