import assert from "node:assert/strict";
import { contextArea } from "../../../core/readiness/areas/context.ts";
import { catalogOf, toolOf, withoutHints } from "../observed.ts";

Deno.test("a light catalog has 100 and its figures", () => {
  assert.deepEqual(contextArea(catalogOf(toolOf("a", { tokens: 500 }))), {
    score: 100,
    checks: [],
    measurements: { catalog_tokens: 500, heaviest_tool_tokens: 500 },
  });
});

Deno.test("the whole counts three quarters, the heaviest tool one quarter", () => {
  const tools = [toolOf("a", { tokens: 400 }), toolOf("b", { tokens: 548 })];
  const { score, checks, measurements } = contextArea({ tools, tokens: 6508, bytes: 26_032 });
  assert.equal(score, 69);
  assert.deepEqual(withoutHints(checks), [
    {
      id: "context.catalog",
      tool: null,
      score: 61,
      observed: 6508,
      reason: "context-catalog-heavy",
    },
    {
      id: "context.heaviest-tool",
      tool: "b",
      score: 96,
      observed: 548,
      reason: "context-tool-heavy",
    },
  ]);
  assert.deepEqual(measurements, { catalog_tokens: 6508, heaviest_tool_tokens: 548 });
});

Deno.test("of equally heavy tools the first by name is named", () => {
  const tools = ["b", "a", "B"].map((name) => toolOf(name, { tokens: 600 }));
  assert.equal(contextArea(catalogOf(...tools)).checks[0]?.tool, "B");
});

Deno.test("a loss that rounds to 100 is not listed", () => {
  assert.deepEqual(contextArea(catalogOf(toolOf("a", { tokens: 501 }))).checks, []);
  assert.equal(contextArea({ tools: [], tokens: 2001, bytes: 8004 }).checks.length, 0);
});

Deno.test("a catalog beyond all measure has 0", () => {
  assert.equal(contextArea(catalogOf(toolOf("a", { tokens: 40_000 }))).score, 0);
});

Deno.test("no tools cost nothing", () => {
  assert.deepEqual(contextArea(catalogOf()), {
    score: 100,
    checks: [],
    measurements: { catalog_tokens: 0, heaviest_tool_tokens: 0 },
  });
});
