import assert from "node:assert/strict";
import { catalogArea } from "../../../core/readiness/areas/catalog.ts";
import { toolOf, type ToolTraits, withoutHints } from "../observed.ts";

const OUTPUT = { type: "object" };

/** Score and ids of the lost checks of a catalog of one tool that is perfect but for these traits. */
function judge(traits: ToolTraits): [number, ...string[]] {
  const { score, checks } = catalogArea([toolOf("t", { outputSchema: OUTPUT, ...traits })]);
  return [score, ...checks.map(({ id }) => id)];
}

Deno.test("a perfect tool has 100", () => {
  assert.deepEqual(judge({}), [100]);
});

Deno.test("a description needs 40 code points, counted as it stands", () => {
  assert.deepEqual(judge({ description: "d".repeat(39) }), [67, "catalog.description"]);
  assert.deepEqual(judge({ description: " ".repeat(40) }), [100]);
  assert.deepEqual(judge({ description: "\u{1f600}".repeat(40) }), [100]);
  assert.deepEqual(judge({ description: "\u{1f600}".repeat(39) }), [67, "catalog.description"]);
  assert.deepEqual(judge({ description: null }), [67, "catalog.description"]);
});

Deno.test("a description that is no string counts as empty", () => {
  const tool = toolOf("t", { outputSchema: OUTPUT });
  const { checks } = catalogArea([{ ...tool, entry: { name: "t", description: ["long"] } }]);
  assert.deepEqual(withoutHints(checks), [
    {
      id: "catalog.description",
      tool: "t",
      score: 0,
      observed: 0,
      reason: "catalog-short-description",
    },
  ]);
});

Deno.test("the observed length is that of the description", () => {
  const [check] = catalogArea([toolOf("t", { description: "\u{1f600}23" })]).checks;
  assert.equal(check?.observed, 3);
});

Deno.test("each parameter needs a description that is not empty", () => {
  const typed = { type: "string" };
  assert.deepEqual(judge({ properties: { a: { ...typed, description: "x" } } }), [100]);
  for (const flawed of [typed, { ...typed, description: "" }, { ...typed, description: 1 }]) {
    const properties = { a: { ...typed, description: "x" }, b: flawed };
    assert.deepEqual(judge({ properties }), [80, "catalog.params-described"]);
  }
  assert.deepEqual(
    judge({ properties: { a: true } }),
    [60, "catalog.params-described", "catalog.params-typed"],
  );
});

Deno.test("each parameter needs one of the typing keywords, whatever its value", () => {
  for (const keyword of ["type", "enum", "const", "$ref", "anyOf", "oneOf"]) {
    assert.deepEqual(judge({ properties: { a: { description: "x", [keyword]: null } } }), [100]);
  }
  for (const keyword of ["allOf", "not", "format", "items"]) {
    const properties = { a: { description: "x", [keyword]: "string" } };
    assert.deepEqual(judge({ properties }), [80, "catalog.params-typed"]);
  }
});

Deno.test("properties that are no object are no parameters", () => {
  const tool = { ...toolOf("t", { outputSchema: OUTPUT }), inputSchema: { properties: ["a"] } };
  assert.equal(catalogArea([tool]).score, 100);
});

Deno.test("hints have to be declared; destructiveness only by writers", () => {
  assert.deepEqual(judge({ readOnlyHint: null }), [67, "catalog.read-only-declared"]);
  assert.deepEqual(judge({ readOnlyHint: null, destructiveHint: false }), [
    67,
    "catalog.read-only-declared",
  ]);
  assert.deepEqual(judge({ readOnlyHint: false }), [75, "catalog.destructive-declared"]);
  assert.deepEqual(judge({ readOnlyHint: false, destructiveHint: false }), [100]);
  assert.deepEqual(judge({ readOnlyHint: null, destructiveHint: true }), [
    75,
    "catalog.read-only-declared",
  ]);
});

Deno.test("an output schema is asked for", () => {
  assert.deepEqual(judge({ outputSchema: null }), [67, "catalog.output-schema"]);
});

Deno.test("the area is the mean over all tools, writers included, and lists them in order", () => {
  const writer = toolOf("w", { readOnlyHint: false, description: null });
  const { score, checks, measurements } = catalogArea([
    writer,
    toolOf("a", { outputSchema: OUTPUT }),
    toolOf("b"),
  ]);
  // (25 + 100 + 66.667) / 3
  assert.equal(score, 64);
  assert.deepEqual(checks.map(({ id, tool }) => `${id} ${tool}`), [
    "catalog.description w",
    "catalog.destructive-declared w",
    "catalog.output-schema w",
    "catalog.output-schema b",
  ]);
  assert.deepEqual(measurements, {});
});

Deno.test("an empty catalog has 0", () => {
  const { score, checks } = catalogArea([]);
  assert.equal(score, 0);
  assert.deepEqual(withoutHints(checks), [
    { id: "catalog.empty", tool: null, score: 0, observed: null, reason: "catalog-no-tools" },
  ]);
});
