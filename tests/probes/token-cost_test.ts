import { tokenCost } from "../../core/probes/token-cost.ts";
import { discoveryOf, entry } from "./fake-session.ts";
import { fails, passes, situations } from "./verdict-table.ts";

// Entries of 44, 44 and 64 bytes: 11, 11 and 16 tokens.
const three = discoveryOf(
  entry("b"),
  entry("a"),
  entry("c", { title: "012345678" }),
);
const measured = {
  tool_count: 3,
  total_tokens: 38,
  per_tool: [
    { tool: "c", tokens: 16 },
    { tool: "a", tokens: 11 },
    { tool: "b", tokens: 11 },
  ],
};

situations("token-cost", tokenCost, [
  {
    name: "passes at both bounds; the heaviest comes first, ties by name",
    fields: { max_total_tokens: 38, max_tool_tokens: 16 },
    discovery: three,
    expect: passes(1, measured),
    exchanges: [],
  },
  {
    name: "no bound for one tool",
    fields: { max_total_tokens: 38, max_tool_tokens: null },
    discovery: three,
    expect: passes(1, measured),
  },
  {
    name: "an empty catalog",
    fields: { max_total_tokens: 1, max_tool_tokens: 1 },
    discovery: discoveryOf(),
    expect: passes(1, { tool_count: 0, total_tokens: 0, per_tool: [] }),
  },
  {
    name: "the total is named before the heaviest tool",
    fields: { max_total_tokens: 37, max_tool_tokens: 1 },
    discovery: three,
    expect: fails(1, "token-budget-exceeded", measured, {
      bound: "max_total_tokens",
      limit: 37,
      observed: 38,
    }),
  },
  {
    name: "one tool too heavy",
    fields: { max_total_tokens: 38, max_tool_tokens: 15 },
    discovery: three,
    expect: fails(1, "token-budget-exceeded", measured, {
      bound: "max_tool_tokens",
      limit: 15,
      observed: 16,
    }),
  },
]);
