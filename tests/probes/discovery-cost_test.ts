import { discoveryCost } from "../../core/probes/discovery-cost.ts";
import { discoveryOf, entry } from "./fake-session.ts";
import { fails, passes, situations } from "./verdict-table.ts";

// `[{"inputSchema":{"type":"object"},"name":"a"},{…"b"}]`: 2 brackets, 1 comma, 44 bytes each.
const two = discoveryOf(entry("a"), entry("b"));
const measured = { tool_count: 2, schema_bytes: 91 };

situations("discovery-cost", discoveryCost, [
  {
    name: "passes with both figures exactly at their bounds, sending nothing",
    fields: { max_tools: 2, max_schema_bytes: 91 },
    discovery: two,
    expect: passes(1, measured),
    exchanges: [],
    journal: [],
  },
  {
    name: "an empty catalog is two bytes",
    fields: { max_tools: 1, max_schema_bytes: 2 },
    discovery: discoveryOf(),
    expect: passes(1, { tool_count: 0, schema_bytes: 2 }),
  },
  {
    name: "one byte too many",
    fields: { max_tools: 2, max_schema_bytes: 90 },
    discovery: two,
    expect: fails(1, "discovery-limit-exceeded", measured, {
      bound: "max_schema_bytes",
      limit: 90,
      observed: 91,
    }),
  },
  {
    name: "too many tools is named before too many bytes",
    fields: { max_tools: 1, max_schema_bytes: 1 },
    discovery: two,
    expect: fails(1, "discovery-limit-exceeded", measured, {
      bound: "max_tools",
      limit: 1,
      observed: 2,
    }),
  },
]);
